"""Ranking of what is typed into the palette: words before their stems, beginnings and letters inside words."""

from __future__ import annotations

import pytest
from catchlight.gui.finding.matching import Searchable, rank


def found(typed: str, *rows: Searchable) -> list[str]:
    return [match.row for match in rank(typed, [(row, row.title) for row in rows])]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("healing", "Heal brush"), ("vignetting", "Vignette"), ("tethering", "Tether a camera"), ("cropped", "Crop"),
        ("sharpening", "Sharpness"), ("rotation", "Rotate left"), ("copies", "Copy"), ("color", "Colour"),
        ("gray", "Grey"), ("fullscreen", "Full screen"), ("hist", "Histogram"), ("16:9", "16:9"), ("黑白", "转为黑白"),
    ],
)  # fmt: skip
def test_a_word_is_found_in_other_forms_and_spellings(typed: str, title: str) -> None:
    (match,) = rank(typed, [(Searchable(title), title)])
    assert match.whole


@pytest.mark.parametrize(
    ("typed", "title"),
    [("raw", "Draw a line"), ("tint", "Quit"), ("", "Anything"), ("16:9", "9:16")],
)
def test_what_is_no_word_of_a_row_is_not_found(typed: str, title: str) -> None:
    assert not found(typed, Searchable(title))


def test_better_fits_come_first() -> None:
    rows = (
        Searchable("Next region at the hotspot"),
        Searchable("Heal brush", help="Paint over blemishes and spots"),
        Searchable("Spotlight"),
        Searchable("Spot"),
        Searchable("Spots of light"),
    )
    assert found("spot", *rows) == ["Spot", "Spots of light", "Spotlight", "Heal brush", "Next region at the hotspot"]
    assert [match.whole for match in rank("spot", [(row, row) for row in rows])] == [True] * 4 + [False]


def test_a_command_comes_before_an_option_of_its_name() -> None:
    assert rank("heal", [(Searchable("Heal"), 1), (Searchable("Heal", ahead=True), 2)])[0].row == 2


def test_words_may_stand_in_title_terms_and_place() -> None:
    option = Searchable("TIFF", place="Export Format", terms="")
    assert found("export tiff", option, Searchable("Export")) == ["TIFF"]
    assert found("save", Searchable("Export", terms="save write")) == ["Export"]


def test_fillers_need_not_be_found_and_one_word_may_lack() -> None:
    rows = Searchable("Dodge brush"), Searchable("Burn brush"), Searchable("Save as")
    assert found("save as", *rows) == ["Save as"]
    assert found("dodge and burn", *rows) == ["Dodge brush", "Burn brush"]
    assert not found("dodge the burning moon", *rows)
    assert not rank("dodge and burn", [(rows[0], "")])[0].whole
