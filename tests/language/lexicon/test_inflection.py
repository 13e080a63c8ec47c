"""English endings."""

from __future__ import annotations

import pytest
from catchlight.language.lexicon.inflection import comparisons, likenesses, plurals, verb_forms


@pytest.mark.parametrize(
    ("phrase", "forms"),
    [
        ("brighten up", ("brighten up", "brightens up", "brightening up", "brightened up")),
        ("blur", ("blur", "blurs", "blurring", "blurred")),
        ("remove", ("remove", "removes", "removing", "removed")),
        ("beautify", ("beautify", "beautifies", "beautifying", "beautified")),
        ("提亮", ("提亮",)),
    ],
)
def test_verbs_are_conjugated(phrase: str, forms: tuple[str, ...]) -> None:
    assert verb_forms(phrase) == forms


def test_adjectives_are_compared() -> None:
    assert comparisons("red") == ("redder", "reddest")
    assert comparisons("pale") == ("paler", "palest")
    assert comparisons("shiny") == ("shinier", "shiniest")
    assert comparisons("saturated") == comparisons("too dark") == comparisons("红") == ()


def test_colours_are_likened() -> None:
    assert likenesses("yellow") == ("yellowish",)
    assert likenesses("rose pink") == ()


@pytest.mark.parametrize(
    ("noun", "forms"),
    [("eye", ("eye", "eyes")), ("eyelash", ("eyelash", "eyelashes")), ("body", ("body", "bodies")),
     ("glasses", ("glasses",)), ("头发", ("头发",))],
)  # fmt: skip
def test_nouns_have_plurals(noun: str, forms: tuple[str, ...]) -> None:
    assert plurals(noun) == forms
