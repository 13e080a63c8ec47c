"""Several cloths in one area take one colour, whatever light each had; patterns and shadows stay."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from catchlight.imaging.colour import oklab
from catchlight.retouch.area import Area
from catchlight.retouch.dye import dye
from catchlight.retouch.paint import paint

NAVY = (0, 0, 128)
CM = 10.0


def _lightness(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    light: npt.NDArray[np.float32] = oklab.from_srgb(pixels.astype(np.float32) / 255)[..., 0]
    return light


def _dyed(pixels: npt.NDArray[np.uint8], *, worn: bool) -> npt.NDArray[np.float32]:
    height, width = pixels.shape[:2]
    area = Area((0, 0, width, height), np.ones((height, width), np.float32))
    return _lightness(paint(pixels, area, dye(NAVY, worn=worn), CM))


def test_a_white_collar_on_black_takes_the_colour_like_the_black() -> None:
    pixels = np.full((300, 400, 3), 28, np.uint8)
    pixels[40:110, 100:300] = 242
    light = _dyed(pixels, worn=True)
    assert abs(light[55:95, 120:280].mean() - light[180:, :].mean()) < 0.06
    assert _dyed(pixels, worn=False)[55:95, 120:280].mean() > light[180:, :].mean() + 0.3


def test_narrow_stripes_stay_a_pattern() -> None:
    pixels = np.full((300, 400, 3), 40, np.uint8)
    for top in range(0, 300, 20):
        pixels[top : top + 4] = 235
    light = _dyed(pixels, worn=True)
    assert light[2:300:20].mean() > light[12:300:20].mean() + 0.15


def test_light_that_fades_over_one_cloth_stays() -> None:
    row = np.linspace(40, 210, 400).astype(np.uint8)
    light = _dyed(np.repeat(np.repeat(row[None, :, None], 300, axis=0), 3, axis=2), worn=True)
    assert (np.diff(light[150, 10:390:20]) > -0.01).all()
