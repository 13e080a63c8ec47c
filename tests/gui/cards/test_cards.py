"""Cards show this picture, those in sight first, and remember what was rendered."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.core.progress import Progress
from catchlight.gui.cards.card_cache import CardCache, canonical_text
from catchlight.gui.cards.cards import CardItem, Cards
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.jobs.jobs import JobQueue, Work
from catchlight.gui.tabs.hair.state import HairState as HairWish
from catchlight.gui.tabs.headshot.state import HeadshotState as HeadshotWish
from catchlight.gui.widgets import theme as themes
from catchlight.gui.wording.i18n import Language
from catchlight.imaging.picture import Picture
from catchlight.store.previews import Previews
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

ROWS = [CardItem(f"look{number}", f"Look {number}") for number in range(30)]


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
    made.scroll = scroll  # keeps it alive
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
            image.setText("note", f"a note on {key}, 附注")
            return image

        return work


def test_cards_in_sight_come_first_and_all_are_filled_but_the_refused(
    qtbot: QtBot, jobs: JobQueue, cards: Cards
) -> None:
    cards.scroll.verticalScrollBar().setValue(10_000)  # type: ignore[attr-defined]
    painter, renderer = Painter(), CardRenderer(CardCache(jobs), cards, "look")
    renderer.render("portrait", painter)
    qtbot.waitUntil(lambda: not renderer.busy)
    assert painter.asked[0] not in {"look0", "look1", "look2", "look3"}
    assert sorted(painter.asked) == sorted(row.id for row in ROWS)
    assert [key for key, card in cards.cards.items() if card.image is None] == ["look3"]


def test_cards_step_aside_while_a_preview_is_rendered(qtbot: QtBot, jobs: JobQueue, cards: Cards) -> None:
    rendered, begun = threading.Event(), threading.Event()
    painter, renderer = Painter(), CardRenderer(CardCache(jobs), cards, "look")
    jobs.submit("preview", lambda _progress: (begun.set(), rendered.wait(20)), lane="live", visible=False)
    renderer.render("portrait", painter)
    qtbot.waitUntil(begun.is_set)
    qtbot.wait(100)
    assert painter.asked == []
    rendered.set()
    qtbot.waitUntil(lambda: jobs.idle and not renderer.busy)
    qtbot.waitUntil(lambda: sorted(painter.asked) == sorted(row.id for row in ROWS))


def test_what_was_rendered_is_not_rendered_again(qtbot: QtBot, jobs: JobQueue, cards: Cards) -> None:
    painter, renderer = Painter(), CardRenderer(CardCache(jobs), cards, "look")
    for key in ("one", "two"):
        renderer.render(key, painter)
        qtbot.waitUntil(lambda: not renderer.busy)
    painter.asked.clear()
    renderer.render("one", painter)
    assert cards.cards["look0"].image is not None
    qtbot.waitUntil(lambda: not renderer.busy)
    assert painter.asked == ["look3"]


@pytest.fixture
def previews(tmp_path: Path) -> Previews:
    return Previews(tmp_path / "previews", 5_000_000)


def filled(qtbot: QtBot, stock: CardCache, cards: Cards, key: object = "one", kind: str = "look") -> list[str]:
    """Ids that had to be rendered by a session that starts with this stock."""
    painter, renderer = Painter(), CardRenderer(stock, cards, kind)
    renderer.render(key, painter)
    qtbot.waitUntil(lambda: not renderer.busy)
    assert [card for card in cards.cards if cards.cards[card].image is None] == ["look3"]
    renderer.stop()
    return painter.asked


def test_cards_outlive_the_session(qtbot: QtBot, jobs: JobQueue, cards: Cards, previews: Previews) -> None:
    assert len(filled(qtbot, CardCache(jobs, previews), cards)) == len(ROWS)
    renderer = CardRenderer(CardCache(jobs, previews), cards, "look")
    painter = Painter()
    renderer.render("one", painter)
    qtbot.waitUntil(lambda: not renderer.busy)
    assert painter.asked == ["look3"]
    image = cards.cards["look0"].image
    assert image is not None
    assert image.pixelColor(20, 20) == QColor("#446688")
    assert "附注" in cards.cards["look0"].toolTip()


def test_another_picture_kind_edition_or_language_is_rendered_anew(
    qtbot: QtBot, qapp: QApplication, jobs: JobQueue, cards: Cards, previews: Previews
) -> None:
    filled(qtbot, CardCache(jobs, previews), cards)
    all_of_them = len(ROWS)
    assert len(filled(qtbot, CardCache(jobs, previews), cards, key="two")) == all_of_them
    assert len(filled(qtbot, CardCache(jobs, previews), cards, kind="style")) == all_of_them
    assert len(filled(qtbot, CardCache(jobs, previews, lambda: "newer"), cards)) == all_of_them
    language = Language(qapp)
    language.use("zh")
    try:
        assert len(filled(qtbot, CardCache(jobs, previews), cards)) == all_of_them
    finally:
        language.use("en")
    assert filled(qtbot, CardCache(jobs, previews), cards) == ["look3"]


def test_a_damaged_card_is_rendered_again(
    qtbot: QtBot, jobs: JobQueue, cards: Cards, previews: Previews, tmp_path: Path
) -> None:
    filled(qtbot, CardCache(jobs, previews), cards)
    broken = next(file for file in (tmp_path / "previews").rglob("*") if file.is_file())
    broken.write_bytes(broken.read_bytes()[:30])
    assert len(filled(qtbot, CardCache(jobs, previews), cards)) == 2
    assert filled(qtbot, CardCache(jobs, previews), cards) == ["look3"]


def test_emptying_forgets_memory_and_disk(qtbot: QtBot, jobs: JobQueue, cards: Cards, previews: Previews) -> None:
    stock = CardCache(jobs, previews)
    filled(qtbot, stock, cards)
    with qtbot.waitSignal(stock.measure().finished) as measured:
        pass
    assert measured.args[0] > 0
    with qtbot.waitSignal(stock.clear().finished) as left:
        pass
    assert left.args == [0]
    assert stock.size == 0
    assert len(filled(qtbot, stock, cards)) == len(ROWS)


def test_memory_for_cards_is_bounded(qtbot: QtBot, jobs: JobQueue, cards: Cards) -> None:
    stock = CardCache(jobs, most_bytes=10 * 40 * 40 * 4)
    filled(qtbot, stock, cards)
    assert 0 < stock.size <= 10 * 40 * 40 * 4


def test_keys_say_the_same_in_every_session() -> None:
    first, second = (Picture(np.full((70, 80, 3), 9, np.uint8)) for _ in range(2))
    assert first is not second
    assert canonical_text((first.digest, HeadshotWish(picture=first))) == canonical_text(
        (first.digest, HeadshotWish(picture=second))
    )
    assert canonical_text(HairWish(length=1.2)) != canonical_text(HairWish(volume=1.2))
    assert canonical_text({"b": 1, "a": 2}) == canonical_text({"a": 2, "b": 1})
    with pytest.raises(TypeError):
        canonical_text(object())


def test_a_stopped_renderer_leaves_the_cards_empty(qtbot: QtBot, jobs: JobQueue, cards: Cards) -> None:
    renderer = CardRenderer(CardCache(jobs), cards, "look")
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


def test_a_card_shows_its_new_picture_at_once_and_draws_it_no_second_time(qtbot: QtBot, cards: Cards) -> None:
    card = cards.cards["look0"]
    middle = card.rect().center()

    def shown(colour: str) -> bool:
        picture = QImage(40, 40, QImage.Format.Format_RGB32)
        picture.fill(QColor(colour))
        card.set_image(picture)
        return bool(card.grab().toImage().pixelColor(middle).name() == colour)

    assert shown("#cc2200")
    assert shown("#0044cc")
    drawn = card._face()
    assert card._face() is drawn
    before = card.grab().toImage()
    card.setChecked(True)
    assert card.grab().toImage() != before
    assert card._face() is drawn
    card.setEnabled(False)
    assert card._face() is not drawn, "its name is muted"
    card.resize(card.width() + 10, card.height() + 10)
    assert card._face().deviceIndependentSize().toSize() == card.size()


def test_other_rows_keep_the_cards_that_were_there(qtbot: QtBot, cards: Cards) -> None:
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    kept = cards.cards["look7"]
    kept.set_image(image)
    kept.setFocus()
    cards.choose("look7")
    cards.show_rows([CardItem("new", "New one"), ROWS[7]])
    assert list(cards.cards) == ["new", "look7"]
    assert cards.cards["look7"] is kept
    assert kept.image is image
    assert kept.hasFocus()
    assert cards.current == "look7"
    qtbot.waitUntil(lambda: cards.cards["new"].isVisible() and kept.x() > cards.cards["new"].x())
    assert kept.y() == cards.cards["new"].y()
    pressed: list[str] = []
    cards.chosen.connect(pressed.append)
    qtbot.mouseClick(cards.cards["new"], Qt.MouseButton.LeftButton)
    assert pressed == ["new"]
    assert cards.current == "new"
