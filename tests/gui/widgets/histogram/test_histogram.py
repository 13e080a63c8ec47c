"""The histogram: its zones are dragged, moved by keys and put back, its corners pressed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from catchlight.develop.development import Development
from catchlight.gui.widgets.histogram.histogram import Histogram
from catchlight.gui.widgets.histogram.tone_zones import TONE_ZONES, zone_at
from catchlight.gui.widgets.histogram.tones import counts
from catchlight.gui.widgets.theme import build
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot


@pytest.fixture
def histogram(qapp: QApplication, qtbot: QtBot) -> Histogram:
    made = Histogram(build("dark"))
    qtbot.addWidget(made)
    made.resize(400, 100)
    made.show()
    made.show_counts(counts(np.random.default_rng(1).integers(0, 256, (50, 50, 3), np.uint8)))
    made.show_values(Development(shadows=12.0))
    return made


def told(histogram: Histogram) -> list[tuple[tuple[str, ...], float]]:
    """What it says from now on."""
    said: list[tuple[tuple[str, ...], float]] = []
    histogram.moved.connect(lambda path, value: said.append((path, value)))
    return said


def drag(histogram: Histogram, start: float, end: float) -> None:
    """From one share of the width to another, below the corners."""
    at = [QPoint(round(histogram.width() * share), 60) for share in (start, end)]
    QTest.mousePress(histogram, Qt.MouseButton.LeftButton, pos=at[0])
    for step in range(1, 5):
        QTest.mouseMove(histogram, at[0] + (at[1] - at[0]) * step / 4)
    QTest.mouseRelease(histogram, Qt.MouseButton.LeftButton, pos=at[1])


def test_zones_lie_from_dark_to_light_without_gaps() -> None:
    assert [zone.name for zone in TONE_ZONES] == ["blacks", "shadows", "exposure", "highlights", "whites"]
    assert TONE_ZONES[0].left == 0.0
    assert TONE_ZONES[-1].right == 1.0
    assert all(one.right == other.left for one, other in itertools.pairwise(TONE_ZONES))
    assert [zone_at(share).name for share in (-0.2, 0.05, 0.5, 1.0)] == ["blacks", "blacks", "exposure", "whites"]


@pytest.mark.parametrize(
    ("start", "end", "name", "value"),
    [
        (0.05, 0.25, "blacks", 20.0),
        (0.2, 0.1, "shadows", 2.0),
        (0.5, 0.7, "exposure", 0.6),
        (0.8, 0.5, "highlights", -30.0),
        (0.95, 0.0, "whites", -95.0),
    ],
)
def test_dragging_a_zone_moves_its_slider_live(
    histogram: Histogram, start: float, end: float, name: str, value: float
) -> None:
    said = told(histogram)
    drag(histogram, start, end)
    assert {path for path, _ in said} == {(name,)}
    assert len(said) == 4, "every move is told"
    assert said[-1][1] == pytest.approx(value, abs=0.03 if name == "exposure" else 2.1)


def test_what_is_dragged_beyond_an_end_stays_there(histogram: Histogram) -> None:
    histogram.show_values(Development(exposure=2.5, whites=90.0))
    said = told(histogram)
    drag(histogram, 0.5, 0.99)
    assert said[-1] == (("exposure",), 3.0)


def test_keys_choose_a_zone_move_it_and_put_it_back(histogram: Histogram) -> None:
    said = told(histogram)
    histogram.setFocus()
    QTest.keyClick(histogram, Qt.Key.Key_Left)
    QTest.keyClick(histogram, Qt.Key.Key_Up)
    QTest.keyClick(histogram, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(histogram, Qt.Key.Key_Delete)
    assert said == [(("shadows",), 17.0), (("shadows",), 16.0), (("shadows",), 0.0)]
    assert histogram.zone_text(TONE_ZONES[1]) == "Shadows 0"


def test_a_double_click_puts_a_zone_back(histogram: Histogram) -> None:
    said = told(histogram)
    QTest.mouseDClick(histogram, Qt.MouseButton.LeftButton, pos=QPoint(80, 60))
    assert said == [(("shadows",), 0.0)]


def test_corners_ask_for_the_warning_and_move_nothing(histogram: Histogram) -> None:
    said, ends = told(histogram), []
    histogram.end_wanted.connect(ends.append)
    for x in (10, 390):
        QTest.mouseClick(histogram, Qt.MouseButton.LeftButton, pos=QPoint(x, 12))
    assert ends == ["shadows", "highlights"]
    assert said == []
    plain = histogram.grab().toImage()
    histogram.show_warning(highlights=True, shadows=False)
    assert histogram.grab().toImage() != plain


def test_without_a_picture_nothing_moves(histogram: Histogram) -> None:
    histogram.show_counts(None)
    said = told(histogram)
    drag(histogram, 0.2, 0.6)
    QTest.keyClick(histogram, Qt.Key.Key_Up)
    assert said == []
