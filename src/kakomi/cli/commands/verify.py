"""kakomi verify: check the certificate of a solved game."""

from __future__ import annotations

import argparse
import time

from kakomi.cli.arguments import add_json
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json, user_path
from kakomi.cli.interrupts import interruptible
from kakomi.cli.progress import progress_bar

HELP = "check the certificate of a solved game"
ABOUT = (
    "Checks a proof that kakomi solve has written. The checker has its own copy of the rules and shares nothing with the "
    "engine or the solver. A certificate that proves nothing is rejected, with the reason. "
    "docs/research/exact.md explains what is "
    "proven, and how."
)
EXAMPLE = "kakomi verify proof"

LARGEST = 200_000_000  # bytes, of any certificate


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "certificate", metavar="CERTIFICATE", help="the file that kakomi solve --certificate has written"
    )
    add_json(parser, "what is proven")


def run(args: argparse.Namespace) -> int:
    from kakomi.solved import certificates

    path = user_path(args.certificate)
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    began = time.perf_counter()
    try:
        with progress_bar("Checking") as report_share:
            verdict = interruptible(lambda: certificates.verify(data, report_share))
    except certificates.CertificateError as reason:
        raise certificates.CertificateError(f"{args.certificate} is rejected: {reason}") from reason
    seconds = time.perf_counter() - began
    if args.json:
        print_json(verdict.claims | {"seconds": round(seconds, 3)})
        return DONE
    for line in verdict.sentences:
        print(line)
    print(f"Checked: {verdict.claims['positions']:,} positions, {seconds:.2f} s")
    return DONE
