"""Lipstick: the named hue on the lips alone; matt ones shine less than bare ones."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.portrait.portrait import Portraits
from catchlight.retouch.makeup import lips
from catchlight.retouch.paint import paint

RED, BRICK, NUDE, BURGUNDY = (200, 16, 46), (139, 62, 47), (201, 140, 120), (128, 0, 32)


@pytest.fixture
def scene(portraits: Portraits, sample: Picture) -> EditScene:
    return EditScene(portraits.of(sample), 223, 150)


def _shine(pixels: np.ndarray, scene: EditScene) -> float:
    """How far the lightest part of the lips lies above their middle, OKLab lightness."""
    mask = scene.area("lips").on(pixels.shape[:2]) > 0.5
    light = oklab.from_srgb(pixels[mask][:, :3].astype(np.float32) / 255)[:, 0]
    return float(np.quantile(light, 0.98) - np.median(light))


def test_matt_lips_shine_less(scene: EditScene) -> None:
    bare, area = scene.picture.pixels, scene.area("lips")
    plain, matte = (paint(bare, area, lips.lipstick(BRICK, 0.5, finish), scene.cm) for finish in (False, True))
    assert _shine(matte, scene) < 0.8 * _shine(plain, scene)


@pytest.mark.parametrize("colour", [RED, BRICK, NUDE, BURGUNDY])
def test_a_full_coat_has_the_named_hue(scene: EditScene, colour: tuple[int, int, int]) -> None:
    area = scene.area("lips")
    pixels = paint(scene.picture.pixels, area, lips.lipstick(colour, 1.0), scene.cm)
    mask = area.on(pixels.shape[:2]) > 0.9
    found = oklab.from_srgb(pixels[mask][:, :3].astype(np.float32) / 255).mean(axis=0)
    hues = [np.degrees(np.arctan2(lab[2], lab[1])) for lab in (found, oklab.of_colour(colour))]
    assert abs(hues[0] - hues[1]) < 12
