"""A hair across skin goes; wrinkles and pores stay."""

from __future__ import annotations

import numpy as np
from catchlight.retouch.cleanup import strands_on_skin
from catchlight.retouch.cleanup.replace import lay_over

from tests.benchmarks.painted import curve, hair_cover, lay

CM = 40.0
SHAPE = (360, 320)
BOX = (0, 0, SHAPE[1], SHAPE[0])


def face() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Skin under a fringe of dark hair."""
    random = np.random.default_rng(2)
    light = 170 + random.normal(0, 2.0, SHAPE)
    pixels = np.stack([light + 25, light - 15, light - 40], axis=-1)
    hair = np.zeros(SHAPE, np.float32)
    hair[:60] = 1
    pixels[:60] = (40, 32, 28)
    return np.clip(pixels, 0, 255).round().astype(np.uint8), 1 - hair, hair


def tidied(pixels: np.ndarray, skin: np.ndarray, hair: np.ndarray) -> np.ndarray:
    found = strands_on_skin.find(pixels, BOX, skin, hair, CM)
    return lay_over(pixels, found.area, found.skin, found.grain)


def test_a_hair_goes_and_the_skin_comes_back() -> None:
    clean, skin, hair = face()
    cover = hair_cover(SHAPE, [curve((120, 70), (180, 300), 0.1)], 1.0)
    painted = lay(clean, cover, (40, 32, 28), 0.8)
    sure = cover > 0.35
    assert np.abs(painted.astype(float) - clean)[sure].mean() > 50
    assert np.abs(tidied(painted, skin, hair).astype(float) - clean)[sure].mean() < 8


def test_wrinkles_and_pores_stay() -> None:
    clean, skin, hair = face()
    wide = hair_cover(SHAPE, [curve((60, 150), (260, 160), 0.05)], 6.0)
    wrinkled = lay(clean, wide, (120, 80, 60), 0.5)
    assert (tidied(wrinkled, skin, hair) == wrinkled).all()
    assert (tidied(clean, skin, hair) == clean).all()


def test_blond_hair_on_fair_skin_is_not_guessed() -> None:
    clean, skin, _ = face()
    hair = 1 - skin
    clean[:60] = (196, 156, 130)
    assert (tidied(clean, skin, hair) == clean).all()
