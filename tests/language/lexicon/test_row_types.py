"""The schemas refuse what the program would not read."""

from __future__ import annotations

import pytest
from catchlight.language.lexicon.row_types import ColourRow, Verb
from pydantic import ValidationError


def test_names_in_files_are_camel_case() -> None:
    assert Verb.model_validate({"label": "Glow", "labelZh": "光晕"}).label_zh == "光晕"


@pytest.mark.parametrize("damage", [{"label": "Glow"}, {"label": "Glow", "labelZh": "光晕", "colour": "often"},
                                    {"label": "Glow", "labelZh": "光晕", "strength": 1}])  # fmt: skip
def test_missing_wrong_and_unknown_fields_are_refused(damage: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Verb.model_validate(damage)


def test_a_colour_is_written_in_six_capital_digits() -> None:
    assert ColourRow(name="navy", hex="#203060", family="blue").hex == "#203060"
    with pytest.raises(ValidationError):
        ColourRow(name="navy", hex="#236", family="blue")
