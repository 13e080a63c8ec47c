"""The camera of a session: shows what it sees, says what to do, and releases by itself or by touch."""

from __future__ import annotations

import logging

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from catchlight.camera.port import CameraPicture
from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import CatchlightError
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.kiosk.machine.camera_feed import CameraFeed, FeedNews, FoundNews, LostNews, MissedNews
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.kiosk.guidance.port import Guidance

SETTLED_MS = 1000
"""Time before the first release by itself: nobody is photographed while they still sit down."""
_LOG = logging.getLogger(__name__)


class CameraDesk(QObject):
    """Emits what the camera screen shows; ``taken`` with a picture, ``lost`` and ``found`` as the camera goes and comes."""

    framed = Signal(object)
    """A frame, HxWx3 RGB."""
    guided = Signal(object)
    counted = Signal(int)
    """Seconds until the release by touch; 0 when it happens."""
    taken = Signal(object)
    missed = Signal(object)
    """The Message why no picture was taken."""
    lost = Signal(object)
    found = Signal()

    def __init__(self, parts: KioskParts, jobs: SessionJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self._jobs = jobs
        self._feed: CameraFeed | None = None
        self._followers: tuple[BackgroundJob, ...] = ()
        self._releasing = False
        self._left = 0
        self._since = QElapsedTimer()
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._count)
        self.live = True
        """Whether the camera shows what it sees before the release."""
        self.blocked = False
        """Whether something lies over the screen: nothing is taken meanwhile."""

    def watch(self, document: DocumentSpec) -> None:
        """Open the camera, or go on watching. document: whose limits count."""
        if self._feed is None:
            guide = self._parts.open_guide(document)
            self._feed = CameraFeed(self._parts.open_camera, guide.look)
            self._followers = (
                self._jobs.follow("camera", self._feed.news, self._hear, self._ended, self._fail, holds=True),
                self._jobs.follow("guidance", self._feed.guidance, self._guide, self._ended, self._fail, holds=True),
            )
        self._feed.forget()
        self._releasing = False
        self._since.start()
        self._feed.watching.set()

    def pause(self) -> None:
        self._stop_counting()
        if self._feed is not None:
            self._feed.watching.clear()

    def close(self) -> None:
        """Let the camera go."""
        self.pause()
        for job in self._followers:
            job.cancel()
        self._feed, self._followers = None, ()

    def release(self) -> None:
        """By touch: after the countdown. A second touch while it counts does nothing."""
        if self._feed is None or self._releasing or self._timer.isActive():
            return
        self._left = self._parts.config.camera.countdown_s
        if self._left:
            self.counted.emit(self._left)
            self._timer.start()
        else:
            self._take()

    def _count(self) -> None:
        self._left -= 1
        if self._left > 0:
            self.counted.emit(self._left)
            return
        self._stop_counting()
        self._take()

    def _stop_counting(self) -> None:
        self._timer.stop()
        self.counted.emit(0)

    def _take(self) -> None:
        if self._feed is not None and not self._releasing:
            self._releasing = True
            self._feed.release()

    def _hear(self, news: FeedNews) -> None:
        feed = self._feed
        if feed is None:
            return
        if isinstance(news, np.ndarray):
            if feed.watching.is_set():
                self.framed.emit(news)
            feed.shown.set()
        elif isinstance(news, CameraPicture):
            self.taken.emit(news)
        elif isinstance(news, FoundNews):
            self.live = news.live
            self.found.emit()
        elif isinstance(news, LostNews):
            self._stop_counting()
            self._releasing = False
            self.lost.emit(news.why)
        elif isinstance(news, MissedNews):
            self._releasing = False
            self.missed.emit(news.why)

    def _guide(self, guidance: Guidance) -> None:
        feed = self._feed
        if feed is None or not feed.watching.is_set():
            return
        self.guided.emit(guidance)
        settled = self._since.elapsed() >= SETTLED_MS and not self._timer.isActive()
        if guidance.held >= 1.0 and settled and not self.blocked:
            self._take()

    def _ended(self) -> None:
        """The sources end only when they are cancelled."""

    def _fail(self, error: CatchlightError) -> None:
        """The camera cannot be driven at all: waiting changes nothing."""
        _LOG.error("The camera failed: %s", error.message)
        self.close()
        self.lost.emit(error.message)
