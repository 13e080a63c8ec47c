"""Buttons and the stitches of seams, drawn over cloth at the photo's own resolution."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import FloatImage, FloatPlane

Line = npt.NDArray[np.float64]

_STITCH_CM, _GAP_CM, _THREAD_CM = 0.2, 0.06, 0.03
"""Length of a stitch of a shirt's seam, from one to the next, and how thick its thread is."""
_FINEST_PX = 5.0
"""Pixels a stitch must have to be drawn; finer ones are a groove only, which the relief has."""
_THREAD, _UNDER = 0.03, 0.17
"""How much lighter a thread is than its cloth, and how much darker what it presses down."""
_HOLES, _HOLE = 0.24, 0.105
"""Of a button, in shares of its radius: how far its holes are from the middle, across and down, and how large they are."""
_FACETS = ((0.80, 0.10, 0.05), (0.62, 0.10, -0.04))
"""Turned edges of a flat button: where and how wide they are, in shares of its radius, and how much light they take or lose."""
_CONTACT = 0.42


@dataclass(frozen=True)
class Stitches:
    """at, along: Nx2, middles and halves of stitches in pixels. shown: N, 0..1. cm: pixels for one cm."""

    at: Line
    along: Line
    shown: Line
    cm: float

    @classmethod
    def on(cls, line: Line, outline: Line, inside: float, cm: float) -> Stitches:
        """A seam ``inside`` pixels from a stretch of a closed outline (both Nx2, pixels)."""
        steps = np.diff(line, axis=0)
        length = np.hypot(steps[:, 0], steps[:, 1])
        run = np.concatenate([[0], np.cumsum(length)])
        x, y = outline[:, 0], outline[:, 1]
        turn = np.sign(float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()))
        every = (_STITCH_CM + _GAP_CM) * cm
        far = np.arange(0.5 * every, run[-1], every)
        at = np.column_stack([np.interp(far, run, line[:, axis]) for axis in (0, 1)])
        ahead = np.column_stack([np.interp(far + 0.02 * cm, run, line[:, axis]) for axis in (0, 1)])
        behind = np.column_stack([np.interp(far - 0.02 * cm, run, line[:, axis]) for axis in (0, 1)])
        along = (ahead - behind) / np.maximum(np.hypot(*(ahead - behind).T), 1e-6)[:, None]
        at = at + inside * turn * np.column_stack([-along[:, 1], along[:, 0]])
        apart = np.sqrt(((at[:, None] - outline[None]) ** 2).sum(axis=2)).min(axis=1) if len(at) else np.zeros(0)
        kept = apart > 0.9 * inside
        return cls(at[kept], 0.5 * _STITCH_CM * cm * along[kept], np.ones(int(kept.sum())), cm)


@dataclass(frozen=True)
class Button:
    """at: its middle, pixels. axes: 2x2, a disc of radius 1 to pixels. shown: where nothing lies over it, HxW of a part of the
    working picture. within: 2x2, scale (x, y) of the photo to that part, and where it begins. rgb: in the photo's light, sRGB
    0..1. cloth: what it is of."""

    at: Line
    axes: Line
    shown: FloatPlane
    within: Line
    rgb: Line
    cloth: str


@dataclass(frozen=True)
class Notions:
    """All of a garment, in pixels of one picture. light: x right, y up."""

    stitches: tuple[Stitches, ...] = ()
    buttons: tuple[Button, ...] = ()
    light: tuple[float, float] = (0.0, 1.0)

    def scaled(self, scale: tuple[float, float], first: int) -> Notions:
        """In pixels of a photo that is so many times (x, y) the working picture, of which they begin at a row."""
        move, size = np.array([0.5, first + 0.5]), np.array(scale)
        stitches = tuple(
            replace(one, at=(one.at + move) * size - 0.5, along=one.along * size, cm=one.cm * scale[0])
            for one in self.stitches
        )
        buttons = tuple(
            replace(
                one,
                at=(one.at + move) * size - 0.5,
                axes=one.axes * size[:, None],
                within=np.array([size, one.within[1] + [0, first]]),
            )
            for one in self.buttons
        )
        return replace(self, stitches=stitches, buttons=buttons)

    def onto(self, cloth: FloatImage, x0: int, y0: int) -> None:
        """Draw what lies within a part of the photo (HxWx3, sRGB) that begins at ``x0``, ``y0``."""
        for run in self.stitches:
            _sew(cloth, run, x0, y0, self.light)
        for button in self.buttons:
            _fasten(cloth, button, x0, y0, self.light)


def _sew(cloth: FloatImage, run: Stitches, x0: int, y0: int, light: tuple[float, float]) -> None:
    import cv2

    size = 2 * np.hypot(*run.along.T).max(initial=0)
    if size < _FINEST_PX:
        return
    height, width = cloth.shape[:2]
    near = (run.at > [x0 - size, y0 - size]) & (run.at < [x0 + width + size, y0 + height + size])
    chosen = np.nonzero(near.all(axis=1) & (run.shown > 0.5))[0]
    if not chosen.size:
        return
    thick = _THREAD_CM * run.cm
    planes = np.zeros((2, height, width), np.uint8)
    drop = np.array([-light[0], max(0.4, light[1])]) * 0.45 * max(thick, 1.0)
    for number in chosen:
        at, half = run.at[number] - [x0, y0], run.along[number]
        for plane, shift in ((planes[0], drop), (planes[1], np.zeros(2))):
            ends = [tuple(np.round((at + shift + side * half) * 16).astype(int).tolist()) for side in (-1, 1)]
            cv2.line(plane, ends[0], ends[1], 255, max(1, round(thick)), cv2.LINE_AA, 4)
    strength = min(1.0, thick) * min(1.0, size / (2 * _FINEST_PX)) / 255
    under, thread = (cv2.GaussianBlur(plane, (0, 0), max(0.5, 0.2 * thick)) for plane in planes)
    factor = 1 - _UNDER * strength * under.astype(np.float32) * (1 - thread / np.float32(255))
    factor += _THREAD * strength * thread
    cloth *= factor[..., None]


def _fasten(cloth: FloatImage, button: Button, x0: int, y0: int, light: tuple[float, float]) -> None:
    import cv2

    height, width = cloth.shape[:2]
    radius = float(np.sqrt(abs(np.linalg.det(button.axes))))
    reach = 1.7 * radius + 2
    low = np.clip(np.floor(button.at - reach - [x0, y0]), 0, [width, height]).astype(int)
    high = np.clip(np.ceil(button.at + reach - [x0, y0]), 0, [width, height]).astype(int)
    if (high <= low).any() or button.shown.max() < 0.02:
        return
    y, x = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    back = np.linalg.inv(button.axes)
    x, y = x + np.float32(x0 - button.at[0]), y + np.float32(y0 - button.at[1])
    u, v = (np.asarray(row[0] * x + row[1] * y, np.float32) for row in back)
    r = np.hypot(u, v)
    side = np.array([light[0], -max(0.3, light[1])])
    facing = (u * side[0] + v * side[1]) / np.maximum(r, 1e-3)
    scale, begins = button.within
    across, down = (
        ((plane + np.float32(0.5 + button.at[axis])) / np.float32(scale[axis]) - np.float32(0.5 + begins[axis]))
        for axis, plane in enumerate((x, y))
    )
    shown: Any = cv2.remap(button.shown, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = cloth[low[1] : high[1], low[0] : high[0]]
    away = np.hypot(u + 0.10 * side[0], v + 0.10 * side[1])
    part *= (1 - _CONTACT * shown * np.clip(1 - (away - 1) / 0.3, 0, 1) ** 2 * (away < 1.3))[..., None]
    shade = np.ones_like(r)
    for where, wide, much in _FACETS:
        shade += np.float32(much) * facing * np.exp(-(((r - where) / wide) ** 2))
    shade *= 1 - 0.16 * np.clip((r - 0.9) / 0.1, 0, 1)
    edge = 1.4 / max(radius, 1.0)
    for left, up in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        hole = np.hypot(u - left * _HOLES, v - up * _HOLES)
        shade *= 1 - 0.55 * np.clip((_HOLE - hole) / edge + 0.5, 0, 1)
    for left in (-1, 1):
        thread = np.maximum(np.abs(u - left * _HOLES) - 0.055, np.abs(v) - _HOLES)
        laid = np.clip(-thread / edge + 0.5, 0, 1)
        shade += laid * (0.93 + 0.05 * np.sin(v * 40) - shade)
    disc = np.clip((1 - r) * radius + 0.5, 0, 1) * shown
    colours = button.rgb.astype(np.float32) * shade[..., None]
    part += (colours - part) * disc[..., None]
