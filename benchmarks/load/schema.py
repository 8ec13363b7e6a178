"""schemathesis on the server's OpenAPI description: does anything make it fail?

    python -m benchmarks.load.schema [--examples 200] [--seed 1] [--engines 1]

Every operation gets requests made from the description and others that breach it, sent by a player with a cookie: first
with ids made up, then with those of a game and a bot that exist. No answer may be a server's error, be of another kind
than the description says or have another form. 503 is allowed for: a server without engines, or whose engines have too
much to do, says so in this way.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import httpx

from benchmarks.load.serving import Measured, machine, measured

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
SETTINGS = """
hooks = "benchmarks.load.schema_hooks"

[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", "503"]

[[operations]]
include-path = "/api/bots/events"
enabled = false # its answer has no end
"""
KNOWN = """
[[operations]]
include-path-regex = "^/api/games/[{]game[}]"
parameters = { "path.game" = "%s" }

[[operations]]
include-path-regex = "^/api/bots/[{]bot[}]"
parameters = { "path.bot" = "%s" }
"""


@dataclass
class Run:
    """What schemathesis said."""

    good: bool
    cases: int
    said: str


def try_all(
    server: Measured, examples: int, seed: int, known: bool, phases: str = "examples,coverage,fuzzing,stateful"
) -> Run:
    """Try all operations; with `known`, with the ids of a game and a bot that exist."""
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as http:
        http.get("/api/me")
        game = http.post("/api/games", json={"game": "enso", "opponent": {"kind": "screen"}}).json()["id"]
        bot = http.post("/api/bots", json={"name": f"Probe {seed}"}).json()["id"]
        cookie = http.cookies["kakomi"]
    with tempfile.TemporaryDirectory(prefix="kakomi-schema-") as folder:
        settings = Path(folder) / "schemathesis.toml"
        settings.write_text(SETTINGS + (KNOWN % (game, bot) if known else ""))
        command = Path(sys.executable).with_name("schemathesis")
        words = [str(command), "--config-file", str(settings), "run", f"{server.url}/api/openapi.json"]
        words += ["--continue-on-failure", "--checks", CHECKS, "--phases", phases, "--no-color"]
        words += ["--max-examples", str(examples), "--seed", str(seed), "--no-shrink"]
        words += ["--suppress-health-check", "all", "-H", f"Cookie: kakomi={cookie}", "--request-timeout", "60"]
        where = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        done = subprocess.run(words, cwd=folder, env=where, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    counted = re.search(r"([\d,]+) generated", said)
    return Run(done.returncode == 0, int(counted[1].replace(",", "")) if counted else 0, said)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=200, help="requests for each operation and phase")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engines", type=int, default=0)
    args = parser.parse_args()
    print(machine())
    good = True
    with measured("--no-limits", "--engines", str(args.engines)) as server:
        for known in (False, True):
            run = try_all(server, args.examples, args.seed, known)
            print(run.said[-6000:] if not run.good else f"{run.cases} requests, nothing wrong")
            good = good and run.good
        print({name: value for name, value in server.metrics().items() if name.startswith(("requests", "errors"))})
        wrong = server.errors()
    for each in wrong[:10]:
        print(each[:1000])
    good = good and not wrong
    print("all well" if good else "NOT all well")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
