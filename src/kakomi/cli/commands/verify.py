"""kakomi verify: check the certificate of a solved game."""

from __future__ import annotations

import argparse
import time

from kakomi.cli.arguments import UsageError, add_json
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json, user_path
from kakomi.cli.interrupts import interruptible
from kakomi.cli.progress import progress_bar
from kakomi.core.errors import KakomiError

HELP = "check the certificate of a solved game"
ABOUT = (
    "Checks a proof that kakomi solve has written. The checker has its own copy of the rules and shares nothing with the "
    "engine or the solver. A certificate that proves nothing is rejected, with the reason. docs/exact.md explains what is "
    "proven, and how."
)
EXAMPLE = "kakomi verify proof"

SIX = b"kakomi six-piece"  # how certificates of that game begin, which are no texts
LARGEST = 200_000_000  # bytes, of any certificate


class CertificateError(KakomiError):
    """A certificate that proves nothing."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "certificate", metavar="CERTIFICATE", help="the file that kakomi solve --certificate has written"
    )
    add_json(parser, "what is proven")


def run(args: argparse.Namespace) -> int:
    path = user_path(args.certificate)
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    began = time.perf_counter()
    report, lines = _six(args.certificate, data) if data.startswith(SIX) else _grid(args.certificate, data)
    seconds = time.perf_counter() - began
    if args.json:
        print_json(report | {"seconds": round(seconds, 3)})
        return DONE
    for line in lines:
        print(line)
    print(f"Checked: {report['positions']:,} positions, {seconds:.2f} s")
    return DONE


def _grid(name: str, data: bytes) -> tuple[dict[str, object], list[str]]:
    from kakomi.search import check_certificate

    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not a certificate: it is not a text file in UTF-8") from error
    try:
        proven = interruptible(lambda: check_certificate.check(text))
    except check_certificate.Rejected as reason:
        raise CertificateError(f"{name} is rejected: {reason}") from reason
    report: dict[str, object] = {"rules": proven.rules, "vacated": proven.vacated, "value": proven.value}
    report |= {"best": list(proven.best), "proven": True, "positions": proven.positions}
    lines = [f"True. Proven for {proven.rules}, vacated {proven.vacated}:", *_claim(proven.value, proven.best)]
    return report, lines


def _six(name: str, data: bytes) -> tuple[dict[str, object], list[str]]:
    from kakomi.certificates import check_six

    try:
        with progress_bar("Checking") as report_share:
            proven = check_six.check(data, report_share)
    except check_six.Rejected as reason:
        raise CertificateError(f"{name} is rejected: {reason}") from reason
    report: dict[str, object] = {"rules": "six", "win": proven.win, "quiet": proven.quiet, "pieces": proven.pieces}
    report |= {"value": proven.value, "best": list(proven.best), "proven": True, "positions": proven.positions}
    report["classes"] = {
        each: dict(zip(("wins", "draws", "losses"), counts, strict=True)) for each, counts in proven.classes.items()
    }
    lines = [f"True. Proven for six, win {proven.win}, quiet {proven.quiet}:"]
    if proven.value is not None:
        lines += _claim(proven.value, proven.best)
    lines.append(f"The value of every position with up to {proven.pieces} pieces per side")
    return report, lines


def _claim(value: int, best: tuple[str, ...]) -> list[str]:
    return [f"Value: {value} for the first player", f"Best moves: {', '.join(best)}"]
