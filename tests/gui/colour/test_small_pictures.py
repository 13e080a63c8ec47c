"""Print sheet, small pictures of files and the garment of the style book in the colours of the screen."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from catchlight.gui.canvas.qt_images import pixels_of
from catchlight.gui.colour.current import CURRENT
from catchlight.gui.document.film_strip import frame_thumbnail
from catchlight.gui.style_book.anchor_canvas import AnchorCanvas
from catchlight.gui.style_book.anchor_edit import AnchorEdit
from catchlight.gui.tabs.print_sheet.sheet_view import SheetPicture, SheetView
from catchlight.gui.widgets import theme
from catchlight.imaging.colour.output_profiles import check_output_profile
from catchlight.imaging.colour.output_transform import ScreenColours
from catchlight.print.sheet import Layout, Placement
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from tests.clothing.reference import doubles
from tests.display_profiles import matrix_display

RED = QColor(200, 60, 40)


@pytest.fixture
def colours(qapp: QApplication) -> Iterator[ScreenColours]:
    yield ScreenColours(check_output_profile(matrix_display(), "test", "display"), "relative", True)
    CURRENT.small = None


def red() -> QImage:
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(RED)
    return image


def on_the_screen(colours: ScreenColours) -> np.ndarray:
    return colours.transform().rgb(np.array([[[RED.red(), RED.green(), RED.blue()]]], np.uint8))[0, 0].astype(int)


def middle(image: QImage) -> np.ndarray:
    pixels = pixels_of(image)
    return pixels[pixels.shape[0] // 2, pixels.shape[1] // 2, :3].astype(int)


def test_a_print_sheet_follows_the_screen_and_what_is_ready_stays(colours: ScreenColours) -> None:
    view = SheetView(theme.build("dark"))
    view.resize(400, 400)
    layout = Layout(100.0, 100.0, (Placement(10, 10, 80, 80, False, 0),), (1,), 1, 1, 1, False)
    view.show_layout(layout, [SheetPicture(red(), RED)], "none")
    plain = middle(view.grab().toImage())
    assert np.array_equal(plain, [RED.red(), RED.green(), RED.blue()])
    CURRENT.small = colours
    assert np.array_equal(middle(view.grab().toImage()), on_the_screen(colours))
    assert not np.array_equal(on_the_screen(colours), plain)
    view.show_layout(layout, [SheetPicture(None, RED)], "none")
    view.show_layout(layout, [SheetPicture(red(), RED, ready=True)], "none")
    assert np.array_equal(middle(view.grab().toImage()), plain)


def test_a_transparent_photo_lies_on_its_ground_in_the_screens_colours(colours: ScreenColours) -> None:
    view = SheetView(theme.build("dark"))
    view.resize(400, 400)
    clear = QImage(200, 200, QImage.Format.Format_ARGB32_Premultiplied)
    clear.fill(0)
    layout = Layout(100.0, 100.0, (Placement(10, 10, 80, 80, False, 0),), (1,), 1, 1, 1, False)
    view.show_layout(layout, [SheetPicture(clear, RED)], "none")
    CURRENT.small = colours
    assert np.array_equal(middle(view.grab().toImage()), on_the_screen(colours))


def test_framed_thumbnails_follow_the_screen(colours: ScreenColours) -> None:
    CURRENT.small = colours
    framed = frame_thumbnail(red(), 40, theme.build("dark"), False, 1.0).toImage()
    assert np.array_equal(middle(framed), on_the_screen(colours))


def test_the_garment_of_the_style_book_follows_the_screen(colours: ScreenColours) -> None:
    garment = doubles.garment()
    canvas = AnchorCanvas(AnchorEdit(garment), theme.build("dark"))
    canvas.resize(300, 300)
    plain = pixels_of(canvas.grab().toImage()).astype(int)
    CURRENT.small = colours
    assert np.abs(pixels_of(canvas.grab().toImage()).astype(int) - plain).max() > 3
    CURRENT.small = None
    assert np.array_equal(pixels_of(canvas.grab().toImage()), plain)
