"""Network addresses: which are limited as one client, and which one a request behind proxies comes from."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from starlette.types import Scope

from kakomi.core.errors import OptionError, shorten

MOST_PROXIES = 10
SCHEMES = {"http", "https"}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@lru_cache(4096)
def group(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network that a single household or server gets.

    >>> group("2001:db8:1:2:3::4"), group("::ffff:192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def is_loopback(address: str) -> bool:
    """Whether it is an address of this machine."""
    try:
        return ipaddress.ip_address(group(address)).is_loopback
    except ValueError:  # an IPv6 network
        return address == "::1"


class TrustedProxies:
    """The proxies in front of the server: how many there are, or which addresses they have.

    Each proxy appends the address it was called from to X-Forwarded-For, so only the entries at the right end were written
    by our own proxies; any to the left of them may have been written by the client.
    """

    def __init__(self, text: str) -> None:
        """`text` is a number of proxies, or addresses and networks separated by commas; OptionError if it is neither."""
        self.count = 0
        self.networks: list[Network] = []
        words = [word.strip() for word in text.split(",") if word.strip()]
        if len(words) == 1 and words[0].isascii() and words[0].isdigit():
            self.count = int(words[0]) if len(words[0]) < 3 else 0
            if not 1 <= self.count <= MOST_PROXIES:
                raise OptionError(f"the number of proxies must be from 1 to {MOST_PROXIES}, not {shorten(words[0])}")
            return
        try:
            self.networks = [ipaddress.ip_network(word, strict=False) for word in words]
        except ValueError as error:
            raise OptionError(
                f"proxies must be a number of proxies or their addresses, like 127.0.0.1,10.0.0.0/8, "
                f"not {shorten(text)!r}"
            ) from error
        if not words:
            raise OptionError("proxies must name the proxies in front of the server, like 127.0.0.1, or their number")

    def apply(self, scope: Scope) -> None:
        """Put the address and the scheme that the proxies report into the scope."""
        caller = scope["client"][0] if scope.get("client") else ""
        if not self.count and not self._trusted(caller):
            return  # not from a proxy: the client itself wrote the headers
        proto = _values(scope, b"x-forwarded-proto")
        if proto and proto[-1].lower() in SCHEMES:
            secure = proto[-1].lower() == "https"
            scope["scheme"] = {True: "wss", False: "ws"}[secure] if scope["type"] == "websocket" else proto[-1].lower()
        entries = _values(scope, b"x-forwarded-for")
        chosen = self._client(entries)
        if chosen:
            scope["client"] = (chosen, 0)

    def _client(self, entries: list[str]) -> str:
        """The right-most entry that is not one of our proxies."""
        if self.count:
            return host_only(entries[-self.count]) if len(entries) >= self.count else ""
        for entry in reversed(entries):
            host = host_only(entry)
            if not self._trusted(host):
                return host
        return host_only(entries[0]) if entries else ""

    def _trusted(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self.networks)


def _values(scope: Scope, wanted: bytes) -> list[str]:
    """The entries of a header that may occur several times, in order."""
    texts: Iterable[bytes] = (value for name, value in scope["headers"] if name == wanted)
    return [part.strip() for text in texts for part in text.decode("latin-1").split(",") if part.strip()]


def host_only(entry: str) -> str:
    """An entry without its port; "" unless it is an address, so that clients cannot make up names.

    >>> host_only("[2001:db8::1]:443"), host_only("192.0.2.7:1234"), host_only("unknown")
    ('2001:db8::1', '192.0.2.7', '')
    """
    host = entry[1 : entry.find("]")] if entry.startswith("[") and "]" in entry else entry
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return ""
