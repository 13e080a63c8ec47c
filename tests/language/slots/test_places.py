"""The regions and the thing that a clause names."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain, Region
from catchlight.language.slots.places import places_of, protected_places, thing_of

from tests.language.sentences import clause_of, interpreter


def places(domain: Domain, sentence: str, verb: str | None = None) -> list[str]:
    found = places_of(clause_of(domain, sentence), interpreter(domain).vocabulary, verb)
    return [f"{one.side}.{one.name}" if one.side else one.name for one in found]


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("brighten the hair", ["hair"]),
        ("brighten the left cheek", ["left.cheek"]),
        ("cheek left right", ["cheek"]),
        ("把左边的脸颊提亮", ["left.cheek"]),
        ("redder than the lips", []),
        ("smooth the skin of the neck", ["neck"]),
        ("brighten it", []),
    ],
)
def test_regions_and_sides(sentence: str, named: list[str]) -> None:
    assert places("edit", sentence) == named


def test_the_whole_is_a_place_for_a_verb_alone() -> None:
    assert places("edit", "desaturate everything", "desaturate") == ["everything"]
    assert places("edit", "desaturate everything") == []


def test_bands_are_named_by_their_colours() -> None:
    assert places("adjust", "less saturation in the turquoise", "saturation") == ["aquas"]
    assert places("adjust", "less saturation in the turquoise", "exposure") == []


def test_what_a_band_is_to_become_is_no_place() -> None:
    assert places("adjust", "turn the greens to yellow", "hue") == ["greens"]


def test_who_speaks_of_oneself_protects_the_person() -> None:
    vocabulary = interpreter("edit").vocabulary
    assert protected_places(clause_of("edit", "don't touch me"), vocabulary) == (Region("person"),)
    assert protected_places(clause_of("edit", "don't touch my hair"), vocabulary) == (Region("hair"),)


def test_only_what_is_removed_can_be_any_object() -> None:
    lamp = clause_of("edit", "the lamp")
    assert thing_of(lamp) == thing_of(lamp, "remove") == "lamp"
    assert thing_of(lamp, "darken") is None
    assert thing_of(clause_of("edit", "bigger than the lamp"), "remove") is None


def test_beside_what_lies_under_the_hotspot_another_thing_only_says_where() -> None:
    earring = clause_of("edit", "the earring")
    assert thing_of(earring, "lighten") == thing_of(earring, "lighten", "earring") == "earring"
    assert thing_of(earring, "lighten", "cheek") is None
    assert thing_of(clause_of("edit", "the nose"), "lighten", "cheek") == "nose"
