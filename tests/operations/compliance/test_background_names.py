"""Colours by the names that authorities write."""

from __future__ import annotations

import pytest
from catchlight.imaging.colour import srgb
from catchlight.operations.compliance.background_names import name_matches


@pytest.mark.parametrize(
    ("name", "hex_name", "meant"),
    [
        ("white", "#FFFFFF", True),
        ("white", "#F7F7F7", True),
        ("white", "#E6E6E6", False),
        ("white", "#FFF0D0", False),
        ("off-white", "#F5F2EA", True),
        ("light grey", "#E6E6E6", True),
        ("light grey", "#606060", False),
        ("light blue", "#C8DCF0", True),
        ("light blue", "#F0DCC8", False),
        ("blue", "#438EDB", True),
        ("red", "#C00000", True),
        ("red", "#0000C0", False),
        ("cream", "#F5E9C8", True),
        ("dark", "#202020", True),
        ("coloured", "#FF8000", True),
        ("coloured", "#EEEEEE", False),
        (" White ", "#FFFFFF", True),
        ("plain", "#FFFFFF", None),
        ("scenes", "#123456", None),
    ],
)
def test_a_name_means_its_colours_and_no_others(name: str, hex_name: str, meant: bool | None) -> None:
    seen = srgb.parse_hex(hex_name)
    assert seen is not None
    assert name_matches(name, seen) is meant
