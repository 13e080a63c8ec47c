"""Wide places on which matting and parsing disagree: cloth is filled, a flag let go, and whatever colours deny stays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.matting.repair import parsing_agreement
from catchlight.matting.repair.parsing_agreement import reconcile_with_parsing
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.head_parsing import CropLogits, Parsing
from catchlight.portrait.portrait import Portraits

CM, CHIN = 12.0, 60.0
SHAPE = (240, 260)
_WALL, _SHIRT, _SKIN, _FLAG = (200, 205, 210), (150, 60, 40), (215, 160, 130), (60, 70, 140)
_HOLE, _SLAB, _SIDE = np.s_[140:180, 110:150], np.s_[100:170, 200:235], np.s_[200:240, 230:260]
Place = tuple[slice, slice]


class Scene:
    """A body in a red shirt below row 80, to the right border below row 180, its face above, before a grey wall."""

    def __init__(self) -> None:
        self.rgb: ByteImage = np.full((*SHAPE, 3), _WALL, np.uint8)
        self.alpha: FloatPlane = np.zeros(SHAPE, np.float32)
        self.classes = np.full(SHAPE, head_parsing.BACKGROUND)
        for body in (np.s_[80:, 60:200], np.s_[180:, 60:]):
            self.put(body, _SHIRT, 1, head_parsing.CLOTH)
        self.put(np.s_[20:80, 100:160], _SKIN, 1, head_parsing.SKIN)

    def put(self, place: Place, colour: tuple[int, int, int], alpha: float, seen_as: int) -> None:
        self.rgb[place], self.alpha[place], self.classes[place] = colour, alpha, seen_as

    def agreed(self, reach: float = 1.0) -> FloatPlane:
        """reach: share of the picture's width that parsing saw, from the left."""
        import cv2

        noise = np.random.default_rng(3).normal(0, 4, self.rgb.shape)
        rgb = np.clip(self.rgb + noise, 0, 255).astype(np.uint8)
        # The crop is wider than what it is asked about: it says nothing at its own border.
        margin = 60
        wide = np.pad(self.classes, margin, mode="edge")[
            :, : round(SHAPE[1] * reach) + 2 * margin - (reach < 1) * margin
        ]
        seen = cv2.resize(wide.astype(np.uint8), (512, 512), interpolation=cv2.INTER_NEAREST)
        logits = 4.0 * (np.arange(head_parsing.CLASSES)[:, None, None] == seen).astype(np.float32)
        sx, sy = 512 / wide.shape[1], 512 / wide.shape[0]
        matrix = np.array([[sx, 0, margin * sx], [0, sy, margin * sy]])
        return reconcile_with_parsing(
            rgb, self.alpha, Parsing((CropLogits(logits),), (matrix,), (1.0,), SHAPE), CHIN, CM
        )


def test_a_bite_into_a_shirt_is_filled() -> None:
    scene = Scene()
    whole = scene.alpha.copy()
    scene.alpha[_HOLE] = 0
    assert np.abs(scene.agreed() - whole)[_HOLE].max() < 0.05
    assert np.abs(scene.agreed() - whole).mean() < 0.002


def test_the_wall_between_an_arm_and_the_body_is_seen_on() -> None:
    scene = Scene()
    scene.put(_HOLE, _WALL, 0, head_parsing.CLOTH)
    assert np.array_equal(scene.agreed(), scene.alpha)


@pytest.mark.parametrize("colour", [_SHIRT, _WALL], ids=["as the shirt", "as the wall"])
def test_a_slab_beside_a_shoulder_that_parsing_takes_for_background_is_none(colour: tuple[int, int, int]) -> None:
    scene = Scene()
    scene.put(_SLAB, colour, 0, head_parsing.BACKGROUND)
    assert np.array_equal(scene.agreed(), scene.alpha)


def test_what_parsing_alone_takes_for_cloth_is_believed_in_its_colours_only() -> None:
    scene = Scene()
    scene.put(_SLAB, _FLAG, 0, head_parsing.CLOTH)
    scene.rgb[:60, :60] = _FLAG
    assert np.array_equal(scene.agreed(), scene.alpha)


def test_at_the_sides_of_a_picture_that_parsing_did_not_see_nothing_is_filled() -> None:
    scene = Scene()
    scene.alpha[_SIDE] = 0
    assert np.array_equal(scene.agreed(reach=0.6), scene.alpha)
    assert scene.agreed()[_SIDE].mean() > 0.9


def test_a_flag_that_the_matte_kept_is_let_go() -> None:
    scene = Scene()
    scene.put(np.s_[20:120, 205:255], _FLAG, 0, head_parsing.BACKGROUND)
    scene.alpha[80:120, 205:240] = 1
    scene.alpha[100:110, 195:205] = 1
    assert scene.agreed()[85:115, 210:235].max() < 0.1
    assert scene.agreed()[100:, 80:180].min() > 0.95


def test_a_bare_arm_which_parsing_does_not_know_stays() -> None:
    scene = Scene()
    scene.put(np.s_[90:180, 200:230], _SKIN, 1, head_parsing.BACKGROUND)
    assert np.array_equal(scene.agreed(), scene.alpha)


@pytest.mark.parametrize(
    ("name", "places"),
    [("d14_glasses_pattern_bg.jpg", [(0.44, 0.84), (0.25, 0.8)]), ("d07_dark_skin_woman.jpg", [(0.98, 0.95)])],
)
def test_the_clothes_of_portraits_are_whole(
    name: str, places: list[tuple[float, float]], portraits_folder: Path, portraits: Portraits
) -> None:
    alpha = portraits.of(codec.decode((portraits_folder / name).read_bytes())).alpha
    height, width = alpha.shape
    assert min(alpha[int(y * height), int(x * width)] for x, y in places) > 0.95


def test_the_smoothed_histogram_is_that_of_scipy_to_the_last_bit() -> None:
    from scipy.ndimage import gaussian_filter

    random = np.random.default_rng(3)
    for most in (2, 50, 100_000):
        counts = random.integers(0, most, (parsing_agreement._BINS,) * 3).astype(np.float64)
        wanted = gaussian_filter(counts, parsing_agreement._SMOOTH)
        assert np.array_equal(parsing_agreement._smoothed(counts), wanted)
