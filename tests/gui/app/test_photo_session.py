"""A photographer's session from the card to the print, with the hands on the real window: forty pictures are looked through, five
are cropped, retouched, graded and exported, one is laid out on paper."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.culling.view import CullingView
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.print_picture.dialog import PrintDialog
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.tabs.crop.tab import CropTab
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.sidecar.mark import PictureMark
from catchlight.imaging.sidecar.packet import read_mark
from catchlight.operations.adjust.params import AdjustParams
from PIL import Image
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.gui.conftest import Stage, wait
from tests.print.test_render_sheet import Page

COUNT, SIDE = 40, 360
PICKS = (3, 11, 19, 27, 35)
CHEEK = (180, 119)
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Key = Qt.Key


@pytest.fixture
def card(tmp_path: Path, sample: Picture) -> Path:
    """What came from the camera: the sample with a green speck on the cheek, framed and exposed a little otherwise each time."""
    import cv2

    folder = tmp_path / "card"
    folder.mkdir()
    for number in range(COUNT):
        part = sample.rgb8[: 500 - number % 7, number % 5 : 500 + number % 5]
        exposed = cv2.resize(part, (SIDE, SIDE), interpolation=cv2.INTER_AREA) * (0.9 + 0.005 * (number % 20))
        small = cv2.circle(exposed.astype(np.uint8), CHEEK, 2, (20, 90, 20), -1)
        Image.fromarray(small).save(folder / f"DSC_{number:02d}.jpg", quality=90)
    return folder


def at(stage: Stage, x: float, y: float) -> QPointF:
    return QPointF(*stage.window.canvas.viewport_now.to_view(x, y))


def drag(stage: Stage, *places: tuple[float, float]) -> None:
    """On the canvas, in pixels of the picture."""
    canvas = stage.window.canvas
    QTest.mousePress(canvas, LEFT, NONE, at(stage, *places[0]).toPoint())
    for place in places[1:]:
        QTest.mouseMove(canvas, at(stage, *place).toPoint())
    QTest.mouseRelease(canvas, LEFT, NONE, at(stage, *places[-1]).toPoint())


def apply(stage: Stage, document: OpenDocument) -> None:
    before = len(document.steps)
    stage.do("apply")
    wait(lambda: len(document.steps) > before, 60)


def test_forty_pictures_go_from_the_card_to_the_print(stage: Stage, card: Path, tmp_path: Path) -> None:
    picks = cull(stage, card)
    for document in picks:
        stage.do("next") if document is not stage.session.current else None
        assert stage.session.current is document
        wait(partial(is_loaded, document))
        crop(stage, document)
        heal_and_shade(stage, document)
    say(stage, picks[-1])
    grade(stage, picks)
    export(stage, picks, tmp_path)
    print_to_pdf(stage, picks[0], tmp_path / "print.pdf")


def is_loaded(document: OpenDocument) -> bool:
    return document.loaded


def cull(stage: Stage, card: Path) -> list[OpenDocument]:
    """One key a picture; the marks lie beside the files, and the filter leaves the picks."""
    session = stage.session
    session.open_paths([card])
    wait(lambda: len(session.marks.visible) == COUNT and len(session.marks._taken) == COUNT)
    documents = list(session.documents)
    QTest.keyClick(stage.window.canvas, Key.Key_L)
    view = stage.window.culling.view
    assert isinstance(view, CullingView)
    wait(lambda: view.previews.of(documents[0]) is not None)
    for number in range(COUNT):
        pane = next(pane for pane in view.panes if pane.document is view.active)
        assert pane.document is documents[number]
        key = Key.Key_P if number in PICKS else Key.Key_X if number % 2 else Key.Key_2
        QTest.keyClick(pane.view, key)
        QApplication.processEvents()
    wait(lambda: len(list(card.glob("*.xmp"))) == COUNT)
    wait(lambda: session.jobs.idle)
    expected = [
        PictureMark(flag="pick") if number in PICKS else PictureMark(flag="reject") if number % 2 else PictureMark(2)
        for number in range(COUNT)
    ]
    assert [read_mark(file.read_bytes()) for file in sorted(card.glob("*.xmp"))] == expected
    stage.do("show_pick")
    picks = list(session.marks.visible)
    assert picks == [documents[number] for number in PICKS]
    view.show_document(picks[0])
    QTest.keyClick(view.panes[0].view, Key.Key_Return)
    assert not stage.window.culling.shown
    return picks


def crop(stage: Stage, document: OpenDocument) -> None:
    """4:5 around the face, by the mouse smaller."""
    stage.do("crop_tool")
    tab = stage.window.tab
    assert isinstance(tab, CropTab)
    wait(lambda: tab.overlay() is not None and not tab.live.busy)
    tab.choose_ratio("4:5")
    wait(lambda: not tab.live.busy and tab.apply_button.isEnabled())
    apply(stage, document)
    step = document.steps[-1]
    assert step.width * 5 == pytest.approx(step.height * 4, abs=5)
    assert step.height == SIDE


def heal_and_shade(stage: Stage, document: OpenDocument) -> None:
    """A spot on the cheek healed, and the lower part darkened by a gradient: one step of two edits."""
    stage.do("hand_heal")
    tab = stage.window.tab
    assert isinstance(tab, EditTab)
    tab.hand.draft.set_tip(size=3.0)
    base = document.steps[-1].picture.pixels
    height, width = base.shape[:2]
    (x, y), _ = greenest(base)
    drag(stage, (x - 3, y), (x + 3, y))
    stage.do("hand_adjust")
    stage.do("hand_linear")
    drag(stage, (width / 2, 0.6 * height), (width / 2, 0.9 * height))
    tab.hand.controls.sliders["exposure"].track.setValue(-15)
    wait(lambda: not tab.hand.live.busy and tab.hand.ready)
    assert [edit.tool for edit in tab.hand.draft.edits] == ["heal", "adjust"]
    apply(stage, document)
    made = document.steps[-1].picture.pixels
    assert greenest(base)[1] > 25
    assert greenest(made[: height // 2])[1] < 10
    changed = (made.astype(int) - base).mean(axis=(1, 2))
    assert changed[:20].mean() < -10
    assert abs(changed[-20:].mean()) < 0.5


def greenest(pixels: np.ndarray) -> tuple[tuple[float, float], float]:
    """x and y of where a small part is the greenest, and by how much its green is above its red and blue."""
    import cv2

    red, green, blue = cv2.split(pixels.astype(np.float32))
    excess = cv2.blur(green - np.maximum(red, blue), (3, 3))
    y, x = np.unravel_index(int(excess.argmax()), excess.shape)
    return (float(x), float(y)), float(excess.max())


def say(stage: Stage, document: OpenDocument) -> None:
    """A part of the picture by words, its place named by them."""
    stage.do("edit")
    tab = stage.window.tab
    assert isinstance(tab, EditTab)
    tab.choose_way("words")
    wait(lambda: tab.prompt.ready)
    tab.prompt.set_text("darken the background")
    wait(lambda: not tab.words.live.busy and tab.apply_button.isEnabled())
    apply(stage, document)
    assert document.steps[-1].operation == "edit"


def grade(stage: Stage, picks: list[OpenDocument]) -> None:
    """Tones of one picture by a slider and by words, then of all others from its history."""
    stage.do("adjust")
    tab = stage.window.tab
    assert isinstance(tab, AdjustTab)
    wait(lambda: tab.prompt.ready and not tab.live.busy)
    tab.prompt.set_text("warmer, more contrast")
    wait(lambda: not tab.live.busy and tab.apply_button.isEnabled())
    graded = stage.session.current
    assert graded is picks[-1]
    apply(stage, graded)
    place = graded.index
    assert graded.steps[place].operation == "adjust"
    for other in picks[:-1]:
        stage.session.show(graded)
        menu = stage.window.history.menu_of(place)
        (others,) = (found for action in menu.actions() if isinstance(found := action.menu(), QMenu))
        next(action for action in others.actions() if action.text() == other.title).trigger()
        wait(partial(is_graded, other))
    settings = [document.steps[-1].params for document in picks]
    assert all(isinstance(one, AdjustParams) and one == settings[-1] for one in settings)


def is_graded(document: OpenDocument) -> bool:
    return document.current is not None and document.current.operation == "adjust"


def export(stage: Stage, picks: list[OpenDocument], folder: Path) -> None:
    """Each at a size of its own, sharpened for the screen."""
    for document in picks:
        stage.session.show(document)
        stage.do("export")
        dialog = stage.window.findChild(ExportDialog)
        assert isinstance(dialog, ExportDialog)
        stage.answers.chosen_folder = folder
        dialog._browse()
        dialog.form.pattern.setText("{name}_web")
        dialog.form.size_row.choose("longest", 240)
        dialog.form.sharpen.setCurrentIndex(dialog.form.sharpen.findData("screen"))
        dialog.save_button.click()
        wait(lambda: stage.window.findChild(ExportDialog) is None)
        (file,) = folder.glob(f"{Path(document.name).stem}_web.*")
        made = codec.decode(file.read_bytes())
        assert (made.width, made.height) == (192, 240)
        assert made.record.last("adjust") is not None


def print_to_pdf(stage: Stage, document: OpenDocument, target: Path) -> None:
    stage.session.show(document)
    stage.do("print_picture")
    (dialog,) = stage.window.findChildren(PrintDialog)
    dialog.form.fitting.setCurrentIndex(dialog.form.fitting.findData("chosen"))
    dialog.form.width_mm.setValue(80)
    assert dialog.form.height_mm.value() == pytest.approx(100)
    stage.answers.saved = target
    dialog.pdf_button.click()
    wait(target.exists)
    wait(lambda: stage.session.jobs.idle)
    corners = [corner for _, found in Page(target.read_bytes()).pictures for corner in found]
    across, down = zip(*corners, strict=True)
    assert max(across) - min(across) == pytest.approx(80, abs=0.05)
    assert max(down) - min(down) == pytest.approx(100, abs=0.05)
