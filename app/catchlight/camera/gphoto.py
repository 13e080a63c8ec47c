"""Cameras over USB by libgphoto2: most of Canon, Nikon, Sony, Fujifilm and others, on Linux and macOS.

The library is in the wheel of python-gphoto2 (LGPL, the extra ``tether``): http://www.gphoto.org/proj/libgphoto2/support.php
lists the cameras.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catchlight.camera.port import CameraLost, CameraPicture, CameraSetting, NoTethering, SettingId, TetherFault
from catchlight.core.messages import Message

WIDGETS: Mapping[SettingId, tuple[str, ...]] = {
    "shutter": ("shutterspeed", "shutterspeed2"),
    "aperture": ("f-number", "aperture"),
    "iso": ("iso",),
    "compensation": ("exposurecompensation",),
    "white_balance": ("whitebalance",),
}
"""What libgphoto2 calls a setting; makers differ."""
LOST = frozenset({-7, -10, -20, -31, -32, -33, -34, -35, -37, -50, -51, -52, -53, -60, -105})
"""Results after which a session is worth nothing: input and output, the port, a model that is not found (gphoto2-result.h and
gphoto2-port-result.h)."""
BUSY = frozenset({-53, -60})
"""The port is claimed by another program."""
_WAIT_MS, _PAUSE = 50, 0.02


@dataclass(frozen=True)
class CameraAddress:
    """A camera that is connected. port: as ``usb:001,004``."""

    name: str
    port: str


def find_cameras() -> list[CameraAddress]:
    """The cameras that are connected and known to the library. Raises NoTethering, CameraLost."""
    gphoto = _library()
    with _faults():
        found = gphoto.Camera.autodetect()
        return [CameraAddress(found.get_name(number), found.get_value(number)) for number in range(found.count())]


def open_camera(name: str = "") -> GphotoCamera:
    """The first camera, or the first whose name has ``name`` in it. Raises NoTethering, CameraLost."""
    there = find_cameras()
    fitting = [one for one in there if name.casefold() in one.name.casefold()]
    if not there:
        raise CameraLost(Message("No camera is connected. Connect one by USB and switch it on."))
    if not fitting:
        raise CameraLost(
            Message(
                "No camera called {name} is connected; there is {known}.",
                name=name,
                known=tuple(one.name for one in there),
            )
        )
    return GphotoCamera(fitting[0])


class GphotoCamera:
    """An open camera: see ``port.Camera``."""

    can_release = True

    def __init__(self, address: CameraAddress) -> None:
        """Raises CameraLost."""
        self._gphoto = gphoto = _library()
        self.name = address.name
        self._camera = gphoto.Camera()
        with _faults():
            ports, models = gphoto.PortInfoList(), gphoto.CameraAbilitiesList()
            ports.load()
            models.load()
            self._camera.set_port_info(ports[ports.lookup_path(address.port)])
            self._camera.set_abilities(models[models.lookup_model(address.name)])
            self._camera.init()

    def settings(self) -> Sequence[CameraSetting]:
        with _faults():
            root = self._camera.get_config()
            found = []
            for setting in WIDGETS:
                widget = self._widget(root, setting)
                if widget is None:
                    continue
                choices = tuple(widget.get_choice(number) for number in range(widget.count_choices()))
                if choices and not widget.get_readonly():
                    found.append(CameraSetting(setting, widget.get_value(), choices))
            return found

    def choose(self, setting: SettingId, value: str) -> None:
        with _faults():
            root = self._camera.get_config()
            widget = self._widget(root, setting)
            if widget is None:
                raise TetherFault(Message("{camera} cannot set this now.", camera=self.name))
            widget.set_value(value)
            self._camera.set_config(root)

    def capture(self) -> None:
        with _faults():
            self._camera.trigger_capture()

    def pictures(self, seconds: float) -> Iterator[CameraPicture]:
        until = time.monotonic() + seconds
        while True:
            with _faults():
                kind, what = self._camera.wait_for_event(_WAIT_MS)
                if kind == self._gphoto.GP_EVENT_FILE_ADDED:
                    yield self._download(what)
            if time.monotonic() >= until:
                return
            if kind == self._gphoto.GP_EVENT_TIMEOUT:
                time.sleep(_PAUSE)  # some drivers answer at once instead of waiting

    def preview(self) -> bytes:
        """A frame of the live view, a JPEG file. Raises TetherFault where the camera has none now, or never."""
        with _faults():
            file = self._camera.capture_preview()
            data = file.get_data_and_size()
            return bytes(memoryview(data))

    def close(self) -> None:
        with contextlib.suppress(self._gphoto.GPhoto2Error):
            self._camera.exit()

    def _download(self, place: Any) -> CameraPicture:
        # The file must outlive its view of the data: a temporary one gives garbage.
        file = self._camera.file_get(place.folder, place.name, self._gphoto.GP_FILE_TYPE_NORMAL)
        data = file.get_data_and_size()
        return CameraPicture(place.name, bytes(memoryview(data)))

    def _widget(self, root: Any, setting: SettingId) -> Any:
        for name in WIDGETS[setting]:
            with contextlib.suppress(self._gphoto.GPhoto2Error):
                return root.get_child_by_name(name)
        return None


def _library() -> Any:
    if sys.platform == "win32":
        raise NoTethering(
            Message(
                "On Windows no camera can be released from here. Let the camera's own program write into a folder, and "
                "watch that folder."
            )
        )
    try:
        import gphoto2
    except ImportError as fault:
        raise NoTethering(
            Message("To release cameras, install the extra: pip install 'catchlight[tether]'. Or watch a folder.")
        ) from fault
    return gphoto2


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    """Turns the library's errors into ours."""
    from gphoto2 import GPhoto2Error

    try:
        yield
    except GPhoto2Error as fault:
        raise fault_of(fault.code, fault.string) from fault


def fault_of(code: int, said: str) -> TetherFault:
    """The fault that a result of libgphoto2 means."""
    if code in BUSY:
        return CameraLost(
            Message("Another program has the camera. Close it there; a file manager lets it go by “eject”.")
        )
    if code in LOST:
        return CameraLost(Message("The camera does not answer ({why}). Connect it again, or switch it on.", why=said))
    return TetherFault(Message("The camera refused ({why}). Look at its screen, and try again.", why=said))
