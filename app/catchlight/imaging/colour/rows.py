"""Pixels that are asked for some rows at a time, so that what they are made from need not lie in memory a second time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from catchlight.imaging.picture import Pixels


class PixelRows(Protocol):
    """HxWxC uint8 or uint16."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> np.dtype[Any]: ...

    def rows(self, top: int, bottom: int) -> Pixels:
        """Rows from ``top`` to before ``bottom``; thread safe."""
        ...


@dataclass(frozen=True, eq=False)
class WholeRows:
    """Those of an array."""

    pixels: Pixels

    @property
    def shape(self) -> tuple[int, ...]:
        return self.pixels.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.pixels.dtype

    def rows(self, top: int, bottom: int) -> Pixels:
        return self.pixels[top:bottom]
