"""A reference picture beside the current one: chosen, linked, kept with its picture, and there again in the next session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.develop.development import Development
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.reference.dialog import ReferenceDialog
from catchlight.gui.reference.kept_references import MOST, KeptReferences, ReferencePicture
from catchlight.operations.adjust.params import AdjustParams

from tests.gui.conftest import Stage, wait


def files(folder: Path) -> list[Path]:
    found = []
    for number, (width, height) in enumerate(((300, 200), (600, 400), (200, 300))):
        file = folder / f"{number}.png"
        noise = np.random.default_rng(number).integers(60, 200, (height // 10, width // 10, 3), np.uint8)
        cv2.imwrite(str(file), cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC))
        found.append(file)
    return found


@pytest.fixture
def pictures(stage: Stage, tmp_path: Path, draw_cards_of: Callable[..., None]) -> list[OpenDocument]:
    draw_cards_of()
    stage.do("adjust")
    stage.session.open_paths(files(tmp_path)[:2])
    settled(stage)
    return list(stage.session.documents)


def settled(stage: Stage) -> None:
    wait(lambda: stage.session.current is not None and stage.session.current.loaded and stage.session.jobs.idle)


def choose(stage: Stage, document: OpenDocument) -> None:
    stage.do("reference")
    (dialog,) = stage.window.findChildren(ReferenceDialog)
    titles = [dialog.rows.item(row).text() for row in range(dialog.rows.count())]
    assert stage.session.current is not None
    assert stage.session.current.title not in titles
    dialog.rows.setCurrentRow(titles.index(document.title))
    dialog._take()
    wait(lambda: stage.window.reference.pane.canvas.scene is not None and stage.session.jobs.idle)


def test_an_open_picture_is_beside_the_current_one_and_followed(stage: Stage, pictures: list[OpenDocument]) -> None:
    first, second = pictures
    reference = stage.window.reference
    assert not reference.pane.isVisible()
    choose(stage, second)
    assert reference.pane.isVisible()
    assert stage.window.actions_by_key["reference"].isChecked()
    scene = reference.pane.canvas.scene
    assert scene is not None
    assert second.current is not None
    assert scene.after is second.current.shown
    stage.session.run("adjust", AdjustParams(settings=Development(exposure=1.0)), "Adjust", document=second)
    wait(lambda: len(second.steps) == 2 and stage.session.jobs.idle)
    scene = reference.pane.canvas.scene
    assert scene is not None
    assert scene.after is second.steps[1].shown, "its edits are seen too"
    stage.session.show(second)
    settled(stage)
    assert not reference.pane.isVisible(), "it is kept with the other picture"
    stage.session.show(first)
    settled(stage)
    assert reference.pane.isVisible()
    stage.do("reference")
    assert not reference.pane.isVisible()
    stage.do("reference")
    assert reference.pane.isVisible(), "the same key brings it back"
    stage.desk.redress()
    settled(stage)
    assert stage.window.reference is not reference
    assert stage.window.reference.pane.isVisible(), "another theme keeps it"


def test_zooms_are_linked_by_the_share_of_the_picture_or_go_their_own_ways(
    stage: Stage, pictures: list[OpenDocument]
) -> None:
    choose(stage, pictures[1])
    canvas, other = stage.window.canvas, stage.window.reference.pane.canvas
    canvas.zoom_to(4.0)
    x, y = canvas.viewport_now.to_view(90, 50)
    canvas.take_view(canvas.viewport_now.pan(canvas.width() / 2 - x, canvas.height() / 2 - y))
    assert other.viewport_now.scale == pytest.approx(2.0, rel=0.01), "twice as large: the same part is as large"
    middle = other.viewport_now.to_picture(other.width() / 2, other.height() / 2)
    assert middle == pytest.approx((180, 100), abs=1.5)
    other.fit()
    assert canvas.viewport_now.fitted
    stage.do("reference_link")
    before = canvas.viewport_now
    other.zoom_to(8.0)
    assert canvas.viewport_now == before
    stage.do("reference_link")
    assert other.viewport_now.fitted, "linked again it takes the view of the current picture"


def test_a_file_can_be_the_reference_and_is_there_again_next_time(
    new_stage: Callable[..., Stage], tmp_path: Path, draw_cards_of: Callable[..., None]
) -> None:
    draw_cards_of()
    first, second, _ = files(tmp_path)
    stage = new_stage()
    stage.do("adjust")
    stage.session.open_paths([first])
    settled(stage)
    stage.answers.opened = [second]
    stage.do("reference")
    (dialog,) = stage.window.findChildren(ReferenceDialog)
    assert dialog.rows.count() == 0
    dialog.file_button.click()
    wait(lambda: stage.window.reference.pane.canvas.scene is not None and stage.session.jobs.idle)
    assert len(stage.session.documents) == 1, "it is not opened for that"
    stage = new_stage()
    stage.do("adjust")
    stage.session.open_paths([first])
    settled(stage)
    wait(lambda: stage.window.reference.pane.canvas.scene is not None and stage.session.jobs.idle)
    scene = stage.window.reference.pane.canvas.scene
    assert scene is not None
    assert (scene.after.width, scene.after.height) == (600, 400)
    second.write_bytes(b"broken")
    stage = new_stage()
    stage.session.open_paths([first])
    settled(stage)
    wait(lambda: not stage.window.reference.pane.isVisible())
    assert stage.session.memory.state.references == {}, "what cannot be read is no reference any more"


def test_a_closed_reference_becomes_its_file_and_old_ones_are_forgotten(stage: Stage, tmp_path: Path) -> None:
    kept = KeptReferences(stage.session.memory)
    one, other = OpenDocument("one", tmp_path / "1.png"), OpenDocument("other", tmp_path / "2.png")
    kept.choose(one, ReferencePicture(other, other.path))
    kept.forget(other)
    assert kept.of(one) == ReferencePicture(path=other.path)
    for number in range(MOST + 5):
        kept.choose(OpenDocument("x", tmp_path / f"many {number}.png"), ReferencePicture(path=other.path))
    assert len(stage.session.memory.state.references) == MOST
    assert KeptReferences(stage.session.memory).of(OpenDocument("one", one.path)) is None
