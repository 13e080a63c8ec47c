"""The session with a tethered camera, which goes on whatever window shows it. Knows no widget."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from catchlight.camera.port import Camera, SettingId
from catchlight.camera.tether import CameraAway, CameraReady, CameraTrouble, PictureTaken, Tether, TetherEvent
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.wording.i18n import tell_or_keep, tr


def open_usb_camera() -> Camera:
    """The first camera on USB. Raises NoTethering, CameraLost."""
    from catchlight.camera.gphoto import open_camera

    return open_camera()


class Tethering(QObject):
    """One camera at a time. Its pictures are opened as they come."""

    changed = Signal()
    """Another state, setting or picture."""

    def __init__(self, session: Session, opened: Callable[[], Camera] = open_usb_camera) -> None:
        super().__init__(session)
        self._session = session
        self.opened = opened
        self.ready: CameraReady | None = None
        """While the camera is there."""
        self.words = ""
        """Why it is not, or what went wrong last; empty where there is nothing to say."""
        self.pictures: list[Path] = []
        """Of this session, the newest last."""
        self._tether: Tether | None = None
        self._job: BackgroundJob | None = None

    @property
    def busy(self) -> bool:
        """Whether a camera is held or waited for."""
        return self._job is not None

    def begin(self, folder: Path, pattern: str) -> None:
        """Look for the camera, and keep its pictures in a folder."""
        if self.busy:
            return
        tether = self._tether = Tether(self.opened, folder, pattern)
        self.ready, self.pictures, self.words = None, [], tr("Looking for the camera")

        def source(progress: Progress) -> Iterator[TetherEvent]:
            yield from tether.events(progress)

        job = self._job = self._session.jobs.follow(tr("Tethered camera"), source)
        job.told.connect(self._heard)
        job.finished.connect(lambda _none: self._ended(None))
        job.failed.connect(self._ended)
        job.cancelled.connect(lambda: self._ended(None))
        self.changed.emit()

    def stop(self) -> None:
        """Let the camera go."""
        if self._job is not None:
            self._job.cancel()
        self.ready, self.words = None, ""
        self.changed.emit()

    def release(self) -> None:
        """Take a picture; nothing where no camera can."""
        if self._tether is not None and self.ready is not None and self.ready.can_release:
            self.words = ""
            self._tether.release()
            self.changed.emit()

    def choose(self, setting: SettingId, value: str) -> None:
        if self._tether is not None and self.ready is not None:
            self.words = ""
            self._tether.choose(setting, value)

    def _heard(self, news: TetherEvent) -> None:
        if isinstance(news, CameraReady):
            self.ready = news
            self.words = "" if self.words == tr("Looking for the camera") else self.words
        elif isinstance(news, CameraAway):
            self.ready, self.words = None, tell_or_keep(news.message)
        elif isinstance(news, CameraTrouble):
            self.words = tell_or_keep(news.message)
        elif isinstance(news, PictureTaken):
            self.pictures.append(news.path)
            self._session.open_arrived(news.path)
        self.changed.emit()

    def _ended(self, error: CatchlightError | None) -> None:
        self._job = self._tether = self.ready = None
        self.words = tell_or_keep(error.message) if error is not None else ""
        self.changed.emit()
