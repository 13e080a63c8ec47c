"""Edits of one picture follow one another, whatever is pressed meanwhile, and nothing that is set or drawn then is lost."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.restore_steps import restore_steps
from catchlight.gui.document.running_edits import RunningEdits
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.tabs.crop.tab import CropTab
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.gui.tabs.tab import Tab
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.crop.params import CropParams
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from PIL import Image
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, delete_what_is_due, wait

CHEEK, COLLAR = (250.0, 165.0), (200.0, 300.0)
NONE = Qt.KeyboardModifier.NoModifier


class Gate:
    """Keeps every edit of a window from beginning until it is opened."""

    def __init__(self) -> None:
        self._open = threading.Event()

    def shut(self, stage: Stage) -> None:
        self._open.clear()
        stage.session.jobs.submit("", lambda _progress: self._open.wait(120), visible=False)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open()


@pytest.fixture(autouse=True)
def _no_cards(draw_cards_of: Callable[..., None]) -> None:
    draw_cards_of()


@pytest.fixture
def document(stage: Stage) -> OpenDocument:
    """The sample, open."""
    return opened(stage, SAMPLE)


def opened(stage: Stage, *paths: Path) -> OpenDocument:
    """The first of some files, which are open now."""
    stage.session.open_paths(list(paths))
    wait(lambda: len(stage.session.documents) == len(paths))
    first = stage.session.documents[0]
    wait(lambda: first.loaded)
    return first


def pictures(folder: Path, *names: str) -> list[Path]:
    files = [folder / name for name in names]
    with Image.open(SAMPLE) as sample:
        for number, file in enumerate(files):
            sample.convert("RGB").crop((0, 0, 512, 500 - number)).save(file, quality=95)
    return files


def by_hand(stage: Stage) -> EditTab:
    stage.do("hand_dodge")
    tab = stage.window.tab
    assert isinstance(tab, EditTab)
    tab.hand.draft.set_tip(size=4.0)
    return tab


def stroke(stage: Stage, *places: tuple[float, float]) -> None:
    canvas = stage.window.canvas
    shown = [QPointF(*canvas.viewport_now.to_view(*place)).toPoint() for place in places]
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, NONE, shown[0])
    for place in shown[1:]:
        QTest.mouseMove(canvas, place)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, NONE, shown[-1])


def drawn(stage: Stage) -> EditTab:
    """The edit tab by hand, with one stroke on the picture that can be applied."""
    tab = by_hand(stage)
    stroke(stage, CHEEK, (258, 168))
    wait(lambda: tab.hand.ready and not tab.hand.live.busy)
    return tab


def adjusted(stage: Stage, contrast: int) -> AdjustTab:
    """The adjust tab with something that can be applied."""
    stage.do("adjust")
    tab = stage.window.tab
    assert isinstance(tab, AdjustTab)
    tab.sliders.sliders[("contrast",)].track.setValue(contrast)
    wait(lambda: tab.apply_button.isEnabled() and not tab.live.busy)
    return tab


def free(stage: Stage, document: OpenDocument) -> bool:
    return not stage.session.running.busy(document)


def strokes_of(tab: EditTab) -> int:
    return sum(len(edit.strokes) for edit in tab.hand.draft.edits)


# One after the other


def test_turns_that_are_pressed_faster_than_they_are_made_all_count(stage: Stage, document: OpenDocument) -> None:
    plain = document.steps[0].picture.pixels
    for command in ("turn_right", "turn_right", "flip_h"):
        stage.do(command)
    wait(lambda: free(stage, document))
    current = document.current
    assert current is not None
    assert np.array_equal(current.picture.pixels, np.rot90(plain, 2)[:, ::-1])


def test_a_turn_waits_for_the_edit_that_runs_and_is_made_of_its_result(
    stage: Stage, document: OpenDocument, gate: Gate
) -> None:
    drawn(stage)
    gate.shut(stage)
    stage.do("apply")
    stage.do("turn_right")
    gate.open()
    wait(lambda: free(stage, document))
    assert [step.operation for step in document.steps] == [None, "brush", "crop"]
    brushed, turned = document.steps[1], document.steps[2]
    assert turned.base == 1
    assert document.current is turned
    assert np.array_equal(turned.picture.pixels, np.rot90(brushed.picture.pixels, -1))
    assert not np.array_equal(brushed.picture.pixels, document.steps[0].picture.pixels)


def test_no_tab_applies_to_a_picture_that_is_being_edited(stage: Stage, document: OpenDocument, gate: Gate) -> None:
    tab = adjusted(stage, 30)
    gate.shut(stage)
    stage.do("apply")
    others: list[Tab] = [one for one in stage.window.tabs if one.key in ("id_photo", "adjust")]
    for other in others:
        stage.do(other.key)
        stage.do("apply")
    assert not tab.apply_button.isEnabled()
    gate.open()
    wait(lambda: free(stage, document))
    assert [step.operation for step in document.steps] == [None, "adjust"]


def test_a_preset_and_what_is_done_again_go_onto_the_result_of_what_runs(
    stage: Stage, document: OpenDocument, gate: Gate
) -> None:
    adjusted(stage, 30)
    gate.shut(stage)
    stage.do("apply")
    stage.window.presets.apply_here(preset_of("square", [AppliedStep("crop", CropParams(ratio="4:5"), (512, 512))]))
    wait(lambda: len(stage.session.running._waiting.get(document, ())) == 1)
    stage.do("turn_right")
    gate.open()
    wait(lambda: free(stage, document))
    stage.session.apply_step(document.steps[1], document)
    stage.do("flip_h")
    wait(lambda: free(stage, document))
    assert [step.operation for step in document.steps[1:]] == ["adjust", "crop", "crop", "adjust", "crop"]
    assert document.steps[-1].base == 4
    assert document.steps[4].base == 3


def test_a_failed_edit_lets_the_next_one_be_made(stage: Stage, document: OpenDocument, gate: Gate) -> None:
    gate.shut(stage)
    job = stage.session.run("crop", CropParams(ratio="1:1"), "Cropping", document=document)
    stage.do("turn_right")
    assert job is not None
    job.cancel()
    gate.open()
    wait(lambda: free(stage, document))
    assert [step.operation for step in document.steps] == [None, "crop"]
    assert document.steps[1].params != CropParams(ratio="1:1")


def test_a_closed_picture_is_edited_no_more(stage: Stage, document: OpenDocument, gate: Gate) -> None:
    gate.shut(stage)
    job = stage.session.run("crop", CropParams(ratio="1:1"), "Cropping", document=document)
    stage.do("turn_right")
    ended: list[str] = []
    assert job is not None
    job.cancelled.connect(lambda: ended.append("cancelled"))
    stage.session.close(document)
    gate.open()
    wait(lambda: stage.session.jobs.idle and free(stage, document))
    assert ended == ["cancelled"]
    assert stage.store.page(10).generations == ()


# What is drawn and set meanwhile


def test_strokes_that_are_drawn_while_others_are_applied_go_on_on_the_new_step(
    stage: Stage, document: OpenDocument, gate: Gate
) -> None:
    tab = drawn(stage)
    gate.shut(stage)
    stage.do("apply")
    assert not tab.apply_button.isEnabled()
    stroke(stage, COLLAR, (210, 302))
    gate.open()
    wait(lambda: len(document.steps) == 2 and free(stage, document))
    made = document.steps[1].params
    assert isinstance(made, BrushParams)
    assert sum(len(edit.strokes) for edit in made.edits) == 1
    assert strokes_of(tab) == 2
    wait(lambda: tab.apply_button.isEnabled())
    stage.do("undo")
    assert strokes_of(tab) == 1
    assert not tab.hand.is_unapplied(document)
    stage.do("undo")
    wait(lambda: document.index == 0)
    assert strokes_of(tab) == 0


def test_strokes_are_applied_while_another_picture_is_looked_at(stage: Stage, gate: Gate, tmp_path: Path) -> None:
    first = opened(stage, *pictures(tmp_path, "a.jpg", "b.jpg"))
    other = stage.session.documents[1]
    tab = drawn(stage)
    gate.shut(stage)
    stage.do("apply")
    stage.session.show(other)
    wait(lambda: other.loaded)
    stroke(stage, COLLAR, (210, 302))
    assert tab.hand.unapplied(other)
    assert tab.hand.is_unapplied(first)  # still: it is in no step yet
    stage.session.show(first)
    gate.open()
    wait(lambda: len(first.steps) == 2 and free(stage, first))
    assert not tab.hand.is_unapplied(first)
    stage.session.show(other)
    assert strokes_of(tab) == 1
    assert tab.hand.is_unapplied(other)


def test_strokes_whose_application_is_cancelled_are_there_still(stage: Stage, gate: Gate, tmp_path: Path) -> None:
    first = opened(stage, *pictures(tmp_path, "a.jpg", "b.jpg"))
    tab = drawn(stage)
    gate.shut(stage)
    stage.do("apply")
    stage.session.show(stage.session.documents[1])
    job = next(one for one in stage.session.jobs._jobs if one.title == "Brush")
    job.cancel()
    gate.open()
    wait(lambda: free(stage, first))
    stage.session.show(first)
    wait(lambda: tab.hand.ready)
    assert strokes_of(tab) == 1


def test_closing_a_picture_asks_about_strokes_that_are_being_applied(
    stage: Stage, document: OpenDocument, gate: Gate
) -> None:
    drawn(stage)
    gate.shut(stage)
    stage.do("apply")
    stage.answers.agreed = False
    stage.do("close")
    assert len(stage.answers.asked) == 1
    gate.open()
    wait(lambda: len(document.steps) == 2 and free(stage, document))
    stage.do("close")
    assert len(stage.answers.asked) == 1
    assert not stage.session.documents


def test_the_window_may_be_dressed_anew_while_strokes_are_applied(
    stage: Stage, document: OpenDocument, gate: Gate
) -> None:
    drawn(stage)
    gate.shut(stage)
    stage.do("apply")
    stage.desk.redress()
    gate.open()
    wait(lambda: len(document.steps) == 2 and free(stage, document))
    tab = stage.window.tab_called("edit")
    assert isinstance(tab, EditTab)
    assert not tab.hand.is_unapplied(document)


def test_a_slider_that_is_moved_while_its_tab_applies_stays(stage: Stage, document: OpenDocument, gate: Gate) -> None:
    tab = adjusted(stage, 30)
    gate.shut(stage)
    stage.do("apply")
    tab.sliders.sliders[("shadows",)].track.setValue(40)
    gate.open()
    wait(lambda: len(document.steps) == 2 and free(stage, document))
    assert (tab.wish.settings.contrast, tab.wish.settings.shadows) == (30, 40)
    wait(lambda: tab.apply_button.isEnabled())
    stage.do("undo")
    assert (tab.wish.settings.contrast, tab.wish.settings.shadows) == (30, 0)
    stage.do("undo")
    wait(lambda: document.index == 0)
    document.jump(1)
    assert (tab.wish.settings.contrast, tab.wish.settings.shadows) == (30, 0)


def test_a_sentence_that_is_typed_while_another_is_applied_stays(
    stage: Stage, document: OpenDocument, gate: Gate
) -> None:
    stage.do("edit")
    tab = stage.window.tab
    assert isinstance(tab, EditTab)
    wait(lambda: tab.prompt.ready)
    tab.prompt.set_text("make the suit navy")
    wait(lambda: tab.apply_button.isEnabled() and not tab.words.live.busy)
    gate.shut(stage)
    stage.do("apply")
    tab.prompt.set_text("whiten the teeth")
    gate.open()
    wait(lambda: len(document.steps) == 2 and free(stage, document))
    assert tab.prompt.text == "whiten the teeth"


# What the store knows already


def test_an_edit_that_was_stored_before_the_history_was_read_is_one_step(stage: Stage, document: OpenDocument) -> None:
    stage.do("turn_right")
    wait(lambda: free(stage, document) and len(document.steps) == 2)
    stage.do("flip_h")
    wait(lambda: free(stage, document) and len(document.steps) == 3)
    digest = document.steps[0].picture.digest
    stored = restore_steps(stage.store.history(digest), stage.store, digest)
    assert len(stored) == 2
    fresh = OpenDocument("again")
    fresh.load(document.steps[0])
    fresh.apply(document.steps[1])
    fresh.restore(stored, fresh.steps[0])
    fresh.apply(document.steps[2])
    generations = [step.generation for step in document.steps]
    assert [step.generation for step in fresh.steps] == generations
    assert [step.base for step in fresh.steps] == [step.base for step in document.steps]
    assert fresh.current is document.steps[2]


# What is dragged while another picture comes


def test_a_stroke_under_way_ends_with_its_picture(stage: Stage, tmp_path: Path) -> None:
    first = opened(stage, *pictures(tmp_path, "a.jpg"))
    tab, canvas = by_hand(stage), stage.window.canvas
    places = [QPointF(*canvas.viewport_now.to_view(*place)).toPoint() for place in (CHEEK, COLLAR, (300.0, 480.0))]
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, NONE, places[0])
    QTest.mouseMove(canvas, places[1])
    (arriving,) = pictures(tmp_path, "b.jpg")
    stage.session.open_arrived(arriving)
    wait(lambda: len(stage.session.documents) == 2 and stage.session.documents[1].loaded)
    other = stage.session.documents[1]
    assert stage.session.current is other
    QTest.mouseMove(canvas, places[2])
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, NONE, places[2])
    assert not tab.hand.is_unapplied(other)
    assert tab.hand.is_unapplied(first)
    stage.session.show(first)
    assert strokes_of(tab) == 1
    assert len(tab.hand.draft.edits[0].strokes[0].points) == 2


def test_a_frame_that_is_dragged_stays_with_its_picture(stage: Stage, tmp_path: Path) -> None:
    first = opened(stage, *pictures(tmp_path, "a.jpg", "b.jpg"))
    other, canvas = stage.session.documents[1], stage.window.canvas
    stage.do("crop_tool")
    tab = stage.window.tab
    assert isinstance(tab, CropTab)
    wait(lambda: tab.overlay() is tab.box)
    view = canvas.viewport_now
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, NONE, QPointF(*view.to_view(511.0, 250.0)).toPoint())
    QTest.mouseMove(canvas, QPointF(*view.to_view(400.0, 250.0)).toPoint())
    wait(lambda: tab.wish.has_box)
    stage.session.show(other)
    wait(lambda: other.loaded and tab.overlay() is tab.box)
    QTest.mouseMove(canvas, QPointF(*view.to_view(200.0, 250.0)).toPoint())
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton)
    assert tab.wish == CropParams()
    stage.session.show(first)
    wait(lambda: tab.wish.has_box)
    assert tab.wish.width is not None
    assert abs(tab.wish.width - 400) < 5


def test_strokes_that_stay_with_the_step_before_are_told_in_every_tab(stage: Stage, document: OpenDocument) -> None:
    drawn(stage)
    told: list[str] = []
    stage.session.problem.connect(lambda problem: told.append(problem.text))
    adjusted(stage, 30)
    stage.do("apply")
    wait(lambda: len(document.steps) == 2 and free(stage, document))
    assert any("undo brings it back" in text for text in told)


def test_the_window_asks_before_it_calls_an_edit_off(stage: Stage, document: OpenDocument, gate: Gate) -> None:
    adjusted(stage, 30)
    gate.shut(stage)
    stage.do("apply")
    stage.answers.agreed = False
    stage.window.close()
    assert stage.window.isVisible()
    (asked,) = stage.answers.asked
    assert "Adjust" in asked
    gate.open()
    wait(lambda: len(document.steps) == 2 and free(stage, document))
    stage.window.close()
    assert not stage.window.isVisible()
    assert len(stage.answers.asked) == 1


def test_a_program_that_ends_in_the_middle_of_an_edit_lets_go_of_it(stage: Stage) -> None:
    held, jobs, running = threading.Event(), JobQueue(), RunningEdits()
    document = OpenDocument("a")
    job = jobs.submit("", lambda _progress: held.wait(60))
    running.follow(document, "crop", job)
    known = weakref.ref(job), weakref.ref(document)
    wait(lambda: bool(jobs.running))
    held.set()
    jobs.close()
    del job, document, running
    QApplication.processEvents()
    delete_what_is_due()
    gc.collect()
    assert [one() for one in known] == [None, None]
