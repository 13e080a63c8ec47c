"""What cloth looks like from near: a tile of yarn, stitches or weave, as lightness over lightness, at the photo's resolution."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from catchlight.engine.picture import FloatPlane

Kind = Literal["knit", "jersey", "wool", "poplin", "satin", "pique"]

_TILE = 512
_REMEMBERED = 8
"""Tiles of 1 MB: the cloths of one outfit, and of the next."""
_FADES = (2.2, 4.5)
"""Pixels a repeat must have to be drawn: below the first nothing, from the second on all of it."""


@dataclass(frozen=True)
class Fabric:
    """kind: how it is made. gauge: cm from repeat to repeat. depth: how strongly the repeat shows. fuzz: uneven yarn.
    sheen: how much lighter it is where it turns away, as wool and velvet are. folds: how deep its folds are."""

    kind: Kind
    gauge: float
    depth: float
    fuzz: float
    sheen: float
    folds: float


@lru_cache(maxsize=_REMEMBERED)
def tile(fabric: Fabric, px_per_cm: float, seed: int = 0) -> FloatPlane:
    """A plane that repeats without a seam, its mean 1, for cloth of ``px_per_cm``; 512 pixels on a side; read-only.

    The last few are remembered: another colour or cut of the same cloth asks for them again.
    """
    random = np.random.default_rng(seed)
    repeats = max(1, round(_TILE / max(fabric.gauge * px_per_cm, 1e-3)))
    if fabric.kind == "poplin":
        repeats += repeats % 2  # what passes over passes under at the next
    period = _TILE / repeats
    shown = float(np.clip((period - _FADES[0]) / (_FADES[1] - _FADES[0]), 0, 1))
    y, x = np.mgrid[:_TILE, :_TILE].astype(np.float32)
    # Yarn is nowhere straight: the pattern itself sways a little.
    x = x + 0.10 * period * _noise(random, 2.2 * period)
    y = y + 0.10 * period * _noise(random, 2.2 * period)
    pattern = np.zeros((_TILE, _TILE), np.float32)
    if fabric.kind == "knit":
        pattern = _stitches(x, y, period, _TILE)
    elif fabric.kind == "jersey":
        pattern = np.float32(0.6) * np.cos(2 * np.pi * x / period)
    elif fabric.kind == "wool":
        rows = max(1, round(repeats * 0.8))
        pattern = np.float32(0.7) * np.cos(2 * np.pi * (x * repeats + y * rows) / _TILE)
    elif fabric.kind == "poplin":
        pattern = _plain(x, y, period)
    elif fabric.kind == "satin":
        pattern = np.float32(0.6) * np.cos(2 * np.pi * (x - y) * repeats / _TILE)
    elif fabric.kind == "pique":
        pattern = np.cos(2 * np.pi * x / period) * np.cos(2 * np.pi * y / period)
    fuzz = fabric.fuzz * float(np.clip(fabric.gauge * px_per_cm / 4, 0.35, 1))
    fine = _noise(random, max(0.6, 0.012 * px_per_cm))
    yarn = _noise(random, max(0.7, 0.35 * period), stretched=3.0 if fabric.kind in ("wool", "jersey") else 1.5)
    slow = _noise(random, max(2.0, 0.35 * px_per_cm))
    result = 1 + fabric.depth * shown * pattern + fuzz * (0.55 * fine + 0.6 * yarn + 0.15 * slow)
    result = np.clip(result, 0.4, 1.7)
    finished = np.asarray(result / result.mean(), np.float32)
    finished.flags.writeable = False
    return finished


def laid(plane: Any, x0: int, y0: int, width: int, height: int) -> Any:
    """A window of a tile (HxW or HxWxC) that is repeated over the picture."""
    rows = (np.arange(y0, y0 + height) % _TILE)[:, None]
    columns = (np.arange(x0, x0 + width) % _TILE)[None]
    return plane[rows, columns]


def _plain(x: FloatPlane, y: FloatPlane, period: float) -> FloatPlane:
    """Two threads that pass over each other by turns, each round and lightest where it is on top; -1..1."""
    across, down = np.pi * x / period, np.pi * y / period
    over = np.cos(across) * np.cos(down)
    warp, weft = np.abs(np.sin(across)) * (0.55 + 0.45 * over), np.abs(np.sin(down)) * (0.55 - 0.45 * over)
    top = np.maximum(warp, weft)
    return np.asarray(2 * (top - float(top.mean())), np.float32)


def _stitches(x: FloatPlane, y: FloatPlane, period: float, size: int) -> FloatPlane:
    """Columns of small leaning loops, as the right side of a knit shows them; -1..1."""
    rows = max(1, round(size / (0.72 * period)))
    across = x / period
    lean = np.abs((across % 1.0) - 0.5) * 0.9
    loop = np.cos(2 * np.pi * (y * rows / size + lean))
    groove = np.cos(2 * np.pi * across)
    return np.asarray(0.55 * loop * (0.6 - 0.4 * groove) - 0.45 * groove, np.float32)


def _noise(random: np.random.Generator, sigma: float, stretched: float = 1.0) -> FloatPlane:
    """Smooth noise of unit deviation that repeats."""
    spectrum = np.fft.rfft2(random.standard_normal((_TILE, _TILE)).astype(np.float32))
    fy, fx = np.fft.fftfreq(_TILE)[:, None], np.fft.rfftfreq(_TILE)[None]
    keep = np.exp(-2 * (np.pi * sigma) ** 2 * (fx**2 + (fy * stretched) ** 2))
    plane = np.fft.irfft2(spectrum * keep, (_TILE, _TILE)).astype(np.float32)
    return np.asarray(plane / max(float(plane.std()), 1e-9), np.float32)
