"""The live view with oval and guidance: frames painted in a second, and what one costs the processors."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from catchlight.camera.live.open_live import LiveKind, open_live_camera
from catchlight.camera.live.port import Frame, LiveCamera
from catchlight.catalogue.documents import DocumentSpec
from catchlight.gui.kiosk.application import SWITCH_SECONDS
from catchlight.gui.kiosk.machine.parts import FrameGuide, KioskParts
from catchlight.gui.kiosk.screens.camera import CameraScreen
from catchlight.imaging.io import codec
from catchlight.kiosk.guidance.port import Guidance
from catchlight.kiosk.guidance.target import HeadTarget, PhotoAboutHead
from catchlight.models.registry import Models
from catchlight.portrait.face.pose import CanonicalFace
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from tests.benchmarks.guidance.frames import Sitter
from tests.benchmarks.kiosk.clocks import CpuClock
from tests.gui.kiosk.person import PUMPED, wait
from tests.simulators.kiosk.hardware import OFFICER, KioskHardware
from tests.simulators.kiosk.rig import DOCUMENTS, KioskRig, open_rig

FRAMES = ((1280, 720), (1920, 1080))
WINDOWS = ((1080, 1920), (1280, 800))
RATE = 30
BAR = 20.0
_FILM_S = 2
_WARM_S, _SECONDS = 3.0, 10.0


@dataclass
class ClockedParts:
    """Time of processors that the camera's thread and the guide's spend on frames, and how many they had."""

    frames: CpuClock
    looks: CpuClock

    def around(self, parts: KioskParts, open_camera: Callable[[], LiveCamera]) -> KioskParts:
        def open_guide(document: DocumentSpec) -> FrameGuide:
            return ClockedGuide(parts.open_guide(document), self.looks)

        return replace(parts, open_camera=lambda: ClockedCamera(open_camera(), self.frames), open_guide=open_guide)


class ClockedCamera:
    """See ``LiveCamera``."""

    def __init__(self, camera: LiveCamera, clock: CpuClock) -> None:
        self._camera, self._clock = camera, clock
        self.name, self.has_live_view, self.take, self.close = (
            camera.name,
            camera.has_live_view,
            camera.take,
            camera.close,
        )

    def frame(self) -> Frame | None:
        with self._clock:
            frame = self._camera.frame()
        self._clock.count += frame is not None
        return frame


class ClockedGuide:
    """A guide that never lets go: the live view is looked at for as long as it is measured."""

    def __init__(self, guide: FrameGuide, clock: CpuClock) -> None:
        self._guide, self._clock = guide, clock

    def look(self, frame: Frame) -> Guidance:
        with self._clock:
            said = self._guide.look(frame)
        self._clock.count += 1
        return replace(said, held=min(said.held, 0.9))


class PaintCounter(QObject):
    """Paint events of a widget."""

    def __init__(self) -> None:
        super().__init__()
        self.painted = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        self.painted += event.type() == QEvent.Type.Paint
        return False


def run_live_view(application: QApplication, hardware: KioskHardware) -> int:
    """Print a line for each size of frames and window; gives how many fall short of the bar."""
    sys.setswitchinterval(SWITCH_SECONDS)
    bad = 0
    for size in FRAMES:
        film = hardware.folder / f"{size[0]}.avi"
        make_film(film, size)
        for kind in ("video", "folder"):
            device = film if kind == "video" else hardware.camera
            for window in WINDOWS:
                bad += _measured(application, hardware, kind, device, size, window)  # type: ignore[arg-type]
    return bad


def _measured(
    application: QApplication,
    hardware: KioskHardware,
    kind: LiveKind,
    device: Path,
    size: tuple[int, int],
    window: tuple[int, int],
) -> bool:
    clocked = ClockedParts(CpuClock(), CpuClock())
    busy: list[float] = []

    def changed(parts: KioskParts) -> KioskParts:
        return clocked.around(parts, lambda: open_live_camera(kind, str(device), *size, 0))

    with open_rig(application, hardware.places, hardware.config, changed) as rig:
        rig.window.resize(*window)
        rig.go_to("camera")
        _rest(_WARM_S)
        counter = PaintCounter()
        view = _view_of(rig)
        view.installEventFilter(counter)
        clocked.frames.reset()
        clocked.looks.reset()
        PUMPED.append(busy.append)
        began, cpu = time.monotonic(), time.process_time()
        _rest(_SECONDS)
        wall, cpu = time.monotonic() - began, time.process_time() - cpu
        PUMPED.remove(busy.append)
        view.removeEventFilter(counter)
        rig.end()
        rig.leave()
    frames, looks = clocked.frames, clocked.looks
    shown = min(counter.painted, frames.count)
    painting, grabbing = 1000 * sum(busy) / max(shown, 1), 1000 * frames.spent / max(frames.count, 1)
    able = 1000 / (painting + grabbing)
    print(
        f"{kind:6} {size[0]:4} x {size[1]:4}  window {window[0]:4} x {window[1]:4}  {shown / wall:4.1f} frames/s seen, "
        f"{able:5.1f} by CPU of one core  window {painting:4.1f} + camera {grabbing:4.1f} ms a frame  longest "
        f"{1000 * max(busy):3.0f} ms  {looks.count / wall:4.1f} looks/s of {1000 * looks.spent / max(looks.count, 1):3.0f} ms "
        f"on their thread  {cpu / wall:4.2f} cores in all",
        flush=True,
    )
    return able < BAR


def _view_of(rig: KioskRig) -> QObject:
    assert isinstance(rig.window.screen_shown, CameraScreen)
    return rig.window.screen_shown.view


def _rest(seconds: float) -> None:
    """Let the window run."""
    until = time.monotonic() + seconds
    wait(lambda: time.monotonic() >= until, seconds + 60)


def make_film(path: Path, size: tuple[int, int]) -> None:
    """The officer before the camera, moving a little, as Motion JPEG at ``RATE``."""
    models = Models()
    sitter = Sitter.of("officer", codec.decode(OFFICER.read_bytes()).rgb8, models)
    document = _document()
    target = HeadTarget.within(PhotoAboutHead.of(document, CanonicalFace.of(models)), size)
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, size)
    for step in range(RATE * _FILM_S):
        sway = float(np.sin(2 * np.pi * step / (RATE * _FILM_S)))
        placed = sitter.placed(target, x=0.02 * sway, roll=sway)
        film.write(cv2.cvtColor(placed.frame, cv2.COLOR_RGB2BGR))
    film.release()


def _document() -> DocumentSpec:
    from catchlight.catalogue.catalogue import Catalogue

    document = Catalogue.load().documents.get(DOCUMENTS[0])
    assert document is not None
    return document
