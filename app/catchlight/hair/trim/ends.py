"""Ends of cut hair: how far each strand of the photo's hair reaches below a cut, locks first, then every single one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from catchlight.hair.analysis import Hair
from catchlight.hair.orientation import equalise_noise
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane

_LOCKS = ((0.5, 0.35), (1.3, 0.5))
"""Width of locks and how far they end apart, cm, where a cut is as uneven as can be."""
_TAPER_CM, _BLUNT_CM = 2.1, 0.45
"""How far single strands end apart where a cut is as uneven as can be, and where it is quite even."""
_SKEW = 1.7
"""Power of the ranks of strands: most end near the cut, few reach far below."""
_REACH_CM = 3.2
"""How far streamlines are followed: for one pixel, then two, then four... Longer first steps would leave beads along a strand."""
_STRAND_PX, _EVEN_CM = 0.6, 0.12
_LAYERS = 3
_TIP_CM = 0.3
"""Layers of strands at each place, and the length over which a strand ends."""


def remaining_share(scene: HairScene, rows: slice, above: Floats, ragged: float, seed: int) -> FloatPlane:
    """Share of hair that a cut leaves, 0..1, for some rows of the picture: locks end one by one, and in them single strands,
    in several layers, so that hair grows thin before it ends.

    above: cm by which each pixel of the rows lies above the cut. ragged: 0 (cut with a razor's edge) to 1. Same seed, same ends.
    """
    edge = above
    for number, (wide, far) in enumerate(_LOCKS):
        edge = edge + np.float32(2 * far * ragged) * (scene.bundles(wide, seed + number)[rows] - np.float32(0.5))
    if scene.own is None:
        return np.asarray(np.clip(edge / _TIP_CM + 0.5, 0, 1), np.float32)
    far = _BLUNT_CM + (_TAPER_CM - _BLUNT_CM) * ragged
    total = np.zeros(edge.shape, np.float32)
    for rank in _single(scene.own, scene, rows, seed):
        below = np.float32(far) * (rank ** np.float32(_SKEW) - np.float32(1 / (1 + _SKEW)))
        total += np.clip((edge + below) / _TIP_CM + 0.5, 0, 1)
    return np.asarray(total / _LAYERS, np.float32)


def _single(own: Hair, scene: HairScene, rows: slice, seed: int) -> Iterator[FloatPlane]:
    """Rank (0..1) of each single strand, the same all along it, layer by layer: noise of a pixel's width, summed along the
    strands."""
    import cv2

    x0, y0, x1, y1 = own.box
    known = own.lie
    height, width = rows.stop - rows.start, scene.shape[1]
    columns, lines = np.meshgrid(
        np.arange(known.mask.shape[1], dtype=np.float32), np.arange(known.mask.shape[0], dtype=np.float32)
    )
    x, y = known.streams.onward
    across, down = x - columns, y - lines
    # Ends hang: where it is not plain which way is down, a step is short, and neighbours do not part.
    length = np.copysign(np.hypot(across, down) + np.float32(1e-6), down)
    sigma = max(1.0, _EVEN_CM * known.cm)
    across, down = blur_plane(across / length, sigma), blur_plane(down / length, sigma)
    scale_x, scale_y = known.mask.shape[1] / (x1 - x0), known.mask.shape[0] / (y1 - y0)
    # From the rows' pixels to those of the hair's reduced planes.
    matrix = np.array(
        [
            [scale_x, 0, (0.5 - x0) * scale_x - 0.5],
            [0, scale_y, (0.5 + rows.start - y0) * scale_y - 0.5],
        ]
    )
    how: dict[str, Any] = {"flags": cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, "borderMode": cv2.BORDER_REPLICATE}
    moved = [cv2.warpAffine(plane, matrix, (width, height), **how) for plane in (across, down)]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    mask: Any = cv2.warpAffine(np.asarray(known.mask, np.float32), matrix, (width, height), **how)
    random = np.random.default_rng(seed + 7)
    noise: Any = random.standard_normal((height, width, _LAYERS), np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), _STRAND_PX)
    for _ in range(max(1, round(np.log2(_REACH_CM * scene.cm)))):
        at_x, at_y = x + moved[0], y + moved[1]
        noise = noise + cv2.remap(noise, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        moved = [
            part + cv2.remap(part, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for part in moved
        ]
    for layer in range(_LAYERS):
        yield equalise_noise(noise[..., layer], mask)
