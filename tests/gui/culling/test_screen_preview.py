"""Pictures to choose by, in the colours of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.canvas.qt_images import pixels_of
from catchlight.gui.colour.current import CURRENT
from catchlight.gui.culling.screen_preview import ScreenPreview, make_preview, make_whole
from catchlight.imaging.colour.output_profiles import check_output_profile
from catchlight.imaging.colour.output_transform import ScreenColours
from catchlight.imaging.io.limits import DecodeLimits
from PIL import Image
from PySide6.QtWidgets import QApplication

from tests.display_profiles import matrix_display, table_display


@pytest.fixture
def photo(qapp: QApplication, tmp_path: Path) -> Iterator[Path]:
    pixels = np.random.default_rng(2).integers(0, 256, (30, 40, 3)).astype(np.uint8)
    file = tmp_path / "photo.png"
    Image.fromarray(np.repeat(np.repeat(pixels, 10, axis=0), 10, axis=1)).save(file)
    yield file
    CURRENT.small = None


def colours(profile: bytes) -> ScreenColours:
    return ScreenColours(check_output_profile(profile, "test", "display"))


def in_colours(preview: ScreenPreview, screen: ScreenColours) -> np.ndarray:
    return screen.transform().rgb(np.ascontiguousarray(pixels_of(preview.image)))


@pytest.mark.parametrize("whole", [False, True])
def test_a_preview_is_made_in_the_colours_of_the_screen_and_follows_them(photo: Path, whole: bool) -> None:
    CURRENT.small = colours(matrix_display())
    made = make_whole(photo, DecodeLimits()) if whole else make_preview(photo, 200, DecodeLimits())
    assert made.is_ready
    assert np.array_equal(pixels_of(made.shown), in_colours(made, CURRENT.small))
    assert made.bytes == made.image.sizeInBytes() + made.shown.sizeInBytes()
    before, CURRENT.small = made.shown, colours(table_display())
    assert not made.is_ready
    assert made.shown is before, "until the next is there"
    made.make_ready()
    assert np.array_equal(pixels_of(made.shown), in_colours(made, CURRENT.small))
    CURRENT.small = None
    assert made.is_ready
    assert made.shown is made.image


def test_without_a_profile_nothing_is_made(photo: Path) -> None:
    made = make_preview(photo, 200, DecodeLimits())
    assert made.shown is made.image
    assert made.bytes == made.image.sizeInBytes()
