"""kakomi serve: the games in the browser."""

from __future__ import annotations

import argparse
import threading
import webbrowser
from dataclasses import fields

from kakomi.cli.commands.server.settings import add_database, missing, read_settings
from kakomi.core.errors import OptionError

HELP = "play in the browser: start the server and open its page"
ABOUT = (
    "Starts a server on this computer and opens its page. Games are kept in $KAKOMI_DATA, $XDG_DATA_HOME/kakomi or "
    "~/.local/share/kakomi. Every option can also be set in the environment: --port as KAKOMI_PORT, and so on. "
    "Ctrl-C stops the server; games continue when it starts again."
)
EXAMPLE = "kakomi serve --port 9000 --no-browser"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help="the port (8421); 0 for any free port")
    add_database(parser)
    parser.add_argument("--reports", metavar="FOLDER", help="lab reports to show (default: those in the package)")
    parser.add_argument(
        "--origins", metavar="LIST", help="addresses at which the page is reached, like https://play.example"
    )
    parser.add_argument("--engines", type=int, metavar="N", help="processes for computer players (1); 0 for none")
    parser.add_argument(
        "--takeover",
        type=int,
        metavar="SECONDS",
        help="seconds until another process takes over a computer's move (60)",
    )
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), help="how much is logged (info)")
    parser.add_argument("--level", help=argparse.SUPPRESS)  # the old name
    parser.add_argument(
        "--synchronous", choices=("normal", "full"), help="SQLite: full also survives a power cut (normal)"
    )
    parser.add_argument("--no-limits", dest="limits", action="store_false", default=None, help="switch rate limits off")
    parser.add_argument("--proxied", action="store_true", default=None, help="trust the X-Forwarded headers of a proxy")
    parser.add_argument(
        "--proxies",
        metavar="LIST",
        help="with --proxied: the proxies' addresses (127.0.0.1,::1), or how many there are",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")


def run(args: argparse.Namespace) -> int:
    if args.level is not None:
        raise OptionError("--level is now called --log-level")
    try:
        from kakomi.server.run import serve
        from kakomi.server.settings import ServerSettings
    except ModuleNotFoundError as error:
        raise missing(error) from error
    settings = read_settings(**{each.name: getattr(args, each.name) for each in fields(ServerSettings)})

    def ready(address: str) -> None:
        print(f"Kakomi is at {address}  (Ctrl-C stops it)", flush=True)
        if not args.no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    serve(settings, ready)
    return 0
