"""The canvas draws what it should where it should."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from catchlight.gui.canvas import qt_images
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasBackground, CanvasScene, Mode
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.widgets import theme
from catchlight.imaging.picture import Picture
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QTransform, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Stage


def noise(width: int, height: int, channels: int = 3, seed: int = 1) -> Picture:
    return Picture(np.random.default_rng(seed).integers(0, 256, (height, width, channels), np.uint8))


@pytest.fixture
def canvas(qtbot: QtBot, qapp: QApplication) -> Canvas:
    made = Canvas(theme.build("dark"))
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    return made


def seen(canvas: Canvas) -> np.ndarray:
    return qt_images.pixels_of(canvas.grab().toImage())[..., :3]


def test_pixels_are_exact_at_100_percent(canvas: Canvas) -> None:
    picture = noise(1100, 900)
    canvas.show_scene(CanvasScene(qt_images.build_pyramid(picture)))
    canvas.actual_size()
    view = canvas.viewport_now
    assert view.scale == 1.0
    left, top = round(-view.x), round(-view.y)
    assert np.array_equal(seen(canvas)[50:350, 50:450], picture.pixels[top + 50 : top + 350, left + 50 : left + 450])


def test_the_point_under_the_pointer_stays_there_while_zooming(canvas: Canvas) -> None:
    canvas.show_scene(CanvasScene(qt_images.build_pyramid(noise(300, 200))))
    at = QPointF(180, 150)
    before = canvas.viewport_now.to_picture(at.x(), at.y())
    none = Qt.MouseButton.NoButton
    event = QWheelEvent(
        at, QPointF(canvas.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 240), none,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    canvas.wheelEvent(event)
    after = canvas.viewport_now.to_picture(at.x(), at.y())
    assert canvas.viewport_now.scale > 1
    assert np.allclose(before, after, atol=1.0)


def test_fit_shows_the_whole_picture_in_the_middle() -> None:
    view = Viewport(width=1000, height=800, ratio=2.0).fit(4000, 3000)
    left, top = view.to_view(0, 0)
    right, bottom = view.to_view(4000, 3000)
    assert left >= 23
    assert right <= 977
    assert abs((left + right) / 2 - 500) <= 1
    assert abs((top + bottom) / 2 - 400) <= 1


def test_the_picture_cannot_be_lost() -> None:
    view = Viewport(width=500, height=400).fit(300, 200).pan(9000, -9000).kept_inside(300, 200)
    left, top = view.to_view(0, 0)
    right, bottom = view.to_view(300, 200)
    assert left < 500
    assert right > 0
    assert bottom > 0
    assert top < 400


def test_double_click_goes_to_real_pixels_and_back(canvas: Canvas, qtbot: QtBot) -> None:
    canvas.show_scene(CanvasScene(qt_images.build_pyramid(noise(2000, 1500))))
    fitted = canvas.zoom_now
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    assert canvas.zoom_now == 1.0
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    assert canvas.zoom_now == fitted


def test_keys_zoom_pan_and_show_before(canvas: Canvas, qtbot: QtBot) -> None:
    plain = Picture(np.full((100, 100, 3), 200, np.uint8))
    dark = Picture(np.full((100, 100, 3), 20, np.uint8))
    canvas.show_scene(CanvasScene(qt_images.build_pyramid(plain), qt_images.build_pyramid(dark)))
    qtbot.keyClick(canvas, Qt.Key.Key_1)
    assert canvas.zoom_now == 1.0
    x = canvas.viewport_now.x
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    assert canvas.viewport_now.x > x
    qtbot.keyClick(canvas, Qt.Key.Key_0)
    assert seen(canvas)[200, 250, 0] == 200
    qtbot.keyPress(canvas, Qt.Key.Key_Space)
    assert seen(canvas)[200, 250, 0] == 20
    qtbot.keyRelease(canvas, Qt.Key.Key_Space)
    assert seen(canvas)[200, 250, 0] == 200


def test_split_shows_before_left_and_after_right_of_the_handle(canvas: Canvas, qtbot: QtBot) -> None:
    after, before = (Picture(np.full((300, 400, 3), value, np.uint8)) for value in (200, 20))
    canvas.show_scene(CanvasScene(qt_images.build_pyramid(after), qt_images.build_pyramid(before)))
    canvas.set_mode(Mode.SPLIT)
    pixels = seen(canvas)
    assert pixels[120, 150, 0] == 20
    assert pixels[120, 350, 0] == 200
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(250, 100))
    qtbot.mouseMove(canvas, QPoint(400, 100))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(400, 100))
    assert seen(canvas)[120, 350, 0] == 20


def test_side_by_side_puts_the_same_things_beside_each_other(canvas: Canvas) -> None:
    pixels = np.full((400, 400, 3), 40, np.uint8)
    pixels[100:300, 100:300] = 230
    cut = Picture(np.ascontiguousarray(pixels[100:300, 100:300]))
    scene = CanvasScene(
        qt_images.build_pyramid(cut), qt_images.build_pyramid(Picture(pixels)), QTransform.fromTranslate(-100, -100)
    )
    canvas.show_scene(scene)
    canvas.set_mode(Mode.SIDE)
    shown = seen(canvas)
    assert shown[200, 125, 0] == shown[200, 375, 0] == 230


def test_transparent_pictures_lie_on_the_chosen_ground(canvas: Canvas) -> None:
    clear = Picture(np.zeros((200, 200, 4), np.uint8))
    canvas.show_scene(CanvasScene(qt_images.build_pyramid(clear)))
    canvas.set_ground(CanvasBackground.BLUE)
    assert tuple(seen(canvas)[200, 250]) == QColor("#438EDB").getRgb()[:3]


def test_pyramid_keeps_colours_and_ignores_invisible_ones() -> None:
    pixels = np.zeros((1024, 1024, 4), np.uint8)
    pixels[..., 0] = 255
    pixels[:, ::2] = (10, 200, 30, 255)
    level = qt_images.build_pyramid(Picture(pixels)).levels[1]
    colour = level.pixelColor(100, 100)
    assert (colour.red(), colour.green(), colour.blue()) == pytest.approx((10, 200, 30), abs=2)
    assert colour.alpha() == pytest.approx(128, abs=1)


def test_the_first_level_shares_the_memory_of_the_picture() -> None:
    picture = noise(64, 64)
    shown = qt_images.build_pyramid(picture)
    assert shown.pixels is picture.pixels
    assert shown.levels[0].constBits()[:3].tobytes() == picture.pixels[0, 0].tobytes()


def test_16_bit_pictures_are_shown_by_their_upper_bits() -> None:
    deep = Picture(np.full((64, 64, 3), 0x80FF, np.uint16))
    assert qt_images.build_pyramid(deep).levels[0].pixelColor(3, 3).red() == 0x80


def test_the_picture_before_is_seen_as_long_as_its_button_is_held(stage: Stage) -> None:
    stage.open_sample()
    window = stage.window
    button = window.view_bar.before
    assert not button.isEnabled(), "there is nothing before it"
    stage.make_id_photo()
    stage.do("result")
    assert button.isEnabled()
    rested = looked_at(window.canvas)
    button.pressed.emit()
    held = looked_at(window.canvas)
    button.released.emit()
    ground = np.abs(held - rested).mean()
    assert ground > 5, "the ground behind the person is back"
    # Finer tiles that come meanwhile change a little.
    assert np.abs(looked_at(window.canvas) - rested).mean() < 0.2 * ground
    stage.do("print_sheet")
    assert not button.isVisible()


def looked_at(canvas: Canvas) -> npt.NDArray[np.int64]:
    """HxWx4; finer tiles may still come."""
    image = canvas.grab().toImage()
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(np.int64)
