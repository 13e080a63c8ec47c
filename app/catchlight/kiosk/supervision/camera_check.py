"""The look at the camera: opened between sessions until it gives a frame, and known from the session while one has it."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from catchlight.camera.live.port import Frame, LiveCamera
from catchlight.camera.port import CameraLost, CameraPicture, TetherFault
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import CameraSource
from catchlight.kiosk.supervision.health import Finding

DEVICES = Path("/dev")
EVERY_S, AGAIN_S = 300.0, 60.0
"""Between two openings of a camera that gave a frame, whose lamp goes on each time, and of one that gave none."""
FRAME_S = 3.0
"""Within which an open camera gives a frame: they start at 10 frames a second and more."""
PATIENCE_S = 15.0
"""How long a session waits for the camera while it is looked at: no driver takes longer to open one."""
_PAUSE_S = 0.02


class CameraCheck:
    """A camera has one user at a time: a session's camera is not looked at, and a session waits for a look to end."""

    def __init__(
        self,
        source: CameraSource,
        opener: Callable[[], LiveCamera],
        devices: Path = DEVICES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """devices: where Linux lists webcams, as ``video0``. clock: steady, in seconds."""
        self._source, self._opener, self._devices, self._clock = source, opener, devices, clock
        self._user = threading.Lock()
        self._looked: float | None = None
        self._finding = Finding("ok", Message("The camera was not looked at yet."))

    def open(self) -> LiveCamera:
        """The camera, for a session; what becomes of it is remembered. Raises CameraLost, NoTethering. For any thread."""
        if not self._user.acquire(timeout=PATIENCE_S):
            raise CameraLost(Message("The camera is being looked at. Wait a moment."))
        try:
            camera = self._opener()
        except BaseException as fault:
            self._user.release()
            if isinstance(fault, TetherFault):
                self._note(Finding("fault", fault.message))
            raise
        self._note(Finding("ok", Message("The camera is there.")))
        return _SessionCamera(camera, self._user.release, lambda fault: self._note(Finding("fault", fault.message)))

    def refresh(self) -> None:
        """Open it at the next look."""
        self._looked = None

    def __call__(self) -> Finding:
        if self._is_there() is False:
            return Finding("fault", Message("The camera is not there. Check its power and cable."))
        if self._is_due() and self._user.acquire(blocking=False):
            try:
                self._note(self._try())
            finally:
                self._user.release()
        return self._finding

    def _try(self) -> Finding:
        """Open the camera and wait for a frame; one without a live view has only to open."""
        try:
            camera = self._opener()
        except TetherFault as fault:
            return Finding("fault", fault.message)
        try:
            until = time.monotonic() + FRAME_S
            while camera.has_live_view and camera.frame() is None:
                if time.monotonic() > until:
                    return Finding("fault", Message("The camera opens, but gives no picture. Switch it off and on."))
                time.sleep(_PAUSE_S)
        except TetherFault as fault:
            return Finding("fault", fault.message)
        finally:
            camera.close()
        if not camera.has_live_view:
            return Finding("ok", Message("The camera is there. It has no live view."))
        return Finding("ok", Message("The camera gives a picture."))

    def _note(self, finding: Finding) -> None:
        self._finding, self._looked = finding, self._clock()

    def _is_due(self) -> bool:
        if self._looked is None:
            return True
        return self._clock() - self._looked >= (EVERY_S if self._finding.status == "ok" else AGAIN_S)

    def _is_there(self) -> bool | None:
        """None where that is only known when it is opened."""
        device = self._source.device
        if self._source.kind == "folder":
            return Path(device).is_dir()
        if self._source.kind == "video":
            return Path(device).is_file()
        if self._source.kind == "webcam" and sys.platform == "linux" and device.isdecimal():
            return (self._devices / f"video{int(device)}").exists()
        return None


class _SessionCamera:
    """See ``LiveCamera``. Lets the camera go once, and says where it was lost."""

    def __init__(self, camera: LiveCamera, let_go: Callable[[], None], lost: Callable[[CameraLost], None]) -> None:
        self._camera, self._lost = camera, lost
        self._let_go: Callable[[], None] | None = let_go

    @property
    def name(self) -> str:
        return self._camera.name

    @property
    def has_live_view(self) -> bool:
        return self._camera.has_live_view

    def frame(self) -> Frame | None:
        try:
            return self._camera.frame()
        except CameraLost as fault:
            self._lost(fault)
            raise

    def take(self) -> CameraPicture:
        try:
            return self._camera.take()
        except CameraLost as fault:
            self._lost(fault)
            raise

    def close(self) -> None:
        let_go, self._let_go = self._let_go, None
        try:
            self._camera.close()
        finally:
            if let_go is not None:
                let_go()
