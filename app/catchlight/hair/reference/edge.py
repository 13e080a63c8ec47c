"""The outline of hair drawn along the colours on both sides of it: single strands at a hairline, and no torn or blurred edge.

References:
    Y.-Y. Chuang et al., "A Bayesian approach to digital matting", CVPR 2001, doi:10.1109/CVPR.2001.990970 (the share of a
    mixture by projection on the line between both colours).
"""

from __future__ import annotations

import numpy as np

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.filters.planes import blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import FloatPlane

_DEEP_CM, _AWAY_CM, _WIDE_CM = 0.15, 0.12, 0.3
"""How far inside the outline hair is alone, how far outside it what is beside it is, and the width over which either goes on."""
_ENVELOPE_CM, _STEEP = 0.14, 2.4
"""Width within which the outline may move, and how steep it is then at least."""
_APART = (22.0, 60.0)
"""Difference of both colours (0..255) from which their mixture tells a share, and from which it alone does."""
_AROUND_CM, _CURLS_CM, _ALIKE = 0.6, 1.3, 0.55
"""Width over which the ground beside hair goes on into it, how far inside the outline it may be seen between curls, and how much
nearer to its colour than to that of hair it is there."""
_SHARP_PX = 0.6


def refine_outline(scene: HairScene, cover: FloatPlane) -> FloatPlane:
    """``cover`` (HxW) of the hair of a scene with its outline where its colours put it."""
    cm = scene.cm
    inside = erode_mask(cover > 0.9, _DEEP_CM * cm)
    outside = ~dilate_mask(cover > 0.1, _AWAY_CM * cm)
    if not inside.any() or not outside.any():
        return cover
    rgb = scene.rgb.astype(np.float32)
    hair, other = (
        inpaint.fill_and_blur(rgb, mask.astype(np.float32), max(1.0, _WIDE_CM * cm)) for mask in (inside, outside)
    )
    line = hair - other
    length = np.sqrt(np.maximum(vec3.square(line), 1.0))
    share = np.clip(((rgb - other) * line).sum(axis=2) / length**2, 0, 1)
    near = blur_plane(cover, _ENVELOPE_CM * cm)
    low, high = np.clip(_STEEP * (near - 1) + 1, 0, 1), np.clip(_STEEP * near, 0, 1)
    share = blur_plane(np.clip(share, low, high), _SHARP_PX)
    # Between curls the ground is seen further in as well.
    beyond = inpaint.fill_and_blur(rgb, outside.astype(np.float32), max(1.0, _AROUND_CM * cm))
    unlike = np.sqrt(vec3.square(rgb - beyond)) / np.maximum(np.sqrt(vec3.square(hair - beyond)), 1.0)
    rim = 1 - blur_plane(erode_mask(cover > 0.5, _CURLS_CM * cm).astype(np.float32), 0.2 * cm)
    ground = np.clip(1 - unlike / _ALIKE, 0, 1) * rim
    told = np.clip((length - _APART[0]) / (_APART[1] - _APART[0]), 0, 1)
    return np.asarray((cover + told * (share - cover)) * (1 - told * ground), np.float32)
