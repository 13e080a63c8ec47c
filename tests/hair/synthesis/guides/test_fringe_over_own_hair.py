"""A fringe over the photo's hair lies on all of it, and is as wide as the forehead that this leaves bare."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.hairstyles import Fringe
from catchlight.hair import styling_scene
from catchlight.hair.head import hairline
from catchlight.hair.head.ellipsoid import CENTRE, RADII, Hairline, distance_from_skull
from catchlight.hair.removal import clean_plate
from catchlight.hair.synthesis.guides import fringe_over_own_hair
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


def test_it_lies_on_hair_and_comes_down_to_the_hairline() -> None:
    unit = np.array([[0, 0.9, 0.43], [0, 0.97, 0.0], [0, 0.6, -0.8]], np.float32)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    strands = (CENTRE + RADII * unit)[:, None].astype(np.float32)
    over = fringe_over_own_hair.lay_over_hair(strands, Hairline(), 2.0)
    distance, _ = distance_from_skull(over[:, 0])
    assert 0 < distance[0] < 1.6
    assert distance[2] == pytest.approx(2.0, abs=0.2)
    ahead = np.array([[[0.0, 5.0, 6.0]]], np.float32)
    np.testing.assert_array_equal(fringe_over_own_hair.lay_over_hair(ahead, Hairline(), 2.0), ahead)


@pytest.mark.parametrize(("head", "narrowest", "widest"), [("d02", 36, 56), ("d33", 56, 78)])
def test_it_is_as_wide_as_the_bare_forehead(
    head: str, narrowest: float, widest: float, portraits: Portraits, portraits_folder: Path
) -> None:
    """d02's hair falls over one temple, d33's leaves both bare."""
    photo = codec.decode(next(portraits_folder.glob(f"{head}_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=800))
    without = clean_plate.build_clean_plate(known)
    wide = fringe_over_own_hair.widen_fringe(
        Fringe(length=5), known, without.skull, hairline.find_hairline(known)
    ).width
    assert narrowest <= wide <= widest
    assert 0.3 < fringe_over_own_hair.hair_thickness(known, without.skull) < 4
