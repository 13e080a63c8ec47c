"""The worked part of a picture put back into the whole, in its size, depth and grain."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim.volume import EditedHair
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window

_ROWS, _TILE = 256, 512
_UNSEEN, _FAINT = 0.02, 0.05
"""Change of alpha that nobody sees, and the least share of hair whose colour can be told."""


def paste_back(
    pixels: Pixels, known: HairScene, after: EditedHair, box: Window, grain: float, seed: int
) -> npt.NDArray[Any]:
    """The whole picture with the worked part put back: pixels that did not change stay as they are, bit for bit, and those that
    only moved are as sharp as they were."""
    import cv2

    x0, y0, x1, y1 = box
    most = np.iinfo(pixels.dtype).max
    result = pixels.copy()
    part: Any = result[y0:y1, x0:x1, :3]
    before, worked = known.rgb, after.picture
    if after.pull is not None:
        after.pull.laid(pixels[y0:y1, x0:x1], part, known.shape)
        before = after.pull.picture
    changed = vec3.differ(worked, before)
    if (x1 - x0, y1 - y0) == (worked.shape[1], worked.shape[0]):
        for channel in range(3):
            new: Any = worked[..., channel].astype(pixels.dtype)
            np.copyto(part[..., channel], new * (most // 255), where=changed)
        return result
    share = blur_plane(changed, 1.0)
    share[share < 0.02] = 0
    tile = inpaint.grain_noise(np.random.default_rng(seed), (_TILE, _TILE)) * np.float32(0.7 * grain)
    sx, sy = (x1 - x0) / worked.shape[1], (y1 - y0) / worked.shape[0]
    for top in range(0, y1 - y0, _ROWS):
        rows = min(_ROWS, y1 - y0 - top)
        matrix = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, 0.5 * sy - 0.5 - top]])
        how = {"dsize": (x1 - x0, rows), "borderMode": cv2.BORDER_REPLICATE}
        mixed = cv2.warpAffine(share, matrix, flags=cv2.INTER_LINEAR, **how)  # type: ignore[call-overload]
        here = mixed >= 0.01
        if not here.any():
            continue
        low, high = (int(value) for value in ((top - 2) / sy - 2, (top + rows + 2) / sy + 3))
        low = max(0, low)
        matrix[1, 2] += low * sy
        source = worked[low:high].astype(np.float32)
        new = cv2.warpAffine(source, matrix, flags=cv2.INTER_CUBIC, **how)[here]  # type: ignore[call-overload]
        columns = np.arange(x1 - x0) % _TILE
        new += tile[(np.arange(rows) + top) % _TILE][:, columns][here][:, None]
        block, weight = part[top : top + rows], mixed[here][:, None]
        value = block[here] * (1 - weight) + new * (weight * np.float32(most / 255))
        block[here] = np.round(np.clip(value, 0, most)).astype(pixels.dtype)
    return result


def paste_back_cutout(before: Pixels, after: Pixels, box: Window, grown: FloatPlane) -> Pixels:
    """A cut-out (HxWx4) with an alpha that follows the new hair, and without the white that its worked part was laid on.

    grown: hxw, by how much the person's alpha has changed in the worked part, -1..1.
    """
    import cv2

    x0, y0, x1, y1 = box
    top = np.float32(np.iinfo(after.dtype).max)
    change = cv2.resize(grown, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    change[np.abs(change) < _UNSEEN] = 0
    result = after.copy()
    part: Any = result[y0:y1, x0:x1]
    alpha = np.clip(part[..., 3] / top + change, 0, 1)
    mixed = (alpha < 1) & vec3.differ(part[..., :3], before[y0:y1, x0:x1, :3])
    share = np.maximum(alpha[mixed], _FAINT)[:, None]
    own = (part[mixed][:, :3].astype(np.float32) - top * (1 - share)) / share
    colours = part[..., :3]
    colours[mixed] = np.round(np.clip(own, 0, top)).astype(after.dtype)
    part[..., 3] = np.where(change == 0, part[..., 3], np.round(alpha * top).astype(after.dtype))
    return result
