"""An eye as a make-up artist sees it: lash lines, the opening between them, the brow above; in pixels of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.matting import modnet
from catchlight.matting.modnet import Window
from catchlight.portrait.light import normals
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.makeup.geometry.curves import smooth_curve
from catchlight.retouch.makeup.geometry.lash_line import find_lash_line

# fmt: off
_UPPER = {"right": (133, 173, 157, 158, 159, 160, 161, 246, 33), "left": (362, 398, 384, 385, 386, 387, 388, 466, 263)}
_LOWER = {"right": (133, 155, 154, 153, 145, 144, 163, 7, 33), "left": (362, 382, 381, 380, 374, 373, 390, 249, 263)}
_BROW = {"right": (55, 65, 52, 53, 46), "left": (285, 295, 282, 283, 276)}
_BROW_TOP = {"right": (107, 66, 105, 63, 70), "left": (336, 296, 334, 293, 300)}
# fmt: on
_CLOSED = 0.11
"""Height by width of an eye's opening below which it counts as closed; smiling eyes stay above 0.14."""
_FACING = 0.25
"""Least share of a lid's normal that points at the camera: beyond some 75 degrees nothing can be drawn on it."""
_NARROW = 0.5
"""Width of an eye, of the other one's, below which the nose or the turn of the head hides it."""
_HEAD_CM = (13.0, 14.0, 15.0)

Own = Literal["right", "left"]
"""Of the person."""


@dataclass(frozen=True)
class EyeFrame:
    """One eye. upper, lower: Nx2 along the lash lines from the inner to the outer corner. brow, brow_top: 5x2, from the inner
    end. across, up: unit vectors, outwards and to the brow. width: pixels between the corners.
    """

    own: Own
    upper: Doubles
    lower: Doubles
    brow: Doubles
    brow_top: Doubles
    across: Doubles
    up: Doubles
    width: float
    openness: float
    """Height by width of the opening."""

    @property
    def opening(self) -> Doubles:
        """Polygon of the opening."""
        return np.concatenate([self.upper, self.lower[::-1]])

    @property
    def closed(self) -> bool:
        return self.openness < _CLOSED

    @property
    def centre(self) -> Doubles:
        return np.asarray((self.upper[0] + self.upper[-1]) / 2)

    def place(self, points: Doubles) -> Doubles:
        """Nx2: along the eye (0 at the inner, 1 at the outer corner) and above its axis, in widths of the eye."""
        away = points - self.upper[0]
        return np.stack([away @ self.across, away @ self.up], axis=-1) / self.width


def eye_frames(person: Portrait) -> tuple[EyeFrame, ...]:
    """The eyes that are seen, closed ones too: none of a profile's far side."""
    return person.kept("eye_frames", lambda: _find(person))


def head_window(person: Portrait) -> Window:
    """The part of the picture with the whole face: x0, y0, x1, y1."""
    return modnet.window(person.pose, (person.picture.height, person.picture.width), _HEAD_CM)


def _find(person: Portrait) -> tuple[EyeFrame, ...]:
    facing = normals(person.landmarks, person.canonical)[:, 2]
    found = [_frame(person, own) for own in ("right", "left") if float(facing[list(_UPPER[own])].mean()) > _FACING]
    widest = max((eye.width for eye in found), default=0.0)
    return tuple(eye for eye in found if eye.width > _NARROW * widest)


def _frame(person: Portrait, own: Own) -> EyeFrame:
    xy = person.landmarks.xy
    inner, outer = xy[_UPPER[own][0]], xy[_UPPER[own][-1]]
    width = float(np.linalg.norm(outer - inner))
    across = (outer - inner) / max(width, 1e-6)
    up = np.array([across[1], -across[0]])
    up = up if up @ (xy[list(_BROW[own])].mean(axis=0) - inner) > 0 else -up
    rough = smooth_curve(xy[list(_UPPER[own])])
    lower = smooth_curve(xy[list(_LOWER[own])])
    openness = float(((rough - lower) @ up).max()) / max(width, 1e-6)
    upper = find_lash_line(person.picture.pixels, rough, up, width)
    brow, top = xy[list(_BROW[own])], xy[list(_BROW_TOP[own])]
    return EyeFrame(own, upper, lower, brow, top, across, up, width, openness)
