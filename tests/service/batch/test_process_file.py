"""One file of a batch, without processes: what joins it, how it is written, and that nothing is left of what fails."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import ImageTooLarge, StorageFault, UnsupportedImage, UnusablePicture
from catchlight.core.progress import Cancelled, Progress
from catchlight.credentials.identity import make_identity
from catchlight.credentials.reading import read_anchors, read_credentials
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.batch.messages import Task, WorkerSetup
from catchlight.service.batch.plan import plan_of
from catchlight.service.batch.process_file import OutputFault, StepRunner
from catchlight.service.editor import LocalEditor
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset import Preset
from catchlight.store.settings.picture_settings import CredentialSettings
from catchlight.store.settings.settings import Settings
from catchlight.store.settings.settings_file import SettingsFile

from tests.doubles import EchoEditor, FailingEditor
from tests.imaging.io.raws import dng
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import DATE, make_pictures

LIMITS = (40_000_000, 100_000_000, 64)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    (source,) = make_pictures(tmp_path / "in", ["a.jpg"])
    return Task(0, source, tmp_path / ".a.partial")


def maker(task: Task, preset: Preset, editor: Any, limits: tuple[int, int, int] = LIMITS, **output: Any) -> StepRunner:
    plan = plan_of([task.source], preset, {"folder": task.temporary.parent} | output, DATE)
    return StepRunner(WorkerSetup(Echo(task.temporary), plan.model_dump_json(), limits), editor)


def test_the_picture_of_a_preset_joins_every_source(task: Task) -> None:
    picture = Picture(np.random.default_rng(1).integers(0, 256, (90, 80, 3), np.uint8))
    params = HeadshotParams(background_styles=("own_picture",))
    preset = preset_of("Office", [AppliedStep("headshot", params, (70, 80), (picture,))])
    editor = EchoEditor()
    maker(task, preset, editor).make(task, Progress())
    source, joined = editor.requests[0].pictures
    assert (source.width, joined.digest) == (70, picture.digest)
    assert editor.requests[0].params == params


def test_a_result_is_written_as_wished(task: Task, preset: Preset) -> None:
    made = maker(task, preset, EchoEditor(), media_type="image/webp", longest=40, metadata=False)
    sha256, suffix, facts = made.make(task, Progress())
    picture = codec.decode(task.temporary.read_bytes(), codec.DecodeLimits(min_side=1))
    assert (suffix, picture.width, picture.height) == (".webp", 35, 40)
    assert (facts["width"], facts["height"], len(sha256)) == (35, 40, 64)


def test_without_a_wish_the_file_is_the_edits_own(task: Task, preset: Preset) -> None:
    editor = EchoEditor()
    _, suffix, _ = maker(task, preset, editor).make(task, Progress())
    assert suffix == ".png"
    assert task.temporary.read_bytes() == codec.encode(editor.requests[0].pictures[0], "image/png")


def test_a_file_beyond_the_limit_is_refused_before_it_is_read(task: Task, preset: Preset) -> None:
    with pytest.raises(ImageTooLarge, match=r"a\.jpg has"):
        maker(task, preset, EchoEditor(), (1000, 100_000_000, 64)).make(task, Progress())


def test_a_file_that_changed_after_it_was_taken_is_refused(task: Task, preset: Preset) -> None:
    made = maker(task, preset, EchoEditor())
    taken = replace(task, content=hashlib.sha256(task.source.read_bytes()).hexdigest())
    made.make(taken, Progress())
    task.temporary.unlink()
    task.source.write_bytes(make_pictures(task.source.parent / "other", ["1", "2"])[1].read_bytes())
    with pytest.raises(UnsupportedImage, match=r"a\.jpg was changed after it had arrived"):
        made.make(taken, Progress())
    assert not task.temporary.exists()


def test_a_disk_that_refuses_the_result_is_told_from_one_that_refuses_the_source(task: Task, preset: Preset) -> None:
    made = maker(task, preset, EchoEditor())
    with pytest.raises(OutputFault):
        made.make(replace(task, temporary=task.source / "inside a file"), Progress())
    task.source.unlink()
    with pytest.raises(StorageFault) as told:
        made.make(task, Progress())
    assert not isinstance(told.value, OutputFault)


@pytest.mark.parametrize("fault", [UnusablePicture("There is no face."), Cancelled()])
def test_nothing_is_left_of_what_fails(task: Task, preset: Preset, fault: Exception) -> None:
    with pytest.raises(type(fault)):
        maker(task, preset, FailingEditor(fault)).make(task, Progress())
    assert not task.temporary.exists()


def test_a_cancel_is_heard_before_anything_is_written(task: Task, preset: Preset) -> None:
    progress = Progress()

    class Cancelling(EchoEditor):
        def run(self, *arguments: Any) -> Any:
            made = super().run(*arguments)
            progress.cancel()
            return made

    with pytest.raises(Cancelled):
        maker(task, preset, Cancelling()).make(task, progress)
    assert not task.temporary.exists()


def test_results_are_signed_as_the_settings_of_the_home_say(task: Task, preset: Preset, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    make_identity(home.credentials, "Studio")
    SettingsFile(home.settings).save(Settings(credentials=CredentialSettings(sign=True)))
    for media_type, state in (("image/png", "trusted"), ("image/webp", "none")):
        plan = plan_of([task.source], preset, {"folder": tmp_path, "media_type": media_type}, DATE)
        setup = WorkerSetup(Echo(task.temporary), plan.model_dump_json(), LIMITS, home.root)
        facts = StepRunner(setup, EchoEditor()).make(task, Progress())[2]
        found = read_credentials(task.temporary.read_bytes(), read_anchors(home.credentials))
        assert (found.state, bool(facts["notes"])) == (state, state == "none")
        assert found.ingredients == ((("Source", "parentOf", False),) if state == "trusted" else ())


def test_a_presets_raw_settings_develop_each_raw_file(
    tmp_path: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    source = tmp_path / "a.dng"
    source.write_bytes(dng(np.random.default_rng(2).integers(0, 200, (120, 160, 3), np.uint8)))
    params = AdjustParams(raw=RawDevelopment(exposure=1.0), settings=Development(contrast=10))
    preset = preset_of("Brighter", [AppliedStep("adjust", params, (160, 120), ())])
    task = Task(0, source, tmp_path / ".a.partial")
    runner = maker(task, Preset.model_validate_json(preset.model_dump_json()), LocalEditor(portraits, catalogue))
    _, suffix, _ = runner.make(task, Progress())
    picture = codec.decode(task.temporary.read_bytes())
    assert suffix == ".tif"
    assert picture.record.steps[-1].facts["raw"] == {"exposure": 1.0}
    assert picture.rgb8.mean() > codec.decode(source.read_bytes()).rgb8.mean() + 20


def test_a_link_where_the_result_is_written_first_is_not_followed(task: Task, tmp_path: Path) -> None:
    """Its name can be guessed by whoever may write into the folder too."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    task.temporary.symlink_to(victim)
    preset = preset_of("Warm", [AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer"), (70, 80))])
    maker(task, preset, EchoEditor()).make(task, Progress())
    assert victim.read_bytes() == b"precious"
    assert not task.temporary.is_symlink()
    assert codec.sniff(task.temporary.read_bytes()) == "image/png"
