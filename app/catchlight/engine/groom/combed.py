"""Drawn hair made even along its strands: where one passes under another it goes on, and no ground shows in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import triples
from catchlight.engine.groom.scene import soft
from catchlight.engine.groom.stored import in_bytes, plane
from catchlight.engine.hair.broad import grown
from catchlight.engine.picture import FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_CELLS = 11.0
"""Cells for a centimetre on which directions are told."""
_NEAR_CM, _FAR_CM, _FAR = 0.10, 0.6, 0.03
"""Widths over which directions are averaged, and what the wider one counts: it decides only where nothing is seen."""
_SURE = (0.30, 0.55)
"""How well directions must agree before hair is evened along them at all, and wholly: curls that cross stay as they are."""
_STEP_CM, _STEPS = 0.032, 2
"""A first pass evens over five steps, a second one over five times as much: 0.8 cm."""
_FINEST = 0.4
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
_ROWS = 256


def combed(
    shade: FloatPlane, cover: FloatPlane, cm: float, also: FloatPlane | None = None
) -> tuple[FloatPlane, FloatPlane]:
    """Brightness and coverage (both HxW) of drawn hair, evened along its strands by line integral convolution (Cabral and
    Leedom 1993); changes and returns them. cm: pixels for a centimetre. also: HxW, hair of both layers: where it is dense, so is
    this one, up to the body's outline."""
    seen = cover > _LEAST
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if len(rows) < 8 or len(columns) < 8:
        return shade, cover
    part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
    light, dense = shade[part], cover[part]
    flow = _Flow.of(light, dense, cm)
    hair = dense if also is None else also[part]
    round_about, within = in_bytes(soft(dense, _ROUND_CM * cm)), in_bytes(soft(hair, _WITHIN_CM * cm))
    near = np.dstack([light * dense, dense])
    if _STEP_CM * cm > _FINEST:
        near = _mean(near, flow.followed(_STEP_CM * cm, 1))
    both = _mean(near, flow.followed((2 * _STEPS + 1) * _STEP_CM * cm, 2))
    for top in range(0, len(light), _ROWS):
        band = slice(top, min(top + _ROWS, len(light)))
        mean = both[band] - near[band]
        triples.scale(mean, grown(flow.sure, band, light.shape))
        mean += near[band]
        evened = mean[..., 0] / np.maximum(mean[..., 1], np.float32(1e-3))
        light[band] += (evened - light[band]) * np.where(dense[band] > _LEAST, np.float32(_EVENED), np.float32(1))
        full = np.maximum(mean[..., 1], plane(round_about[band]) - np.float32(_ROUND))
        deep = np.clip((plane(within[band]) - _WITHIN[0]) / (_WITHIN[1] - _WITHIN[0]), 0, 1)
        holes = np.clip((full - _HOLE[0]) / (_HOLE[1] - _HOLE[0]), 0, 1) * deep
        if also is not None:
            inside = np.clip((plane(round_about[band]) - _INSIDE[0]) / (_INSIDE[1] - _INSIDE[0]), 0, 1)
            holes = np.maximum(holes, inside * deep)
        np.maximum(dense[band], holes, out=dense[band])
    return shade, cover


def _mean(image: Floats, moves: list[tuple[FloatPlane, FloatPlane]]) -> Floats:
    """Of ``image`` (HxWxC) and what it shows at places moved by reduced planes of pixels, some rows at a time."""
    import cv2

    height, width = image.shape[:2]
    result = np.empty_like(image)
    x = np.arange(width, dtype=np.float32)[None]
    for top in range(0, height, _ROWS):
        rows = slice(top, min(top + _ROWS, height))
        y = np.arange(rows.start, rows.stop, dtype=np.float32)[:, None]
        total = image[rows].copy()
        for across, down in moves:
            to_x, to_y = grown(across, rows, (height, width)) + x, grown(down, rows, (height, width)) + y
            total += cv2.remap(image, to_x, to_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        result[rows] = total * np.float32(1 / (len(moves) + 1))
    return result


@dataclass(frozen=True)
class _Flow:
    """Directions of drawn strands. along: hxwx2 unit vectors, without a sign. sure: hxw, how far they count, 0..1.
    size: pixels of a cell."""

    along: Floats
    sure: FloatPlane
    size: tuple[float, float]

    @classmethod
    def of(cls, shade: FloatPlane, cover: FloatPlane, cm: float) -> _Flow:
        """From the structure tensor of the brightness."""
        import cv2

        height, width = shade.shape
        scale = max(1.0, cm / _CELLS)
        small = (max(4, round(width / scale)), max(4, round(height / scale)))
        light = cv2.GaussianBlur(shade * cover, (0, 0), max(0.7, 0.015 * cm))
        # The outline's own gradient is no strand.
        inside = np.clip((soft(cover, max(1.0, 0.05 * cm)) - 0.6) / 0.3, 0, 1)
        dx, dy = (cv2.Sobel(light, cv2.CV_32F, *axes, ksize=3) for axes in ((1, 0), (0, 1)))
        del light
        dx *= inside
        dy *= inside
        del inside
        cells = cm / scale
        tensor = []
        for product in (lambda: dx * dx - dy * dy, lambda: 2 * dx * dy, lambda: dx * dx + dy * dy):
            cell = cv2.resize(np.asarray(product(), np.float32), small, interpolation=cv2.INTER_AREA)
            tensor.append(soft(cell, _NEAR_CM * cells) + np.float32(_FAR) * soft(cell, _FAR_CM * cells))
        across = 0.5 * np.arctan2(tensor[1], tensor[0])
        agree = np.hypot(tensor[0], tensor[1]) / (tensor[2] + np.float32(1e-9))
        sure = np.clip((agree - _SURE[0]) / (_SURE[1] - _SURE[0]), 0, 1)
        along = np.dstack([-np.sin(across), np.cos(across)])
        size = (width / small[0], height / small[1])
        return cls(np.asarray(along, np.float32), np.asarray(sure, np.float32), size)

    def followed(self, step: float, parts: int) -> list[tuple[FloatPlane, FloatPlane]]:
        """Moves (x and y in pixels, hxw) by ``_STEPS`` steps of ``step`` pixels up and down the strand, each in some parts."""
        import cv2

        height, width = self.along.shape[:2]
        y, x = np.mgrid[:height, :width].astype(np.float32)
        pace = np.array([step / self.size[0], step / self.size[1]], np.float32) / np.float32(parts)
        moves = []
        for sign in (1.0, -1.0):
            last = self.along * np.float32(sign)
            at_x, at_y = x.copy(), y.copy()
            for number in range(_STEPS * parts):
                at_x += pace[0] * last[..., 0]
                at_y += pace[1] * last[..., 1]
                here: Any = cv2.remap(self.along, at_x, at_y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
                agree = here[..., 0] * last[..., 0]
                agree += here[..., 1] * last[..., 1]
                here *= np.copysign(np.float32(1), agree)[..., None]
                last = here
                if (number + 1) % parts == 0:
                    moves.append(((at_x - x) * np.float32(self.size[0]), (at_y - y) * np.float32(self.size[1])))
        return moves
