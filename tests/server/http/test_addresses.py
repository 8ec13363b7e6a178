"""Who is limited as one client, behind proxies or not."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from kakomi.core.errors import OptionError
from kakomi.server.http.addresses import TrustedProxies, group
from kakomi.server.http.limits import RATES
from tests.server.support import serving


def client(proxies: str, forwarded: list[str], caller: str = "127.0.0.1") -> str:
    headers = [(b"x-forwarded-for", each.encode()) for each in forwarded]
    scope: dict[str, Any] = {"type": "http", "scheme": "http", "client": (caller, 1), "headers": headers}
    TrustedProxies(proxies).apply(scope)
    return str(scope["client"][0])


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["6.6.6.6, 192.0.2.1"], "192.0.2.1"),  # the left one was written by the client
        ("127.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1,10.0.0.0/8", ["6.6.6.6, 192.0.2.1, 10.1.2.3"], "192.0.2.1"),
        ("2", ["6.6.6.6, 192.0.2.1, 203.0.113.9"], "192.0.2.1"),
        ("2", ["192.0.2.1"], "127.0.0.1"),  # one proxy was passed by: nothing is believed
        ("127.0.0.1", ["whatever"], "127.0.0.1"),
        ("127.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"),
        ("127.0.0.1", [], "127.0.0.1"),
    ],
)
def test_the_right_most_address_that_is_no_proxy_is_believed(proxies: str, forwarded: list[str], expected: str) -> None:
    assert client(proxies, forwarded) == expected


def test_a_caller_that_is_no_proxy_is_not_believed() -> None:
    assert client("10.0.0.1", ["192.0.2.1"], "203.0.113.5") == "203.0.113.5"


@pytest.mark.parametrize("bad", ["", "0", "11", "proxy.example", "127.0.0.1;10.0.0.1"])
def test_proxies_that_make_no_sense_are_refused(bad: str) -> None:
    with pytest.raises(OptionError):
        TrustedProxies(bad)


def test_addresses_of_one_network_are_one_client() -> None:
    assert group("2001:db8:1:2::1") == group("2001:db8:1:2:ffff::9") != group("2001:db8:1:3::1")
    assert group("::ffff:192.0.2.1") == group("192.0.2.1") != group("192.0.2.2")


def test_forged_addresses_do_not_lift_the_limit_of_wrong_logins(tmp_path_factory: pytest.TempPathFactory) -> None:
    burst = int(RATES["passphrase"][1])
    folder = tmp_path_factory.mktemp("proxied")
    with (
        serving(folder, "--engines", "0", "--proxied") as running,
        httpx.Client(base_url=running.url, timeout=60) as proxy,
    ):
        wrong = {"name": "nobody", "passphrase": "wrong horse"}
        seen = [
            proxy.post("/api/login", json=wrong, headers={"X-Forwarded-For": f"6.6.{n}.6, 192.0.2.1"}).status_code
            for n in range(burst + 2)
        ]
        assert seen == [401] * burst + [429] * 2
        other = proxy.post("/api/login", json=wrong, headers={"X-Forwarded-For": "192.0.2.2"})
        assert other.status_code == 401
        assert proxy.get("/metrics").status_code == 200  # from this machine itself
        stranger = proxy.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1, 192.0.2.1"})
        assert (stranger.status_code, stranger.json()["code"]) == (403, "metrics/closed")
