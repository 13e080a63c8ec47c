"""A colour has the hue of its name, on hair of every colour: measured on the result, in OKLab."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair import analysis
from catchlight.hair.colour.coats import plan_layers
from catchlight.hair.colour.recolour import recolour_hair
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.operations.hair.params import HairParams
from catchlight.operations.hair.run import colour_request
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

HEADS = {"black": "d05", "brown": "d12", "blonde": "d08", "grey": "d09"}
ANY = (0, 360)
LIMITS = {
    "black": (ANY, (0.0, 0.025), (0.0, 0.33)),
    "brown": ((38, 72), (0.012, 0.095), (0.1, 0.62)),
    "blonde": ((60, 95), (0.02, 0.12), (0.55, 0.9)),
    "grey": (ANY, (0.0, 0.02), (0.4, 0.95)),
}
"""Hue in degrees, chroma and lightness of a family. Dark browns on black hair tint it: they are as dark as it is."""
OWN_HUES = {
    "copper": (35, 55),
    "ginger": (38, 58),
    "auburn": (20, 42),
    "mahogany": (10, 36),
    "strawberry_blonde": (42, 66),
    "burgundy": (355, 28),
    "cherry_red": (8, 32),
    "rose_gold": (22, 52),
    "pastel_pink": (340, 14),
    "hot_pink": (340, 10),
    "vivid_orange": (40, 64),
    "lavender": (290, 318),
    "violet": (286, 314),
    "ice_blue": (228, 258),
    "cobalt_blue": (252, 274),
    "midnight_blue": (255, 284),
    "teal": (184, 214),
    "emerald": (145, 173),
    "forest_green": (143, 171),
    "mint": (150, 178),
}
"""What red and fashion colours are called by."""


@pytest.mark.parametrize("own", HEADS)
@pytest.mark.sampled(2)
def test_every_colour_is_what_it_is_called(
    own: str, catalogue: Catalogue, portraits: Portraits, portraits_folder: Path
) -> None:
    picture = codec.decode(next(portraits_folder.glob(f"{HEADS[own]}*")).read_bytes())
    seen = view(portraits.of(picture), longest=800)
    hair = analysis.analyse_hair(seen)
    x0, y0, x1, y1 = hair.box
    core = cv2.erode((hair.mask > 64000).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    for row in (row for row in catalogue.hair_colours if row.technique is None):
        after = recolour_hair(
            seen.picture.rgb8,
            hair,
            plan_layers(hair, colour_request(HairParams(hair_color=row.id, technique="all_over"), row)),
            1.0,
        )
        lab = np.median(oklab.from_srgb(after[y0:y1, x0:x1][core].astype(np.float32) / np.float32(255)), axis=0)
        hue, chroma = float(np.degrees(np.arctan2(lab[2], lab[1]))) % 360, float(np.hypot(lab[1], lab[2]))
        if row.id in OWN_HUES:
            assert is_between(hue, OWN_HUES[row.id]), (row.id, hue)
            assert chroma > 0.02, (row.id, chroma)
            continue
        hues, chromas, lights = LIMITS[row.family]
        assert is_between(hue, hues), (row.id, hue)
        assert chromas[0] <= chroma <= chromas[1], (row.id, chroma)
        assert lights[0] <= lab[0] <= lights[1], (row.id, float(lab[0]))


def is_between(hue: float, limits: tuple[int, int]) -> bool:
    low, high = limits
    return low <= hue <= high if low <= high else hue >= low or hue <= high


def test_cool_brown_is_brown_and_cooler_than_chestnut(catalogue: Catalogue) -> None:
    cool, warm = (catalogue.hair_colours.get(name) for name in ("cool_brown", "chestnut"))
    assert cool is not None
    assert warm is not None
    chroma = [float(np.hypot(*oklab.from_hex(row.target)[1:])) for row in (cool, warm)]
    assert 0.043 < chroma[0] < 0.6 * chroma[1], "with less, the light strands of auburn hair come out grey"
    lab = oklab.from_hex(cool.target)
    assert np.degrees(np.arctan2(lab[2], lab[1])) < 57, "further from red it looks green beside skin"


def test_hues_are_told_across_zero() -> None:
    assert is_between(359, (340, 14))
    assert is_between(5, (340, 14))
    assert not is_between(180, (340, 14))
