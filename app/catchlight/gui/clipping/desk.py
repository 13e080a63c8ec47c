"""Keeps the clipping warning on the canvas up to date with what is shown there; its command and its dialog."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from catchlight.core.progress import Progress
from catchlight.develop.clipping import ClippingLimits, clipping_codes, code_levels
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.clipping.dialog import ClippingDialog
from catchlight.gui.clipping.layer import ClippingLayer
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.widgets.theme import Theme
from catchlight.imaging.picture import ByteImage

_Found = tuple[ImagePyramid, ClippingLimits, tuple[ByteImage, ...]]


class ClippingDesk(QObject):
    """One for each main window. Codes are counted on a worker, for the newest picture alone."""

    def __init__(self, session: Session, canvas: Canvas, theme: Theme, action: QAction, window: QWidget) -> None:
        """action: the checkable one of the menu."""
        super().__init__(window)
        self._session, self._canvas, self._theme, self._action, self._window = session, canvas, theme, action, window
        self._state = session.clipping
        self.layer = ClippingLayer()
        canvas.set_veil(self.layer)
        self._wanted: ImagePyramid | None = None
        self._have: tuple[ImagePyramid, ClippingLimits] | None = None
        self._job: BackgroundJob | None = None
        self._state.changed.connect(self._follow)
        self._follow()

    def form(self) -> ClippingDialog:
        """The dialog of the levels, not shown yet."""
        return ClippingDialog(self._state, self._theme, self._window)

    def ask(self) -> None:
        """Open the dialog of the levels; what is changed there shows at once."""
        self._state.show(highlights=True, shadows=True)
        self.form().open()

    def look_at(self, shown: ImagePyramid | None) -> None:
        """What the canvas shows."""
        self._wanted = shown
        self._ask()

    def _follow(self) -> None:
        self._action.setChecked(self._state.shown)
        self.layer.show_ends(highlights=self._state.highlights, shadows=self._state.shadows)
        self._ask()

    def _ask(self) -> None:
        """Count what is not counted yet. The codes of the picture before stay until then: they are nearly right."""
        shown, limits = self._wanted, self._state.limits
        if shown is None or not self._state.shown:
            self._have = None
            self.layer.show((), 0)
            self._canvas.update()
            return
        if self._job is not None or (self._have is not None and self._have == (shown, limits)):
            self._canvas.update()
            return
        self._job = self._session.jobs.submit("", partial(_count, shown, limits), lane="brush", visible=False)
        self._job.finished.connect(self._counted)
        for ended in (self._job.failed, self._job.cancelled):
            ended.connect(lambda _why=None: self._ended())

    def _counted(self, found: _Found) -> None:
        shown, limits, levels = found
        self._ended()
        if not self._state.shown or self._wanted is None:
            return
        if (shown.width, shown.height) == (self._wanted.width, self._wanted.height):
            self._have = shown, limits
            self.layer.show(levels, shown.width)
            self._canvas.update()
        self._ask()

    def _ended(self) -> None:
        self._job = None


def _count(shown: ImagePyramid, limits: ClippingLimits, progress: Progress) -> _Found:
    """On a worker. A picture that has colours of its own is written in those, and is blown where they end."""
    progress.check()
    wide = shown.wide
    pixels = shown.pixels if wide is None or wide.source_colours is None else wide.source_colours.of(wide.pixels)
    return shown, limits, code_levels(clipping_codes(pixels, limits))
