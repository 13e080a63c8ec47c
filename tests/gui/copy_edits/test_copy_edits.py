"""Edits copied from one picture and pasted onto those that are chosen in the film strip."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.brushes.edits import BrushEdit, HandStroke, RadialGradient
from catchlight.brushes.placing import FacePlace
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.copy_edits.dialog import CopyEditsDialog
from catchlight.gui.copy_edits.pasting import PasteRun
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.memory_budget import DOCUMENTS
from catchlight.gui.wording.problems import Problem
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.operation import Params
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import Stage, wait

BURN = BrushEdit(tool="burn", radial=RadialGradient(centre=(60.0, 40.0), radius_x=30.0, radius_y=20.0), amount=1.0)
DODGE = BrushEdit(tool="dodge", strokes=(HandStroke(points=((60.0, 40.0),), radius=8.0),))


@pytest.fixture
def pictures(stage: Stage, tmp_path: Path, draw_cards_of: Callable[..., None]) -> list[OpenDocument]:
    """Three pictures without a face; the second is twice as large."""
    draw_cards_of()
    stage.do("adjust")
    noise = np.random.default_rng(7).integers(90, 160, (80, 120, 3), np.uint8)
    for name, scale in (("a", 1), ("b", 2), ("c", 1)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), cv2.resize(np.roll(noise, ord(name), 1), None, fx=scale, fy=scale))
    stage.session.open_paths([tmp_path / f"{name}.png" for name in "abc"])
    wait(lambda: len(stage.session.documents) == 3)
    wait(lambda: stage.session.current is not None and stage.session.current.loaded and stage.session.jobs.idle)
    return list(stage.session.documents)


@pytest.fixture
def problems(stage: Stage) -> list[Problem]:
    found: list[Problem] = []
    stage.session.problem.connect(found.append)
    return found


def edited(stage: Stage, *steps: tuple[str, Params]) -> None:
    document = stage.session.current
    assert document is not None
    for operation, params in steps:
        count = len(document.steps)
        stage.session.run(operation, params, "step", base=document.current)
        wait(lambda count=count: len(document.steps) > count)


def copying(stage: Stage) -> CopyEditsDialog:
    stage.do("copy_edits")
    (dialog,) = stage.window.findChildren(CopyEditsDialog)
    return dialog


def choose(stage: Stage, rows: list[int]) -> None:
    """Click rows of the strip, all but the first with Ctrl."""
    strip = stage.window.film_strip.rows
    for place, row in enumerate(rows):
        held = Qt.KeyboardModifier.ControlModifier if place else Qt.KeyboardModifier.NoModifier
        at = strip.visualItemRect(strip.item(row)).center()
        QTest.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, held, at)
    wait(lambda: stage.session.jobs.idle)


def operations(document: OpenDocument) -> list[str | None]:
    return [step.operation for step in document.steps]


def test_chosen_edits_reach_every_chosen_picture_with_their_masks(
    stage: Stage, pictures: list[OpenDocument], problems: list[Problem]
) -> None:
    stage.do("paste_edits")
    assert problems[-1].title == "No edits have been copied"
    adjust = AdjustParams(settings=Development(contrast=30))
    edited(stage, ("adjust", adjust), ("brush", BrushParams(edits=(BURN,))), ("crop", CropParams(ratio="1:1")))
    dialog = copying(stage)
    assert [box.text() for _, box in dialog.boxes] == ["Adjust (Contrast +30)", "Burn · radial", "Cropped"]
    dialog.boxes[2][1].setChecked(False)
    dialog.copy_button.click()
    wait(lambda: stage.session.jobs.idle)
    stage.do("paste_edits")
    assert problems[-1].title == "Nothing to paste the edits onto", "they come from this picture"
    choose(stage, [0, 1, 2])
    assert stage.window.film_strip.selected() == pictures
    stage.do("paste_edits")
    wait(lambda: any("pasted" in one.title for one in problems))
    assert problems[-1].title == "Edits pasted onto 2 pictures"
    assert len(pictures[0].steps) == 4, "the source stays as it is"
    for document in pictures[1:]:
        assert operations(document) == [None, "adjust", "brush"]
    brush = pictures[1].steps[2].params
    assert isinstance(brush, BrushParams)
    radial = brush.edits[0].radial
    assert radial is not None
    assert (radial.centre, radial.radius_x) == ((120.0, 80.0), 60.0), "at the same share of the larger picture"


def test_what_is_pasted_takes_the_place_of_the_same_kind(
    stage: Stage, pictures: list[OpenDocument], problems: list[Problem]
) -> None:
    clipboard = stage.window.copy_edits.clipboard
    first = AppliedStep("adjust", AdjustParams(settings=Development(contrast=20)), (120, 80))
    clipboard.keep(preset_of("Copied", [first]), pictures[2])
    edited(stage, ("adjust", AdjustParams(settings=Development(shadows=40))))
    stage.do("paste_edits")
    wait(lambda: problems and stage.session.jobs.idle)
    assert pictures[0].steps[2].base == 0
    assert pictures[0].current is pictures[0].steps[2]


def test_what_cannot_be_carried_is_told_and_the_rest_is_done(
    stage: Stage, pictures: list[OpenDocument], problems: list[Problem]
) -> None:
    place = FacePlace(x=60.0, y=40.0, eyes=20.0)
    steps = [
        AppliedStep("adjust", AdjustParams(raw=RawDevelopment(exposure=1.0)), (120, 80)),
        AppliedStep("brush", BrushParams(edits=(DODGE, BURN), face=place), (120, 80)),
        AppliedStep("brush", BrushParams(edits=(DODGE,), face=place), (120, 80)),
        AppliedStep("crop", CropParams(ratio="1:1", around="middle"), (120, 80)),
    ]
    stage.window.copy_edits.clipboard.keep(preset_of("Copied", steps), pictures[2])
    stage.do("paste_edits")
    wait(lambda: any("pasted" in one.title for one in problems) and stage.session.jobs.idle)
    assert operations(pictures[0]) == [None, "brush", "crop"]
    brush = pictures[0].steps[1].params
    assert isinstance(brush, BrushParams)
    assert [edit.tool for edit in brush.edits] == ["burn"]
    (told,) = problems
    assert told.title == "Edits pasted onto 1 picture"
    assert [line.split(":")[1].strip() for line in told.text.splitlines()[1:]] == [
        "raw development", "strokes", "Brush",
    ]  # fmt: skip


def test_pictures_that_were_never_looked_at_sleep_again_after_the_paste(
    stage: Stage, problems: list[Problem], tmp_path: Path, draw_cards_of: Callable[..., None]
) -> None:
    draw_cards_of()
    documents = many(stage, tmp_path, DOCUMENTS + 4)
    paste(stage, documents)
    wait(lambda: problems and stage.session.jobs.idle)
    assert problems[-1].title == f"Edits pasted onto {len(documents)} pictures"
    assert all(operations(document) == [None, "adjust"] for document in documents)
    awake = [document for document in documents if any(step.held.awake for step in document.steps)]
    assert len(awake) <= DOCUMENTS


@pytest.mark.parametrize("way", ["closed", "cancelled", "closed while it is edited"])
def test_a_picture_that_is_closed_in_the_middle_does_not_keep_the_others_from_their_edits(
    way: str, stage: Stage, problems: list[Problem], tmp_path: Path, draw_cards_of: Callable[..., None]
) -> None:
    draw_cards_of()
    documents = many(stage, tmp_path, 4)
    session, gone = stage.session, documents[1]
    gates = {"engine": threading.Event(), "files": threading.Event()}

    def shut(gate: str) -> None:
        lane = "files" if gate == "files" else "engine"
        session.jobs.submit("", lambda _progress: gates[gate].wait(60), lane=lane, visible=False)

    shut("engine")
    paste(stage, documents)
    wait(lambda: session.running.busy(documents[0]))
    if way == "closed while it is edited":
        gates["next"] = threading.Event()
        session.edited.connect(lambda document, _step: shut("next") if document is documents[0] else None)
        gates["engine"].set()
        wait(lambda: session.running.busy(gone))
        session.close(gone)
    else:
        shut("files")
        gates["engine"].set()
        wait(lambda: session.loading.is_busy(gone))
        if way == "closed":
            session.close(gone)
        else:
            for job in session.jobs._jobs:
                if job.title.startswith("Opening"):
                    job.cancel()
    for gate in gates.values():
        gate.set()
    wait(lambda: problems and session.jobs.idle)
    assert problems[-1].title == "Edits pasted onto 3 pictures"
    assert [operations(one) for one in documents if one is not gone] == [[None, "adjust"]] * 3
    assert "adjust" not in operations(gone)


def many(stage: Stage, folder: Path, count: int) -> list[OpenDocument]:
    """Open pictures, of which only the first has been read."""
    noise = np.random.default_rng(7).integers(90, 160, (80, 120, 3), np.uint8)
    for number in range(count):
        cv2.imwrite(str(folder / f"p{number:02}.png"), np.roll(noise, number, 1))
    stage.do("adjust")
    stage.session.open_paths([folder])
    wait(lambda: len(stage.session.documents) == count and stage.session.documents[0].loaded)
    wait(lambda: stage.session.jobs.idle)
    return list(stage.session.documents)


def paste(stage: Stage, documents: list[OpenDocument]) -> None:
    step = AppliedStep("adjust", AdjustParams(settings=Development(contrast=20)), (120, 80))
    PasteRun(stage.session, preset_of("Copied", [step]), documents, stage.session).begin()
