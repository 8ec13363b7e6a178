"""Take the screenshots of docs/images/app with a real browser against a real server.

    make web && python -m tools.screenshots [--review]

With --review a finished game is reviewed too, which needs an engine and takes some minutes. The pictures are for readers and
not checked by tests: they show real pages, whose texts and times differ a little each time.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tools.pictures import IMAGES, PICTURES, Picture

APP = IMAGES / "app"
WIDE = ViewportSize(width=1120, height=760)
TALL = ViewportSize(width=390, height=780)
COLOURS = (256, 192, 128, 96, 64, 48)
LIMIT = 150_000  # bytes per file
SHARE = 0.8  # of the size on screen
WHOLE_GAME = (
    "e3xf4 b3xf3 c6xd6 a2-c4 a4xa3 f3xe2 e1xe2 e6xd6 d1xc1 f5xf4 c5xd6 c2xc1 b4xc4 b2xa3 d6xa3 e5-c3 b6-d6 e4-d4 d2xc3 "
    "d5xc4 b5xc4 c1-b2 c3xd4 b1-e1 d4-e4"
)
NOTED = "1. g4 d4 2. e3 f4 (2... e4 {keeps the centre} 3. e5) 3. e4 f3 4. g3! c3 (4... g5 5. g6?!) 5. g5 d6 6. h3 e7"
STEPS = 17  # to a position of that game in which something happens
PATIENCE = 240_000  # milliseconds: a review on a busy machine


@contextmanager
def serving(engines: int) -> Iterator[str]:
    """Run `kakomi serve` with its own data folder; yields its address."""
    command = [sys.executable, "-m", "kakomi", "serve", "--no-browser", "--port", "0", "--engines", str(engines)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "KAKOMI_DATA": folder}
        server = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[3]
        finally:
            server.terminate()
            server.wait()


def post(page: Page, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a request to the server as the page would."""
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def play(page: Page, url: str, picture: Picture) -> str:
    """Play a game of two players at one screen up to the picture's position; return its id."""
    options = {"options": picture.options} if picture.options else {}
    asked = {"game": picture.game, "rules": picture.rules, "opponent": {"kind": "screen"}, **options}
    game: str = post(page, f"{url}/api/games", asked)["id"]
    for ply, move in enumerate(picture.moves.split()):
        post(page, f"{url}/api/games/{game}/actions", {"type": "move", "ply": ply, "move": move})
    return game


def shoot(page: Page, name: str, address: str) -> None:
    """Take one screenshot, once the page has settled."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)  # the boards' first motion
    save(page, name)


def study(page: Page, url: str) -> None:
    """The study board with a variation, and the engine's lines where an engine has been built."""
    record = f'[Game "{PICTURES["iago"].game}"]\n{NOTED} *'
    made: str = post(page, f"{url}/api/studies", {"record": record})["id"]
    page.goto(f"{url}/study/{made}")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("End")
    page.get_by_role("switch", name="Engine").click()
    page.wait_for_timeout(4000)
    page.locator(".lines .text").nth(2).hover()
    page.wait_for_timeout(500)
    save(page, "study")


def save(page: Page, name: str) -> None:
    """Save the page as it is now, smaller and in as many colours as the limit allows."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture = picture.resize((round(picture.width * SHARE), round(picture.height * SHARE)), Image.Resampling.LANCZOS)
    for colours in COLOURS:
        picture.quantize(colours, kmeans=2, dither=Image.Dither.NONE).save(APP / f"{name}.png", optimize=True)
        if (APP / f"{name}.png").stat().st_size < LIMIT:
            break
    print(f"{name}: {(APP / f'{name}.png').stat().st_size:,} bytes")


def main() -> None:
    """Take all screenshots."""
    parser = argparse.ArgumentParser(description="take the screenshots of the documentation")
    parser.add_argument("--review", action="store_true", help="also review a game, with an engine")
    args = parser.parse_args()
    APP.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or sys.exit("no chromium was found")
    with sync_playwright() as playwright, serving(int(args.review)) as url:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport=WIDE, color_scheme="light").new_page()
        page.set_default_timeout(PATIENCE)
        page.request.get(f"{url}/api/me")
        shoot(page, "home", f"{url}/")
        shoot(page, "game", f"{url}/game/{play(page, url, PICTURES['iago'])}")
        shoot(page, "rules", f"{url}/rules/enso")
        shoot(page, "lab", f"{url}/lab")
        study(page, url)
        if args.review:
            game = play(page, url, Picture("enso", "standard", WHOLE_GAME))
            page.goto(f"{url}/game/{game}")
            page.get_by_role("button", name="turned").or_(page.get_by_role("button", name="Review this game")).click()
            slider = page.get_by_role("slider").first
            slider.wait_for()
            for _ in range(STEPS):
                slider.press("ArrowRight")
            page.wait_for_timeout(1500)
            save(page, "review")
        phone = browser.new_context(viewport=TALL, color_scheme="dark", device_scale_factor=1.5).new_page()
        phone.request.get(f"{url}/api/me")
        shoot(phone, "phone", f"{url}/game/{play(phone, url, PICTURES['enclose5'])}")
        browser.close()


if __name__ == "__main__":
    main()
