"""Messages that no client of ours would send to a live game, as many as wanted; the same ones for the same seed."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

TYPES = ("move", "explain", "resign", "offer", "answer", "withdraw", "hint", "sync", "ping")
NUMBERS = (-1, 0, 1, 2, 1.5, -0.0, 1e308, 2**31, 2**53 - 1, 2**53, 2**63, 2**64, -(2**63), 10**40, True, False)
TEXTS = (
    "",
    " ",
    "0",
    "²",
    "٣",
    "c5xd5",
    "c5xd5 " * 9,
    "a1" * 40,
    "\x00",
    "\u202eabc",
    "\ufeff",
    "\ud800",
    "👩‍👩‍👧",
    "e\u0301" * 30,
    "<script>alert(1)</script>",
    "'; DROP TABLE moves; --",
    "../../etc/passwd",
    "%s%n%x",
    "{{7*7}}",
    "button:swap",
    "null",
    "__proto__",
    "9" * 64,
    "Ā" * 64,
    "🂡" * 65,
)
FRAME = 65_536  # bytes; a larger one cannot be answered: the connection is closed
LONGEST = 4_096


@dataclass(frozen=True)
class Hostile:
    """A frame: text or binary, or bytes that go on the wire as they are."""

    kind: str
    data: str | bytes
    text: bool = True
    raw: bool = False


Maker = Callable[[random.Random], Hostile]


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _junk(source: random.Random, depth: int = 0) -> Any:
    """Any JSON value."""
    pick = source.randrange(9 if depth < 3 else 5)
    if pick == 0:
        return None
    if pick <= 2:
        return source.choice(NUMBERS)
    if pick <= 4:
        return source.choice(TEXTS)
    if pick <= 6:
        return [_junk(source, depth + 1) for _ in range(source.randrange(4))]
    return {source.choice((*TEXTS, "type", "id", "ply")): _junk(source, depth + 1) for _ in range(source.randrange(4))}


def _fitting(source: random.Random) -> dict[str, Any]:
    """A message that is understood, although its move may be impossible, and that does not end the game."""
    kind = source.choice(TYPES)
    message: dict[str, Any] = {"type": kind, "id": source.randrange(1, 1_000_000)}
    if kind == "move":
        message |= {"ply": source.choice((0, 1, 2, 3, 999_999)), "move": source.choice(TEXTS)[:64]}
    elif kind == "explain":
        message["clicks"] = [source.choice(TEXTS)[:64] for _ in range(source.randrange(1, 64))]
    elif kind == "resign":
        message["seat"] = 7
    elif kind in ("offer", "answer", "withdraw"):
        message["what"] = source.choice(("draw", "undo", "rematch"))
        if kind == "offer":
            message["what"] = "rematch"
        if kind == "answer":
            message["accept"] = source.random() < 0.5
    return message


def wrong_json(source: random.Random) -> Hostile:
    good = _dumps(_fitting(source))
    cut = good[: source.randrange(1, len(good))]
    return Hostile(
        "wrong JSON",
        source.choice(
            (
                cut,
                good + good,
                good.replace('"', "'"),
                good.replace(":", "="),
                good[:-1] + ",}",
                "{" * source.randrange(1, 9),
                "NaN",
                "Infinity",
                "//" + good,
                "\ufeff" + good,
                "".join(source.choices(string.printable, k=source.randrange(1, 80))) + "\x01",
            )
        ),
    )


def wrong_type(source: random.Random) -> Hostile:
    return Hostile("wrong type", _dumps(_junk(source)))


def wrong_field(source: random.Random) -> Hostile:
    message = _fitting(source)
    field = source.choice(list(message))
    action = source.randrange(4)
    if action == 0:
        del message[field]
    elif action == 1:
        message[field] = _junk(source)
    elif action == 2:
        message[source.choice(TEXTS) or "extra"] = _junk(source)
    else:
        message[field] = source.choice(NUMBERS)
    if message.get("type") in ("resign", "offer") and message.keys() <= {"type", "id", "seat", "what"}:
        message["extra"] = 1  # else it may be a good one
    return Hostile("wrong field", _dumps(message))


def out_of_place(source: random.Random) -> Hostile:
    return Hostile("out of place", _dumps(_fitting(source)))


def empty(source: random.Random) -> Hostile:
    return Hostile("empty", source.choice(("", b"", " ", "\n", b"\x00")), text=source.random() < 0.5)


def binary(source: random.Random) -> Hostile:
    good = _dumps(_fitting(source)).encode()
    data = source.choice((source.randbytes(source.randrange(1, 400)), good[1:], good + b"\xff", b"\xc3\x28", good[:-1]))
    return Hostile("binary", data, text=False)


def deep(source: random.Random) -> Hostile:
    depth = source.choice((100, 500, 1_000, 2_000))
    opening, closing = source.choice((("[", "]"), ('{"a":', "}")))
    tail = closing * depth if source.random() < 0.5 else ""
    return Hostile("deep", (opening * depth + "1" + tail)[:LONGEST])


def number(source: random.Random) -> Hostile:
    digits = "9" * source.choice((20, 100, 400, 1_000, 3_900))
    text = source.choice((digits, f"-{digits}", f"1e{digits[:9]}", f"0.{digits}", f"1{'0' * 300}e-300"))
    field = source.choice(("id", "ply", "seat"))
    return Hostile("number", f'{{"type":"move","id":1,"ply":0,"move":"a1","{field}":{text}}}'[:LONGEST])


def strange_text(source: random.Random) -> Hostile:
    signs = "".join(chr(source.randrange(0xD800)) for _ in range(source.randrange(1, 100)))
    escaped = r"\ud800" if source.random() < 0.2 else r"\u0000"
    move = source.choice((json.dumps(signs), f'"{escaped}"', json.dumps(signs, ensure_ascii=False), '"\\x"'))
    return Hostile("strange text", f'{{"type":"move","id":1,"ply":{source.randrange(9)},"move":{move}}}')


def large(source: random.Random) -> Hostile:
    """Larger than a message may be, yet in a frame that is read."""
    size = source.choice((LONGEST + 1, 5_000, 20_000, FRAME - 100))
    return Hostile("large", source.choice(("x" * size, f'{{"type":"ping","id":{"1" * size}}}'[: FRAME - 1])))


def giant(source: random.Random) -> Hostile:
    return Hostile("giant", "x" * source.choice((FRAME + 1, 200_000, 1_500_000)))


def not_unicode(source: random.Random) -> Hostile:
    return Hostile("not unicode", b'{"type":"ping","id":1,"x":"\xff\xfe"}', text=True)


def not_a_frame(source: random.Random) -> Hostile:
    """Breaches of RFC 6455: no mask, reserved bits, unknown opcodes, endless lengths, a lone continuation."""
    data = source.choice(
        (
            b"\x81\x02hi",
            b"\xf1\x80\x00\x00\x00\x00",
            b"\x83\x80\x00\x00\x00\x00",
            b"\x80\x80\x00\x00\x00\x00",
            b"\x89\xfe\x00\x7f" + bytes(4 + 127),
            b"\x81\xff" + b"\xff" * 8 + bytes(4),
            b"\x88\x81\x00\x00\x00\x00\x03",
            b"GET / HTTP/1.1\r\n\r\n",
        )
    )
    return Hostile("not a frame", data, raw=True)


COMMON: tuple[Maker, ...] = (
    wrong_json,
    wrong_type,
    wrong_field,
    out_of_place,
    empty,
    binary,
    deep,
    number,
    strange_text,
    large,
)
CLOSING: tuple[Maker, ...] = (giant, not_unicode, not_a_frame)  # no server may continue after these
SHARE_CLOSING = 0.01


def messages(count: int, seed: int = 1) -> Iterator[Hostile]:
    """This many messages."""
    source = random.Random(seed)
    for _ in range(count):
        makers = CLOSING if source.random() < SHARE_CLOSING else COMMON
        yield source.choice(makers)(source)
