"""Grounds to lay people on, drawn from a seed: plain, even, woven, cluttered, out of focus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.imaging.picture import ByteImage

_Random = np.random.Generator
_Floats = Any

LAKE = "d25_noface_lake.jpg"
"""The portrait in whose picture there is nobody."""


def draw(name: str, side: int, folder: Path) -> ByteImage:
    """The ground of that name, side x side x 3. folder: of the portraits, for what was photographed."""
    if name == "lake":
        return _lake(side, folder)
    seed = sorted(DRAWN).index(name)
    random = np.random.default_rng(seed)
    image = DRAWN[name](random, side) + random.normal(0, 2.0, (side, side, 3))
    return np.asarray(np.clip(np.round(image), 0, 255), np.uint8)


def names(folder: Path) -> list[str]:
    """All grounds that can be drawn."""
    return [*DRAWN, *(["lake"] if (folder / LAKE).exists() else [])]


def _lake(side: int, folder: Path) -> ByteImage:
    import cv2

    photo = cv2.imread(str(folder / LAKE))
    least = min(photo.shape[:2])
    return np.asarray(cv2.resize(photo[:least, :least, ::-1], (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _axes(side: int) -> tuple[_Floats, _Floats]:
    y, x = np.mgrid[:side, :side] / side
    return y, x


def _soft(image: _Floats, width: float) -> _Floats:
    import cv2

    return cv2.GaussianBlur(image, (0, 0), width)


def _clouds(random: _Random, side: int, cells: int, channels: int = 1) -> _Floats:
    """Smooth noise of deviation near 1, side x side x channels."""
    import cv2

    coarse = random.normal(0, 1, (cells, cells, channels))
    return cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC).reshape(side, side, channels)


def _plain(colour: tuple[int, int, int]) -> Callable[[_Random, int], _Floats]:
    return lambda random, side: np.full((side, side, 3), colour, float)


def _gradient(random: _Random, side: int) -> _Floats:
    y, x = _axes(side)
    light = 170 - 110 * np.hypot(x - 0.4, y - 0.4)
    return light[..., None] * np.array([0.9, 0.95, 1.1])


def _bricks(random: _Random, side: int) -> _Floats:
    high, wide = side // 18, side // 7
    y, x = np.mgrid[:side, :side]
    row = y // high
    column = (x + (row % 2) * wide // 2) // wide
    tone = random.normal(1, 0.15, (row.max() + 1, column.max() + 2))
    mortar = ((y % high) < 4) | (((x + (row % 2) * wide // 2) % wide) < 4)
    image = tone[row, column][..., None] * np.array([150, 80, 60]) * (1 + 0.06 * _clouds(random, side, side // 4))
    image[mortar] = (175, 168, 158)
    return _soft(image, 0.8)


def _office(random: _Random, side: int) -> _Floats:
    image = np.full((side, side, 3), (150, 145, 138), float)
    for _ in range(40):
        x, y = random.integers(0, side, 2)
        width, height = random.integers(side // 20, side // 4, 2)
        image[y : y + height, x : x + width] = random.uniform(20, 240) * random.uniform(0.75, 1.1, 3)
    return _soft(image, side / 70)


def _hills(random: _Random, side: int) -> _Floats:
    y, x = _axes(side)
    sky = (1 - y)[..., None] * np.array([150, 175, 205]) + y[..., None] * np.array([230, 200, 170])
    image = sky
    for level, tone in ((0.3, 62), (0.42, 40), (0.6, 22)):
        ridge = level + 0.06 * np.interp(x[0], np.linspace(0, 1, 9), random.normal(0, 1, 9))
        hill = tone * np.array([0.8, 1.0, 0.85]) * (1 + 0.2 * _clouds(random, side, 60))
        image = np.where((y > ridge[None])[..., None], hill, image)
    return _soft(image, side / 400)


def _foliage(random: _Random, side: int) -> _Floats:
    import cv2

    image = np.full((side, side, 3), (28, 40, 22), np.uint8)
    for _ in range(1600):
        x, y = (int(value) for value in random.integers(0, side, 2))
        size = (int(random.integers(side // 90, side // 30)), int(random.integers(side // 200, side // 70)))
        light = random.uniform(0.4, 2.6)
        colour = tuple(float(min(255, light * part)) for part in (62, 92, 34))
        cv2.ellipse(image, (x, y), size, float(random.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    return _soft(image.astype(float), side / 500)


def _stripes(random: _Random, side: int) -> _Floats:
    """Red, white and blue cloth in folds, as a flag beside an official hangs."""
    y, x = _axes(side)
    wave = x + 0.04 * np.sin(9 * y) + 0.02 * np.sin(23 * y + 1)
    red = (np.floor(wave * 11) % 2 == 0)[..., None]
    image = np.where(red, np.array([170, 28, 40]), np.array([228, 224, 220])).astype(float)
    image[((wave < 0.4) & (y < 0.45))] = (38, 46, 100)
    return _soft(image * (0.8 + 0.25 * np.sin(14 * wave + 3 * y))[..., None], 1.5)


def _woven(random: _Random, side: int) -> _Floats:
    y, x = np.mgrid[:side, :side]
    weave = ((x // 3 + y // 3) % 2) * 30 - 15 + random.normal(0, 14, (side, side))
    return (128 + weave)[..., None] * np.array([1.0, 0.93, 0.8])


def _shelves(random: _Random, side: int) -> _Floats:
    image = np.full((side, side, 3), (52, 36, 26), float)
    step = side // 6
    for top in range(0, side, step):
        x = 0
        while x < side:
            width, height = int(random.integers(side // 60, side // 22)), int(step * random.uniform(0.6, 0.9))
            image[top + step - height : top + step - 8, x : x + width] = random.uniform(20, 220, 3)
            x += width + 2
    return _soft(image, side / 250)


def _planks(random: _Random, side: int) -> _Floats:
    """Wood in the colours of skin."""
    x = _axes(side)[1]
    grain = np.sin(60 * x + 3 * _clouds(random, side, 9)[..., 0]) * 10
    joints = ((x * 9) % 1 < 0.02) * 60
    return (190 + grain - joints)[..., None] * np.array([1.0, 0.76, 0.58])


def _lights(random: _Random, side: int) -> _Floats:
    """A street by night: discs of light out of focus."""
    import cv2

    image = np.full((side, side, 3), (14, 14, 22), np.uint8)
    for _ in range(45):
        x, y = (int(value) for value in random.integers(0, side, 2))
        disc = np.zeros_like(image)
        colour = tuple(float(value) for value in random.uniform(60, 255, 3))
        cv2.circle(disc, (x, y), int(random.integers(side // 60, side // 18)), colour, -1, cv2.LINE_AA)
        image = np.maximum(image, disc)
    return _soft(image.astype(float), side / 200)


DRAWN: dict[str, Callable[[_Random, int], _Floats]] = {
    "white": _plain((244, 244, 242)),
    "blue": _plain((60, 110, 190)),
    "black": _plain((16, 16, 18)),
    "gradient": _gradient,
    "bricks": _bricks,
    "office": _office,
    "hills": _hills,
    "foliage": _foliage,
    "stripes": _stripes,
    "woven": _woven,
    "shelves": _shelves,
    "planks": _planks,
    "lights": _lights,
}
"""Ways to draw each ground: HxWx3 of 0..255, from a source of randomness and a side in pixels."""
