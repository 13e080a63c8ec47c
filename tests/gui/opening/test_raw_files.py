"""Raw files in the window: seen at once, worked on at half their size, made whole, developed anew at any time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.batch.thumbs import thumbnail
from catchlight.gui.dialogs.export_defaults import default_format, name_values
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.wording.step_words import step_subtitle, step_title
from catchlight.imaging.io import codec
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.crop.params import CropParams
from catchlight.paths import resources

from tests.gui.conftest import Stage, wait
from tests.imaging.io.raws import dng


@cache
def photo() -> np.ndarray:
    pixels = codec.decode((resources() / "samples" / "astronaut.png").read_bytes()).pixels
    return np.ascontiguousarray(cv2.resize(pixels, (1024, 1024))[..., :3])


@cache
def shot() -> bytes:
    return dng(photo())


def both(folder: Path) -> tuple[Path, Path]:
    """A raw file and the camera's JPEG of the same shot, which is darker to be told from it."""
    raw, jpeg = folder / "IMG_1.DNG", folder / "IMG_1.JPG"
    raw.write_bytes(shot())
    jpeg.write_bytes(cv2.imencode(".jpg", photo()[..., ::-1] // 2)[1].tobytes())
    return raw, jpeg


@pytest.fixture(autouse=True)
def _nothing_else(stage: Stage, draw_cards_of: Callable[..., None]) -> None:
    """No cards, and no tab that looks for a face."""
    draw_cards_of()
    stage.do("adjust")


def current(stage: Stage) -> OpenDocument:
    document = stage.session.current
    assert document is not None
    return document


def whole(stage: Stage) -> OpenDocument:
    """The current document, once nothing of it is a draft and nothing is being done."""
    wait(lambda: current(stage).loaded and not current(stage).steps[0].held.is_draft and stage.session.jobs.idle)
    return current(stage)


def test_a_raw_file_is_seen_before_it_is_developed_and_stays_as_it_is(stage: Stage, tmp_path: Path) -> None:
    raw, _ = both(tmp_path)
    before = hashlib.sha256(raw.read_bytes()).hexdigest()
    assert max(thumbnail(raw, 128).size().toTuple()) == 128
    said: list[str] = []
    stage.session.jobs.started.connect(lambda job: said.append(job.title))
    stage.session.open_paths([raw])
    wait(lambda: current(stage).preview is not None)
    document = current(stage)
    assert not document.loaded
    scene = stage.window.canvas.scene
    assert scene is not None
    assert (scene.after.width, scene.after.height) == (1024, 1024)
    assert not stage.window.empty.isVisible()
    wait(lambda: document.loaded)
    draft = document.steps[0].picture
    assert document.preview is None
    assert default_format(document.steps[0]) == "image/tiff"
    assert name_values(document, document.steps[0])["name"] == "IMG_1"
    assert (draft.width, draft.height) == (1024, 1024)
    whole(stage)
    finished = document.steps[0].picture
    assert finished.digest != draft.digest
    assert finished.digest == codec.decode(shot()).digest
    assert finished.source_colours is not None
    assert "Developing the raw file IMG_1.DNG…" in said
    assert step_title(document.steps[0], stage.session.catalogue) == "Raw, as shot"
    assert step_subtitle(document.steps[0], stage.session.catalogue).startswith("DNG · 65")
    assert hashlib.sha256(raw.read_bytes()).hexdigest() == before


def test_what_is_made_of_a_draft_waits_for_the_whole(stage: Stage, tmp_path: Path) -> None:
    raw, _ = both(tmp_path)
    stage.session.open_paths([raw])
    wait(lambda: current(stage).loaded)
    document = current(stage)
    stage.session.run("adjust", AdjustParams(settings=Development(contrast=20)), "Adjust")
    wait(lambda: len(document.steps) == 2)
    assert not document.steps[0].held.is_draft
    assert document.steps[1].picture.source_colours is not None
    assert document.steps[1].file is not None
    assert document.steps[1].file.media_type == "image/tiff"
    whole(stage)
    assert len(document.steps) == 2, "no step is brought back twice"


def test_raw_and_jpeg_of_a_shot_are_one_and_either_can_be_taken(stage: Stage, tmp_path: Path) -> None:
    raw, jpeg = both(tmp_path)
    stage.session.open_paths([jpeg, raw])
    wait(lambda: current(stage).loaded)
    document = whole(stage)
    assert len(stage.session.documents) == 1
    assert (document.path, document.pair) == (raw, jpeg)
    assert "IMG_1.JPG" in stage.window.film_strip.rows.item(0).toolTip()
    assert "DNG + IMG_1.JPG" in stage.window.view_bar._facts.toolTip()
    light = document.steps[0].picture.rgb8.mean()
    stage.do("switch_pair")
    wait(lambda: current(stage).loaded)
    assert (document.path, document.pair, document.name) == (jpeg, raw, "IMG_1.JPG")
    assert document.steps[0].picture.rgb8.mean() < 0.7 * light
    assert not document.steps[0].details
    stage.do("switch_pair")
    assert document.path == raw
    assert whole(stage).steps[0].picture.rgb8.mean() == light
    stage.session.open_paths([tmp_path])
    wait(lambda: stage.session.jobs.idle)
    assert len(stage.session.documents) == 1, "opened from its folder it is the same"


def test_the_development_is_seen_live_kept_and_changed_under_later_edits(stage: Stage, tmp_path: Path) -> None:
    raw, _ = both(tmp_path)
    stage.session.open_paths([raw])
    wait(lambda: current(stage).loaded)
    document = whole(stage)
    stage.do("adjust")
    tab = stage.window.tab
    assert isinstance(tab, AdjustTab)
    wait(lambda: not tab.live.busy and tab.raw.isVisible())
    stage.do("sample")
    wait(lambda: current(stage).loaded)
    assert not tab.raw.isVisible(), "it is for raw files alone"
    stage.do("close")
    wait(lambda: current(stage) is document and tab.raw.isVisible() and not tab.live.busy)
    assert tab.raw.temperature.value == 6500
    assert not tab.raw.as_shot.isEnabled()
    tab.raw.exposure.track.setValue(round(0.5 / 0.05))
    wait(lambda: not tab.live.busy and tab.scene() is not None)
    scene = tab.scene()
    assert scene is not None
    assert scene.before is not None
    brighter = float(scene.after.pixels.mean())
    assert brighter > scene.before.pixels.mean() + 8
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    assert abs(document.steps[1].picture.rgb8.mean() - brighter) < 2, "the whole is what was seen"
    assert step_title(document.steps[1], stage.session.catalogue) == "Raw development"
    assert step_subtitle(document.steps[1], stage.session.catalogue).startswith("+0.50 EV")

    part = CropParams(x=100, y=0, width=800, height=900)
    stage.session.run("crop", part, "Crop")
    wait(lambda: len(document.steps) == 3)
    wait(lambda: stage.session.jobs.idle)
    assert tab.raw.exposure.value == 0.5, "the section says how the picture was developed, whatever came after"
    assert not tab.apply_button.isEnabled()
    tab.raw.exposure.track.setValue(0)
    wait(lambda: tab.apply_button.isEnabled() and not tab.live.busy)
    assert "made anew" in tab._notice.text()
    stage.do("apply")
    wait(lambda: len(document.steps) == 4)
    wait(lambda: stage.session.jobs.idle and not tab.replay.under_way)
    made = document.steps[3]
    assert (made.operation, made.params, made.base) == ("crop", part, 0)
    assert document.current is made
    assert made.picture.rgb8.mean() < document.steps[2].picture.rgb8.mean() - 8
    assert tab.raw.exposure.value == 0

    tab.raw.temperature.track.setValue(round(4500 / 50))
    tab.sliders.sliders[("contrast",)].track.setValue(20)
    wait(lambda: tab.apply_button.isEnabled() and not tab.live.busy)
    stage.do("apply")
    wait(lambda: len(document.steps) == 7)
    wait(lambda: stage.session.jobs.idle and not tab.replay.under_way)
    first, second, third = document.steps[4:]
    assert isinstance(first.params, AdjustParams)
    assert first.params.raw == RawDevelopment(temperature=4500)
    assert (first.base, second.base, third.base) == (0, 4, 5)
    assert isinstance(third.params, AdjustParams)
    assert third.params.settings.contrast == 20
    assert third.params.raw.at_rest


@pytest.mark.parametrize("jpeg_first", [True, False])
def test_both_files_of_a_shot_that_a_camera_brings_are_one_picture(
    stage: Stage, tmp_path: Path, jpeg_first: bool
) -> None:
    raw, jpeg = both(tmp_path)
    for file in (jpeg, raw) if jpeg_first else (raw, jpeg):
        stage.session.open_arrived(file)
        wait(lambda: current(stage).loaded)
    document = whole(stage)
    assert stage.session.documents == [document]
    assert (document.path, document.pair) == (raw, jpeg)


def test_a_raw_file_that_comes_after_work_on_its_jpeg_waits_beside_it(stage: Stage, tmp_path: Path) -> None:
    raw, jpeg = both(tmp_path)
    stage.session.open_arrived(jpeg)
    document = whole(stage)
    stage.do("turn_right")
    wait(lambda: len(document.steps) == 2)
    stage.session.open_arrived(raw)
    assert stage.session.documents == [document]
    assert (document.path, document.pair, len(document.steps)) == (jpeg, raw, 2)


def test_a_recent_file_is_not_forgotten_while_its_disk_is_away(stage: Stage, tmp_path: Path) -> None:
    memory, away, gone = stage.session.memory, tmp_path / "away" / "a.jpg", tmp_path / "gone.jpg"
    told: list[str] = []
    stage.session.problem.connect(lambda problem: told.append(problem.title))
    stage.session.open_paths([away])
    wait(lambda: len(told) == 1)
    stage.session.open_paths([gone])
    wait(lambda: len(told) == 2)
    assert memory.settings.recent_files == (str(away),)
