"""Where pictures may go: three classes of addresses, each name looked up once."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.generators import tokens
from catchlight.generators.address import locate, place_of
from catchlight.generators.make import make_engine
from catchlight.imagine.port import EngineAccess

from tests.generators.stub_engine import StubEngine, serving


@pytest.mark.parametrize(
    ("ip", "place"),
    [
        ("127.0.0.1", "computer"),
        ("127.8.9.1", "computer"),
        ("::1", "computer"),
        ("::ffff:127.0.0.1", "computer"),
        ("10.1.2.3", "network"),
        ("172.31.0.9", "network"),
        ("192.168.178.20", "network"),
        ("169.254.1.1", "network"),
        ("fd12::1", "network"),
        ("fe80::1%eth0", "network"),
        ("::ffff:192.168.0.1", "network"),
        ("172.32.0.1", "internet"),
        ("100.64.0.1", "internet"),
        ("8.8.8.8", "internet"),
        ("2001:4860:4860::8888", "internet"),
        ("::ffff:8.8.8.8", "internet"),
    ],
)
def test_each_address_is_of_one_class(ip: str, place: str) -> None:
    assert place_of(ip) == place


@pytest.mark.parametrize(
    "address",
    ["", "ftp://127.0.0.1", "http://user:word@127.0.0.1:1", "http://127.0.0.1:99999", "http://0.0.0.0:8188",
     "http://[::1", "file:///etc/passwd"],
)  # fmt: skip
def test_what_is_no_address_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(CatchlightError, match="no address of an engine") as refused:
        locate(address)
    assert refused.value.code == "invalid_request"
    assert "word" not in refused.value.message


def names(monkeypatch: pytest.MonkeyPatch, known: dict[str, list[str]]) -> list[str]:
    """Names stand for the addresses in ``known``, one after another at each look-up; gives the names that were looked up."""
    asked: list[str] = []
    look_up = socket.getaddrinfo

    def told(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if host not in known:
            return look_up(host, port, *rest, **more)
        asked.append(host)
        ip = known[host].pop(0) if len(known[host]) > 1 else known[host][0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port))]

    monkeypatch.setattr(socket, "getaddrinfo", told)
    return asked


def test_a_name_is_looked_up_once_and_what_was_judged_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(StubEngine()) as stub:
        port = int(stub.address.rpartition(":")[2])
        asked = names(monkeypatch, {"studio.example": ["127.0.0.1", "203.0.113.9"]})
        engine = make_engine("mine", "openai", f"http://studio.example:{port}", "", "", 5.0, EngineAccess())
        engine.abilities(Progress())
        engine.abilities(Progress())
        assert asked == ["studio.example"]
        assert {one.headers["host"] for one in stub.asked} == {f"studio.example:{port}"}


@pytest.mark.parametrize(
    ("address", "access", "code", "said"),
    [
        ("http://box.example", EngineAccess(), "imagining_off", "--allow-network"),
        ("http://cloud.example", EngineAccess(network=True), "imagining_off", "allowInternet"),
        ("http://cloud.example", EngineAccess(True, True), "engine_unsuited", "https"),
    ],
)
def test_nothing_goes_where_nobody_has_allowed_it(
    address: str, access: EngineAccess, code: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names(monkeypatch, {"box.example": ["192.168.0.7"], "cloud.example": ["203.0.113.9"]})
    with pytest.raises(CatchlightError, match=said) as refused:
        make_engine("mine", "comfy", address, "", "", 1.0, access).abilities(Progress())
    assert refused.value.code == code
    assert "example" not in refused.value.message


def test_what_is_confirmed_is_reached_for(monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, {"box.example": ["192.168.0.7"], "cloud.example": ["203.0.113.9"]})
    assert locate("http://box.example:8188/").base == "http://192.168.0.7:8188"
    found = locate("https://cloud.example/v1")
    assert (found.base, found.host_header, found.place) == ("https://203.0.113.9:443/v1", "cloud.example", "internet")


def test_a_token_is_kept_in_a_key_ring_or_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_MODULE", "no_such_key_ring")
    with pytest.raises(CatchlightError, match="CATCHLIGHT_ENGINE_TOKEN"):
        tokens.keep_token("cloud", "secret")
    assert tokens.token_of("cloud", "openai") is None
    kept: dict[tuple[str, str], str] = {}

    class Ring:
        set_password = staticmethod(lambda service, name, token: kept.__setitem__((service, name), token))
        get_password = staticmethod(lambda service, name: kept.get((service, name)))
        delete_password = staticmethod(lambda service, name: kept.pop((service, name)))

    monkeypatch.setattr(tokens, "_ring", Ring)
    tokens.keep_token("cloud", "secret")
    assert tokens.token_of("cloud", "comfy") == "secret"
    tokens.forget_token("cloud")
    tokens.forget_token("cloud")
    assert kept == {}
