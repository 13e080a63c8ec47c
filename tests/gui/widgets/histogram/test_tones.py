"""The histogram counts the tones that are seen."""

from __future__ import annotations

import numpy as np
from catchlight.gui.widgets.histogram.histogram import Histogram
from catchlight.gui.widgets.histogram.tones import BINS, LUMA_ROW, clipped_colours, counts
from catchlight.gui.widgets.theme import build
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot


def test_the_histogram_counts_what_is_seen(qapp: QApplication, qtbot: QtBot) -> None:
    pixels = np.zeros((10, 10, 4), np.uint8)
    pixels[:5] = (255, 128, 0, 255)
    found = counts(pixels)
    assert found.shape == (4, BINS)
    assert (found[0, -1], found[1, 64], found[2, 0]) == (1, 1, 1)
    luma = round(0.299 * 255 + 0.587 * 128)
    assert found[LUMA_ROW, luma // 2] == 1
    assert np.array_equal(counts(pixels.astype(np.uint16) * 257), found)
    assert clipped_colours(found, -1) == (True, False, False)
    assert clipped_colours(found, 0) == (False, False, True)
    histogram = Histogram(build("dark"))
    qtbot.addWidget(histogram)
    histogram.show_counts(found)
    assert "pure white" in histogram.toolTip()
    histogram.grab()
