"""The files of deploy/: shown on the page as they are, and in step with the server's settings, commands and limits."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from pathlib import Path

import pytest

from kakomi.cli.main import make_parser
from kakomi.server.http import connections, security
from kakomi.server.http.addresses import TrustedProxies
from kakomi.server.settings import ServerSettings, from_environment

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "play" / "deploy.md").read_text(encoding="utf-8")
UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))
SERVER_COMMANDS = {"serve", "admin", "backup", "restore"}


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=True, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / name).read_text(encoding="utf-8"))
    return parser


def numbers(pattern: str, text: str) -> list[int]:
    """What a pattern finds, in bytes, seconds or pieces."""
    units = {"": 1, "s": 1, "k": 1024, "KB": 1000}
    return [int(number) * units[kind] for number, kind in re.findall(pattern + r"(\d+)(s|k|KB|)\b", text)]


def variables(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("# "))


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_the_page_shows_every_file_as_it_is(path: Path) -> None:
    blocks = re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert path.read_text(encoding="utf-8") in blocks


def test_the_commands_of_the_page_exist() -> None:
    lines = re.findall(r"^    (?:podman exec kakomi )?(kakomi (?:\w+).*)$", PAGE, re.MULTILINE)
    commands = [part for line in lines for part in line.partition("#")[0].split("&&")]
    assert {command.split()[1] for command in commands} >= SERVER_COMMANDS
    for command in commands:
        make_parser().parse_args(shlex.split(command)[1:])


# --- systemd ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_have_the_sections_and_commands_they_need(path: Path) -> None:
    parsed = unit(path.name)
    assert {"Unit", "Timer" if path.suffix == ".timer" else "Service"} <= set(parsed)
    if "Service" in parsed:
        words = shlex.split(parsed["Service"]["ExecStart"].replace("%i", "8421"))
        assert words[0] == "/opt/kakomi/bin/kakomi"
        make_parser().parse_args(words[1:])
        own = shlex.split(parsed["Service"]["Environment"])
        assert {each.partition("=")[0] for each in own} <= {"KAKOMI_DATA", "KAKOMI_CACHE"}


def test_the_service_ends_as_the_server_wants_to_and_may_open_many_files() -> None:
    service = unit("kakomi@.service")["Service"]
    assert service["KillMode"] == "mixed"
    assert int(service["LimitNOFILE"]) >= 65_536
    assert "MemoryDenyWriteExecute" not in service
    assert "/var/lib/" + service["StateDirectory"] in service["Environment"]


@pytest.mark.parametrize("commented", [False, True])
def test_the_environment_file_is_understood(commented: bool) -> None:
    text = (DEPLOY / "kakomi.env").read_text(encoding="utf-8")
    values = variables(re.sub(r"^#(?=\w+=)", "", text, flags=re.MULTILINE) if commented else text.replace("#K", "# K"))
    values.pop("PGPASSFILE", None)
    values.pop("#PGPASSFILE", None)
    known = {f"KAKOMI_{name.upper()}" for name in ServerSettings.__dataclass_fields__}
    assert set(values) <= known
    settings = from_environment(values)
    assert (settings.proxied, settings.host) == (True, "127.0.0.1")
    assert TrustedProxies(settings.proxies).networks
    assert security.allowed(settings)[1] == security.LOOPBACK | {"play.example"}
    assert settings.url.startswith("postgresql+psycopg://kakomi@" if commented else "sqlite:///")


# --- proxies ----------------------------------------------------------------------------------------------------------


def test_nginx_is_as_strict_as_the_server_and_no_stricter() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    [body] = numbers(r"client_max_body_size ", text)
    assert security.LARGEST_RECORD < body < connections.LONGEST_BODY
    [(count, size)] = re.findall(r"large_client_header_buffers (\d+) (\d+)k;", text)
    assert int(count) * int(size) * 1024 == connections.LONGEST_HEAD
    assert numbers(r"client_header_timeout ", text) == [connections.HEAD_TIME]
    assert numbers(r"client_body_timeout ", text) == [connections.BODY_TIME]
    assert numbers(r"limit_conn kakomi ", text) == [connections.PER_ADDRESS]
    assert min(numbers(r"proxy_read_timeout ", text)) > 3 * 20  # the server pings every 20 s
    headers = dict(re.findall(r"proxy_set_header (\S+) (\S+);", text))
    assert headers["X-Forwarded-For"] == "$remote_addr"
    assert headers["X-Forwarded-Proto"] == "$scheme"
    assert headers["Upgrade"] == "$http_upgrade"
    assert headers["Connection"] == "$" + re.findall(r"map \$http_upgrade \$(\w+)", text)[0]


def test_caddy_is_as_strict_as_the_server_and_no_stricter() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    [body] = numbers(r"max_size ", text)
    assert security.LARGEST_RECORD < body < connections.LONGEST_BODY
    [head] = numbers(r"max_header_size ", text)
    assert head <= connections.LONGEST_HEAD
    assert numbers(r"read_header ", text) == [connections.HEAD_TIME]
    assert numbers(r"read_body ", text) == [connections.BODY_TIME]
    assert "trusted_proxies" not in text  # with it, what clients claim would be passed on


# --- a container ------------------------------------------------------------------------------------------------------


def test_the_container_runs_the_server_as_a_user_of_its_own() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", "")
    steps = [line.split(" ", 1) for line in text.splitlines() if line and not line.startswith("#")]
    by_name = dict(steps)
    assert by_name["USER"] == "kakomi"
    words = [*json.loads(by_name["ENTRYPOINT"]), *json.loads(by_name["CMD"])]
    assert words[0] == "kakomi"
    make_parser().parse_args(words[1:])
    values = dict(each.split("=") for each in by_name["ENV"].split())
    settings = from_environment({name: value for name, value in values.items() if name != "KAKOMI_CACHE"})
    assert (settings.host, str(settings.port), settings.data) == ("0.0.0.0", by_name["EXPOSE"], by_name["VOLUME"])
    compile(json.loads(by_name["HEALTHCHECK"].partition("CMD ")[2])[2], "health", "exec")
