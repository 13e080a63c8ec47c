"""What mouth and eyes do already: open or closed, teeth or none, and how far the mouth smiles in units of the basis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from catchlight.expression.analysis.covers import FaceMasks
from catchlight.expression.basis.topology import EYES, LIP_IN_LOWER, LIP_IN_UPPER
from catchlight.expression.soft_shapes import CropWindow
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatImage

_SMILE, _TOOTHY_SMILE = 0.62, 0.88
"""Coefficient of the mean closed and of the mean toothy smile of the basis."""
_UPPER_UP = 0.75
TOOTHY_CM = 0.3
"""Gap between the lips from which teeth show."""
_WHOLE_CM = 1.4
"""Gap between the lips of the mean toothy smile."""


@dataclass(frozen=True)
class Mouth:
    """gap: between the inner lips' middles, cm. area: parsed inside of the mouth, cm2. closed: lips meet. teeth: they show."""

    gap: float
    area: float
    closed: bool
    teeth: bool


def mouth_of(points: Doubles, covers: FaceMasks, pixels: FloatImage, cm: float) -> Mouth:
    """Whether it is closed, and whether what shows in it is bright enough for teeth."""
    gap = float(np.linalg.norm(points[13, :2] - points[14, :2])) / cm
    ring = points[[*LIP_IN_UPPER, *LIP_IN_LOWER[::-1]], :2]
    frame = CropWindow.around(ring, 2, covers.skin.shape)
    inside = frame.polygon(ring) > 0.8
    bright = pixels.mean(axis=2)
    skin = covers.skin > 0.8
    level = float(np.median(bright[skin])) if skin.any() else 128.0
    teeth = gap > TOOTHY_CM and inside.sum() > 20 and np.percentile(bright[frame.cut][inside], 80) > 0.42 * level
    area = float(covers.mouth.sum()) / cm**2
    return Mouth(gap, area, gap < (0.12 if area > 0.8 else 0.22), bool(teeth))


def amounts_of(coefficients: Mapping[str, float], mouth: Mouth) -> dict[str, float]:
    """The measured movements in units of the basis, by full name."""
    toothy = mouth.gap > TOOTHY_CM
    smile = _TOOTHY_SMILE if toothy else _SMILE
    amounts = {}
    for side in ("Left", "Right"):
        amounts[f"mouthSmile{side}"] = float(np.clip(coefficients[f"mouthSmile{side}"] / smile, 0, 1.1))
        up = max(coefficients[f"mouthUpperUp{side}"] / _UPPER_UP, mouth.gap / _WHOLE_CM)
        amounts[f"mouthUpperUp{side}"] = float(np.clip(up, 0, 1.15)) if toothy else 0.0
    amounts["jawOpen"] = coefficients["jawOpen"]
    return amounts


def smile_of(coefficients: Mapping[str, float], side: str, *, toothy: bool) -> float:
    """The coefficient of one side in units of the basis; a smile that shows teeth is read as a larger one."""
    return coefficients[f"mouthSmile{side}"] / (_TOOTHY_SMILE if toothy else _SMILE)


def openings(points: Doubles) -> tuple[float, float]:
    """Height by width of the opening of the right and the left eye."""

    def ratio(upper: Sequence[int], lower: Sequence[int]) -> float:
        heights = [np.linalg.norm(points[upper[i], :2] - points[lower[i], :2]) for i in (3, 4, 5)]
        width = float(np.linalg.norm(points[upper[0], :2] - points[upper[-1], :2]))
        return float(np.mean(heights)) / max(width, 1e-6)

    right, left = (ratio(upper, lower) for upper, lower in EYES)
    return right, left
