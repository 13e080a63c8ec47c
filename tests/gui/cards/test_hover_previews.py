"""A rendering that was seen once is seen again at once, also after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.hover_previews import (
    REMEMBERED,
    HoverPreview,
    HoverPreviewCache,
    decode_preview,
    encode_preview,
)
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.store.previews import Previews
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QApplication

PLACED = QTransform(0.5, 0.01, -0.01, 0.5, 12.25, -3.5)


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[JobQueue]:
    queue = JobQueue()
    yield queue
    queue.close()


def glance(channels: int = 3, value: int = 90) -> HoverPreview:
    pixels = np.full((60, 50, channels), value, np.uint8)
    if channels == 4:
        pixels[:30, :, 3] = 0
    return HoverPreview(pixels, 500, 600, PLACED, 0.75)


@pytest.mark.parametrize("channels", [3, 4])
def test_what_is_packed_comes_back(channels: int) -> None:
    made = glance(channels)
    again = decode_preview(encode_preview(made))
    assert (again.width, again.height, again.tightened) == (500, 600, 0.75)
    assert again.placed == PLACED
    assert again.pixels.shape == made.pixels.shape
    assert np.abs(again.pixels.astype(int) - made.pixels).max() <= 3


def test_each_is_made_once_in_two_sessions(jobs: JobQueue, tmp_path: Path) -> None:
    made: list[str] = []

    def make() -> HoverPreview:
        made.append("one")
        return glance()

    for _session in range(2):
        glances = HoverPreviewCache(CardCache(jobs, Previews(tmp_path, 1_000_000)))
        for _look in range(2):
            assert glances.get("a1", make).width == 500
    assert made == ["one"]


def test_a_damaged_one_is_made_again(jobs: JobQueue, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    stock = CardCache(jobs, Previews(tmp_path, 1_000_000))
    for broken in (
        b"",
        b"{}\nno picture",
        encode_preview(glance())[:60],
        b'{"size": 3}\n' + encode_preview(glance()).partition(b"\n")[2],
    ):
        stock.store("a1", broken)
        assert HoverPreviewCache(stock).get("a1", glance).width == 500
    assert "damaged" in caplog.text


def test_memory_for_them_is_bounded(jobs: JobQueue) -> None:
    glances = HoverPreviewCache(CardCache(jobs))
    for number in range(REMEMBERED + 10):
        glances.get(f"a{number}", glance)
    made: list[int] = []
    glances.get("a0", lambda: made.append(1) or glance())  # type: ignore[func-returns-value]
    glances.get(f"a{REMEMBERED + 9}", lambda: made.append(2) or glance())  # type: ignore[func-returns-value]
    assert made == [1]
