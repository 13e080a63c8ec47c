"""What is not looked at sleeps: memory is bounded, and history is whole again when it is asked for."""

from __future__ import annotations

import gc
import shutil
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from catchlight.develop.development import Development
from catchlight.gui.canvas import qt_images
from catchlight.gui.dialogs.export_all import export_all
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.memory_budget import DOCUMENTS, limit_memory
from catchlight.gui.document.step import LazyPixels, StepMemory
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.service.export import ExportRequest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, wait


def jpeg(folder: Path, name: str = "anna.jpg", moved: int = 0) -> Path:
    """The sample as a JPEG: what is made of it is stored with other pixels than it had in memory. moved: by so many pixels, as
    pictures that are the same have the same history."""
    file = folder / name
    pixels = np.ascontiguousarray(np.roll(codec.decode(SAMPLE.read_bytes()).pixels, moved, axis=1))
    file.write_bytes(codec.encode(Picture(pixels), "image/jpeg", 90))
    return file


def opened(stage: Stage, file: Path) -> OpenDocument:
    stage.session.open_paths([file])
    document = stage.session.current
    assert document is not None
    wait(lambda: document.loaded and stage.session.jobs.idle)
    return document


def adjust(stage: Stage, document: OpenDocument, exposure: float) -> EditStep:
    count = len(document.steps)
    stage.session.run("adjust", AdjustParams(settings=Development(exposure=exposure)), "Adjust", document=document)
    wait(lambda: len(document.steps) > count)
    return document.steps[-1]


def smile(stage: Stage, document: OpenDocument) -> EditStep:
    count = len(document.steps)
    stage.session.run("face_expression", FaceExpressionParams(expression_key="smile"), "Smile", document=document)
    wait(lambda: len(document.steps) > count or stage.window.banner.problem is not None)
    assert stage.window.banner.problem is None, stage.window.banner.problem
    return document.steps[-1]


def tree(document: OpenDocument) -> list[tuple[str | None, str | None]]:
    """Generation of every step with the generation that it was made from."""
    steps = document.steps
    return [(step.generation, steps[step.base].generation if step.base is not None else None) for step in steps]


def test_branches_survive_two_restarts_also_through_jpeg(new_stage: Callable[..., Stage], tmp_path: Path) -> None:
    file = jpeg(tmp_path)
    stage = new_stage()
    document = opened(stage, file)
    adjust(stage, document, 0.4)
    smile(stage, document)
    document.jump(1)
    wait(lambda: document.index == 1)
    first = tree(document)
    stage = new_stage()
    document = opened(stage, file)
    assert tree(document) == first
    document.jump(1)
    wait(lambda: document.index == 1)
    smile(stage, document)  # a branch of the second step, which was read from a JPEG
    second = tree(document)
    assert second[-1][1] == first[1][0]
    stage = new_stage()
    assert tree(opened(stage, file)) == second


def test_steps_of_earlier_sessions_sleep_until_they_are_shown(new_stage: Callable[..., Stage], tmp_path: Path) -> None:
    file = jpeg(tmp_path)
    stage = new_stage()
    document = opened(stage, file)
    for exposure in (0.3, 0.6):
        made = adjust(stage, document, exposure)
        document.jump(0)
    pixels = made.picture.pixels
    stage = new_stage()
    document = opened(stage, file)
    assert [step.held.awake for step in document.steps] == [True, False, False]
    assert document.steps[2].width == made.width
    assert not document.steps[2].thumbnail.isNull()
    document.jump(2)
    wait(lambda: document.index == 2)
    assert [step.held.awake for step in document.steps] == [True, False, True]
    assert np.abs(document.steps[2].picture.pixels.astype(int) - pixels).mean() < 2
    scene = stage.window.canvas.scene
    assert scene is not None
    assert scene.after is document.steps[2].shown
    document.undo()
    assert document.index == 0


def test_the_last_choice_wins_while_a_step_wakes(new_stage: Callable[..., Stage], tmp_path: Path) -> None:
    file = jpeg(tmp_path)
    stage = new_stage()
    document = opened(stage, file)
    for exposure in (0.3, 0.6):
        adjust(stage, document, exposure)
        document.jump(0)
    stage = new_stage()
    document = opened(stage, file)
    document.jump(1)
    document.jump(2)
    wait(lambda: document.index == 2 and stage.session.jobs.idle)
    assert document.index == 2


def test_a_step_whose_file_is_gone_says_so_and_nothing_moves(new_stage: Callable[..., Stage], tmp_path: Path) -> None:
    file = jpeg(tmp_path)
    stage = new_stage()
    document = opened(stage, file)
    made = adjust(stage, document, 0.4)
    adjust(stage, document, 0.6)
    stage = new_stage()
    document = opened(stage, file)
    wait(lambda: document.index == 2)  # where it was left
    assert made.generation is not None
    stage.store.delete(made.generation)
    document.jump(1)
    wait(lambda: stage.window.banner.problem is not None)
    assert document.index == 2
    assert document.loaded


def test_edited_pictures_sleep_and_are_shown_as_they_were_left(stage: Stage, tmp_path: Path) -> None:
    files = [jpeg(tmp_path, f"p{number}.jpg", moved=number) for number in range(DOCUMENTS + 2)]
    stage.session.open_paths(files)
    first = stage.session.current
    assert first is not None
    wait(lambda: first.loaded and stage.session.jobs.idle)
    stage.do("adjust")
    adjust(stage, first, 0.5)
    for document in stage.session.documents[1:]:
        stage.session.show(document)
        wait(lambda document=document: document.loaded)
    assert not first.loaded
    assert not any(step.held.awake for step in first.steps)
    awake = [document for document in stage.session.documents if document.loaded]
    assert len(awake) == DOCUMENTS
    folder = tmp_path / "out"
    folder.mkdir()
    export_all(stage.session, folder, [first], ExportRequest(""), "{name}")
    wait(lambda: len(list(folder.iterdir())) == 1)
    assert not first.loaded
    stage.session.show(first)
    # A worker has its pixels before the window is told.
    wait(lambda: first.loaded and stage.session.jobs.idle)
    assert first.index == 1
    scene = stage.window.canvas.scene
    assert scene is not None
    assert scene.after is first.steps[1].shown
    assert scene.before is first.steps[0].shown


def test_closed_pictures_leave_no_pixels_behind(stage: Stage, tmp_path: Path) -> None:
    """portraits keep the analyses of the last four pictures, and one may be on its way; all others are let go."""
    alive = []
    for number, key in enumerate(("hair", "headshot", "face_expression", "adjust", "edit", "id_photo")):
        turned = np.roll(codec.decode(SAMPLE.read_bytes()).pixels[::2, ::2], 5 * number, axis=1)
        file = tmp_path / f"p{number}.png"
        file.write_bytes(codec.encode(Picture(np.ascontiguousarray(turned)), "image/png"))
        stage.do(key)
        document = opened(stage, file)
        adjust(stage, document, 0.2)
        alive += [weakref.ref(entry.picture) for entry in document.steps]
        stage.do("close")
    wait(lambda: stage.session.jobs.idle)
    gc.collect()
    assert sum(reference() is not None for reference in alive) <= 5


def step(value: int, base: int | None, can_sleep: bool = True) -> EditStep:
    picture = Picture(np.full((200, 200, 3), value, np.uint8))
    pixels = StepMemory(picture, qt_images.build_pyramid(picture))
    return EditStep(
        LazyPixels.of(pixels, (lambda: pixels) if can_sleep else None), None if base is None else "adjust", base=base
    )


def document_of(count: int, can_sleep: bool = True) -> OpenDocument:
    document = OpenDocument("a")
    document.load(step(0, None, can_sleep))
    for number in range(1, count):
        document.apply(step(number, number - 1, can_sleep))
    return document


@pytest.mark.usefixtures("qapp")
def test_memory_is_bounded_but_for_what_is_shown() -> None:
    old, shown = document_of(4), document_of(6)
    each = shown.steps[0].held.bytes
    assert each >= 200 * 200 * 3
    limit_memory([old, shown], shown, most_bytes=4 * each)
    assert not any(entry.held.awake for entry in old.steps)
    assert sum(entry.held.bytes for entry in shown.steps) <= 6 * each
    assert all(entry.held.awake for entry in shown.needed(5))
    shown.jump(0)
    limit_memory([old, shown], shown, most_bytes=0)
    assert [entry.held.awake for entry in shown.steps] == [True, *[False] * 5]


@pytest.mark.usefixtures("qapp")
def test_what_cannot_be_read_again_never_sleeps() -> None:
    pasted, shown = document_of(2, can_sleep=False), document_of(1)
    limit_memory([pasted, shown], shown, most_bytes=0)
    assert pasted.loaded


def test_a_folder_of_five_hundred_opens_at_once_and_those_in_sight_are_read_first(
    stage: Stage, qapp: QApplication, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    small = codec.encode(Picture(np.full((80, 90, 3), 120, np.uint8)), "image/jpeg")
    for number in range(500):
        (folder / f"p{number:04d}.jpg").write_bytes(small)
    shutil.copy(SAMPLE, folder / "p0000.jpg")
    stage.session.open_paths([folder])
    documents = stage.session.documents
    assert documents[0] is stage.session.current
    wait(lambda: documents[0].loaded)
    read = [number for number, document in enumerate(documents) if document.thumbnail is not None]
    assert len(read) < 250, "the first picture had to wait for the small ones of all others"
    wait(lambda: len(documents) == 500)
    assert [document.name for document in documents] == [f"p{number:04d}.jpg" for number in range(500)]
    stage.window.film_strip._list.scrollToBottom()
    wait(lambda: documents[-1].thumbnail is not None)
    assert sum(document.thumbnail is None for document in documents) > 100
