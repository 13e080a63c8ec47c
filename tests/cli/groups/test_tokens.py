"""Tokens made, listed and revoked on the command line."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from catchlight.assembly.service_access import client_tokens
from catchlight.paths import Home
from catchlight.store.settings.storage import DATABASE_VARIABLE
from catchlight.store.tokens import ClientTokens

from tests.cli.conftest import Run


def test_a_token_is_made_listed_and_revoked(catchlight: Run) -> None:
    assert "There are no tokens" in catchlight("tokens", "list").err
    made = catchlight("tokens", "add", "kiosk-7", "--scope", "edit,own", "--rate", "60")
    assert made.code == 0, made.err
    token = made.out.strip()
    assert token.startswith("cl_")
    assert "shown only now" in made.err
    tokens = ClientTokens(Home.default().tokens)
    found = tokens.find(token)
    tokens.close()
    assert found is not None
    assert (found.name, found.rate) == ("kiosk-7", 60)
    listed = catchlight("tokens", "list")
    assert "kiosk-7" in listed.out
    assert token not in listed.out
    assert catchlight("tokens", "revoke", "kiosk-7").out.strip() == "Revoked: kiosk-7."
    told = json.loads(catchlight("tokens", "list", "--json").out)
    assert (told[0]["name"], told[0]["scopes"], told[0]["revoked"] is None) == ("kiosk-7", ["edit", "own"], False)


def test_what_is_wrong_is_told_in_one_sentence(catchlight: Run) -> None:
    for words, said in (
        (("add", "Kiosk 7"), "no name of a token"),
        (("add", "a", "--scope", "all"), "known are"),
        (("revoke", "nobody"), "no token 'nobody'"),
    ):
        ran = catchlight("tokens", *words)
        assert (ran.code, said in ran.err) == (2, True), ran.err


def test_tokens_of_a_lab_are_made_on_any_of_its_machines(
    catchlight: Run, home: Home, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, postgres_url)
    assert client_tokens(home) is None
    token = catchlight("tokens", "add", "kiosk-7").out.strip()
    assert not home.tokens.exists()
    server = client_tokens(Home(tmp_path / "another-machine"))
    assert server is not None
    with closing(server):
        assert server.find(token) is not None
        assert catchlight("tokens", "revoke", "kiosk-7", "--home", str(tmp_path / "a-third")).code == 0
        assert server.find(token) is None


def test_a_database_that_is_away_is_told_in_one_sentence(catchlight: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, "postgresql://anna:secret@127.0.0.1:9/lab")
    ran = catchlight("tokens", "list")
    assert ran.code == 1
    assert "postgresql://anna@127.0.0.1:9/lab could not be used" in ran.err.replace("\n", " ")
    assert "secret" not in ran.err + ran.out
