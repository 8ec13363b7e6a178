"""Where the command `kakomi` starts. It stands beside the package, whose import takes a tenth of a second: a Ctrl-C in that
time ends the command without a traceback."""

from __future__ import annotations

import signal


def main() -> int:
    """Load the package and run the command line; the exit code."""
    ours = (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )  # not where Ctrl-C is ignored, as in the background
    if ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the process, as shells expect
    from kakomi.cli.exit_codes import INTERRUPTED
    from kakomi.cli.main import main as run

    try:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run()
    except KeyboardInterrupt:  # just before or after what `run` itself watches
        return INTERRUPTED
