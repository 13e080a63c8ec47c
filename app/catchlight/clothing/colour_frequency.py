"""How usual colours are on one thing and on others, counted over a picture: what a pixel's own colour says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatImage, FloatPlane

_BIN, _BINS = 0.025, 40
"""Width in OKLab, and number along each axis, of the bins in which colours are counted."""
_RARE = 2e-5
"""Share of a thing's pixels below which a colour says nothing of it."""
_KNOWN = 4.0


@dataclass(frozen=True)
class ColourEvidence:
    """share: HxW float32, how far each pixel is the first thing by its colour, 0..1. sure: how far that can be believed."""

    share: FloatPlane
    sure: FloatPlane


@dataclass(frozen=True)
class ColourHistogram:
    """The bin of each pixel's colour, HxW."""

    places: npt.NDArray[np.int32]

    @classmethod
    def of(cls, lab: FloatImage) -> ColourHistogram:
        """lab: HxWx3 OKLab."""
        import cv2

        soft: Any = cv2.GaussianBlur(lab, (0, 0), 0.6)
        middle = np.array([0, 0.5 * _BIN * _BINS, 0.5 * _BIN * _BINS], np.float32)
        bins = np.clip(np.round((soft + middle) / np.float32(_BIN)), 0, _BINS - 1).astype(np.int32)
        return cls((bins[..., 0] * _BINS + bins[..., 1]) * _BINS + bins[..., 2])

    def usual(self, where: Mask) -> FloatPlane:
        """HxW: the share of ``where`` that has each pixel's colour, or nearly; 0 where ``where`` is empty."""
        counts = np.bincount(self.places[where], minlength=_BINS**3).astype(np.float32)
        table = counts.reshape(_BINS, _BINS, _BINS) / max(float(counts.sum()), 1.0)
        for axis in range(3):
            table = _softened(_softened(table, axis), axis)
        return np.asarray(table.reshape(-1)[self.places], np.float32)

    def told(self, first: Mask, others: Sequence[Mask]) -> ColourEvidence:
        """How far each pixel is of the first thing and not of the others, by what is usual on each."""
        ours = self.usual(first)
        total = ours + np.sum([self.usual(other) for other in others], axis=0)
        share = (ours + _RARE) / (total + 2 * _RARE)
        sure = np.abs(2 * share - 1) ** 2 * np.clip(total / (_KNOWN * _RARE), 0, 1)
        return ColourEvidence(np.asarray(share, np.float32), np.asarray(sure, np.float32))


def _softened(table: Any, axis: int) -> Any:
    """Each bin with a half of its neighbours along an axis."""
    padded = np.pad(table, [(1, 1) if one == axis else (0, 0) for one in range(3)])
    low, middle, high = (np.take(padded, range(start, start + _BINS), axis=axis) for start in range(3))
    return 0.25 * low + 0.5 * middle + 0.25 * high
