"""Tokens of the service's clients: shown once, kept as digests, refused as soon as they are revoked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.store.token_scopes import REQUESTS_A_MINUTE
from catchlight.store.tokens import ClientTokens


@pytest.fixture
def tokens(tmp_path: Path, database_url: str) -> Iterator[ClientTokens]:
    made = ClientTokens(tmp_path / "tokens.sqlite3", database_url)
    yield made
    made.close()


def test_a_token_is_found(tokens: ClientTokens) -> None:
    assert not tokens.ever_made
    token = tokens.add("kiosk-7")
    client = tokens.find(token)
    assert client is not None
    assert (client.name, client.scopes, client.rate) == ("kiosk-7", {"edit", "own"}, REQUESTS_A_MINUTE)
    assert tokens.find(token[:-1]) is None


def test_a_token_is_never_written(tmp_path: Path) -> None:
    with closing(ClientTokens(tmp_path / "tokens.sqlite3")) as tokens:
        token = tokens.add("kiosk-7")
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert token.encode() not in kept
    assert token.removeprefix("cl_").encode() not in kept
    assert all(file.stat().st_mode & 0o077 == 0 for file in tmp_path.iterdir())


def test_a_revoked_token_is_refused_by_every_server_at_the_database(postgres_url: str, tmp_path: Path) -> None:
    with (
        closing(ClientTokens(tmp_path / "one", postgres_url)) as one,
        closing(ClientTokens(tmp_path / "other", postgres_url)) as other,
    ):
        token = one.add("kiosk-7")
        assert other.ever_made
        client = other.find(token)
        assert client is not None
        assert client.name == "kiosk-7"
        one.revoke("kiosk-7")
        assert other.find(token) is None
    assert list(tmp_path.iterdir()) == []


def test_two_tokens_are_never_alike(tokens: ClientTokens) -> None:
    assert tokens.add("a") != tokens.add("b")


def test_a_revoked_token_is_nobody_s_and_its_name_stays_taken(tokens: ClientTokens) -> None:
    token = tokens.add("kiosk-7")
    tokens.revoke("kiosk-7")
    assert tokens.find(token) is None
    assert tokens.ever_made
    assert tokens.all()[0].revoked is not None
    for again in (lambda: tokens.revoke("kiosk-7"), lambda: tokens.add("kiosk-7")):
        with pytest.raises(InvalidRequest, match="kiosk-7"):
            again()


@pytest.mark.parametrize(
    ("name", "scopes", "rate", "said"),
    [
        ("Kiosk 7", ["edit"], 10, "is no name"),
        ("", ["edit"], 10, "is no name"),
        ("x" * 65, ["edit"], 10, "is no name"),
        ("a", ["everything"], 10, "known are"),
        ("a", [], 10, "known are"),
        ("a", ["edit"], 0, "at least one"),
    ],
)
def test_what_cannot_be_a_token_is_said(
    tokens: ClientTokens, name: str, scopes: list[str], rate: int, said: str
) -> None:
    with pytest.raises(InvalidRequest, match=said):
        tokens.add(name, scopes, rate)


def test_a_slip_in_a_name_is_told(tokens: ClientTokens) -> None:
    tokens.add("kiosk-7")
    with pytest.raises(InvalidRequest, match="kiosk-7"):
        tokens.revoke("kiosk7")
