"""Drawn hair as sharp as the photo."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.removal import match_photo
from catchlight.portrait.portrait import Portrait


def test_hair_is_as_soft_as_the_edges_of_the_face(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    blurs = [
        match_photo.measure_softness(
            known if not sigma else replace(known, rgb=cv2.GaussianBlur(known.rgb, (0, 0), sigma))
        )
        for sigma in (0, 1.0, 1.5, 3.0)
    ]
    assert blurs[0] == match_photo.LENS_BLUR_PX
    assert blurs[0] < blurs[1] < blurs[2] <= blurs[3]
    assert blurs[2] > 1.2


def test_grain_makes_no_photo_softer(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    noise = np.random.default_rng(1).normal(0, 6, known.rgb.shape)
    grainy = replace(known, rgb=np.clip(known.rgb + noise, 0, 255).astype(np.uint8))
    assert match_photo.measure_softness(grainy) <= match_photo.measure_softness(known)


def test_single_strands_are_taken_off_the_neck_and_nowhere_else() -> None:
    cover = np.zeros((120, 240), np.float32)
    cover[:, 60:90] = 1
    cover[:, 20] = cover[:, 200] = 1
    neck = np.zeros_like(cover)
    neck[:, :120] = 1
    after = match_photo.remove_lone_strands(cover.copy(), neck, 20.0)
    assert after[:, 20].max() == 0
    assert np.array_equal(after[:, 120:], cover[:, 120:])
    assert np.array_equal(after[:, 68:82], cover[:, 68:82])
