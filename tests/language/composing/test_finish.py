"""A wish becomes a complete intent, with the defaults of its verb."""

from __future__ import annotations

import pytest
from catchlight.language.composing.composition import Wish
from catchlight.language.composing.finish import intent_of, merge_duplicates
from catchlight.language.composing.refusals import Refusal
from catchlight.language.intents import Amount, Domain, Intent, Region
from catchlight.language.slots.colours import colour_of

from tests.language.composing.scores import composition
from tests.language.sentences import clause_of, written


def finished(domain: Domain, label: str, sentence: str, *regions: str, soft: bool = False) -> str:
    said = composition(domain, {label: 0.9})
    clause = clause_of(domain, sentence)
    wish = Wish(label, 1.0, clause, clause, tuple(Region(one) for one in regions), softened=soft)
    wish.colour = colour_of(clause, said.vocabulary)
    return written(intent_of(wish, said))


@pytest.mark.parametrize(
    ("domain", "label", "sentence", "said"),
    [
        ("edit", "lighten", "lighten it a bit", "lighten 0.25"),
        ("edit", "reduce_wrinkles", "fewer wrinkles", "reduce_wrinkles face"),
        ("edit", "remove", "remove it", "remove 1"),
        ("edit", "reduce_shine", "take the shine off", "reduce_shine face 1"),
        ("edit", "darken", "darken by half a stop", "darken +0.5stops"),
        ("edit", "replace_background", "remove the background", "replace_background background =transparent 1"),
        ("adjust", "exposure-", "darker", "exposure -0.5"),
        ("adjust", "exposure-", "darker by half a stop", "exposure -0.5stops"),
        ("adjust", "look:film", "film look", "look:film 1"),
    ],
)
def test_defaults(domain: Domain, label: str, sentence: str, said: str) -> None:
    assert finished(domain, label, sentence) == said


def test_a_place_that_is_named_needs_no_default() -> None:
    assert finished("edit", "reduce_wrinkles", "fewer wrinkles", "forehead") == "reduce_wrinkles forehead"


def test_not_too_much_is_a_little_unless_it_was_measured() -> None:
    assert finished("edit", "lighten", "lighten it a lot", soft=True) == "lighten 0.25"
    assert finished("adjust", "exposure-", "darker", soft=True) == "exposure -0.25"
    assert finished("adjust", "exposure", "brighter by one stop", soft=True) == "exposure +1stops"


@pytest.mark.parametrize(
    ("domain", "label", "sentence", "why"),
    [
        ("edit", "recolour", "recolour it", "colour"),
        ("edit", "recolour", "make it transparent", "Only a background"),
        ("adjust", "hue", "turn it orange", "where is missing"),
        ("adjust", "saturation", "saturation 300 kelvin", "not measured in kelvin"),
    ],
)
def test_what_is_missing_or_does_not_fit_is_refused(domain: Domain, label: str, sentence: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        finished(domain, label, sentence)


def test_what_is_worked_on_is_not_protected() -> None:
    said = composition("edit", {"lighten": 0.9})
    said.protected, said.kept = [Region("face"), Region("hair"), Region("hair")], ["lighten", "blur", "blur"]
    clause = clause_of("edit", "lighten")
    intent = intent_of(Wish("lighten", 1.0, clause, clause, (Region("face"),)), said)
    assert (intent.protected, intent.kept) == ((Region("hair"),), ("blur",))


def test_of_one_intent_said_twice_the_last_stays() -> None:
    first, other, last = Intent("lighten", amount=Amount(0.2)), Intent("blur"), Intent("lighten", amount=Amount(0.8))
    assert merge_duplicates([first, other, last]) == (other, last)
