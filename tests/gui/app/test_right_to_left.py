"""The window for languages that are read from the right: mirrored as a whole, nothing cut, nothing over something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest
from catchlight.gui.tabs.registry import TABS
from catchlight.gui.widgets import theme
from catchlight.gui.widgets.flow_layout import FlowLayout
from catchlight.gui.widgets.icons import MIRRORED
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.switch import Switch
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.conftest import Stage, wait

Bytes = npt.NDArray[np.uint8]


@pytest.fixture
def from_the_right(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.fixture(autouse=True)
def _no_cards(draw_cards_of: Callable[..., None]) -> None:
    """What stands on cards is not looked at."""
    draw_cards_of()


@pytest.fixture
def reversed_stage(from_the_right: None, new_stage: Callable[..., Stage]) -> Stage:
    return new_stage()


def bytes_of(image: QImage) -> Bytes:
    """HxWx4."""
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).copy()


def drawn(icon: QIcon, size: QSize) -> Bytes:
    return bytes_of(icon.pixmap(size, 1.0).toImage())


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_icons_that_point_are_turned_round_and_the_others_are_not(qapp: QApplication) -> None:
    icons = theme.build("dark").icons
    size = QSize(48, 48)
    names = {*MIRRORED, "search", "play"}
    before = {name: drawn(icons(name), size) for name in names}
    beside_words = drawn(icons("search"), QSize(64, 48))
    assert not beside_words[:, 48:].any(), "the icon stands at the left, the gap before the words"
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        for name in names:
            turned = before[name][:, ::-1] if name in MIRRORED else before[name]
            assert np.abs(drawn(icons(name), size).astype(int) - turned).mean() < 1.5, name
        assert not drawn(icons("search"), QSize(64, 48))[:, :16].any()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_the_parts_of_the_window_change_sides(reversed_stage: Stage) -> None:
    window = reversed_stage.window
    reversed_stage.open_sample()
    panel, canvas, strip = (in_window(part) for part in (window.tabs, window.canvas, window.film_strip))
    assert panel.right() <= canvas.left() + 1
    assert canvas.right() <= strip.left() + 1
    tabs = [in_window(button).left() for button in window.top_bar._tabs.buttons()]
    assert tabs == sorted(tabs, reverse=True)


@pytest.mark.parametrize("key", [tab.key for tab in TABS])
def test_no_control_of_a_tab_is_cut_or_covered(reversed_stage: Stage, key: str) -> None:
    stage = reversed_stage
    stage.open_sample()
    stage.make_id_photo()
    stage.do(key)
    QApplication.processEvents()
    tab = stage.window.tab
    inside = tab._scroll.widget()
    assert isinstance(inside, QWidget)
    seen = inside.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    shown = [widget for widget in seen if widget.isVisible() and widget.height() > 1]
    assert shown
    for widget in shown:
        assert inside.rect().contains(widget.geometry()), (type(widget), widget.geometry(), inside.rect())
    for place, one in enumerate(shown):
        for other in shown[place + 1 :]:
            assert not one.geometry().intersects(other.geometry()), (type(one), type(other))


def test_a_row_of_the_verdict_has_its_mark_where_reading_begins(reversed_stage: Stage) -> None:
    stage = reversed_stage
    stage.open_sample()
    stage.make_id_photo()
    wait(lambda: stage.id_photo.verdict.rows is not None, 5)
    rows = stage.id_photo.verdict.rows
    assert rows is not None
    picture = bytes_of(rows.grab().toImage())[: rows.sizeHintForRow(0)].astype(int)
    ground = picture[1, picture.shape[1] // 2]
    ink = (np.abs(picture - ground).max(axis=2) > 60).any(axis=0)
    side = round(stage.window.theme.px(5) * rows.devicePixelRatioF())
    assert ink[-side:].any(), "the mark, at the right"
    gap = ink[-side - 6 : -side]
    assert not gap.all(), "and room beside it"
    assert ink[: 2 * side].any(), "the value, at the left"


def test_sliders_and_switches_run_the_other_way(from_the_right: None, qapp: QApplication) -> None:
    looks = theme.build("dark")
    slider = SettingSlider("Exposure", "", -100, 100, looks)
    slider.resize(400, 40)
    slider.show()
    track = slider.track
    QTest.mouseClick(track, Qt.MouseButton.LeftButton, pos=QPoint(12, track.height() // 2))
    assert slider.value > 90, "most is at the left"
    assert bytes_of(track.grab().toImage())[track.height() // 2, 30:-30, :3].max() > 50, "the groove is drawn"
    switch = Switch(looks)
    switch.resize(switch.sizeHint())
    pictures = []
    for on in (False, True):
        switch.setChecked(on)
        pictures.append(bytes_of(switch.grab().toImage())[:, :, :3].astype(int))
    middle = switch.height() // 2
    third = switch.width() // 3
    off, on_ = (picture[middle] for picture in pictures)
    assert off[-third:].min() < off[third:-third].min() + 5, "off: the knob at the right"
    assert on_[6:third].min() < 60, "on: the knob at the left"
    slider.close()


def test_what_flows_begins_at_the_right(from_the_right: None) -> None:
    box = QWidget()
    flow = FlowLayout(4, box)
    chips = [QWidget() for _ in range(3)]
    for chip in chips:
        chip.setFixedSize(50, 20)
        flow.addWidget(chip)
    box.resize(120, 60)
    flow.setGeometry(QRect(0, 0, 120, 60))
    assert [chip.x() for chip in chips] == [70, 16, 70]
    assert [chip.y() for chip in chips] == [0, 0, 24]
