"""What depends on the place in the frame: the vignette, and the dither that keeps soft gradients from banding."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from catchlight.develop.stages.tone_curve import TABLE, index, look_up
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import FloatPlane

_STOPS = 2.4
_ROUND = 0.5
"""0 follows the frame's proportions, 1 is a circle."""
_DITHER = 512


class Vignette:
    """Light that falls off towards the corners, as behind a lens: smooth, none in the middle."""

    def __init__(self, amount: float, width: int, height: int) -> None:
        """amount: -1..1, above 0 darker corners."""
        mean = (width + height) / 2
        half_x = (width * (1 - _ROUND) + mean * _ROUND) / 2
        half_y = (height * (1 - _ROUND) + mean * _ROUND) / 2
        x = (np.arange(width) + 0.5 - width / 2) / half_x
        y = (np.arange(height) + 0.5 - height / 2) / half_y
        most = x[0] ** 2 + y[0] ** 2
        self._x = (x**2 / most).astype(np.float32)
        self._y = (y**2 / most).astype(np.float32)
        self._table = self._falling(amount)

    @staticmethod
    def _falling(amount: float) -> Singles:
        """Factor for I over the squared distance from the middle, 1 in the corners."""
        away = np.sqrt(np.arange(TABLE) / (TABLE - 1))
        t = np.clip((away - 0.28) / 0.80, 0, 1)
        fall = t * t * t * (t * (6 * t - 15) + 10)
        stops = (-_STOPS if amount > 0 else 1.3) * abs(amount) * fall
        return np.asarray(2 ** (stops / 2), np.float32)

    def at(self, top: int, left: int, shape: tuple[int, ...]) -> FloatPlane:
        """Factors for I of a part from row ``top``, column ``left`` on."""
        squared = np.add.outer(self._y[top : top + shape[0]], self._x[left : left + shape[1]])
        return np.asarray(look_up(self._table, index(squared, 1.0)), np.float32)


def dither(top: int, left: int, shape: tuple[int, ...]) -> npt.NDArray[np.uint16]:
    """Noise 0..255 below the last bit of an 8-bit result, the same at every place each time."""
    tile = _dither_tile()
    y, x = top % _DITHER, left % _DITHER
    if y + shape[0] <= 2 * _DITHER and x + shape[1] <= tile.shape[1]:
        return tile[y : y + shape[0], x : x + shape[1]]
    rows = (top + np.arange(shape[0])) % _DITHER
    columns = (left + np.arange(shape[1])) % _DITHER
    return np.asarray(tile[np.ix_(rows, columns)], np.uint16)


@lru_cache(maxsize=1)
def _dither_tile() -> npt.NDArray[np.uint16]:
    """Repeated twice downwards and often across, so that most parts are a view of it."""
    tile = np.random.default_rng(7).integers(0, 256, (_DITHER, _DITHER), dtype=np.uint16)
    made = np.concatenate([np.concatenate([tile] * 16, axis=1)] * 2)
    made.flags.writeable = False
    return made
