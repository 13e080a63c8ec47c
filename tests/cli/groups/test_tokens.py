"""Tokens made, listed and revoked on the command line."""

from __future__ import annotations

import json

from catchlight.paths import Home
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
        assert (ran.code, said in ran.err) == (1, True), ran.err
