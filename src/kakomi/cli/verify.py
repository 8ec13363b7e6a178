"""kakomi verify: check the certificate of a solved game."""

from __future__ import annotations

import argparse
import time

from kakomi.cli.common import UsageError, add_json, interruptible, print_json, user_path
from kakomi.core.errors import KakomiError

HELP = "check the certificate of a solved game"
ABOUT = (
    "Checks a proof that kakomi solve wrote, with rules of its own: it shares nothing with the engine or the solver. "
    "docs/exact.md says what is proven and how. A certificate that proves nothing is refused, with the reason."
)
EXAMPLE = "kakomi verify 7x7.certificate"


class CertificateError(KakomiError):
    """A certificate that proves nothing."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help="the file")
    add_json(parser, "what is proven")


def run(args: argparse.Namespace) -> int:
    from kakomi.search import check_certificate

    path = user_path(args.certificate)
    with open(path, "rb") as file:
        data = file.read(check_certificate.LARGEST_TEXT + 1)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{args.certificate} is no certificate: it is not a text in UTF-8") from error
    began = time.perf_counter()
    try:
        proven = interruptible(lambda: check_certificate.check(text))
    except check_certificate.Rejected as reason:
        raise CertificateError(f"{args.certificate} is rejected: {reason}") from reason
    seconds = time.perf_counter() - began
    if args.json:
        report: dict[str, object] = {"rules": proven.rules, "vacated": proven.vacated, "value": proven.value}
        report |= {"best": list(proven.best), "proven": True, "positions": proven.positions}
        print_json(report | {"seconds": round(seconds, 3)})
        return 0
    print(f"True. Proven for {proven.rules}, vacated {proven.vacated}:")
    print(f"Value: {proven.value} for the first player")
    print(f"Best moves: {', '.join(proven.best)}")
    print(f"Checked: {proven.positions:,} positions, {seconds:.2f} s")
    return 0
