"""Contrast by width: measured on stripes, and given to others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.synthesis.texture import contrast as texture
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

from tests.hair.conftest import Wear

SIZE, CM = 240, 20.0


def stripes(width: int, swing: float) -> np.ndarray:
    """Vertical stripes of grey round 90, SIZE x SIZE x 3."""
    wave = 90 + swing * np.sin(np.arange(SIZE) * np.pi / width)
    return np.repeat(np.tile(wave, (SIZE, 1))[..., None], 3, axis=2).astype(np.float32)


def everywhere() -> np.ndarray:
    return np.ones((SIZE, SIZE), np.float32)


def test_each_band_answers_to_its_own_width() -> None:
    fine = texture.measure_contrast(stripes(2, 40), everywhere() > 0, CM)
    broad = texture.measure_contrast(stripes(16, 40), everywhere() > 0, CM)
    assert fine is not None
    assert broad is not None
    assert fine[0] > 3 * broad[0]
    assert broad[2] > 3 * fine[2]


def test_new_hair_gets_the_contrast_of_the_old() -> None:
    wanted = texture.measure_contrast(stripes(2, 12), everywhere() > 0, CM)
    assert wanted is not None
    loud = stripes(2, 15)
    calm = texture.match_contrast(loud.copy(), everywhere(), wanted, CM)
    assert 0.75 * loud.std() < calm.std() < 0.9 * loud.std()
    assert abs(float(calm.mean() - loud.mean())) < 2


def test_what_is_no_hair_stays() -> None:
    wanted = texture.measure_contrast(stripes(2, 12), everywhere() > 0, CM)
    assert wanted is not None
    cover = everywhere()
    cover[:, : SIZE // 2] = 0
    after = texture.match_contrast(stripes(2, 30), cover, wanted, CM)
    assert np.array_equal(after[:, : SIZE // 2 - 1], stripes(2, 30)[:, : SIZE // 2 - 1])


def test_too_little_hair_tells_nothing() -> None:
    assert texture.measure_contrast(stripes(2, 12), np.zeros((SIZE, SIZE), bool), CM) is None


@pytest.mark.parametrize(("name", "braided"), [("d07", True), ("d12", False), ("d05", False)])
def test_braids_are_told_from_loose_hair(
    name: str, braided: bool, portraits_folder: Path, portraits: Portraits
) -> None:
    photo = codec.decode(next(portraits_folder.glob(f"{name}*")).read_bytes())
    seen = styling_scene.read_scene(view(portraits.of(photo), longest=900))
    contrast = texture.measure_contrast(seen.rgb.astype(np.float32), seen.hair > 0.85, seen.cm)
    assert contrast is not None
    assert texture.is_braided(contrast) == braided


def test_braids_keep_their_pattern_when_hair_is_smoothed(
    wear: Wear, portraits_folder: Path, portraits: Portraits
) -> None:
    photo = codec.decode(next(portraits_folder.glob("d07*")).read_bytes())
    person = view(portraits.of(photo), longest=900)
    seen, after = styling_scene.read_scene(person), wear("smooth", on=person)
    assert after.doubts == ()
    before, now = (
        texture.measure_contrast(np.asarray(rgb, np.float32), seen.hair > 0.85, seen.cm)
        for rgb in (seen.rgb, after.pixels)
    )
    assert before is not None
    assert now is not None
    assert now[1] > 0.8 * before[1]
