"""Places and amounts are taken from the clauses beside."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain

from tests.language.sentences import understood


@pytest.mark.parametrize(
    ("domain", "sentence", "meant"),
    [
        ("edit", "whiten the teeth, just a little", "whiten teeth 0.25"),
        ("edit", "remove the lamp and the cable", "remove <lamp> 1; remove <wire> 1"),
        ("edit", "make the shirt black, and the tie", "recolour shirt,tie =black"),
        ("edit", "the hair and the beard, darker", "darken hair,beard"),
        ("edit", "the background is busy, blur it", "blur background"),
        ("edit", "darken and blur the background", "darken background; blur background"),
        ("edit", "keep the hair and the beard, darken everything", "darken everything !hair !beard"),
        ("adjust", "the shadows are so crushed, deepen them", "shadows -0.5"),
    ],
)
def test_what_is_left_out_is_taken_from_the_neighbour(domain: Domain, sentence: str, meant: str) -> None:
    assert understood(domain, sentence) == meant


@pytest.mark.parametrize(
    ("domain", "sentence"),
    [("edit", "just a little"), ("edit", "the lamp"), ("edit", "whiten the teeth; the lamp"), ("adjust", "a lot")],
)
def test_without_a_neighbour_something_is_missing(domain: Domain, sentence: str) -> None:
    assert understood(domain, sentence) is None


def test_a_new_sentence_is_not_about_the_old_place() -> None:
    assert understood("edit", "blur the background. brighten it") == "blur background; lighten background"
    assert understood("edit", "blur the background. brighten") == "blur background; lighten"
