"""The phrase bank is learned from its text: what is read of a row, and what lay under its hotspot."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.language.sentences import bank_rows, lex

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture(scope="module")
def phrase_bank() -> Iterator[ModuleType]:
    sys.path.insert(0, str(PACKAGING))
    try:
        yield import_module("phrase_bank")
    finally:
        sys.path.remove(str(PACKAGING))


def test_rows_are_phrases_and_meanings(phrase_bank: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "bank.tsv"
    file.write_text("make it 红\trecolour =red\n\nwarmer\ttemperature\n", encoding="utf-8")
    assert phrase_bank.read_phrases(file) == [("make it 红", "recolour =red"), ("warmer", "temperature")]
    file.write_text("no meaning\n", encoding="utf-8")
    with pytest.raises(ValueError, match="not enough values"):
        phrase_bank.read_phrases(file)


@pytest.mark.parametrize(
    ("wanted", "labels"),
    [
        ("exposure", {"exposure"}),
        ("exposure -0.5", {"exposure-"}),
        ("contrast -20percent", {"contrast-"}),
        ("lighten face 0.25", {"lighten"}),
        ("temperature 5600kelvin", {"temperature"}),
        ("look:film 0.5; grain -0.5", {"look:film", "grain-"}),
        ("elsewhere:hair", {"elsewhere:hair"}),
    ],
)
def test_labels_are_verbs_with_their_direction(phrase_bank: ModuleType, wanted: str, labels: set[str]) -> None:
    assert phrase_bank.labels_of(wanted) == labels


@pytest.mark.parametrize(
    ("phrase", "wanted", "place"),
    [
        ("whiter", "whiten teeth", "teeth"),
        ("her left one", "lighten left.cheek 0.25", "cheek"),
        ("both", "darken hair,beard", "hair"),
        ("away with it", "remove <lamp> 1", "lamp"),
        ("the jacket", "lighten +0.5stops", "jacket"),
        ("make it red", "recolour =red", None),
    ],
)
def test_what_lay_under_the_hotspot_is_what_was_meant_else_what_was_named(
    phrase_bank: ModuleType, phrase: str, wanted: str, place: str | None
) -> None:
    assert phrase_bank._place(wanted, lex("edit", phrase)) == place


def test_the_tests_read_the_bank_as_it_is_learned(phrase_bank: ModuleType) -> None:
    rows = phrase_bank.read_phrases(PACKAGING.parent / "resources" / "language" / "bank.adjust.tsv")
    assert [(row.sentence, row.wanted[0]) for row in bank_rows("adjust")] == rows
