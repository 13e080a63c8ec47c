"""Lipstick in its finishes: matt lips shine less than bare ones, glossy ones more."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.portrait.portrait import Portraits
from catchlight.retouch.makeup import gloss, lips
from catchlight.retouch.paint import paint

BRICK = (139, 62, 47)


@pytest.fixture
def scene(portraits: Portraits, sample: Picture) -> EditScene:
    return EditScene(portraits.of(sample), 223, 150)


def _shine(pixels: np.ndarray, scene: EditScene) -> float:
    """How far the lightest part of the lips lies above their middle, OKLab lightness."""
    mask = scene.area("lips").on(pixels.shape[:2]) > 0.5
    light = oklab.from_srgb(pixels[mask][:, :3].astype(np.float32) / 255)[:, 0]
    return float(np.quantile(light, 0.98) - np.median(light))


def test_the_finish_decides_how_much_lips_shine(scene: EditScene) -> None:
    bare, area = scene.picture.pixels, scene.area("lips")
    plain, matte = (paint(bare, area, lips.lipstick(BRICK, 0.5, finish), scene.cm) for finish in (None, "matte"))
    wet = paint(
        paint(bare, area, lips.lipstick(BRICK, 0.5, "gloss"), scene.cm),
        gloss.gloss_light(scene.person),
        gloss.gloss(0.5),
        scene.cm,
    )
    assert _shine(matte, scene) < 0.8 * _shine(plain, scene)
    assert _shine(wet, scene) > _shine(plain, scene) + 0.02


def test_a_full_matte_coat_has_the_named_hue(scene: EditScene) -> None:
    area = scene.area("lips")
    pixels = paint(scene.picture.pixels, area, lips.lipstick(BRICK, 1.0, "matte"), scene.cm)
    mask = area.on(pixels.shape[:2]) > 0.9
    found = np.median(oklab.from_srgb(pixels[mask][:, :3].astype(np.float32) / 255), axis=0)
    assert np.abs(found - oklab.of_colour(BRICK))[1:].max() < 0.03
    assert abs(float(found[0] - oklab.of_colour(BRICK)[0])) < 0.12
