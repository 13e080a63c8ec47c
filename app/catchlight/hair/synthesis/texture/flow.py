"""Directions of drawn strands in the picture, and means along them.

References:
    J. Bigün, G. H. Granlund, "Optimal orientation detection of linear symmetry", ICCV 1987 (the structure tensor).
    B. Cabral, L. Leedom, "Imaging vector fields using line integral convolution", SIGGRAPH 1993,
    doi:10.1145/166117.166151.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.filters.smooth_planes import enlarge_rows
from catchlight.imaging.picture import FloatPlane

FlowStep = tuple[FloatPlane, FloatPlane]
"""Pixels to go across and down, hxw each."""

_CELLS = 11.0
"""Cells for a centimetre on which directions are told."""
_NEAR_CM, _FAR_CM, _FAR = 0.10, 0.6, 0.03
"""Widths over which directions are averaged, and what the wider one counts: it decides only where nothing is seen."""
_NEAR_PX, _NEAR_MOST_CM = 4.0, 0.2
"""Pixels of the first at least, and its most for that: on a small head strands are finer than pixels, and their steps would be
read as waves."""
_SURE = (0.30, 0.55)
"""How well directions must agree before hair is evened along them at all, and wholly: curls that cross stay as they are."""
_STEPS = 2
ROWS_AT_A_TIME = 256
"""Rows of a plane that are worked on at a time."""


@dataclass(frozen=True)
class StrandFlow:
    """along: hxwx2 unit vectors, downwards: a strand has no direction, only a line. sure: hxw, how far they count, 0..1.
    size: pixels of a cell."""

    along: Floats
    sure: FloatPlane
    size: tuple[float, float]

    @classmethod
    def of(cls, shade: FloatPlane, cover: FloatPlane, cm: float) -> StrandFlow:
        """From the structure tensor of the brightness (HxW) of drawn hair. cover: HxW; cm: pixels for a centimetre."""
        import cv2

        height, width = shade.shape
        scale = max(1.0, cm / _CELLS)
        small = (max(4, round(width / scale)), max(4, round(height / scale)))
        light = cv2.GaussianBlur(shade * cover, (0, 0), max(0.7, 0.015 * cm))
        # The outline's own gradient is no strand.
        inside = np.clip((blur_plane(cover, max(1.0, 0.05 * cm)) - 0.6) / 0.3, 0, 1)
        dx, dy = (cv2.Sobel(light, cv2.CV_32F, *axes, ksize=3) for axes in ((1, 0), (0, 1)))
        del light
        dx *= inside
        dy *= inside
        del inside
        cells = cm / scale
        near = max(_NEAR_CM, min(_NEAR_PX / cm, _NEAR_MOST_CM)) * cells
        tensor = []
        for product in (lambda: dx * dx - dy * dy, lambda: 2 * dx * dy, lambda: dx * dx + dy * dy):
            cell = cv2.resize(np.asarray(product(), np.float32), small, interpolation=cv2.INTER_AREA)
            tensor.append(blur_plane(cell, near) + np.float32(_FAR) * blur_plane(cell, _FAR_CM * cells))
        across = 0.5 * np.arctan2(tensor[1], tensor[0])
        agree = np.hypot(tensor[0], tensor[1]) / (tensor[2] + np.float32(1e-9))
        sure = np.clip((agree - _SURE[0]) / (_SURE[1] - _SURE[0]), 0, 1)
        along = np.dstack([-np.sin(across), np.cos(across)])
        size = (width / small[0], height / small[1])
        return cls(np.asarray(along, np.float32), np.asarray(sure, np.float32), size)

    def mean(self, image: Floats, step: float, parts: int = 1) -> Floats:
        """Of ``image`` (HxWxC) and what it shows at two steps of ``step`` pixels either way along the strand, each gone in some
        parts: line integral convolution (Cabral and Leedom 1993)."""
        import cv2

        height, width = image.shape[:2]
        down, up = self._followed(step, parts)
        # Between two cells of which one goes left and one goes right there is no way: where strands lie flat all go right.
        left = self.along[..., 0] < 0
        flat = np.abs(self.along[..., 0]) - np.abs(self.along[..., 1])
        ways = [
            np.dstack([*steep, *level])
            for moves, others in ((down, up), (up, down))
            for steep, level in zip(moves, _swapped(left, moves, others), strict=True)
        ]
        result = np.empty_like(image)
        x = np.arange(width, dtype=np.float32)[None]

        def met(top: int) -> None:
            rows = slice(top, min(top + ROWS_AT_A_TIME, height))
            y = np.arange(rows.start, rows.stop, dtype=np.float32)[:, None]
            lies = enlarge_rows(flat, rows, (height, width)) > 0
            total = image[rows].copy()
            for way in ways:
                moves = enlarge_rows(way, rows, (height, width))
                to_x, to_y = (np.where(lies, moves[..., 2 + axis], moves[..., axis]) for axis in (0, 1))
                to_x += x
                to_y += y
                moved = cv2.remap(image, to_x, to_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
                total += moved.reshape(total.shape)
            result[rows] = total * np.float32(1 / (len(ways) + 1))

        each(met, range(0, height, ROWS_AT_A_TIME))
        return result

    def _followed(self, step: float, parts: int) -> tuple[list[FlowStep], list[FlowStep]]:
        """Moves by each of ``_STEPS`` steps of ``step`` pixels down the strand and up, each in some parts."""
        import cv2

        height, width = self.along.shape[:2]
        y, x = np.mgrid[:height, :width].astype(np.float32)
        pace = np.array([step / self.size[0], step / self.size[1]], np.float32) / np.float32(parts)
        moves: tuple[list[FlowStep], list[FlowStep]] = ([], [])
        for sign, found in zip((1.0, -1.0), moves, strict=True):
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
                    found.append(((at_x - x) * np.float32(self.size[0]), (at_y - y) * np.float32(self.size[1])))
        return moves


def _swapped(where: npt.NDArray[np.bool_], moves: list[FlowStep], others: list[FlowStep]) -> list[FlowStep]:
    """``moves`` but where those the other way are wanted."""
    return [
        (np.where(where, other[0], move[0]), np.where(where, other[1], move[1]))
        for move, other in zip(moves, others, strict=True)
    ]
