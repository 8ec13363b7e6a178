"""kakomi verify: check the certificate of a solved game."""

from __future__ import annotations

import argparse
import time

from kakomi.cli.common import add_json, interruptible, print_json, user_path
from kakomi.cli.waiting import bar

HELP = "check the certificate of a solved game"
ABOUT = (
    "Checks a proof that kakomi solve wrote, with rules of its own: it shares nothing with the engine or the solver. "
    "docs/exact.md says what is proven and how. A certificate that proves nothing is refused, with the reason."
)
EXAMPLE = "kakomi verify FILE"

LARGEST = 200_000_000  # bytes, of any certificate


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help="the file")
    add_json(parser, "what is proven")


def run(args: argparse.Namespace) -> int:
    from kakomi.solved import certificates

    path = user_path(args.certificate)
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    began = time.perf_counter()
    try:
        with bar("Checking") as progress:
            verdict = interruptible(lambda: certificates.verify(data, progress))
    except certificates.CertificateError as reason:
        raise certificates.CertificateError(f"{args.certificate} is rejected: {reason}") from reason
    seconds = time.perf_counter() - began
    if args.json:
        print_json(verdict.claims | {"seconds": round(seconds, 3)})
        return 0
    for line in verdict.sentences:
        print(line)
    print(f"Checked: {verdict.claims['positions']:,} positions, {seconds:.2f} s")
    return 0
