"""The relief of light hair: true strands where the picture shows them, drawn ones where it holds noise."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
from catchlight.hair.colour import camera_response, relief
from catchlight.hair.colour.relief import Relief
from catchlight.hair.colour.root_to_tip import Growth

SIDE, CM = 360, 30.0
INSIDE = np.s_[60:-60, 60:-60]
Floats = npt.NDArray[np.float32]


def strands(seed: int = 1) -> Floats:
    """Upright strands of deviation 1."""
    lines = cv2.GaussianBlur(np.random.default_rng(seed).standard_normal((1, SIDE)).astype(np.float32), (0, 0), 1.5)
    return np.asarray(np.repeat(lines / lines.std(), SIDE, axis=0), np.float32)


def grain(seed: int = 2) -> Floats:
    return np.random.default_rng(seed).standard_normal((SIDE, SIDE)).astype(np.float32)


def half_lost() -> Floats:
    """Upright strands on the left, nothing but noise on the right."""
    shade = 0.05 + 0.004 * strands()
    shade[:, 180:] = 0.05 + 0.004 * grain()[:, 180:]
    return np.asarray(shade, np.float32)


def read(shade: Floats, length: float = 30.0, mask: Floats | None = None) -> Relief:
    """The relief of upright hair of this shade."""
    mask = np.ones((SIDE, SIDE), np.float32) if mask is None else mask
    depth = np.tile(np.linspace(0, 12, SIDE, dtype=np.float32)[:, None], (1, SIDE))
    growth = Growth(depth, length, np.zeros((SIDE, SIDE), bool))
    # CIELAB's lightness of grey is the shade of its linear light.
    linear = np.where(shade > 0.08, ((shade + 0.16) / 1.16) ** 3, shade / 9.033)
    encoded = np.where(linear > 0.0031308, 1.055 * np.clip(linear, 0, None) ** (1 / 2.4) - 0.055, 12.92 * linear)
    grey = np.clip(np.round(encoded * 255), 0, 255).astype(np.uint8)
    plane, full = (np.asarray(np.clip(p, 0, 1) * 65535, np.uint16) for p in (shade, mask))
    return relief.estimate_relief(np.dstack([grey] * 3), plane, full, growth, np.zeros_like(mask), CM)


def plane_of(found: Relief) -> Floats:
    return found.plane[INSIDE].astype(np.float32) / np.float32(65535)


def across(plane: Floats) -> float:
    """How much more a plane changes across upright strands than along them."""
    return float(np.abs(np.diff(plane, axis=1)).mean() / np.abs(np.diff(plane, axis=0)).mean())


def test_strands_are_drawn_where_the_picture_holds_noise() -> None:
    lying = plane_of(read(half_lost()))[:, 130:]
    assert across(lying) > 2
    noise = cv2.GaussianBlur(grain(), (0, 0), 1.0)[INSIDE][:, 130:]
    assert abs(np.corrcoef(lying.ravel(), noise.ravel())[0, 1]) < 0.3


def test_true_strands_stay_where_they_are() -> None:
    lines = strands()
    found = plane_of(read(np.asarray(0.1 + 0.02 * lines + 0.004 * grain(), np.float32)))
    assert np.corrcoef(found.mean(axis=0), lines[0, 60:-60])[0, 1] > 0.7


def test_the_share_that_is_seen_is_told() -> None:
    seen = read(np.asarray(0.1 + 0.02 * strands(), np.float32)).seen
    hidden = read(np.asarray(0.1 + 0.01 * grain(), np.float32)).seen
    assert seen > hidden + 0.2


def test_dark_hair_gets_the_contrast_of_light_hair() -> None:
    for swing in (0.003, 0.01, 0.03):
        deviation = float(plane_of(read(np.asarray(0.06 + swing * strands(), np.float32))).std())
        assert 0.03 < deviation < 0.12, swing


def test_a_light_rim_of_dark_hair_does_not_glow() -> None:
    y, x = np.mgrid[:SIDE, :SIDE]
    mask = np.asarray((np.hypot(x - 180, y - 180) < 150), np.float32)
    rim = np.asarray((np.hypot(x - 180, y - 180) > 148), np.float32) * mask
    shade = np.asarray(0.06 + 0.005 * strands() + 0.4 * rim, np.float32)
    found = read(shade, mask=mask).plane.astype(np.float32) / 65535
    assert float(found[rim > 0].mean()) < float(found[(mask > 0) & (rim == 0)].mean()) + 0.05


def test_short_hair_is_drawn_in_shorter_strands() -> None:
    def alike(length: float) -> float:
        """How much rows 6 mm apart are alike."""
        lying = plane_of(read(half_lost(), length=length))[:, 130:]
        lying -= cv2.GaussianBlur(lying, (0, 0), 4.0)
        return float(np.corrcoef(lying[:-18].ravel(), lying[18:].ravel())[0, 1])

    assert alike(30.0) > alike(1.5) + 0.1


def test_focus_is_that_of_the_edges() -> None:
    square = np.zeros((200, 200), np.float32)
    square[60:140, 60:140] = 0.8
    for sigma in (0.8, 1.5, 3.0):
        blurred = np.asarray(cv2.GaussianBlur(square, (0, 0), sigma), np.float32)
        assert abs(camera_response.focus_sigma(blurred, np.ones_like(square)) - sigma) < 0.25 * sigma


def test_noise_is_that_of_the_flattest_parts() -> None:
    flat = np.full((SIDE, SIDE), 0.3, np.float32)
    quiet, loud = (
        camera_response.noise_variances(flat + level * grain(), flat, CM)[..., 0].mean() for level in (0.003, 0.012)
    )
    assert 10 < loud / quiet < 22
    half = flat + 0.003 * grain()
    half[:, :240] += 0.1 * strands()[:, :240]
    assert camera_response.noise_variances(half, flat, CM)[..., 0].mean() < 2 * quiet
