"""The form of a tie: two straight edges with a step of colour, a narrow knot, and cloth of one kind on either side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import ByteImage

_WIDTH_CM, _KNOT_CM, _KNOT_WIDE_CM, LONGER_CM = (1.6, 11.0), 3.0, 7.0, 2.5
"""Widths of a tie's rows, its knot's height, and width at most, and the least height of what shows of it."""
_STRAY_CM = 0.5
"""How far a row's edge may lie beyond the line through the others: farther it is a shadow of the collar, or a lapel."""
_STEP, _STEEP, _FLANKED = 9.0, 0.72, 0.6
"""Difference (CIELAB) across a tie's edge, the share of its rows that have it, and the share with cloth beside it."""
_TOP_CM = 2.5
"""How far below the collar's lowest point a tie begins at most."""


@dataclass(frozen=True)
class TieWindow:
    """rgb: hxwx3. cloth, bare: cloth and skin or hair there. centre: column of the collar's lowest point; top: its row."""

    rgb: ByteImage
    cloth: Mask
    bare: Mask
    centre: float
    top: float
    cm: float
    box: tuple[int, int, int, int]


class Line:
    """y = start + slope x."""

    def __init__(self, slope: float, start: float) -> None:
        self.slope, self.start = slope, start

    def __call__(self, x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return self.start + self.slope * x


def robust_line(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> Line:
    """The line with the least absolute deviation among those through pairs of points (Theil-Sen)."""
    step = max(1, len(x) // 40)
    xs, ys = x[::step], y[::step]
    first, second = np.triu_indices(len(xs), 1)
    slope = float(np.median((ys[second] - ys[first]) / (xs[second] - xs[first])))
    return Line(slope, float(np.median(ys - slope * xs)))


def straightened(cut: Mask, seen: TieWindow) -> Mask:
    """Without what juts out beyond the two lines that a tie's edges are."""
    rows = np.flatnonzero(cut.any(axis=1))
    if len(rows) < 6:
        return cut
    left = np.array([np.flatnonzero(cut[row])[0] for row in rows], float)
    right = np.array([np.flatnonzero(cut[row])[-1] for row in rows], float)
    columns = np.arange(cut.shape[1])[None]
    kept = cut.copy()
    for edge, sign in ((left, 1), (right, -1)):
        line = robust_line(rows.astype(float), edge)
        limit = line(np.arange(cut.shape[0], dtype=float))[:, None] - sign * _STRAY_CM * seen.cm
        kept &= sign * (columns - limit) >= 0
    return kept


def is_tie(mask: Mask, seen: TieWindow) -> bool:
    """Whether a piece has a tie's form, a step of colour along its edge, and cloth of one kind on either side."""
    import cv2

    rows = np.flatnonzero(mask.any(axis=1))
    if not len(rows) or (rows[-1] - rows[0]) / seen.cm < LONGER_CM or (rows[0] - seen.top) / seen.cm > _TOP_CM:
        return False
    widths = mask.sum(axis=1)[rows] / seen.cm
    knot = widths[: max(1, round(_KNOT_CM * seen.cm))]
    narrow, wide = float(np.quantile(widths, 0.2)), float(np.quantile(widths, 0.95))
    if narrow < _WIDTH_CM[0] or wide > _WIDTH_CM[1] or float(np.quantile(knot, 0.9)) > _KNOT_WIDE_CM:
        return False
    lab = cv2.cvtColor(cv2.GaussianBlur(seen.rgb, (0, 0), 1.0).astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    away = max(2, round(0.25 * seen.cm))
    steps: list[float] = []
    flanked: list[bool] = []
    flanks: tuple[list[npt.NDArray[np.float32]], list[npt.NDArray[np.float32]]] = ([], [])
    for row in rows[2:-1]:
        ends = np.flatnonzero(mask[row])
        for side, (edge, sign) in enumerate(((ends[0], -1), (ends[-1], 1))):
            out, inner = edge + sign * away, edge - sign * away
            if not (0 <= out < mask.shape[1] and 0 <= inner < mask.shape[1]):
                continue
            flanked.append(bool(seen.cloth[row, out]))
            steps.append(float(np.linalg.norm(lab[row, out] - lab[row, inner])))
            if seen.cloth[row, out]:
                flanks[side].append(lab[row, out])
    if not steps or min(len(flank) for flank in flanks) < 4:
        return False
    own = np.median(lab[mask], axis=0)
    apart = min(float(np.linalg.norm(np.median(flank, axis=0) - own)) for flank in flanks)
    steep = float(np.mean(np.array(steps) > _STEP))
    return steep > _STEEP and float(np.mean(flanked)) > _FLANKED and apart > 1.2 * _STEP
