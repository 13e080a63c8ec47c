"""The camera, with a film of the sample in the place of a device."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Cancelled, Progress
from catchlight.gui.camera import dialog as dialogs
from catchlight.gui.camera.device import CameraFault, LatestFrame, pictures
from catchlight.gui.camera.dialog import CameraDialog
from catchlight.imaging.io import codec

from tests.gui.conftest import SAMPLE, Stage, wait


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten pictures of the sample, each a little brighter."""
    file = tmp_path_factory.mktemp("film") / "film.avi"
    sample = codec.decode(SAMPLE.read_bytes()).rgb8
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 25, (sample.shape[1], sample.shape[0]))
    for number in range(10):
        writer.write(
            cv2.cvtColor(np.asarray(np.clip(sample * (0.7 + 0.03 * number), 0, 255), np.uint8), cv2.COLOR_RGB2BGR)
        )
    writer.release()
    return file


@pytest.fixture
def dialog(stage: Stage, film: Path, tmp_path: Path) -> CameraDialog:
    made = CameraDialog([film], stage.session.jobs, tmp_path / "camera", stage.window.theme, stage.window)
    made.taken.connect(lambda file: stage.window.open_paths([file]))
    made.open()
    wait(made.take_button.isEnabled)
    return made


def test_pictures_come_in_the_right_colours_and_no_faster_than_they_are_shown(film: Path) -> None:
    shutter, progress = LatestFrame(), Progress()
    assert shutter.take() is None
    frames = pictures(film, shutter)(progress)
    first = next(frames)
    full = shutter.take()
    assert full is not None
    assert full.shape == (512, 512, 3)
    assert first.shape == (512, 512, 3)
    sample = codec.decode(SAMPLE.read_bytes()).rgb8
    assert np.abs(full.mean((0, 1)) - 0.7 * sample.mean((0, 1))).max() < 6
    assert not shutter.shown.is_set()
    for _ in range(25):  # longer than the film: it begins anew
        shutter.shown.set()
        next(frames)
    progress.cancel()
    with pytest.raises(Cancelled):
        next(frames)


def test_a_camera_that_is_not_there_says_what_to_do() -> None:
    with pytest.raises(CameraFault, match="Close other programs"):
        next(pictures(97, LatestFrame())(Progress()))


def test_a_portrait_is_taken_kept_and_opened(stage: Stage, dialog: CameraDialog, tmp_path: Path) -> None:
    dialog.wait.setChecked(False)
    dialog.take_button.click()
    assert dialog.use_button.isVisible()
    assert not dialog.take_button.isVisible()
    assert not dialog.preview.mirrored, "what is taken is shown as it will be"
    dialog.again_button.click()
    wait(dialog.take_button.isEnabled)
    assert dialog.preview.mirrored
    dialog.take_button.click()
    dialog.use_button.click()
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    (file,) = (tmp_path / "camera").iterdir()
    assert stage.session.current is not None
    assert stage.session.current.path == file
    assert codec.decode(file.read_bytes()).rgb8.shape == (512, 512, 3)


def test_the_countdown_runs_before_the_picture(dialog: CameraDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog._timer.setInterval(20)
    seen = []
    show = dialog._count

    def counted() -> None:
        show()
        seen.append(dialog.preview.countdown)

    dialog._timer.timeout.disconnect()
    dialog._timer.timeout.connect(counted)
    dialog.take_button.click()
    assert dialog.preview.countdown == dialogs.COUNTDOWN
    assert not dialog.take_button.isEnabled()
    wait(dialog.use_button.isVisible)
    assert seen == [2, 1, 0]


def test_without_a_camera_the_dialog_says_so(stage: Stage, tmp_path: Path) -> None:
    dialog = CameraDialog([], stage.session.jobs, tmp_path, stage.window.theme, stage.window)
    dialog.open()
    assert "No camera was found" in dialog.preview.words
    assert not dialog.take_button.isEnabled()


def test_the_camera_is_let_go_when_the_dialog_closes(stage: Stage, dialog: CameraDialog) -> None:
    assert not stage.session.jobs.idle
    dialog.close()
    wait(lambda: stage.session.jobs.idle)


def test_a_full_disk_is_told(stage: Stage, dialog: CameraDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    from catchlight.core.errors import StorageFault

    def full(target: Path, data: bytes) -> None:
        raise StorageFault("Could not write it: no space left.")

    monkeypatch.setattr(dialogs, "write_atomic", full)
    dialog.wait.setChecked(False)
    dialog.take_button.click()
    dialog.use_button.click()
    wait(lambda: "no space left" in dialog.preview.words)
    assert dialog.isVisible()
    # The picture is not lost: once there is room it can be used.
    monkeypatch.setattr(dialogs, "write_atomic", write_atomic)
    wait(dialog.use_button.isEnabled)
    assert "no space left" in dialog.preview.words
    dialog.use_button.click()
    wait(lambda: not dialog.isVisible())
