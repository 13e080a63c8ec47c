"""The parts of a portrait that a person can name, as soft masks at full resolution."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from catchlight.clothing import tie_cut
from catchlight.clothing.segment import clothes
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.parsing import face_parts, hair_parts, line_zones, lip_contour, skull_skin, stubble
from catchlight.portrait.portrait import Portrait


def _everything(portrait: Portrait) -> FloatPlane:
    return np.ones((portrait.picture.height, portrait.picture.width), np.float32)


def _person(portrait: Portrait) -> FloatPlane:
    return portrait.alpha


def _background(portrait: Portrait) -> FloatPlane:
    return np.asarray(1 - portrait.alpha, np.float32)


REGIONS: dict[str, Callable[[Portrait], FloatPlane]] = {
    "everything": _everything,
    "person": _person,
    "background": _background,
    "face": face_parts.face,
    "skin": clothes.skin,
    "forehead": skull_skin.forehead,
    "scalp": skull_skin.scalp,
    "cheek": face_parts.cheek,
    "under_eye": face_parts.under_eye,
    "frown_lines": line_zones.frown_lines,
    "smile_lines": line_zones.smile_lines,
    "crows_feet": line_zones.crows_feet,
    "eye": face_parts.eye,
    "iris": face_parts.iris,
    "eye_white": face_parts.eye_white,
    "brow": face_parts.brow,
    "lips": lip_contour.lips,
    "upper_lip": lip_contour.upper_lip,
    "lower_lip": lip_contour.lower_lip,
    "teeth": face_parts.teeth,
    "beard": hair_parts.beard,
    "stubble": stubble.stubble,
    "ear": face_parts.ear,
    "nose": skull_skin.nose,
    "chin": skull_skin.chin,
    "neck": skull_skin.neck,
    "chest": skull_skin.chest,
    "hair": hair_parts.hair,
    "hat": hair_parts.hat,
    "glasses": face_parts.glasses,
    "shoulder": clothes.shoulders,
    "clothes": clothes.clothes,
    "jacket": clothes.jacket,
    "shirt": clothes.shirt,
    "tie": tie_cut.tie,
}
"""Name of a region to the function that draws it: HxW float32 in 0..1, the picture's size."""
AS_THINGS = frozenset({"nose", "chin", "scalp", "chest", "shoulder"})
"""Regions that sentences name as they name things."""
PIECES = frozenset({"upper_lip", "lower_lip", "stubble"})
"""Regions that are drawn as a part of another, or in its stead, and have no word of their own."""


def region(portrait: Portrait, name: str) -> FloatPlane:
    """A named region of a portrait, kept with it. Raises KeyError for a name that is not in REGIONS."""
    return portrait.kept(f"region:{name}", lambda: REGIONS[name](portrait))
