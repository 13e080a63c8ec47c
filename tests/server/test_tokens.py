"""Clients with tokens of their own: what each may do, whose pictures each sees, and how often each may ask."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from catchlight.paths import Home
from catchlight.server import gate as gates
from catchlight.server.errors import ServerError
from catchlight.server.gate import Gate, needed_scope
from catchlight.store.tokens import ClientTokens

from tests.server.conftest import GENERATE, Running, Start

SECRET = "correct-horse"


@pytest.fixture
def tokens(home: Home) -> Iterator[ClientTokens]:
    made = ClientTokens(home.tokens)
    yield made
    made.close()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def edited(service: Running, token: str, picture: str) -> str:
    answer = service.client.post(GENERATE, json={"imageDataUrl": picture}, headers=bearer(token))
    assert answer.status_code == 200, answer.headers
    return str(answer.json()["generationId"])


def listed(service: Running, token: str) -> list[str]:
    answer = service.client.get("/generations", headers=bearer(token))
    return [entry["id"] for entry in answer.json()["generations"]]


def test_a_holder_sees_and_deletes_only_its_own(start: Start, tokens: ClientTokens, sample_url: str) -> None:
    service = start(token=SECRET, tokens=tokens)
    one, two, admin = tokens.add("one"), tokens.add("two"), tokens.add("boss", ["admin"])
    mine, other, house = (
        edited(service, one, sample_url),
        edited(service, two, sample_url),
        edited(service, SECRET, sample_url),
    )
    assert (listed(service, one), listed(service, two)) == ([mine], [other])
    assert listed(service, admin) == listed(service, SECRET) == [house, other, mine]
    for method, path in (("GET", ""), ("GET", "/image"), ("GET", "/variants"), ("DELETE", ""), ("HEAD", "")):
        for entry in (other, house):
            answer = service.client.request(method, f"/generations/{entry}{path}", headers=bearer(one))
            assert answer.status_code == 404, (method, path)
    assert service.client.get(f"/generations/{mine}", headers=bearer(one)).json()["owner"] == "one"
    assert service.client.delete(f"/generations/{mine}", headers=bearer(one)).status_code == 204
    assert service.client.delete(f"/generations/{other}", headers=bearer(admin)).status_code == 204
    assert service.stored() == 1


def test_the_parent_of_an_edit_is_never_somebody_else_s(start: Start, tokens: ClientTokens, sample_url: str) -> None:
    """The pixels are the same, and name the other client's upload to nobody."""
    service = start(tokens=tokens)
    one, two = tokens.add("one"), tokens.add("two")
    uploaded = service.client.post("/pictures", json={"imageDataUrl": sample_url}, headers=bearer(one)).json()
    for token, parent in ((one, uploaded["generationId"]), (two, None)):
        entry = edited(service, token, sample_url)
        assert service.client.get(f"/generations/{entry}", headers=bearer(token)).json()["parent"] == parent


ALLOWED = {
    "edit": {"POST"},
    "own": {"/generations"},
    "monitor": {"/metrics"},
    "admin": {"POST", "/generations", "/metrics"},
}


@pytest.mark.parametrize("name", ALLOWED)
def test_a_token_allows_what_its_scopes_say(start: Start, tokens: ClientTokens, sample_url: str, name: str) -> None:
    service, token = start(tokens=tokens), tokens.add("client", [name])
    answers = {
        path: service.client.get(path, headers=bearer(token))
        for path in ("/generations", "/metrics", "/health", "/docs")
    }
    answers["POST"] = service.client.post(GENERATE, json={"imageDataUrl": sample_url}, headers=bearer(token))
    for what, answer in answers.items():
        expected = 200 if what in ALLOWED[name] or what in ("/health", "/docs") else 403
        assert answer.status_code == expected, what
        if expected == 403:
            assert answer.json() == {"error": "forbidden"}
            assert "needs the scope" in answer.headers["Error-Detail"]


def test_every_path_that_shows_or_changes_pictures_needs_a_scope(start: Start) -> None:
    free = {"/catalogue", "/health", "/ready"}
    for path, methods in start().client.get("/openapi.json").json()["paths"].items():
        for method in methods:
            assert (needed_scope(method.upper(), path) is None) == (path in free), path


def test_a_revoked_token_is_refused_and_a_new_one_admitted(
    start: Start, tokens: ClientTokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "REMEMBER_SECONDS", 0.0)
    service, token = start(tokens=tokens), tokens.add("one")
    assert service.client.get("/health", headers=bearer(token)).status_code == 200
    tokens.revoke("one")
    assert service.client.get("/health", headers=bearer(token)).status_code == 401
    assert service.client.get("/health", headers=bearer(tokens.add("two"))).status_code == 200


def test_a_token_is_remembered_for_a_moment_alone(tokens: ClientTokens) -> None:
    now = [0.0]
    gate, token = Gate(tokens=tokens, clock=lambda: now[0]), tokens.add("one")
    assert _asked(gate, token) == "one"
    tokens.revoke("one")
    assert _asked(gate, token) == "one"
    now[0] = gates.REMEMBER_SECONDS
    assert _asked(gate, token) == "unauthorized"


def test_a_token_has_its_rate_and_others_theirs(tokens: ClientTokens) -> None:
    now = [0.0]
    gate = Gate(SECRET, tokens, clock=lambda: now[0])
    slow, other = tokens.add("slow", rate=3), tokens.add("other")
    assert [_asked(gate, slow) for _ in range(5)] == ["slow", "slow", "slow", "busy 20", "busy 20"]
    assert _asked(gate, other) == "other"
    assert [_asked(gate, SECRET) for _ in range(700)] == ["None"] * 700
    now[0] = 20.0
    assert [_asked(gate, slow) for _ in range(2)] == ["slow", "busy 20"]


def test_one_of_several_processes_allows_its_share(tokens: ClientTokens) -> None:
    gate, token = Gate(tokens=tokens, share=0.5, clock=lambda: 0.0), tokens.add("one", rate=4)
    assert [_asked(gate, token).partition(" ")[0] for _ in range(3)] == ["one", "one", "busy"]


def _asked(gate: Gate, token: str) -> str:
    """Who was admitted, or the code of the refusal with the seconds to wait."""
    headers = [(b"authorization", f"Bearer {token}".encode())]
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/health", "headers": headers}
    try:
        return str(asyncio.run(gate.admit(scope)).name)
    except ServerError as fault:
        return " ".join([fault.code, *([fault.headers["Retry-After"]] if fault.code == "busy" else [])])


def test_tokens_are_no_part_of_what_a_browser_can_guess(start: Start, tokens: ClientTokens) -> None:
    tokens.add("one")
    service = start(tokens=tokens)
    for header in ("Bearer one", "Bearer cl_", "Bearer", "Basic b25lOg==", ""):
        answer = service.client.get("/generations", headers={"Authorization": header})
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
