"""The histogram counts the tones that are seen."""

from __future__ import annotations

import numpy as np
from catchlight.gui.widgets.histogram import BINS, Histogram, counts
from catchlight.gui.widgets.theme import build
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot


def test_the_histogram_counts_what_is_seen(qapp: QApplication, qtbot: QtBot) -> None:
    pixels = np.zeros((10, 10, 4), np.uint8)
    pixels[:5] = (255, 128, 0, 255)
    found = counts(pixels)
    assert found.shape == (3, BINS)
    assert (found[0, -1], found[1, 64], found[2, 0]) == (1, 1, 1)
    assert np.array_equal(counts(pixels.astype(np.uint16) * 257), found)
    histogram = Histogram(build("dark"))
    qtbot.addWidget(histogram)
    histogram.show_counts(found)
    assert "pure white" in histogram.toolTip()
    histogram.grab()
