"""kakomi serve: the games in the browser."""

from __future__ import annotations

import argparse
import threading
import webbrowser
from dataclasses import fields

from kakomi.core.errors import EngineError, OptionError

HELP = "play in the browser: start the server and open its page"
ABOUT = (
    "Starts the server on this machine and opens the page. Games are kept in $KAKOMI_DATA, $XDG_DATA_HOME/kakomi or "
    "~/.local/share/kakomi. Every flag can also be set in the environment: --port as KAKOMI_PORT, and so on. "
    "Ctrl-C stops the server; games go on at the next start."
)
EXAMPLE = "kakomi serve --port 9000 --no-browser"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help="the port (8421); 0 takes a free one")
    parser.add_argument("--database", metavar="URL", help="postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FILE")
    parser.add_argument("--data", metavar="FOLDER", help="where the database and the secret are kept")
    parser.add_argument("--reports", metavar="FOLDER", help="reports of the lab to show (those included)")
    parser.add_argument(
        "--origins", metavar="LIST", help="addresses the page is reached under, like https://play.example"
    )
    parser.add_argument(
        "--engines", type=int, metavar="N", help="worker processes that search for the computer's moves (1); 0 for none"
    )
    parser.add_argument(
        "--takeover", type=int, metavar="SECONDS", help="until another server process takes over a computer's move (60)"
    )
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), help="how much is logged (info)")
    parser.add_argument("--level", help=argparse.SUPPRESS)  # the old name
    parser.add_argument(
        "--synchronous", choices=("normal", "full"), help="SQLite: full survives a power cut too (normal)"
    )
    parser.add_argument("--no-limits", dest="limits", action="store_false", default=None, help="no rate limits")
    parser.add_argument("--proxied", action="store_true", default=None, help="trust a proxy's X-Forwarded headers")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")


def run(args: argparse.Namespace) -> int:
    if args.level is not None:
        raise OptionError("--level is now called --log-level")
    try:
        from kakomi.server.run import serve
        from kakomi.server.settings import ServerSettings, from_environment
    except ModuleNotFoundError as error:
        raise EngineError(f"the server needs {error.name}: install it with pip install 'kakomi[server]'") from error
    settings = from_environment(**{each.name: getattr(args, each.name) for each in fields(ServerSettings)})

    def ready(address: str) -> None:
        print(f"Kakomi is at {address}  (Ctrl-C stops it)", flush=True)
        if not args.no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    serve(settings, ready)
    return 0
