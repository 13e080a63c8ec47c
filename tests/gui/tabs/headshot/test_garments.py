"""Garments of the style book in the headshot tab: kept, seen on this person, corrected, worn, undone, done to others, removed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.clothing.reference import piece
from catchlight.clothing.reference.read_template import read_template
from catchlight.gui.recovery.open_list import TabDraft
from catchlight.gui.recovery.tab_drafts import Drafts
from catchlight.gui.style_book.add_piece_dialog import AddPieceDialog
from catchlight.gui.style_book.anchor_editor import AnchorEditor
from catchlight.gui.tabs.headshot.tab import HeadshotTab
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import Home, resources
from catchlight.store.style_book import StyleBook

from tests.clothing.reference import doubles
from tests.gui.conftest import Stage, wait
from tests.store.test_style_book import small_piece


@pytest.fixture
def tab(stage: Stage, draw_cards_of: Callable[..., None]) -> HeadshotTab:
    draw_cards_of("garments of the style book")
    stage.do("headshot")  # before, so that no ID photo is planned
    stage.session.open_paths([resources() / "samples" / "astronaut.png"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    found = stage.window.tab_called("headshot")
    assert isinstance(found, HeadshotTab)
    return found


@pytest.fixture
def book(home: Home) -> Iterator[StyleBook]:
    made = StyleBook(home.style_book)
    yield made
    made.close()


@pytest.fixture
def jacket() -> Picture:
    return piece.make_piece(read_template(doubles.template()), "a" * 64)


def worn(tab: HeadshotTab) -> None:
    wait(lambda: tab.wish.worn is not None)
    wait(lambda: not tab.live.busy and (tab.scene() is not None or tab._refusal is not None))


def test_a_cut_out_is_worn_kept_corrected_undone_and_done_to_another(
    tab: HeadshotTab, stage: Stage, book: StyleBook, tmp_path: Path
) -> None:
    section, file = tab.garments, tmp_path / "jacket.png"
    file.write_bytes(codec.encode(doubles.template(), "image/png"))
    wait(lambda: section.book.hint.isVisible())
    assert not section.worn.isVisible()
    stage.answers.opened = [file]
    section.photo_button.click()
    wait(lambda: tab.wish.worn is not None)
    assert section.named.toolTip() == "Clothes of jacket.png"
    section.keep_button.click()
    (dialog,) = tab.findChildren(AddPieceDialog)
    dialog.tags.setText("team, red")
    dialog.save_button.click()
    wait(lambda: len(section.book.cards.cards) == 1)
    (entry,) = book.entries()
    assert (entry.kind, entry.name, entry.tags) == ("garment", "jacket", ("team", "red"))
    card = section.book.cards.cards[entry.id]
    wait(lambda: card.image is not None)
    assert card.isEnabled()
    card.click()
    wait(lambda: tab.wish.garment_piece == entry.id)
    worn(tab)
    assert card.isChecked()
    assert not section.keep_button.isVisible()
    before = tab.scene()
    section.places_button.click()
    (editor,) = tab.findChildren(AnchorEditor)
    wait(lambda: not editor.preview.pixmap().isNull())
    editor.edit.move("left_collar", *np.add(editor.edit.place("left_collar"), (-40, 0)))
    editor.canvas.moved.emit()
    editor.save_button.click()
    wait(lambda: tab.wish.garment_piece not in ("", entry.id))
    worn(tab)
    wait(lambda: tab.scene() is not None and tab.scene() is not before)
    (kept,) = book.entries()
    assert tab.wish.garment_piece == kept.id
    wider = piece.read_piece(book.picture(kept)).anchors.neck
    assert wider == pytest.approx(piece.read_piece(tab.wish.more[0]).anchors.neck)
    step = stage.apply_shown(tab)
    assert piece.read_piece(step.more[0]).anchors.neck == pytest.approx(wider)
    assert not np.array_equal(before.after.pixels, tab._rendering.shown.pixels)  # type: ignore[union-attr]
    stage.do("undo")
    wait(lambda: tab.wish.worn is None)
    stage.do("redo")
    wait(lambda: tab.wish.worn is not None)
    assert section.named.toolTip() == "Clothes of jacket"
    assert not tab.apply_button.isEnabled()
    section.off_button.click()
    assert tab.wish.params().clothing_styles == ()


def test_pieces_are_renamed_removed_corrected_from_their_menu_and_only_garments_are_shown(
    tab: HeadshotTab, stage: Stage, book: StyleBook, jacket: Picture
) -> None:
    entry = book.add(jacket, "Jacket")
    book.add(small_piece(), "Curls")
    stage.do("hair")
    hair = stage.window.tab_called("hair")
    hair.pages.button("style").click()  # type: ignore[attr-defined]
    wait(lambda: len(hair.styles.photos.cards.cards) == 1)  # type: ignore[attr-defined]
    stage.do("headshot")
    section = tab.garments
    wait(lambda: list(section.book.cards.cards) == [entry.id])
    texts = [action.text() for action in section.book.menu_of(entry.id).actions()]
    assert texts == ["Fitting points…", "Rename…", "Remove…"]
    section.book.places_wanted.emit(entry.id)
    wait(lambda: tab.findChildren(AnchorEditor))
    tab.findChildren(AnchorEditor)[0].reject()
    stage.answers.typed = "Red jacket"
    section.book.rename_wanted.emit(entry.id)
    wait(lambda: section.book.cards.cards[entry.id].text() == "Red jacket")
    section.book.remove_wanted.emit(entry.id)
    wait(lambda: not section.book.cards.cards)
    assert [one.name for one in book.entries()] == ["Curls"]
    assert "Red jacket" in stage.answers.asked[-1]


def test_an_unfinished_choice_is_a_draft_with_its_garment(
    tab: HeadshotTab, stage: Stage, book: StyleBook, jacket: Picture
) -> None:
    entry = book.add(jacket, "Jacket")
    tab.garment_control.source.from_piece(entry)
    worn(tab)
    drafts = Drafts(stage.desk)
    draft = TabDraft.model_validate_json(drafts.draft().model_dump_json())  # type: ignore[union-attr]
    tab._set(replace(tab.wish.wearing(None), garment=None, garment_piece=""))
    drafts.take_draft(draft)
    worn(tab)
    assert (tab.wish.garment_name, tab.wish.garment_piece) == ("Jacket", entry.id)
