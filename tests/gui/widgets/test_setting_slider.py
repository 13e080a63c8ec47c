"""A slider moves when it is meant, not when the pointer passes over it."""

from __future__ import annotations

import pytest
from catchlight.gui.widgets import theme as themes
from catchlight.gui.widgets.setting_slider import SettingSlider
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot


@pytest.fixture
def slider(qtbot: QtBot) -> SettingSlider:
    window = QWidget()
    made, other = SettingSlider("Exposure", "Stops.", -3, 3, themes.build("dark"), step=0.01), QPushButton("Elsewhere")
    column = QVBoxLayout(window)
    column.addWidget(made)
    column.addWidget(other)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitActive(window)
    other.setFocus()
    made.window_kept = window  # type: ignore[attr-defined]
    return made


def turned(slider: SettingSlider) -> bool:
    """Turn the wheel over the track; gives whether it took the turn for itself."""
    track = slider.track
    spot = QPointF(track.rect().center())
    event = QWheelEvent(
        spot, track.mapToGlobal(spot), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(track, event)
    return event.isAccepted()


def test_the_wheel_scrolls_the_panel_on_until_the_slider_is_chosen(slider: SettingSlider) -> None:
    before = slider.track.value()
    assert not turned(slider)
    assert slider.track.value() == before
    slider.track.setFocus()
    assert turned(slider)
    assert slider.track.value() > before
