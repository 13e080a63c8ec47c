"""Drawn hair made even along its strands: where one passes under another it goes on, and no ground shows in between.

And what single strands differ by, which are finer than any that is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.core import memory
from catchlight.core.threads import each
from catchlight.hair.synthesis.texture.flow import ROWS_AT_A_TIME, StrandFlow
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats
from catchlight.imaging.byte_planes import plane_from_bytes, plane_to_bytes
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.filters.smooth_planes import enlarge_rows
from catchlight.imaging.picture import FloatPlane

_STEP_CM = 0.032
"""A first pass evens over five steps, a second one over five times as much: 0.8 cm."""
_ROOM_CM = 0.4
"""Room round the hair: half of that way."""
_FINEST = 0.6
"""Pixels of a step from which the first pass evens anything."""
_EVENED = 0.85
"""How far brightness is evened: single strands cross others."""
_HOLE = (0.62, 0.85)
"""Mean coverage along the strand from which a gap is a hole in the drawing rather than one between two locks."""
_ROUND_CM, _ROUND = 0.1, 0.1
"""A hole is also what hair closes round on all sides within so many cm, where it covers that much more."""
_WITHIN_CM, _WITHIN = 0.4, (0.72, 0.9)
"""Mean coverage round about from which hair is dense: at a hairline single roots stand on skin."""
_INSIDE = (0.45, 0.7)
"""Coverage within ``_ROUND_CM`` from which nothing shines through where hair is dense on the whole."""
_LEAST = 0.02


@dataclass(frozen=True)
class StrandPlanes:
    """shade, cover: HxW, brightness and coverage. single: HxWx2, two chances that change from strand to strand and little along
    them, of mean 0; None where there are no strands to follow."""

    shade: FloatPlane
    cover: FloatPlane
    single: Floats | None = None


def smooth_along_strands(
    shade: FloatPlane,
    cover: FloatPlane,
    cm: float,
    also: FloatPlane | None = None,
    seed: int | None = None,
) -> StrandPlanes:
    """Drawn hair evened along its strands; changes ``shade`` and ``cover``, both HxW. cm: pixels for a centimetre. also: HxW,
    hair of both layers: where it is dense, so is this one, up to the body's outline. seed: of single strands, None for none."""
    seen = cover > _LEAST
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if len(rows) < 8 or len(columns) < 8:
        return StrandPlanes(shade, cover)
    # At its edge what is followed would go on along that, and draw the top of the head out to a flat line.
    room = round(_ROOM_CM * cm)
    part = (
        slice(max(int(rows[0]) - room, 0), int(rows[-1]) + 1 + room),
        slice(max(int(columns[0]) - room, 0), int(columns[-1]) + 1 + room),
    )
    light, dense = shade[part], cover[part]
    flow = StrandFlow.of(light, dense, cm)
    # Together it is faster, one by one it needs half the memory.
    large = memory.is_large(light.shape)
    near = np.empty((*light.shape, 2 if seed is None or large else 4), np.float32)
    np.multiply(light, dense, out=near[..., 0])
    near[..., 1] = dense
    if seed is not None and not large:
        near[..., 2:] = _chances(light.shape, seed)
    near, both = _followed(flow, near, cm)
    _even(light, dense, near, both, flow.sure, None if also is None else also[part], cm)
    if seed is None:
        return StrandPlanes(shade, cover)
    strands = both
    if large:
        del near, both, strands
        memory.trim_heap()
        strands = _followed(flow, _chances(light.shape, seed), cm)[1]
    single = np.zeros((*shade.shape, 2), np.float32)
    single[part] = strands[..., -2:]
    return StrandPlanes(shade, cover, single)


def _even(
    light: FloatPlane,
    dense: FloatPlane,
    near: Floats,
    both: Floats,
    sure: FloatPlane,
    also: FloatPlane | None,
    cm: float,
) -> None:
    """Brightness and coverage made even, and holes closed; changes ``light`` and ``dense``, HxW. near, both: HxWxC, means of the
    one times the other, and of the other, along strands, over a short way and a long one. sure: hxw, how far those count."""
    hair = dense if also is None else also
    round_about, within = (
        plane_to_bytes(blur_plane(dense, _ROUND_CM * cm)),
        plane_to_bytes(blur_plane(hair, _WITHIN_CM * cm)),
    )

    def even(top: int) -> None:
        band = slice(top, min(top + ROWS_AT_A_TIME, len(light)))
        mean = both[band, :, :2] - near[band, :, :2]
        vec3.scale(mean, enlarge_rows(sure, band, light.shape))
        mean += near[band, :, :2]
        evened = mean[..., 0] / np.maximum(mean[..., 1], np.float32(1e-3))
        light[band] += (evened - light[band]) * np.where(dense[band] > _LEAST, np.float32(_EVENED), np.float32(1))
        full = np.maximum(mean[..., 1], plane_from_bytes(round_about[band]) - np.float32(_ROUND))
        deep = np.clip((plane_from_bytes(within[band]) - _WITHIN[0]) / (_WITHIN[1] - _WITHIN[0]), 0, 1)
        holes = np.clip((full - _HOLE[0]) / (_HOLE[1] - _HOLE[0]), 0, 1) * deep
        if also is not None:
            inside = np.clip((plane_from_bytes(round_about[band]) - _INSIDE[0]) / (_INSIDE[1] - _INSIDE[0]), 0, 1)
            holes = np.maximum(holes, inside * deep)
        np.maximum(dense[band], holes, out=dense[band])

    each(even, range(0, len(light), ROWS_AT_A_TIME))


def _chances(shape: tuple[int, ...], seed: int) -> Floats:
    """For each pixel two numbers of mean 0, HxWx2."""
    chances = np.random.default_rng(seed).random((*shape, 2), np.float32)
    chances -= np.float32(0.5)
    return chances


def _followed(flow: StrandFlow, image: Floats, cm: float) -> tuple[Floats, Floats]:
    """Means of ``image`` (HxWxC) along strands over a short way, and over a long one."""
    if _STEP_CM * cm > _FINEST:
        image = flow.mean(image, _STEP_CM * cm)
    return image, flow.mean(image, 5 * _STEP_CM * cm, parts=2)


def smooth_at_half_size(
    shade: FloatPlane, cover: FloatPlane, cm: float, also: FloatPlane
) -> tuple[FloatPlane, FloatPlane]:
    """Brightness and coverage that ``smooth_along_strands`` finds at half the size, with finer detail as it was drawn: of hair in
    the shade of other hair. Changes ``shade`` and ``cover``, both HxW."""
    import cv2

    height, width = cover.shape
    half = (max(1, width // 2), max(1, height // 2))

    def small(plane: FloatPlane) -> FloatPlane:
        return np.asarray(cv2.resize(plane, half, interpolation=cv2.INTER_AREA), np.float32)

    dense = small(cover)
    light: FloatPlane = np.asarray(small(shade * cover) / np.maximum(dense, np.float32(1e-3)), np.float32)
    before = light.copy()
    even = smooth_along_strands(light, dense, cm / 2, small(also))
    apart = cv2.resize(even.shade - before, (width, height), interpolation=cv2.INTER_LINEAR)
    shade += apart
    np.maximum(cover, cv2.resize(even.cover, (width, height), interpolation=cv2.INTER_LINEAR), out=cover)
    return shade, cover
