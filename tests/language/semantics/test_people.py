"""Bystanders can be removed; what a person is to be like is refused."""

from __future__ import annotations

import pytest
from catchlight.language.semantics.people import with_people

from tests.language.sentences import interpreter, lex

EDIT = interpreter("edit").vocabulary


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("remove the lady behind us", True),
        ("remove the man who is standing in the background", True),
        ("remove the lady", False),
        ("brighten the lady behind us", False),
    ],
)
def test_whoever_stands_somewhere_is_a_passer_by(sentence: str, found: bool) -> None:
    things = [sense.value for one in with_people(lex("edit", sentence), EDIT) if (sense := one.sense("thing"))]
    assert ("passer_by" in things) is found


@pytest.mark.parametrize(
    ("sentence", "role"), [("make me rich", "foreign"), ("make me 30", "foreign"), ("make me tanned", "act")]
)
def test_a_judgement_or_an_age_is_foreign(sentence: str, role: str) -> None:
    assert with_people(lex("edit", sentence), EDIT)[-1].has(role)


def test_who_is_to_be_blonde_gets_blonde_hair() -> None:
    said = with_people(lex("edit", "make me blonde"), EDIT)
    assert [sense.value for one in said if (sense := one.sense("region"))] == ["hair"]
