"""Where the line of the shoulders runs: as seen, as the other side shows, an average for the rest."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import FloatPlane

_ASIDE = (0, 5, 6.5, 9, 13, 17, 20, 22.5, 25, 40)
_BELOW = (1.5, 2.2, 4.0, 5.4, 6.8, 8.3, 10.4, 14, 24, 60)
"""An average shoulder line: cm below the chin over cm beside the neck's axis."""
_ARM_CM = 19.0
"""Beyond this the outline is an arm's, and says nothing of how high the shoulder is."""
_WORN_CM, _COLLAR_CM, _LIFTED_CM, _FALLS = 0.25, 5.5, (3.5, 8.0), 0.12
"""Half the width of cloth that is sure to be seen, how far beside the axis shoulders begin, how far the line may be wrong there
and at an arm, and how far a shoulder falls for each cm."""


def shoulder_line(scene: HairScene) -> FloatPlane:
    """Visible outline where there is one, mirrored or carried on elsewhere; never over visible background."""
    height, width = scene.shape
    cm, chin, middle = scene.cm, scene.chin[1], scene.middle
    columns = np.arange(width)
    aside = (columns - middle) / cm
    average = chin + cm * np.interp(np.abs(aside), _ASIDE, _BELOW)
    worn = (scene.alpha > 0.6) & (scene.hair < 0.25) & (scene.skin < 0.5)
    worn[: int(max(0, chin - 2 * cm))] = False
    has = worn.any(axis=0)
    top = np.where(has, worn.argmax(axis=0), height)
    above = np.clip(top - int(max(4, 0.35 * cm)), 0, height - 1)
    free = (scene.alpha[above, columns] < 0.4) & (scene.hair[above, columns] < 0.15)
    seen = has & free & (np.abs(aside) > 5.5) & (top < height - 3)
    outline = seen.copy()
    seen &= (np.abs(aside) < _ARM_CM) | ~(seen & (np.abs(aside) < _ARM_CM)).any()
    line = average.copy()
    for side in (-1, 1):
        mine, other = np.sign(aside) == side, np.sign(aside) == -side
        if (seen & mine).sum() > 1.5 * cm:
            line = np.where(mine, _followed(columns, (seen & mine), top - average, cm) + average, line)
        elif (seen & other).sum() > 1.5 * cm:
            order = np.argsort(np.abs(aside[seen & other]))
            reach = np.abs(aside[seen & other])[order]
            offset = (top - average)[seen & other][order]
            line = np.where(mine, average + np.clip(np.interp(np.abs(aside), reach, offset), -2 * cm, 8 * cm), line)
    line = np.where(np.abs(aside) > _COLLAR_CM, np.maximum(line, chin + 1.8 * cm), line)
    line = _over_cloth(scene, line, aside)
    open_air = erode_mask((scene.alpha < 0.05) & (scene.hair < 0.03), 2)
    open_air[: int(max(0, chin))] = False
    lowest = np.where(open_air.any(axis=0), height - np.argmax(open_air[::-1], axis=0), 0)
    line = np.maximum(line, np.where(np.abs(aside) > 6, lowest, 0))
    line = np.where(outline, top, line)
    # Outwards a shoulder only falls; before the neck the line says nothing of it.
    right, left = aside >= _COLLAR_CM, aside <= -_COLLAR_CM
    line[right] = np.maximum.accumulate(line[right])
    line[left] = np.maximum.accumulate(line[left][::-1])[::-1]
    return np.asarray(blur_plane(line[None], 0.3 * cm)[0], np.float32)


def _over_cloth(scene: HairScene, line: Floats, aside: Floats) -> Floats:
    """The shoulder line no lower than cloth that is seen under the hair, nor, nearer to the neck, than it is further out."""
    cm = scene.cm
    worn = (scene.cloth > 0.5) & (scene.alpha > 0.9) & (scene.hair < 0.1)
    worn = dilate_mask(erode_mask(worn, _WORN_CM * cm), _WORN_CM * cm)
    top = np.where(worn.any(axis=0), worn.argmax(axis=0), np.inf)
    far, middle = np.abs(aside), int(np.argmin(np.abs(aside)))
    shoulder = far < _ARM_CM
    higher = (far > _COLLAR_CM) & (top < line) & (top > line - np.where(shoulder, *_LIFTED_CM) * cm)
    raised = np.where(higher, top, line)
    falling = np.where(higher & shoulder, top - _FALLS * far * cm, np.inf)
    for side in (slice(None, middle), slice(None, middle, -1)):
        falling[side] = np.minimum.accumulate(falling[side])
    inner = np.minimum(raised, falling + _FALLS * far * cm)
    return np.asarray(np.where(shoulder & (far > _COLLAR_CM), inner, raised), np.float32)


def _followed(
    columns: npt.NDArray[np.intp], seen: npt.NDArray[np.bool_], offset: npt.NDArray[np.floating], cm: float
) -> npt.NDArray[np.float64]:
    """Offsets from the average: those seen, fading to their median beyond the last column seen."""
    at, values = columns[seen], offset[seen]
    typical = float(np.median(values))
    gap = np.minimum(np.abs(columns - at.min()), np.abs(columns - at.max())) / cm
    inside = (columns >= at.min()) & (columns <= at.max())
    weight = np.where(inside, 1.0, np.exp(-gap / 4))
    return np.asarray(typical + (np.interp(columns, at, values) - typical) * weight)
