"""A tethered camera in the window: pictures come into the film strip, and a camera that goes away comes back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from catchlight.camera.gphoto import fault_of
from catchlight.camera.port import CameraPicture, CameraSetting, NoTethering, SettingId
from catchlight.core.messages import Message
from catchlight.gui.tether.dialog import TetherDialog
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.intake.folder_scan import WaitTimes

from tests.camera.folder_camera import folder_camera
from tests.gui.conftest import SAMPLE, Stage, wait


class Plugged:
    """A camera that a test can pull out: what a real one says is in ``tests/camera/test_gphoto.py``."""

    name = "Test camera"
    can_release = True

    def __init__(self) -> None:
        self.there = False
        self.aperture = "f/4"
        self._taken: list[CameraPicture] = []
        self.opened = 0

    def open(self) -> Plugged:
        self._check()
        self.opened += 1
        return self

    def settings(self) -> Sequence[CameraSetting]:
        return [CameraSetting("aperture", self.aperture, ("f/2.8", "f/4", "f/8"))]

    def choose(self, setting: SettingId, value: str) -> None:
        self._check()
        self.aperture = value

    def capture(self) -> None:
        self._check()
        if self.aperture == "f/8":
            raise fault_of(-1, "Unspecified error")
        self._taken.append(CameraPicture(f"IMG_{len(self._taken)}.PNG", SAMPLE.read_bytes()))

    def pictures(self, seconds: float) -> Iterator[CameraPicture]:
        self._check()
        while self._taken:
            yield self._taken.pop()

    def close(self) -> None:
        pass

    def _check(self) -> None:
        if not self.there:
            raise fault_of(-52, "Could not find the requested device on the USB port")


def dialog_of(stage: Stage) -> TetherDialog:
    stage.do("tether")
    dialog = stage.window.arrivals.tether_dialog
    assert dialog is not None
    return dialog


def test_a_camera_is_found_set_released_lost_and_found_again(stage: Stage, tmp_path: Path) -> None:
    camera, tethering = Plugged(), stage.window.arrivals.tethering
    tethering.opened = camera.open
    stage.session.memory.keep(tether={"folder": str(tmp_path / "session"), "pattern": "{name}_{number}"})
    dialog = dialog_of(stage)
    wait(lambda: "does not answer" in dialog.words.text())
    assert not dialog.release_button.isEnabled()
    camera.there = True
    wait(lambda: tethering.ready is not None)
    assert dialog.title.text() == "Test camera"
    assert dialog.boxes["aperture"].currentText() == "f/4"
    dialog.boxes["aperture"].setCurrentIndex(0)
    dialog.boxes["aperture"].activated.emit(0)
    wait(lambda: tethering.ready is not None and tethering.ready.settings[0].value == "f/2.8")
    stage.do("release")
    wait(lambda: len(stage.session.documents) == 1)
    dialog.release_button.click()
    wait(lambda: len(stage.session.documents) == 2)
    assert sorted(file.name for file in (tmp_path / "session").iterdir()) == ["IMG_0_0001.png", "IMG_0_0002.png"]
    assert dialog.count.text() == "2 taken, the last is IMG_0_0002.png"
    assert stage.session.current is stage.session.documents[1]
    camera.aperture = "f/8"
    dialog.release_button.click()
    wait(lambda: "refused" in dialog.words.text())
    assert dialog.release_button.isEnabled()
    camera.there = False
    wait(lambda: tethering.ready is None)
    assert dialog.title.text() == "No camera"
    camera.there, camera.aperture = True, "f/4"
    wait(lambda: tethering.ready is not None)
    assert camera.opened == 2
    dialog.release_button.click()
    wait(lambda: len(stage.session.documents) == 3)
    dialog.connect_button.click()
    wait(lambda: not tethering.busy)
    assert dialog.connect_button.text() == "Connect"


def test_a_folder_serves_where_no_camera_can_be_driven(stage: Stage, tmp_path: Path) -> None:
    tethering = stage.window.arrivals.tethering

    def refuse() -> None:
        raise NoTethering(Message("On Windows no camera can be released from here."))

    tethering.opened = refuse  # type: ignore[assignment]
    dialog = dialog_of(stage)
    wait(lambda: not tethering.busy)
    assert "On Windows" in dialog.words.text()
    assert not dialog.watch_button.isHidden()
    tethering.opened = folder_camera(tmp_path, DecodeLimits(), WaitTimes(still=0.2))
    tethering.begin(tmp_path / "session", "{date}_{number}")
    wait(lambda: tethering.ready is not None)
    assert not dialog.release_button.isEnabled()
    shutil.copy(SAMPLE, tmp_path / "from the maker's program.png")
    wait(lambda: len(stage.session.documents) == 1)
    tethering.stop()
    wait(lambda: not tethering.busy)
