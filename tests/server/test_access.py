"""Who may ask, and from where."""

from __future__ import annotations

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.server.loopback import check_address, is_loopback

from tests.server.conftest import GENERATE, Start

TOKEN = "correct-horse"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "::1", "[::1]", "127.8.8.8"])
def test_loopback_needs_no_token(host: str) -> None:
    assert is_loopback(host)
    check_address(host, None)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "192.168.1.4", "example.org", "", "localhost.example.org", "127.0.0.1.nip.io"]
)
def test_any_other_address_needs_one(host: str) -> None:
    assert not is_loopback(host)
    with pytest.raises(InvalidRequest, match="--token"):
        check_address(host, None)
    check_address(host, TOKEN)


@pytest.mark.parametrize("token", ["", "short", "ünïcödé-token", "with\nnewline", "        "])
def test_a_token_that_protects_nothing_is_refused(token: str) -> None:
    with pytest.raises(InvalidRequest):
        check_address("0.0.0.0", token)


@pytest.mark.parametrize(
    "header", [None, "Bearer wrong-horse", "Bearer", "Basic Y29ycmVjdC1ob3JzZQ==", TOKEN, "Bearer " + TOKEN[:-1]]
)
@pytest.mark.parametrize("path", ["/catalogue", "/metrics", "/generations", "/nowhere", "/docs"])
def test_without_the_token_nothing_is_answered(start: Start, header: str | None, path: str) -> None:
    answer = start(token=TOKEN).client.get(path, headers={"Authorization": header} if header else {})
    assert (answer.status_code, answer.json()) == (401, {"error": "unauthorized"})
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/health", "/ready"])
def test_probes_carry_no_token_but_never_a_wrong_one(start: Start, path: str) -> None:
    client = start(token=TOKEN).client
    assert client.get(path).status_code == client.head(path).status_code == 200
    assert client.get(path, headers={"Authorization": "Bearer wrong-horse"}).status_code == 401
    assert client.post(path).status_code == 401


def test_with_the_token_all_is_as_usual(start: Start, sample_url: str) -> None:
    service = start(token=TOKEN)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert service.client.get("/health", headers=headers).status_code == 200
    assert service.client.post(GENERATE, json={"imageDataUrl": sample_url}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "localhost.evil.example:80"]
)
def test_a_rebound_name_is_refused(start: Start, host: str) -> None:
    answer = start().client.get("/generations", headers={"Host": host})
    assert (answer.status_code, answer.json()) == (401, {"error": "unauthorized"})


@pytest.mark.parametrize("host", ["localhost", "localhost:8765", "127.0.0.1:1", "[::1]", "[::1]:8765"])
def test_this_machines_own_names_are_served(start: Start, host: str) -> None:
    assert start().client.get("/health", headers={"Host": host}).status_code == 200


def test_no_page_of_another_origin_may_read_or_post(start: Start, sample_url: str) -> None:
    client = start().client
    answer = client.get("/generations", headers={"Origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    preflight = client.options(
        GENERATE, headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert preflight.status_code == 405
    plain = client.post(GENERATE, content=f'{{"imageDataUrl":"{sample_url}"}}', headers={"Content-Type": "text/plain"})
    assert plain.status_code == 400
