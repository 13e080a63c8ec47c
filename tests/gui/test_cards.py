"""Cards show this picture, those in sight first, and remember what was rendered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from catchlight.engine.errors import InvalidRequest
from catchlight.engine.progress import Progress
from catchlight.gui import theme as themes
from catchlight.gui.cards import CardRenderer, Cards, Row
from catchlight.gui.jobs import JobQueue, Work
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

ROWS = [Row(f"look{number}", f"Look {number}") for number in range(30)]


@pytest.fixture
def jobs() -> Iterator[JobQueue]:
    queue = JobQueue()
    yield queue
    queue.close()


@pytest.fixture
def cards(qtbot: QtBot) -> Cards:
    made = Cards(ROWS, themes.build("dark"))
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setWidget(made)
    scroll.resize(300, 200)
    qtbot.addWidget(scroll)
    scroll.show()
    made.scroll = scroll  # type: ignore[attr-defined]  # keeps it alive
    return made


class Painter:
    """Renders plain images and remembers the order in which it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, key: str) -> Work:
        def work(progress: Progress) -> QImage:
            self.asked.append(key)
            if key == "look3":
                raise InvalidRequest("no such look")
            image = QImage(40, 40, QImage.Format.Format_RGB32)
            image.fill(QColor("#446688"))
            return image

        return work


def test_cards_in_sight_come_first_and_all_are_filled_but_the_refused(
    qtbot: QtBot, jobs: JobQueue, cards: Cards
) -> None:
    cards.scroll.verticalScrollBar().setValue(10_000)  # type: ignore[attr-defined]
    painter, renderer = Painter(), CardRenderer(jobs, cards)
    renderer.render("portrait", painter)
    qtbot.waitUntil(lambda: not renderer.busy)
    assert painter.asked[0] not in {"look0", "look1", "look2", "look3"}
    assert sorted(painter.asked) == sorted(row.id for row in ROWS)
    assert [key for key, card in cards.cards.items() if card.image is None] == ["look3"]


def test_what_was_rendered_is_not_rendered_again(qtbot: QtBot, jobs: JobQueue, cards: Cards) -> None:
    painter, renderer = Painter(), CardRenderer(jobs, cards)
    for key in ("one", "two"):
        renderer.render(key, painter)
        qtbot.waitUntil(lambda: not renderer.busy)
    painter.asked.clear()
    renderer.render("one", painter)
    assert cards.cards["look0"].image is not None
    qtbot.waitUntil(lambda: not renderer.busy)
    assert painter.asked == ["look3"]


def test_a_stopped_renderer_leaves_the_cards_empty(qtbot: QtBot, jobs: JobQueue, cards: Cards) -> None:
    renderer = CardRenderer(jobs, cards)
    renderer.render("one", Painter())
    renderer.stop()
    qtbot.waitUntil(lambda: jobs.idle)
    assert all(card.image is None for card in cards.cards.values())


def test_pressing_chooses_one_and_hovering_tells(qtbot: QtBot, cards: Cards) -> None:
    pressed, hovered = [], []
    cards.chosen.connect(pressed.append)
    cards.hovered.connect(hovered.append)
    first, second = cards.cards["look0"], cards.cards["look1"]
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(second, Qt.MouseButton.LeftButton)
    assert pressed == ["look0", "look1"]
    assert cards.current == "look1"
    cards.choose(None)
    assert cards.current is None
    assert pressed == ["look0", "look1"]
