"""Short hair and fringes end before the eyes: what would hang over them is cut there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from catchlight.hair.compositing import rim_light
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.strands.strands import Strands
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import erode_mask

_INSIDE_CM, _BELOW_CM = 0.8, 0.4
"""How far inside the outline of the face, and how far below the upper edge of the brows, nothing of short hair and of a fringe
hangs."""


def end_strands_above_eyes(
    strands: Strands, pixels: Floats, scene: HairScene, which: npt.NDArray[np.bool_] | None = None
) -> Strands:
    """The strands, none of which reaches the inner face below the brows. pixels: NxSx2. which: N, those that may not; None for
    all."""
    inside = erode_mask(scene.oval > 0.5, _INSIDE_CM * scene.cm)
    inside[: int(np.clip(rim_light.brow_row(scene) + _BELOW_CM * scene.cm, 0, len(inside)))] = False
    height, width = inside.shape
    column, row = (np.clip(pixels[..., axis], 0, end - 1).astype(np.intp) for axis, end in ((0, width), (1, height)))
    hangs = inside[row, column]
    if which is not None:
        hangs &= which[:, None]
    last = np.where(hangs.any(axis=1), hangs.argmax(axis=1), hangs.shape[1] - 1) / np.float32(hangs.shape[1] - 1)
    return replace(strands, reach=np.minimum(strands.reach, last.astype(np.float32)))
