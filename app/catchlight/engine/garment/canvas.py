"""Pieces of cloth laid over each other: their colours, slopes, shadows and shine, lit once at the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from catchlight.engine.garment import relief
from catchlight.engine.garment.curves import Line, creases, outlines, spline, varied
from catchlight.engine.garment.fit import Fit
from catchlight.engine.garment.notions import Button, Stitches
from catchlight.engine.garment.pattern import Curve, Piece, Point
from catchlight.engine.garment.sitter import Sitter
from catchlight.engine.groom.planes import soft
from catchlight.engine.picture import FloatPlane

_LIES_CM = 0.35
"""Over what distance cloth bridges what it lies on."""
_SEAM_CM = 0.009
_SOFT_CM = 0.035
"""How soft an edge of cloth is."""
_EDGE_PX = 0.55
"""How soft edges are drawn, pixels: they are enlarged to the photo's own, where harder ones would show steps."""
_RUMPLED = ((2.4, 0.075), (0.9, 0.016))
"""Unevenness of what is cut and pressed: from hump to hump and their height, cm."""
_PUCKER_CM, _PUCKERED_CM, _PUCKER = 0.3, 0.32, 0.017
"""Small pulls of thread in cloth: from one to the next, how far from a seam they reach, and their height, cm."""
_ROUND = 0.7
"""How far a button stays round whatever its cloth does."""
_LOOSE = 0.4
"""By how much a shadow is weaker and stronger along an edge that lies nowhere as close as elsewhere."""
_HOLLOWS = ((0.22, 0.9), (0.8, 1.1), (2.2, 1.3))
"""Sizes of hollows that less light comes into, cm, and how much less."""


class Canvas:
    """Planes HxW. shares: where each cloth is on top, by role. across, down: slopes of its surface. height: over the body, cm,
    with all that lies below. open: share of light
    that shadows of what lies above leave. folds: how much of the body's folds shows. round: how far it turns round the neck
    rather than with the body."""

    def __init__(self, sitter: Sitter, fit: Fit, roles: tuple[str, ...], seed: int) -> None:
        shape = sitter.alpha.shape
        self.sitter, self.fit, self.roles = sitter, fit, roles
        self.seed = seed
        self.shares = [np.zeros(shape, np.float32) for _ in roles]
        self.across, self.down = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.height, self.round = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.open, self.folds = np.ones(shape, np.float32), np.ones(shape, np.float32)
        self.stitches: list[Stitches] = []
        self.buttons: list[Button] = []

    def sewn(self, piece: Piece) -> None:
        """Lay a piece over what is there."""
        if piece.buttons:
            self.buttons += [self._button(piece, at) for at in piece.buttons]
            return
        if not piece.outline:
            self._laid(piece, np.ones(self.open.shape, np.float32), (1, -1))
            return
        for side, outline in outlines(piece, self.seed).items():
            placed = self.fit.place(outline)
            mask = self.sitter.drawn(placed)
            if mask.max() > 0.01:
                self._hidden(mask)
                self._laid(piece, mask, (side,), self.sitter.pixels(placed))

    def _laid(self, piece: Piece, whole: FloatPlane, sides: tuple[int, ...], outline: Line | None = None) -> None:
        cm = self.sitter.cm
        strength, width, drop = piece.shadow
        box = _box(whole, int((3 * width + drop + 0.5) * cm) + 4)
        mask = soft(whole[box], _EDGE_PX) if piece.outline else whole[box]
        if piece.outline and strength > 0:
            self._shaded(mask, box, strength, width, drop)
        height = np.zeros(mask.shape, np.float32)
        if piece.outline and piece.thick > 0:
            inner = np.clip(2 * soft(mask, max(0.6, (_SOFT_CM + 0.2 * piece.thick) * cm)) - 1, 0, 1)
            height += piece.thick * np.sqrt(np.maximum(0, 1 - (1 - inner) ** 2))
        if piece.puff > 0:
            import cv2

            away = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(1.9 * cm)
            inner = np.clip(away, 0, 1)
            height += piece.puff * soft(np.sqrt(np.maximum(0, 1 - (1 - inner) ** 2)), 0.12 * cm)
        if piece.outline:
            height += self._rumpled(box)
        if piece.stitch > 0 and outline is not None:
            height += self._seam(piece, outline, box)
        folds = varied(piece, sides, self.seed)
        if piece.creases:
            small = creases(self.seed)
            folds += [(both[side], side, width, piece.creases * rise) for both, width, rise in small for side in sides]
        for curve, side, width, rise in folds:
            self._ridge(height, curve, side, width, rise, box)
        across, down = slopes(height, cm)
        if piece.outline:
            height += soft(self.height[box], _LIES_CM * cm)
        for plane, value in (
            (self.across, across),
            (self.down, down),
            (self.height, height),
            (self.folds, piece.folds),
            (self.round, piece.round),
            (self.open, piece.tone),
        ):
            plane[box] += (value - plane[box]) * mask
        for role, share in zip(self.roles, self.shares, strict=True):
            share[box] += ((role == piece.cloth) - share[box]) * mask

    def hollow(self) -> FloatPlane:
        """Share of light that comes into hollows and to the foot of edges, HxW."""
        light = np.ones_like(self.height)
        for size, much in _HOLLOWS:
            deep = soft(self.height, size * self.sitter.cm) - self.height
            light *= 1 - np.clip(much * deep / np.float32(size), 0, 0.4)
        return light

    def _seam(self, piece: Piece, outline: Line, box: Any) -> FloatPlane:
        """A groove along the stitched curves of an outline (Nx2, pixels) and the cloth that it pulls, cm; stitches are noted."""
        import cv2

        cm, (rows, columns) = self.sitter.cm, box
        free = np.full((rows.stop - rows.start, columns.stop - columns.start), 255, np.uint8)
        at = np.concatenate([[0], np.cumsum([len(spline(curve)) for curve in piece.outline])])
        for number in piece.stitched:
            line = outline[at[number] : at[number + 1]]
            points = np.round((line - [columns.start, rows.start]) * 16).astype(np.int32)
            cv2.polylines(free, [points], False, 0, 1, cv2.LINE_8, 4)
            self.stitches.append(Stitches.on(line, outline, piece.stitch * cm, cm))
        away = cv2.distanceTransform(free, cv2.DIST_L2, 5) / np.float32(cm)
        far = np.clip((away - piece.stitch) / max(0.06, 0.9 / cm), -9, 9)
        pulled = self._field(box, _PUCKER_CM) * np.exp(-(np.clip((away - piece.stitch) / _PUCKERED_CM, 0, 9) ** 2))
        uneven = np.clip(0.8 + 0.5 * self._field(box, 1.4), 0, 1.6)
        return np.asarray(uneven * (_PUCKER * pulled - _SEAM_CM * np.exp(-(far**2))), np.float32)

    def _field(self, box: Any, size: float) -> FloatPlane:
        """Noise over a part of the picture, ``size`` cm from hump to hump."""
        random = np.random.default_rng((self.seed, int(100 * size), len(self.stitches)))
        return relief.field(random, self.sitter.u[box], self.sitter.v[box], size)

    def _rumpled(self, box: Any) -> FloatPlane:
        return np.asarray(sum(np.float32(rise) * self._field(box, size) for size, rise in _RUMPLED), np.float32)

    def _button(self, piece: Piece, at: Point) -> Button:
        """With the light that falls where it is sewn on yet to be found."""
        half = 0.5 * piece.across
        points = self.sitter.pixels(self.fit.place(np.array([at, (at[0] + half, at[1]), (at[0], at[1] + half)])))
        axes = np.column_stack([points[1] - points[0], points[2] - points[0]])
        # Buttons are round, and lie on cloth that turns with the chest by less than its fit widens.
        axes *= half * self.sitter.cm / np.sqrt(max(abs(float(np.linalg.det(axes))), 1e-6))
        away = np.hypot(*axes)
        axes *= (half * self.sitter.cm * (_ROUND + (1 - _ROUND) * away / (half * self.sitter.cm))) / away
        reach = 1.7 * half * self.sitter.cm + 3
        height, width = self.sitter.alpha.shape
        low = np.clip(np.floor(points[0] - reach), 0, [width - 1, height - 1]).astype(int)
        high = np.clip(np.ceil(points[0] + reach), low + 1, [width, height]).astype(int)
        shown = np.ones((high[1] - low[1], high[0] - low[0]), np.float32)
        return Button(points[0], axes, shown, np.array([[1.0, 1.0], low]), np.zeros(3), piece.cloth)

    def _hidden(self, mask: FloatPlane) -> None:
        """Take from what shows of buttons and stitches what a piece now lies over."""
        height, width = mask.shape
        for run in self.stitches:
            x, y = (
                np.clip(np.round(run.at[:, axis]), 0, size - 1).astype(int) for axis, size in ((0, width), (1, height))
            )
            run.shown[:] *= 1 - mask[y, x]
        for button in self.buttons:
            x0, y0 = button.within[1].astype(int)
            tall, wide = button.shown.shape
            button.shown[:] *= 1 - mask[y0 : y0 + tall, x0 : x0 + wide]

    def _shaded(self, mask: FloatPlane, box: Any, strong: float, width: float, drop: float) -> None:
        import cv2

        cm, light = self.sitter.cm, self.sitter.light
        move = np.array([[1, 0, -light[0] * drop * cm], [0, 1, drop * cm * max(0.35, light[1])]], np.float32)
        moved = cv2.warpAffine(mask, move, (mask.shape[1], mask.shape[0]), borderMode=cv2.BORDER_REPLICATE)
        far, near = soft(moved, 0.6 * width * cm), soft(moved, max(0.6, 0.16 * width * cm))
        close = soft(mask, max(0.6, 0.07 * cm))
        strength = strong * np.clip(1 + _LOOSE * self._field(box, 2.2), 0.4, 1.35)
        self.open[box] *= 1 - strength * np.clip(0.6 * far + 0.35 * near + 0.35 * close, 0, 1.1)

    def _ridge(self, height: FloatPlane, curve: Curve, side: int, width: float, rise: float, box: Any) -> None:
        """Add a bell of ``width`` cm about a curve, ``rise`` cm high and fading towards both ends, to what lies in ``box``."""
        import cv2

        cm, (rows, columns) = self.sitter.cm, box
        step = int(np.clip(width * cm / 4, 1, 6))
        points = self.sitter.pixels(self.fit.place(spline(curve, 6) * [side, 1])) - [columns.start, rows.start]
        reach = 2.2 * width * cm
        low = np.maximum(0, np.floor(points.min(axis=0) - reach)).astype(int)
        high = np.minimum([height.shape[1], height.shape[0]], np.ceil(points.max(axis=0) + reach)).astype(int)
        if (high - low).min() < 2 * step:
            return
        y, x = np.mgrid[low[1] : high[1] : step, low[0] : high[0] : step].astype(np.float32) + np.float32(
            (step - 1) / 2
        )
        best, along = np.full(x.shape, 1e9, np.float32), np.zeros(x.shape, np.float32)
        count = len(points) - 1
        for number, (a, b) in enumerate(pairwise(points)):
            d = (b - a).astype(np.float32)
            t = np.clip(((x - a[0]) * d[0] + (y - a[1]) * d[1]) / max(float(d @ d), 1e-6), 0, 1)
            away = (x - a[0] - t * d[0]) ** 2 + (y - a[1] - t * d[1]) ** 2
            nearer = away < best
            best[nearer] = away[nearer]
            along[nearer] = (number + t[nearer]) / count
        bell: Any = np.exp(-best / (width * cm) ** 2) * np.maximum(np.sin(np.pi * along), 0) ** np.float32(0.7)
        if step > 1:
            bell = cv2.resize(bell, (bell.shape[1] * step, bell.shape[0] * step), interpolation=cv2.INTER_LINEAR)
            bell = soft(bell, 0.8 * step)[: high[1] - low[1], : high[0] - low[0]]
        height[low[1] : high[1], low[0] : high[0]] += np.float32(rise) * bell


def slopes(height: FloatPlane, cm: float) -> tuple[FloatPlane, FloatPlane]:
    """Slopes across and down of a relief in cm."""
    import cv2

    scale = np.float32(cm / 8)
    return (
        np.asarray(cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) * scale, np.float32),
        np.asarray(cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) * scale, np.float32),
    )


def _box(mask: FloatPlane, pad: int) -> tuple[slice, slice]:
    rows, columns = np.nonzero(mask.max(axis=1) > 0.004)[0], np.nonzero(mask.max(axis=0) > 0.004)[0]
    height, width = mask.shape
    return (
        slice(max(0, int(rows[0]) - pad), min(height, int(rows[-1]) + pad + 1)),
        slice(max(0, int(columns[0]) - pad), min(width, int(columns[-1]) + pad + 1)),
    )
