"""Strands with the light behind them: all that stands off an even background beside hair."""

from __future__ import annotations

import cv2
import numpy as np
from catchlight.hair.mask import backlit, strand_matte
from catchlight.hair.mask.share import CoarseHair
from catchlight.imaging.picture import ByteImage, FloatPlane

CM = 30.0


def head(strand: int, noise: float = 0.0) -> tuple[ByteImage, FloatPlane]:
    """Dark hair with bright locks to the left of a grey background, and a strand of grey level ``strand`` over it."""
    rgb = np.full((300, 300, 3), 110, np.uint8)
    rgb[:, :120] = 30
    for left in range(5, 110, 15):
        rgb[:, left : left + 5] = 200
    cv2.line(rgb, (100, 145), (140, 137), (strand,) * 3, 2)
    grain = np.random.default_rng(0).normal(0, noise, rgb.shape)
    coarse = np.zeros((300, 300), np.float32)
    coarse[:, :120] = 1
    return np.clip(rgb + grain, 0, 255).astype(np.uint8), cv2.GaussianBlur(coarse, (0, 0), 12).astype(np.float32)


def matte(rgb: ByteImage, coarse: FloatPlane) -> FloatPlane:
    nothing = np.zeros_like(coarse)
    share = CoarseHair((0, 0, 300, 300), np.ones_like(coarse), coarse, nothing, nothing, nothing, rgb)
    return strand_matte.estimate_hair_matte(rgb, share, CM)


def test_a_strand_lighter_than_the_background_is_hair() -> None:
    found = matte(*head(190))
    assert found[136:144, 134].max() > 0.6
    assert found[60, 134] < 0.15


def test_grain_is_no_strand() -> None:
    rgb, coarse = head(110, noise=3.0)
    assert np.percentile(matte(rgb, coarse)[:, 150:], 99) < 0.1


def test_a_strand_in_pieces_that_touch_no_hair_is_left() -> None:
    pieces = np.zeros((60, 90), np.uint8)
    pieces[30, 20:50] = pieces[30, 60:80] = 255
    hair = np.zeros((60, 90), np.float32)
    hair[:, :25] = 1
    found = backlit.drop_loose_strands(pieces, hair)
    assert found[30, 45] == 255
    assert found[30, 70] == 0
