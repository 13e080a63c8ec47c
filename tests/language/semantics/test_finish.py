"""Drafts become complete intents, or are refused."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Amount, ColourTerm, Domain, Intent, Region
from catchlight.language.semantics.drafts import Sentence
from catchlight.language.semantics.finish import merge_duplicates, refuse_contradictions, verb_applies_to
from catchlight.language.semantics.places import Refusal

from tests.language.sentences import interpreter, understood


@pytest.mark.parametrize(
    ("domain", "sentence", "meant"),
    [
        ("edit", "brighten the eyes", "brighten_eyes eye"),
        ("edit", "darken the hair less", "lighten hair"),
        ("edit", "remove the background", "replace_background background =transparent 1"),
        ("edit", "make the teeth and the shirt white", "whiten teeth; recolour shirt =white"),
        ("adjust", "less exposure", "exposure -0.5"),
    ],
)
def test_the_verb_is_the_one_meant_there(domain: Domain, sentence: str, meant: str) -> None:
    assert understood(domain, sentence) == meant


@pytest.mark.parametrize(
    ("domain", "sentence"),
    [("edit", "put lipstick on the hair"), ("edit", "make the shirt transparent"), ("edit", "remove the nose"),
     ("edit", "brighten the face, don't touch the face"), ("adjust", "a film look and sepia")],
)  # fmt: skip
def test_what_cannot_be_done_there_is_refused(domain: Domain, sentence: str) -> None:
    assert understood(domain, sentence) is None


def test_a_verb_works_on_its_own_places() -> None:
    vocabulary = interpreter("edit").vocabulary
    brighten = vocabulary.grammar.verbs["brighten_eyes"]
    assert verb_applies_to(Region("eye"), brighten, vocabulary)
    assert not verb_applies_to(Region("background"), brighten, vocabulary)


def test_the_last_of_two_same_wishes_stays() -> None:
    weak, strong = Intent("blur", amount=Amount(0.25)), Intent("blur", amount=Amount(0.75))
    assert merge_duplicates([weak, strong]) == (strong,)


def test_contradictions_are_refused() -> None:
    shirt = (Region("shirt"),)
    red, blue = (Intent("recolour", shirt, ColourTerm(name, None)) for name in ("red", "blue"))
    with pytest.raises(Refusal, match="two ways"):
        refuse_contradictions([red, blue], Sentence())
    with pytest.raises(Refusal, match="place is to change and to stay"):
        refuse_contradictions([red], Sentence(protected=[*shirt]))
    with pytest.raises(Refusal, match="thing is to change and to stay"):
        refuse_contradictions([red], Sentence(kept=["recolour"]))
    refuse_contradictions([red, Intent("blur")], Sentence())
