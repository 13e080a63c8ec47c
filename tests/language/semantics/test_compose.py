"""The clauses of a sentence come to its intents."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Amount, Domain, Intent, Region
from catchlight.language.semantics.compose import compose
from catchlight.language.semantics.places import Refusal

from tests.language.sentences import interpreter, parse, understood


def test_each_wish_is_an_intent() -> None:
    intents = compose(
        parse("edit", "whiten the teeth and blur the background a little"), interpreter("edit").vocabulary
    )
    assert intents == (
        Intent("whiten", (Region("teeth"),)), Intent("blur", (Region("background"),), amount=Amount(0.25)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [("the teeth", "to be done there"), ("thanks", "to be done is missing"), ("don't whiten the teeth", "left to do")],
)
def test_nothing_to_do_is_refused(sentence: str, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        compose(parse("edit", sentence), interpreter("edit").vocabulary)


@pytest.mark.parametrize(
    ("domain", "sentence", "meant"),
    [
        ("adjust", "half a stop", "exposure +0.5stops"),
        ("edit", "give the hair more contrast and the skin less", "contrast hair; contrast skin -0.5"),
        ("edit", "don't smooth the lips, only the skin", "smooth_skin skin !lips"),
        ("edit", "there is lint on his jacket, clean it up", "remove jacket,<dust> 1"),
        ("adjust", "brighten the highlights in her dress", "highlights"),
        ("adjust", "my face is too dark", "exposure"),
        ("edit", "brighten the face and darken everything else", "lighten face; darken everything !face"),
    ],
)
def test_what_is_left_unsaid_is_filled_in(domain: Domain, sentence: str, meant: str) -> None:
    assert understood(domain, sentence) == meant
