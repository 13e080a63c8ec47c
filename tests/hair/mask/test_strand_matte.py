"""The hair's matte where parsing erred: gaps that it took for hair, ends that it cut off, and lines that it drew too sharply."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from catchlight.hair.mask import strand_matte
from catchlight.hair.mask.share import CoarseHair
from catchlight.imaging.picture import ByteImage, FloatPlane

CM, SIDE = 30.0, 360
HAIR, WALL = (24, 22, 26), (190, 200, 215)
DEEP, GAP = (180, 60), (180, 90)
"""Places (row, column) in the hair, and in a gap between its locks."""


def parsed(edge: int = 150, soft: float = 3.0) -> FloatPlane:
    """All that lies left of a column taken for hair."""
    coarse = np.zeros((SIDE, SIDE), np.float32)
    coarse[:, :edge] = 1
    return np.asarray(cv2.GaussianBlur(coarse, (0, 0), soft), np.float32)


def head(hair: tuple[int, int, int] = HAIR, beside: tuple[int, int, int] = WALL) -> ByteImage:
    """Hair with locks and grain to the left of something even."""
    rgb = np.full((SIDE, SIDE, 3), beside, np.uint8)
    rgb[:, :150] = hair
    for left in range(8, 140, 14):
        rgb[:, left : left + 4] = np.minimum(np.array(hair) + 30, 255)
    grain = np.random.default_rng(0).normal(0, 2.0, rgb.shape)
    return np.clip(rgb + grain, 0, 255).astype(np.uint8)


def matte(rgb: ByteImage, coarse: FloatPlane, person: FloatPlane | None = None, brow: float = 0) -> FloatPlane:
    nothing = np.zeros_like(coarse)
    alpha, share = (coarse, np.ones_like(coarse)) if person is None else (person, coarse)
    found = CoarseHair((0, 0, SIDE, SIDE), share, alpha, nothing, nothing, np.full_like(coarse, brow), rgb)
    return strand_matte.estimate_hair_matte(rgb, found, CM)


def test_what_is_seen_between_locks_is_no_hair() -> None:
    rgb = head()
    cv2.circle(rgb, GAP[::-1], 16, WALL, -1)
    cv2.line(rgb, (74, 176), (106, 184), HAIR, 2)
    found = matte(rgb, parsed())
    assert found[170, 90] < 0.1
    assert found[178:183, 90].max() > 0.7, "a strand that crosses the gap stays"
    assert found[DEEP] > 0.95


def test_gloss_is_hair() -> None:
    rgb = head()
    cv2.ellipse(rgb, GAP[::-1], (3, 22), 0, 0, 360, (120, 122, 128), -1)
    assert matte(rgb, parsed())[GAP] > 0.95


@pytest.mark.parametrize("hair", [(170, 150, 120), (200, 195, 190)])
def test_light_hair_is_not_taken_for_what_is_behind_it(hair: tuple[int, int, int]) -> None:
    rgb = head(hair, (150, 155, 160))
    cv2.circle(rgb, GAP[::-1], 16, (150, 155, 160), -1)
    assert matte(rgb, parsed())[GAP] > 0.95


def test_the_end_of_a_lock_that_parsing_cut_off_is_hair() -> None:
    rgb = head()
    cv2.line(rgb, (130, 180), (210, 200), HAIR, 8)
    cv2.line(rgb, (290, 60), (290, 300), HAIR, 8)
    found = matte(rgb, parsed())
    assert found[193:205, 200].max() > 0.8, "2 cm beyond the line"
    assert found[:, 280:300].max() < 0.2, "what does not hang together with the hair is something else"


def test_hair_thins_out_over_skin_beyond_the_line_of_parsing() -> None:
    skin = (205, 160, 135)
    rgb = head(beside=skin).astype(np.float32)
    half = 0.5 * np.array(HAIR, np.float32) + 0.5 * np.array(skin, np.float32)
    rgb[:, 150:156] = half
    rgb[:, 180:186] = half
    found = matte(np.round(rgb).astype(np.uint8), parsed(soft=1.0), np.ones((SIDE, SIDE), np.float32))
    assert found[100:260, 153].mean() > 0.3
    assert found[100:260, 200:].max() < 0.1


def test_on_a_forehead_hair_thins_out_further_than_beside_a_jaw() -> None:
    skin = (205, 160, 135)
    rgb = head(beside=skin).astype(np.float32)
    thin = (0.35 * np.array(HAIR, np.float32) + 0.65 * np.array(skin, np.float32)).astype(np.float32)
    rgb[:, 150:168] = thin
    person, seen = np.ones((SIDE, SIDE), np.float32), np.round(rgb).astype(np.uint8)
    jaw, forehead = (matte(seen, parsed(soft=1.0), person, brow) for brow in (0, 1))
    assert jaw[100:260, 163:167].mean() < 0.1
    assert 0.15 < forehead[100:260, 163:167].mean() < 0.45
    assert forehead[100:260, 200:].max() < 0.1
