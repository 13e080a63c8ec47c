"""Coloured light of an old background goes, the person's own colours stay."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.backdrop.match_light import LUMINANCE
from catchlight.imaging.io import codec
from catchlight.matting import spill, unmix
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

BROWN, GREEN = np.array([120.0, 90, 66]), np.array([40.0, 190, 60])


def _head(ground: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A brown disc of 6 cm with a rim of the ground's colour, before it; 20 pixels for one cm. Photo, foreground, alpha."""
    y, x = np.mgrid[:320, :320]
    depth = 120 - np.hypot(x - 160, y - 160)
    alpha = np.clip(depth + 0.5, 0, 1).astype(np.float32)
    rim = np.clip(1 - depth / 16, 0, 1)[..., None] * 0.35
    fore = BROWN * (1 - rim) + ground * rim
    photo = fore * alpha[..., None] + ground * (1 - alpha[..., None])
    return photo.round().astype(np.uint8), fore.round().astype(np.uint8), alpha


def test_a_green_rim_becomes_brown_again_and_stays_as_light() -> None:
    photo, fore, alpha = _head(GREEN)
    result = spill.remove_spill(photo, fore, alpha, 20.0)
    before, after = fore[160, 42].astype(float), result[160, 42].astype(float)
    assert (
        np.abs(after / after.sum() - BROWN / BROWN.sum()).max()
        < 0.4 * np.abs(before / before.sum() - BROWN / BROWN.sum()).max()
    )
    assert abs(after @ LUMINANCE - before @ LUMINANCE) < 3
    assert np.array_equal(result[160, 160], fore[160, 160])


def test_grey_hair_beside_skin_stays_grey() -> None:
    _, _, alpha = _head(GREEN)
    y, x = np.mgrid[:320, :320]
    fore = np.where((x > 160 + 60 * (y > 160))[..., None], [206.0, 205, 200], [176.0, 112, 84])
    photo = fore * alpha[..., None] + GREEN * (1 - alpha[..., None])
    result = spill.remove_spill(photo.round().astype(np.uint8), fore.round().astype(np.uint8), alpha, 20.0)
    hair = (alpha == 1) & (np.hypot(x - 160, y - 160) > 100) & (x > 230) & (y > 160)
    red, green = result[hair].astype(float)[:, :2].mean(axis=0)
    assert red - green < 10


def _before_pale_blue(own: list[float], tinted: list[float]) -> tuple[np.ndarray, np.ndarray]:
    """The tint of a head's outermost 2 mm before a pale blue wall, before and after: blue above red."""
    _, _, alpha = _head(GREEN)
    y, x = np.mgrid[:320, :320]
    rim = (np.hypot(x - 160, y - 160) > 116)[..., None]
    fore = np.where(rim, tinted, own).astype(np.uint8)
    photo = (fore * alpha[..., None] + np.array([160.0, 190, 230]) * (1 - alpha[..., None])).astype(np.uint8)
    result = spill.remove_spill(photo, fore, alpha, 20.0)
    outermost = rim[..., 0] & (alpha == 1)
    blue = [pixels[outermost].astype(float) @ np.array([-1.0, 0, 1]) for pixels in (fore, result)]
    return blue[0].mean(), blue[1].mean()


def test_a_blue_line_round_black_hair_goes_and_light_cloth_keeps_its_own_tint() -> None:
    before, after = _before_pale_blue([14, 14, 14], [18, 27, 38])
    assert after < 0.5 * before
    before, after = _before_pale_blue([205, 200, 195], [190, 198, 206])
    assert after > 0.4 * before


def test_a_grey_wall_leaves_nothing_to_take_away() -> None:
    photo, fore, alpha = _head(np.array([150.0, 150, 150]))
    assert spill.remove_spill(photo, fore, alpha, 20.0) is fore


def test_hair_before_green_shelves_loses_its_green(portraits_folder: Path, portraits: Portraits) -> None:
    photo = codec.decode((portraits_folder / "d08_glasses_bokeh_bg.jpg").read_bytes())
    portrait = view(portraits.of(photo).upright, None, 1000)
    alpha = unmix.fine_alpha(portrait)
    fore = portrait.foreground
    result = spill.remove_spill(portrait.picture.pixels, fore, alpha, portrait.pose.px_per_cm)
    rim = (alpha > 0.3) & (alpha < 0.99)
    rim[int(portrait.landmarks.xy[152, 1]) :] = False

    def green(pixels: np.ndarray) -> float:
        part = pixels[rim].astype(float)
        return float(np.maximum(part[:, 1] - part[:, [0, 2]].max(axis=1), 0).mean())

    assert green(result) < 0.5 * green(fore)
    inside = alpha >= 1
    assert float(np.mean(np.any(result[inside] != fore[inside], axis=1))) < 0.3
