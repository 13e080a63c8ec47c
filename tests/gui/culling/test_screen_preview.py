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


@pytest.fixture
def wide_photo(tmp_path: Path, photo: Path) -> Path:
    """The photo as a JPEG in Display P3, four times as large."""
    file = tmp_path / "wide.jpg"
    with Image.open(photo) as image:
        image.resize((1600, 1200)).save(file, quality=95, icc_profile=matrix_display())
    return file


@pytest.mark.parametrize("whole", [False, True])
def test_a_wide_picture_is_shown_by_its_own_colours(wide_photo: Path, whole: bool) -> None:
    made = make_whole(wide_photo, DecodeLimits()) if whole else make_preview(wide_photo, 400, DecodeLimits())
    assert made.shown is made.image
    CURRENT.small = colours(matrix_display())
    assert made.lacks_colours
    made = make_whole(wide_photo, DecodeLimits()) if whole else make_preview(wide_photo, 400, DecodeLimits())
    assert not made.lacks_colours
    assert made.own is None, "it would take a third of the room"
    shown = pixels_of(made.shown).astype(int)
    # A screen of the picture's own space shows the picture's own numbers, of which sRGB holds only a part.
    with Image.open(wide_photo) as image:
        stored = np.asarray(image.resize(shown.shape[1::-1], Image.Resampling.BOX), int)
    assert np.abs(stored - shown).mean() < 3
    assert np.abs(in_colours(made, CURRENT.small).astype(int) - shown).max() > 20
    CURRENT.small = colours(matrix_display())
    assert made.lacks_colours, "for another screen it is made anew"
