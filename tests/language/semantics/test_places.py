"""Regions with their side, the thing under the hotspot, and the direction."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain, Region
from catchlight.language.semantics.places import Refusal, direction, regions, thing

from tests.language.sentences import parse


def test_a_side_belongs_to_its_region() -> None:
    (clause,) = parse("edit", "brighten the left eye")
    assert regions(clause) == (Region("eye", "left"),)
    (clause,) = parse("edit", "brighten the left and right eye".replace(" and ", " "))
    assert regions(clause) == (Region("eye"),)


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("remove the lamp on the table", "lamp"),
        ("remove that thing on the table", None),
        ("去掉桌子上的灯", "lamp"),
        ("whiten it", None),
    ],
)
def test_the_thing_is_the_one_worked_on(sentence: str, named: str | None) -> None:
    (clause,) = parse("edit", sentence)
    assert thing(clause) == named


def test_two_things_are_refused() -> None:
    (clause,) = parse("edit", "remove the lamp cable sign")
    with pytest.raises(Refusal, match="one thing at a time"):
        thing(clause)


@pytest.mark.parametrize(
    ("domain", "sentence", "towards"),
    [("adjust", "more contrast", 1), ("adjust", "less contrast", -1), ("adjust", "too much contrast", -1),
     ("adjust", "too little contrast", 1), ("adjust", "not enough contrast", 1), ("adjust", "contrast", 0),
     ("edit", "redder", 1)],
)  # fmt: skip
def test_the_direction(domain: Domain, sentence: str, towards: int) -> None:
    (clause,) = parse(domain, sentence)
    assert direction(clause) == towards


def test_both_directions_are_refused() -> None:
    (clause,) = parse("adjust", "increase contrast down")
    with pytest.raises(Refusal, match="more and for less"):
        direction(clause)
