"""Tiles show what painting the whole would show, are bounded, and never keep a frame waiting."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from catchlight.gui.canvas import qt_images
from catchlight.gui.canvas.canvas import MOVING_MS, Canvas
from catchlight.gui.canvas.compare import CanvasScene, Mode
from catchlight.gui.canvas.tiles import SIDE, CanvasLayer, Tiles
from catchlight.gui.widgets import theme
from catchlight.imaging.picture import Picture
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter, QTransform
from pytestqt.qtbot import QtBot


def waves(width: int, height: int, channels: int = 3) -> Picture:
    """Smooth in all directions, so that a seam or a shift of half a pixel shows."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    planes = [np.sin(x / (7 + 3 * plane) + y / (11 - plane)) * 120 + 127 for plane in range(channels)]
    return Picture(np.stack(planes, axis=2).astype(np.uint8))


def drawn(tiles: Tiles, layer: CanvasLayer, visible: QRect) -> np.ndarray:
    image = QImage(visible.width(), visible.height(), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(-visible.left(), -visible.top())
    tiles.draw(painter, layer, visible)
    painter.end()
    return qt_images.pixels_of(image)[..., :3].astype(int)


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("zoom", [0.31, 0.67, 1.3, 3.0])
def test_tiles_join_without_a_seam(zoom: float, channels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catchlight.gui.canvas.tiles.DIRECT", 0)
    layer = CanvasLayer(qt_images.build_pyramid(waves(1900, 1500, channels)), QTransform.fromScale(zoom, zoom))
    visible = QRect(11, 7, 560, 330)
    tiles = Tiles()
    tiles.begin(seconds=60)
    laid = drawn(tiles, layer, visible)
    assert not tiles.behind
    assert tiles.bytes > 0
    whole = QImage(visible.width(), visible.height(), QImage.Format.Format_RGB32)
    whole.fill(0)
    painter = QPainter(whole)
    painter.translate(-visible.left(), -visible.top())
    layer.paint(painter)
    painter.end()
    assert np.abs(laid - qt_images.pixels_of(whole)[..., :3].astype(int)).max() <= 3


def test_a_frame_without_time_is_coarse_and_says_so() -> None:
    layer = CanvasLayer(qt_images.build_pyramid(waves(3000, 2000)), QTransform.fromScale(0.7, 0.7))
    tiles, visible = Tiles(), QRect(0, 0, 1000, 700)
    tiles.begin(seconds=-1)
    coarse = drawn(tiles, layer, visible)
    assert tiles.behind
    assert tiles.bytes == 0
    tiles.begin(seconds=60)
    fine = drawn(tiles, layer, visible)
    assert not tiles.behind
    assert 0.1 < np.abs(coarse - fine).mean() < 5
    tiles.begin(seconds=-1)
    assert np.array_equal(drawn(tiles, layer, visible), fine)


def test_tiles_stay_within_their_bytes_and_go_with_their_picture() -> None:
    shown = qt_images.build_pyramid(waves(3000, 2000))
    tiles = Tiles(most_bytes=10 * SIDE * SIDE * 4)
    for step in range(6):
        tiles.begin(seconds=60)
        drawn(tiles, CanvasLayer(shown, QTransform.fromScale(0.7, 0.7)), QRect(step * 200, 0, 700, 700))
        assert 0 < tiles.bytes <= 10 * SIDE * SIDE * 4
    del shown
    assert tiles.bytes == 0


def test_a_zoom_in_motion_renders_no_tile_and_comes_to_rest(qtbot: QtBot) -> None:
    canvas = Canvas(theme.build("dark"))
    qtbot.addWidget(canvas)
    canvas.resize(900, 700)
    canvas.show_scene(CanvasScene(qt_images.build_pyramid(waves(3000, 2000))))
    canvas.show()
    qtbot.waitExposed(canvas)
    tiles = canvas._painter.tiles
    for _ in range(4):
        canvas.zoom_by(1.21)
        canvas.repaint()
    assert tiles.moving
    kept = tiles.bytes
    canvas.zoom_by(1.01)
    canvas.repaint()
    assert tiles.bytes == kept
    qtbot.wait(MOVING_MS)
    qtbot.waitUntil(lambda: not tiles.moving and not tiles.behind and tiles.bytes > kept)


PROBE = """
import sys
import numpy as np
from PySide6.QtWidgets import QApplication
from catchlight.imaging.picture import Picture
from catchlight.gui.canvas import qt_images
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasScene, Mode
from catchlight.gui.widgets import theme

application = QApplication(sys.argv[:1])
picture = Picture(np.random.default_rng(1).integers(0, 256, (1500, 1700, 3), np.uint8))
canvas = Canvas(theme.build("dark"))
canvas.resize(501, 401)
canvas.show_scene(CanvasScene(qt_images.build_pyramid(picture), qt_images.build_pyramid(picture)))
canvas.show()
canvas.set_mode(Mode(sys.argv[1]))
canvas.actual_size()
view, ratio = canvas.viewport_now, canvas.devicePixelRatioF()
assert ratio == float(sys.argv[2]), ratio
seen = qt_images.pixels_of(canvas.grab().toImage())[..., :3]
left, top = round(-view.x * ratio), round(-view.y * ratio)
rows, columns = slice(120, 600), slice(150, 420)
wanted = picture.pixels[top + rows.start : top + rows.stop, left + columns.start : left + columns.stop]
assert view.scale == 1.0
assert np.array_equal(seen[rows, columns], wanted), "not the picture's own pixels"
if sys.argv[1] == "side":
    # The second pane shows the same place: linked, and on whole pixels of the screen too.
    pane = round(canvas.width() / 2 * ratio)
    second = seen[rows, pane + columns.start : pane + columns.stop]
    assert np.array_equal(second, wanted), "the second pane is not the picture's own pixels"
print("exact")
"""


@pytest.mark.parametrize("mode", [Mode.AFTER, Mode.SIDE])
@pytest.mark.parametrize("ratio", ["2", "3"])
def test_pixels_are_exact_at_100_percent_on_a_fine_screen(mode: Mode, ratio: str) -> None:
    """Another density of pixels takes another process: Qt reads it once."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, mode.value, ratio],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": ratio},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "exact", done.stderr
