"""From root to tip: how far along its strand each pixel of the hair lies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait import skull
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

_FOREHEAD_CM = 4.2
"""Height of bare forehead above the eyes from which the hair counts as combed off it; below it hangs as a fringe."""
_ABOVE_CM = 2.2
"""The hairline counts from this far above the eyes: lower down, hair that hangs beside the face has no roots."""


@dataclass(frozen=True)
class Growth:
    """depth: HxW float32, centimetres from the roots. length: cm, that of the longest strands seen. hairline: HxW bool, where
    the hair begins above the face."""

    depth: FloatPlane
    length: float
    hairline: npt.NDArray[np.bool_]


def measure_growth(portrait: Portrait, mask: FloatPlane, matrix: geometry.Matrix) -> Growth:
    """Roots lie on the hairline and on the parting: from the highest bare forehead up to the crown; under a fringe at the
    crown alone. mask: HxW, the hair; matrix: 2x3 from pixels of the picture to those of the mask.
    """
    import cv2

    cm = portrait.pose.px_per_cm * geometry.scale_of(matrix)
    up, across = skull.axes(portrait.landmarks)
    eyes = geometry.apply(matrix, [portrait.landmarks.eyes])[0]
    height, width = mask.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    above = ((x - eyes[0]) * up[0] + (y - eyes[1]) * up[1]) / cm
    aside = ((x - eyes[0]) * across[0] + (y - eyes[1]) * across[1]) / cm
    hair = mask > 0.5
    skin = _skin(portrait, (width, height), matrix) > 0.5
    near = cv2.dilate(skin.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=max(1, round(0.3 * cm))) > 0
    hairline = hair & near & (above > _ABOVE_CM)
    seeds = hairline | _parting(hair, skin, above, aside)
    if not seeds.any():
        top = np.percentile(above[hair], 97) if hair.any() else 0.0
        seeds = hair & (above >= top)
    depth = cv2.distanceTransform((~seeds).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(max(cm, 1e-3))
    length = float(np.percentile(depth[hair], 97)) if hair.any() else 1.0
    return Growth(np.asarray(depth, np.float32), max(length, 0.5), hairline)


def _parting(
    hair: npt.NDArray[np.bool_], skin: npt.NDArray[np.bool_], above: FloatPlane, aside: FloatPlane
) -> npt.NDArray[np.bool_]:
    """The line from the top of the forehead to the crown; the crown's surroundings where a fringe hides the forehead."""
    middle = np.abs(aside) < 6
    bare = skin & middle
    place, top = 0.0, -np.inf
    if bare.any():
        top = float(np.percentile(above[bare], 99.8))
        place = float(np.median(aside[bare & (above >= top - 0.3)]))
    if top > _FOREHEAD_CM:
        return np.asarray(hair & (np.abs(aside - place) < 0.25) & (above > top - 0.5), np.bool_)
    crown = hair & middle
    if not crown.any():
        return crown
    return np.asarray(crown & (above > np.percentile(above[crown], 99) - 1.5) & (np.abs(aside) < 3), np.bool_)


def _skin(portrait: Portrait, size: tuple[int, int], matrix: geometry.Matrix) -> FloatPlane:
    known = portrait.parsing
    back = geometry.inverse(matrix)
    moved = tuple(geometry.compose(own, back) for own in known.matrices)
    return head_parsing.Parsing(known.answers, moved, known.weights, (size[1], size[0])).plane((head_parsing.SKIN,))
