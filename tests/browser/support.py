"""A real browser, and someone who sits before it: looks, clicks and types, and does nothing a person could not do."""

from __future__ import annotations

import json
import os
import random
import runpy
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Locator, Page, Playwright, expect

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCREENSHOTS = ROOT / "build" / "screenshots"
PATIENCE = 60_000.0  # milliseconds: the machine may be busy
COMPILING = 240_000.0  # the first answer of an engine that has never been compiled here
DESKTOP, PHONE = (1280, 800), (390, 844)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = (
    f"No browser was found ({', '.join(NAMES)}): install one, on Debian and Ubuntu with `apt install chromium`."
)
NOT_BUILT = "The pages of the browser are not built, or are older than their sources: run `make web` first."
STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"
View = dict[str, Any]
Choice = dict[str, Any]

expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The browser of this machine; a machine without one fails the tests, which say how to get one."""
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    raise AssertionError(NO_BROWSER)


def require_pages() -> None:
    """The tests are of what is built from the present sources, not of an older build."""
    build = runpy.run_path(str(ROOT / "web" / "build.py"))
    assert build["fresh"](), NOT_BUILT


def launch(playwright: Playwright) -> Browser:
    sandbox = [] if os.getuid() else ["--no-sandbox"]  # Chromium's own sandbox does not work for root
    quiet = ["--disable-gpu", "--disable-background-networking", "--mute-audio"]
    # no page lives long enough to gain from optimised scripts, or from threads that clear up after them: a sixth less work
    brief = ["--js-flags=--no-turbofan,--no-maglev,--single-threaded-gc,--min-semi-space-size=16"]
    whole = ["--default-tile-width=1280", "--default-tile-height=800"]  # drawn in one piece
    return playwright.chromium.launch(executable_path=chromium(), args=[*sandbox, *quiet, *brief, *whole])


class Visitor:
    """Someone with a window of their own. What the browser's console complains of fails the test at its end."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.changed = False  # this window is no longer like a new one, and cannot be made so again
        self.page.on("console", lambda said: self._hear(said.type, said.text))
        self.page.on("pageerror", lambda error: self._hear("error", str(error)))

    def _hear(self, kind: str, words: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(words)

    def run_first(self, script: str) -> None:
        """Before the scripts of every page that is opened from now on."""
        self.changed = True
        self.context.add_init_script(script)

    def become(self, other: Visitor) -> None:
        """The same person, at another screen."""
        for cookie in other.context.cookies():
            self.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": self.url}])

    def forgive(self, words: str, *, perhaps: bool = False) -> None:
        """What the browser itself writes when a request is refused, where the test wants a refusal, or may meet one."""
        assert perhaps or any(words in said for said in self.complaints), (words, self.complaints)
        self.complaints = [said for said in self.complaints if words not in said]

    # --- pages ------------------------------------------------------------------------------------------------------

    def go(self, path: str) -> Page:
        self.page.goto(self.url + path)
        self.settle()
        return self.page

    def settle(self) -> None:
        """Until the page is there: nothing is on its way, and the fonts are."""
        expect(self.page.locator("main h1").first).to_be_attached()
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("document.fonts.ready.then(() => true)")

    def pick(self, group: str, words: str) -> None:
        """One of a strip of choices."""
        self.page.get_by_role("group", name=group, exact=True).get_by_role("radio", name=words, exact=True).check()

    def ask(self, path: str) -> View:
        """What the server says of it, with this visitor's cookie."""
        answer = self.context.request.get(self.url + path, timeout=PATIENCE)
        assert answer.status == 200, answer.text()
        found: View = json.loads(answer.body())  # answer.json() copies all of it twice more
        return found

    def post(self, path: str, body: View, status: int = 201) -> View:
        headers = {"content-type": "application/json", "origin": self.url}
        answer = self.context.request.post(self.url + path, data=json.dumps(body), headers=headers, timeout=PATIENCE)
        assert answer.status == status, answer.text()
        found: View = json.loads(answer.body())
        return found

    def make(self, game: str, **asked: Any) -> str:
        """A game made without clicking, for tests of something else; its number."""
        self.ask("/api/me")  # whoever asks first is given a cookie
        return str(self.post("/api/games", {"game": game, "opponent": {"kind": "screen"}, **asked})["id"])

    # --- a game -----------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        return self.page.url.rpartition("/game/")[2]

    @property
    def view(self) -> View:
        """The game on the page, as the server has it."""
        return Wire(self).get(f"/api/games/{self.game}")

    def sit(self, game: str) -> Page:
        self.page.goto(f"{self.url}/game/{game}")
        self.see_link()
        return self.page

    def see_link(self) -> None:
        self.page.wait_for_selector('.game[data-link="open"]', timeout=PATIENCE)

    def see_ply(self, ply: int, timeout: float = PATIENCE) -> None:
        self.page.wait_for_selector(f'.game[data-ply="{ply}"]', timeout=timeout)

    def place(self, name: str) -> Locator:
        return self.page.locator(f'.stage [data-place="{name}"]')

    def click_place(self, name: str) -> None:
        """In the middle of the place, where nothing may lie over it."""
        x, y, found = self.page.evaluate(MIDDLE, name)
        if found == NOTHING:
            self.place(name).wait_for(state="attached", timeout=PATIENCE)  # the board comes after the catalogue
            x, y, found = self.page.evaluate(MIDDLE, name)
        assert found == name, f"{found} lies over the middle of {name}"
        self.page.mouse.click(x, y)

    def click(self, name: str) -> None:
        if name.startswith("button:"):
            self.page.locator(f'[data-click="{name}"]').click()
        else:
            self.click_place(name)

    def play(self, choice: Choice, choices: Sequence[Choice], ply: int) -> None:
        """Click a move together; the move list then has exactly this move, which a computer may have answered already."""
        for click in choice["clicks"]:
            self.click(click)
        if sum(each["clicks"][: len(choice["clicks"])] == choice["clicks"] for each in choices) > 1:
            self.page.locator(f'[data-move="{choice["move"]}"]').click()
        self.page.wait_for_function(SHOWS_MOVE, arg=[str(ply + 1), choice["move"]], timeout=PATIENCE)

    def play_on(self, chance: random.Random, most: int = 400) -> list[str]:
        """Moves at random, whoever is to move, until the game is over or so many were made. Returns the moves."""
        made: list[str] = []
        scenes = Listener(self)
        while (scene := scenes.scene) is not None and len(made) < most:
            choice = chance.choice(scene["choices"])
            self.play(choice, scene["choices"], scenes.ply)
            scenes.wait(scenes.ply + 1)
            made.append(choice["move"])
        return made


# As :text-is() has it: white space is one blank, and none at the ends.
SHOWS_MOVE = """([ply, words]) => Number(document.querySelector(".game")?.dataset.ply) >= Number(ply)
  && [...document.querySelectorAll(".move")].some(
    move => move.dataset.ply === ply && move.textContent.trim().replace(/\\s+/g, " ") === words)"""
NOTHING = "nothing"
MIDDLE = """name => {
  const hit = document.querySelector(`.stage [data-place="${CSS.escape(name)}"]`);
  if (!hit) return [0, 0, "nothing"];
  const box = hit.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return [x, y, top?.closest("[data-place]")?.dataset.place ?? top?.outerHTML.slice(0, 80) ?? "nothing"];
}"""


class Wire:
    """A visitor's way to the server past the browser, which has more to do for a request than the server."""

    def __init__(self, visitor: Visitor) -> None:
        cookies = visitor.context.cookies(visitor.url)
        self.headers = {
            "cookie": "; ".join(f"{each.get('name')}={each.get('value')}" for each in cookies),
            "content-type": "application/json",
            "origin": visitor.url,
        }
        self.address = urlsplit(visitor.url).netloc

    def get(self, path: str) -> View:
        return self._send("GET", path, None, 200)

    def post(self, path: str, body: View, status: int) -> View:
        return self._send("POST", path, json.dumps(body), status)

    def _send(self, method: str, path: str, body: str | None, status: int) -> View:
        with closing(HTTPConnection(self.address, timeout=PATIENCE / 1000)) as connection:
            connection.request(method, path, body, self.headers)
            answer = connection.getresponse()
            text = answer.read()
        assert answer.status == status, text
        found: View = json.loads(text)
        return found


class Listener:
    """The position on a visitor's page, asked of the server after each move."""

    def __init__(self, visitor: Visitor) -> None:
        self.game = f"/api/games/{visitor.game}"
        self.wire = Wire(visitor)
        self.ply = 0
        self.scene: View | None = None
        self.wait(int(visitor.page.locator(".game").get_attribute("data-ply") or 0))

    def wait(self, ply: int) -> None:
        view = self.wire.get(self.game)
        assert view["ply"] == ply, (view["ply"], ply)
        self.ply = ply
        self.scene = None if view["outcome"] else view["scene"]


SPARE: dict[tuple[Browser, bool], list[Visitor]] = {}  # windows that nobody uses: half the work of a visit is a new one


@contextmanager
def window(
    browser: Browser,
    url: str,
    size: tuple[int, int] = DESKTOP,
    *,
    dark: bool = False,
    still: bool = False,
    touch: bool = False,
    cold: bool = False,
) -> Iterator[Visitor]:
    """A window of someone who was never here: no cookies, nothing stored. `cold` also loads every file of every page again.

    What a browser keeps for its own convenience, files and compiled scripts, it has from those who were here before.
    """
    spare = SPARE.setdefault((browser, touch), [])
    visitor = spare.pop() if spare else _new_window(browser, url, touch)
    visitor.url = url
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.page.emulate_media(
        color_scheme="dark" if dark else "light", reduced_motion="reduce" if still else "no-preference"
    )
    line = visitor.context.new_cdp_session(visitor.page)
    line.send("Network.setCacheDisabled", {"cacheDisabled": cold})
    try:
        yield visitor
    finally:
        # first, as a page that is left may still store something
        if visitor.changed or visitor.page.is_closed() or not _leave(visitor):
            visitor.context.close()
        else:
            _clear(visitor, line)
            spare.append(visitor)


def _new_window(browser: Browser, url: str, touch: bool) -> Visitor:
    context = browser.new_context(has_touch=touch, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    return Visitor(context, url)


def _leave(visitor: Visitor) -> bool:
    """To a text of the same server, as a window that leaves it gets a new process: half the work of showing a page.

    False if the server is gone.
    """
    try:
        visitor.page.unroute_all()
        visitor.page.goto(f"{visitor.url}/theme.js")
    except Error:
        return False
    return True


def _clear(visitor: Visitor, line: CDPSession) -> None:
    """As if nobody had been here."""
    context, page = visitor.context, visitor.page
    for other in context.pages:
        if other != page:
            other.close()
    page.mouse.move(-1, -1)
    line.send("Storage.clearDataForOrigin", {"origin": visitor.url, "storageTypes": STORED})
    line.detach()
    context.clear_cookies()
    visitor.complaints = []
