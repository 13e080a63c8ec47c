"""Finding the faces of the shown picture in the background, and choosing one of several."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QSize, Signal
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QMenu, QPushButton

from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.face_marks import NONE, FaceMarks, area_of
from catchlight.gui.document.document import EditStep
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.portrait.face.detect import Face

MENU_FACE = 48
"""Side of a face in the menu, in pixels."""


class FaceFinder(QObject):
    """Marks faces on the canvas; where there are several, a button on the hovered one and a menu choose one."""

    chosen = Signal(object, object)
    """The Step that was looked at, and the Face that is meant."""

    def __init__(self, session: Session, canvas: Canvas, command: QAction, theme: Theme) -> None:
        super().__init__(canvas)
        self._session = session
        self._canvas = canvas
        self._command = command
        self._theme = theme
        self._step: EditStep | None = None
        self._job: BackgroundJob | None = None
        self.marks = FaceMarks(self)
        self.marks.hovered.connect(self._hovered)
        canvas.set_marks(self.marks)
        canvas.zoomed.connect(lambda _scale: self._place())
        self.button = QPushButton(tr("Use this face"), canvas)
        self.button.setToolTip(tr("Crop the picture to this person; nothing else changes"))
        self.button.setAccessibleName(tr("Use this face"))
        self.button.clicked.connect(lambda: self._choose(self.marks.current))
        self.button.hide()
        command.setEnabled(False)

    def look_at(self, step: EditStep | None) -> None:
        """Find the faces of what the canvas shows; the last wish wins."""
        if step is self._step:
            return
        self._step = step
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._show(())
        if step is None:
            return
        portraits = self._session.portraits

        def work(progress: Progress) -> tuple[Face, ...]:
            return portraits.of(step.picture).faces

        job = self._session.jobs.submit(tr("Looking for the face"), work, visible=False)
        self._job = job
        job.finished.connect(lambda faces: self._show(faces) if job is self._job else None)

    def offer(self) -> None:
        """A menu of the faces, for the keyboard and the banner."""
        menu = QMenu(self._canvas)
        menu.setStyleSheet(f"QMenu {{ icon-size: {MENU_FACE}px; }}")
        for number, face in enumerate(self.marks.faces):
            action = menu.addAction(self._icon(face), self.marks.label(number))
            action.hovered.connect(lambda number=number: self.marks.mark(number))
            action.triggered.connect(lambda _checked=False, number=number: self._choose(number))
        if self.marks.faces:
            menu.setActiveAction(menu.actions()[0])
        menu.aboutToHide.connect(self.marks.leave)
        menu.popup(self._canvas.mapToGlobal(QPoint(self._canvas.width() // 2, self._theme.px(24))))

    def _show(self, faces: tuple[Face, ...]) -> None:
        self.marks.show_faces(faces)
        self._command.setEnabled(len(faces) > 1)

    def _choose(self, number: int) -> None:
        if self._step is not None and 0 <= number < len(self.marks.faces):
            self.chosen.emit(self._step, self.marks.faces[number])

    def _hovered(self, _number: int) -> None:
        self._canvas.update()
        self._place()

    def _place(self) -> None:
        number = self.marks.current
        self.button.setVisible(number != NONE and len(self.marks.faces) > 1)
        if self.button.isHidden():
            return
        area = area_of(self.marks.faces[number], self._canvas.viewport_now)
        size = self.button.sizeHint()
        x, y = area.center().x() - size.width() / 2, area.bottom() - size.height() / 2
        x = min(max(x, 4), self._canvas.width() - size.width() - 4)
        y = min(y, self._canvas.height() - size.height() - 4)
        self.button.setGeometry(round(x), round(y), size.width(), size.height())

    def _icon(self, face: Face) -> QIcon:
        if self._step is None:
            return QIcon()
        side = round(face.size * 1.6)
        left, top = round(face.centre[0] - side / 2), round(face.centre[1] - side / 2)
        part = self._step.shown.levels[0].copy(left, top, side, side)
        return QIcon(QPixmap.fromImage(part.scaled(QSize(MENU_FACE, MENU_FACE))))
