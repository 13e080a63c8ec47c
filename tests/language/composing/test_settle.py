"""Wishes that the sentence does not bear out go; the same wish said twice is one; colours find their wish."""

from __future__ import annotations

import pytest
from catchlight.language.composing.composition import Composition, Wish
from catchlight.language.composing.refusals import Refusal
from catchlight.language.composing.settle import settle
from catchlight.language.intents import Region
from catchlight.language.slots.colours import wished_colours

from tests.language.composing.scores import Scores, composition
from tests.language.sentences import clause_of


def settled(whole: Scores, *wishes: Wish, coloured: str = "") -> Composition:
    said = composition("edit", whole, len(wishes))
    said.wishes = list(wishes)
    if coloured:
        said.colours = wished_colours(clause_of("edit", coloured), said.vocabulary)
    settle(said)
    return said


def wish(label: str, score: float, sentence: str = "change it", *regions: str) -> Wish:
    clause = clause_of("edit", sentence)
    return Wish(label, score, clause, clause, tuple(Region(name) for name in regions))


def labels(said: Composition) -> list[str]:
    return [one.label for one in said.wishes]


def test_of_two_wishes_one_that_nothing_supports_goes() -> None:
    whole = {"lighten": 0.5, "blur": 0.05}
    assert labels(settled(whole, wish("lighten", 0.6), wish("blur", 0.6))) == ["lighten"]
    assert labels(settled(whole, wish("lighten", 0.6), wish("blur", 0.81))) == ["lighten", "blur"]
    assert labels(settled({"lighten": 0.5, "blur": 0.13}, wish("lighten", 0.6), wish("blur", 0.6))) == [
        "lighten",
        "blur",
    ]


def test_of_wishes_that_nothing_supports_the_surest_stays() -> None:
    assert labels(settled({"lighten": 0.0, "blur": 0.0}, wish("lighten", 0.5), wish("blur", 0.6))) == ["blur"]


def test_a_complaint_and_its_remedy_are_one_with_place_and_amount_of_both() -> None:
    said = settled(
        {"lighten": 0.9}, wish("lighten", 1.0, "it is a bit dark", "face"), wish("lighten", 1.0, "lighten it")
    )
    (only,) = said.wishes
    assert only.regions == (Region("face"),)
    assert only.measure.measured


def test_a_wish_for_another_place_is_another() -> None:
    said = settled(
        {"lighten": 0.9}, wish("lighten", 1.0, "change it", "face"), wish("lighten", 1.0, "change it", "hair")
    )
    assert [one.regions for one in said.wishes] == [(Region("face"),), (Region("hair"),)]


def test_the_colour_may_be_said_in_another_clause() -> None:
    (only,) = settled({"recolour": 0.9}, wish("recolour", 1.0), coloured="turn the white shirt to black").wishes
    assert only.colour is not None
    assert only.colour.name == "black"


def test_what_is_complained_of_is_no_wish() -> None:
    assert settled({"cool": 0.9}, wish("cool", 1.0), coloured="it is too yellow").wishes[0].colour is None


def test_what_is_not_done_here_is_refused_with_where_it_is() -> None:
    with pytest.raises(Refusal) as refusal:
        settled({"elsewhere:hair": 0.9}, wish("elsewhere:hair", 1.0))
    assert refusal.value.elsewhere == "hair"


def test_two_looks_go_together() -> None:
    said = composition("adjust", {"look:film": 0.9, "look:noir": 0.9}, 2)
    said.wishes = [wish("look:film", 1.0), wish("look:noir", 1.0)]
    settle(said)
    assert [one.label for one in said.wishes] == ["look:film", "look:noir"]
