"""Unknown words are passed over in adjuncts and before what is known, and nowhere else."""

from __future__ import annotations

import pytest
from catchlight.language.parse.adjuncts import has_foreign_words, without_adjuncts, without_adverbs, without_attributes

from tests.language.sentences import interpreter, lex

WORDS = interpreter("edit").vocabulary.asides


@pytest.mark.parametrize(("sentence", "left"), [("whiten the teeth zorbly", False), ("zorbling the teeth", True)])
def test_an_unknown_adverb_says_how(sentence: str, left: bool) -> None:
    assert has_foreign_words(without_adverbs(lex("edit", sentence), WORDS)) is left


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("make the zorble jacket navy", False),
        ("remove the cable zorbling across the wall", False),
        ("the lamp that zorbles here", False),
        ("make zorble jacket navy", True),
        ("make the zorble navy", True),
    ],
)
def test_an_unknown_word_describes_what_it_stands_beside(sentence: str, left: bool) -> None:
    said = lex("edit", sentence)
    assert has_foreign_words(said)
    assert has_foreign_words([one for one in without_attributes(said, WORDS) if one.text != "across"]) is left


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("whiten the teeth for my zorble", False),
        ("whiten the teeth in a dark zorble", False),
        ("paint the wall in white zorble", True),
        ("put me in a zorble", True),
        ("swap it for a zorble", True),
        ("bronzed like after a zorble", True),
    ],
)
def test_a_place_or_purpose_is_passed_over_unless_it_is_wished_for(sentence: str, left: bool) -> None:
    assert has_foreign_words(without_adjuncts(lex("edit", sentence), WORDS)) is left
