"""Clauses with their scores come together to the intents of a sentence."""

from __future__ import annotations

import pytest
from catchlight.language.composing.refusals import Refusal
from catchlight.language.intents import Domain

from tests.language.composing.scores import Scores, composed

LIGHTEN, DARKEN = {"lighten": 0.9}, {"darken": 0.9}
NOTHING: Scores = {"lighten": 0.0}


@pytest.mark.parametrize(
    ("sentence", "each", "said"),
    [
        ("lighten the face", [LIGHTEN], "lighten face"),
        ("lighten the face, darken the hair", [LIGHTEN, DARKEN], "lighten face; darken hair"),
        ("lighten the face and the neck", [LIGHTEN, NOTHING], "lighten face,neck"),
        ("hair and beard, lighten it", [NOTHING, NOTHING, LIGHTEN], "lighten hair,beard"),
        ("lighten the face, a lot", [LIGHTEN, NOTHING], "lighten face 0.75"),
        ("lighten the face, +20%", [LIGHTEN, NOTHING], "lighten face +20percent"),
        ("lighten the face, but keep the hair", [LIGHTEN, LIGHTEN], "lighten face !hair"),
        ("lighten the face, but not too much", [LIGHTEN, NOTHING], "lighten face 0.25"),
        ("lighten it, don't darken it", [LIGHTEN, DARKEN], "lighten ~darken"),
        ("my neck is a mess, lighten it", [NOTHING, LIGHTEN], "lighten neck"),
        ("remove the lamp", [{"remove": 0.9}], "remove <lamp> 1"),
        ("no shine on the forehead", [{"reduce_shine": 0.9}], "reduce_shine forehead 1"),
    ],
)
def test_what_clauses_come_to(sentence: str, each: list[Scores], said: str) -> None:
    whole = {"lighten": 0.5, "darken": 0.5, "whiten": 0.5, "remove": 0.5, "reduce_shine": 0.5}
    assert composed("edit", sentence, each, whole) == said


def test_no_clause_alone_is_clear_but_the_whole_is() -> None:
    assert composed("edit", "do that there, you know", [NOTHING, NOTHING], {"lighten": 0.35}) == "lighten"


@pytest.mark.parametrize(
    ("sentence", "each", "whole", "why"),
    [
        ("do that there", [NOTHING], {"lighten": 0.29}, "not clear"),
        ("do that there", [NOTHING], {"none": 0.9, "lighten": 0.2}, "not clear"),
        ("don't lighten the face", [LIGHTEN], LIGHTEN, "Nothing is left to do"),
        ("make the face smile", [{"elsewhere:expression": 0.9}], {"elsewhere:expression": 0.9}, "tab Expression"),
    ],
)
def test_what_is_refused(sentence: str, each: list[Scores], whole: Scores, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        composed("edit", sentence, each, whole)


def test_an_aside_that_nothing_else_bears_out_is_left_out() -> None:
    said = "lighten the face, I look fat"
    each = [LIGHTEN, {"beyond:shape": 0.4}]
    assert composed("edit", said, each, {"lighten": 0.5, "beyond:shape": 0.29}) == "lighten face"
    with pytest.raises(Refusal, match="shape"):
        composed("edit", said, each, {"lighten": 0.5, "beyond:shape": 0.5})


def test_what_is_demanded_and_not_known_is_no_aside() -> None:
    with pytest.raises(Refusal, match="not in the picture"):
        composed("edit", "lighten the face, add a dragon", [LIGHTEN, NOTHING], {"lighten": 0.5})


def test_an_amount_alone_means_the_verb_of_its_unit() -> None:
    assert composed("adjust", "half a stop", [NOTHING], {"exposure": 0.0, "exposure-": 0.0}) == "exposure +0.5stops"
    assert composed("adjust", "5200 K", [NOTHING], {"exposure": 0.0, "temperature": 0.0}) == "temperature 5200kelvin"


@pytest.mark.parametrize(
    ("domain", "sentence", "each", "said"),
    [
        ("adjust", "shadows up, down", [{"shadows": 0.9}, {"shadows-": 0.1}], "shadows"),
        (
            "adjust",
            "contrast +10, clarity -5",
            [{"contrast": 0.9}, {"clarity-": 0.9}],
            "contrast +10percent; clarity -5percent",
        ),
    ],
)
def test_signs(domain: Domain, sentence: str, each: list[Scores], said: str) -> None:
    assert composed(domain, sentence, each, {"contrast": 0.4, "clarity-": 0.4, "shadows": 0.9}) == said


def test_beside_what_lies_under_the_hotspot_a_thing_only_says_where() -> None:
    assert composed("edit", "lighten the earring", [LIGHTEN], LIGHTEN) == "lighten <earring>"
    assert composed("edit", "lighten the earring", [LIGHTEN], LIGHTEN, "earring") == "lighten <earring>"
    assert composed("edit", "lighten the earring", [LIGHTEN], LIGHTEN, "cheek") == "lighten"
