"""Hair of a photo in the hair tab: from files, drops, open pictures and the style book, seen, kept, undone, and refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.presets.collecting import preset_steps, preset_summary
from catchlight.gui.recovery.open_list import TabDraft
from catchlight.gui.recovery.tab_drafts import Drafts
from catchlight.gui.style_book.add_piece_dialog import AddPieceDialog
from catchlight.gui.tabs.hair.tab import HairTab
from catchlight.gui.wording.problems import Problem
from catchlight.gui.wording.step_words import step_title
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.hair.params import HairParams
from catchlight.paths import Home, resources
from catchlight.service.presets.carry_over import notes_on, preset_of
from catchlight.store.style_book import StyleBook
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from tests.gui.conftest import Stage, wait


@pytest.fixture
def tab(stage: Stage) -> HairTab:
    """The style page with the sample open."""
    stage.session.open_paths([resources() / "samples" / "astronaut.png"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("hair")
    found = stage.window.tab_called("hair")
    assert isinstance(found, HairTab)
    found.pages.button("style").click()
    return found


@pytest.fixture
def piece_file(tmp_path: Path, hair_piece: Picture) -> Path:
    file = tmp_path / "curls.png"
    file.write_bytes(codec.encode(hair_piece, "image/png"))
    return file


@pytest.fixture
def book(home: Home) -> Iterator[StyleBook]:
    made = StyleBook(home.style_book)
    yield made
    made.close()


def shown(tab: HairTab) -> None:
    wait(lambda: tab.wish.photo is not None)
    wait(lambda: not tab.live.busy and (tab.scene() is not None or tab._refusal is not None))


def test_a_file_is_worn_in_either_colour_kept_undone_and_done_to_another(
    tab: HairTab, stage: Stage, piece_file: Path, hair_piece: Picture
) -> None:
    photos = tab.styles.photos
    assert not photos.worn.isVisible()
    tab.styles.volume.setEnabled(True)
    stage.answers.opened = [piece_file]
    photos.photo_button.click()
    shown(tab)
    assert photos.named.toolTip() == "Hair of curls.png"
    assert not any(slider.isEnabled() for slider in tab.styles.sliders)
    assert tab.styles.current is None
    own = tab.scene()
    photos.colour.button("photo").click()
    wait(lambda: not tab.live.busy and tab.scene() is not own)
    step = stage.apply_shown(tab)
    assert isinstance(step.params, HairParams)
    assert step.params.hair_color == "reference"
    assert step.details["metadata"]["appliedStyles"] == ["reference"]
    assert [one.record for one in step.more] == [hair_piece.record]
    assert not tab.apply_button.isEnabled()
    stage.do("undo")
    wait(lambda: tab.wish.photo is None)
    assert tab.styles.current == ""
    stage.do("redo")
    wait(lambda: tab.wish.photo is not None)
    assert photos.named.toolTip() == "Hair of curls.png"
    assert photos.colour.key == "photo"
    assert not tab.apply_button.isEnabled()
    document = stage.session.current
    assert document is not None
    before = len(document.steps)
    stage.session.apply_step(step, document)
    wait(lambda: len(document.steps) > before)
    assert np.array_equal(document.steps[-1].picture.pixels, step.picture.pixels)
    assert tab.colours.current is None
    tab.colours.chosen.emit("copper")
    assert not photos.colour.isEnabled()
    tab.colours.chosen.emit("")
    assert (tab.wish.photo_colour, photos.colour.key, tab.colours.current) == (False, "own", "")
    photos.off_button.click()
    assert tab.wish.empty


def test_a_drop_and_an_open_picture_that_are_not_suited_say_why(tab: HairTab, stage: Stage) -> None:
    officer = resources() / "samples" / "officer.jpg"
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(officer))])
    copy, buttons = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    photos = tab.styles.photos
    photos.photo_button.dropEvent(QDropEvent(QPointF(5, 5), copy, data, buttons, Qt.KeyboardModifier.NoModifier))
    shown(tab)
    wait(lambda: tab._notice.isVisible())
    assert "cannot be taken over" in tab._notice.text()
    assert not tab.apply_button.isEnabled()
    assert tab.styles.isEnabled()
    tab.styles.chosen.emit("")
    wait(lambda: not tab._notice.isVisible())
    first = stage.session.current
    stage.session.open_paths([officer])
    wait(lambda: stage.session.current is not first and stage.session.current is not None)
    assert first is not None
    stage.session.show(first)
    photos.menu.aboutToShow.emit()
    assert [action.text() for action in photos.menu.actions()] == ["officer.jpg"]
    photos.menu.actions()[0].trigger()
    wait(lambda: tab.wish.photo is not None)
    assert tab.wish.photo is not None
    assert tab.wish.photo.name == "officer.jpg"


def test_a_photo_goes_into_the_style_book_and_its_card_is_this_person(
    tab: HairTab, stage: Stage, book: StyleBook, piece_file: Path
) -> None:
    photos = tab.styles.photos
    wait(lambda: photos.hint.isVisible())
    assert not photos.search.isVisible()
    tab.photos.source.from_file(piece_file)
    shown(tab)
    photos.keep_button.click()
    (dialog,) = tab.findChildren(AddPieceDialog)
    assert dialog.name.text() == "curls"
    dialog.tags.setText("bob, curly")
    dialog.save_button.click()
    wait(lambda: len(photos.cards.cards) == 1)
    (entry,) = book.entries()
    assert (entry.name, entry.tags) == ("curls", ("bob", "curly"))
    card = photos.cards.cards[entry.id]
    wait(lambda: card.image is not None)
    assert card.isEnabled()
    tab.styles.chosen.emit("")
    card.click()
    wait(lambda: tab.wish.photo is not None and tab.wish.photo.piece == entry.id)
    assert card.isChecked()
    assert not photos.keep_button.isVisible()
    stage.answers.typed = "Wild curls"
    photos.rename_wanted.emit(entry.id)
    wait(lambda: photos.cards.cards[entry.id].text() == "Wild curls")
    photos.remove_wanted.emit(entry.id)
    wait(lambda: not photos.cards.cards)
    assert book.entries() == ()
    assert "Wild curls" in stage.answers.asked[-1]


def test_many_pieces_are_found_by_typing_and_damaged_ones_say_so(
    tab: HairTab, stage: Stage, book: StyleBook, hair_piece: Picture
) -> None:
    for number in range(9):
        book.add(hair_piece, f"Piece {number}", ["bob"] if number == 4 else ["long"])
    broken = book.find("Piece 4")
    book.path(broken).write_bytes(b"damaged")
    tab.pages.button("colour").click()
    tab.pages.button("style").click()
    photos = tab.styles.photos
    wait(lambda: len(photos.cards.cards) == 9)
    assert photos.search.isVisible()
    photos.search.setText("bbo")
    assert list(photos.cards.cards) == [broken.id]
    wait(lambda: photos.cards.cards[broken.id].image is not None)
    assert not photos.cards.cards[broken.id].isEnabled()
    assert "damaged" in photos.cards.cards[broken.id].toolTip()
    photos.search.setText("zzzz")
    assert photos.nothing.isVisible()
    assert len(book.entries()) == 8


def test_an_unfinished_choice_is_a_draft_with_its_photo(
    tab: HairTab, stage: Stage, book: StyleBook, piece_file: Path, hair_piece: Picture
) -> None:
    drafts = Drafts(stage.desk)
    entry = book.add(hair_piece, "Kept")
    for begin in (lambda: tab.photos.source.from_file(piece_file), lambda: tab.photos.source.from_piece(entry)):
        begin()
        shown(tab)
        tab.styles.photos.colour.button("photo").click()
        draft = TabDraft.model_validate_json(drafts.draft().model_dump_json())  # type: ignore[union-attr]
        worn = tab.wish
        assert worn.photo is not None
        tab.reset()
        assert tab.wish.empty
        drafts.take_draft(draft)
        shown(tab)
        assert tab.wish.photo is not None
        assert (tab.wish.photo.name, tab.wish.photo.piece) == (worn.photo.name, worn.photo.piece)
        assert tab.wish.photo_colour
        tab.reset()


def test_a_step_of_an_earlier_session_shows_and_says_that_its_photo_is_gone(
    tab: HairTab, stage: Stage, piece_file: Path
) -> None:
    tab.photos.source.from_file(piece_file)
    shown(tab)
    step = stage.apply_shown(tab)
    document = stage.session.current
    assert document is not None
    document.apply(replace(step, more=(), base=0, generation=None))
    wait(lambda: tab.wish.photo_gone)
    assert tab.scene() is None
    assert not tab.apply_button.isEnabled()
    tab._set(replace(tab.wish, colour="copper"))
    wait(lambda: tab._notice.isVisible())
    assert "not at hand" in tab._notice.text()
    problems: list[Problem] = []
    stage.session.problem.connect(problems.append)
    before = len(document.steps)
    stage.session.apply_step(document.steps[-1], document)
    assert "not at hand" in problems[-1].text
    assert len(document.steps) == before
    done = preset_steps(document, [document.steps[-2], document.steps[-1]])
    assert [notes_on(one) for one in done] == [(), ("photo",)]
    preset = preset_of("Worn", done)
    assert preset_summary(preset, stage.session.catalogue) == "Hair from a photo: own colour"
    assert step_title(document.steps[-1], stage.session.catalogue) == "Hair from a photo: own colour"


def test_a_style_takes_the_piece_that_is_tagged_with_it_and_is_drawn_on_demand(
    tab: HairTab, stage: Stage, book: StyleBook, hair_piece: Picture
) -> None:
    entry = book.add(hair_piece, "Curls", ["Bob"])
    tab.photos.source.reload()
    photos = tab.styles.photos
    wait(lambda: len(photos.cards.cards) == 1)
    tab.styles.chosen.emit("bob")
    shown(tab)
    assert (tab.wish.style, tab.wish.photo and tab.wish.photo.piece) == ("bob", entry.id)
    assert tab.styles.current == "bob"
    assert photos.named.toolTip() == "Bob: your piece Curls"
    assert not any(slider.isEnabled() for slider in tab.styles.sliders)
    step = stage.apply_shown(tab)
    assert isinstance(step.params, HairParams)
    assert step.params.hair_styles == ("reference", "bob")
    assert not tab.apply_button.isEnabled()
    assert photos.off_button.text() == "Draw it"
    photos.off_button.click()
    assert (tab.wish.style, tab.wish.photo) == ("bob", None)
    assert tab.wish.params().hair_styles == ("bob",)
    wait(lambda: not tab.live.busy)
    tab.styles.chosen.emit("")
    assert tab.wish.empty
