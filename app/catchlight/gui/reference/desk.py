"""The reference picture of a window: chosen, read, kept with its document, and looked at beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.opening.read_file import read_task
from catchlight.gui.reference.dialog import ReferenceDialog
from catchlight.gui.reference.kept_references import KeptReferences, ReferencePicture
from catchlight.gui.reference.linked_views import Faces, LinkedViews
from catchlight.gui.reference.pane import ReferencePane
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.picture import Picture
from catchlight.portrait.face.detect import Face
from catchlight.portrait.portrait import Portraits


class ReferenceDesk(QObject):
    """One for each main window."""

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._theme, self._ask, self._window = session, theme, ask, window
        known = session.findChild(KeptReferences)
        self.kept = known if isinstance(known, KeptReferences) else KeptReferences(session.memory, session)
        self.pane = ReferencePane(theme)
        self.pane.hide()
        self._document: OpenDocument | None = None
        self._on_canvas = True
        self._showing: ReferencePicture | None = None
        self._watched: OpenDocument | None = None
        """The open picture that is the reference, and is followed."""
        self._job: BackgroundJob | None = None
        self._faces: Sequence[Face] = ()
        self._action: QAction | None = None
        self._both = QSplitter(Qt.Orientation.Horizontal)
        self.pane.choice_wanted.connect(self.choose)
        self.pane.close_wanted.connect(self.put_away)
        session.closed.connect(self._closed)

    def slots(self) -> dict[str, Callable[[], object]]:
        return {"reference": self.toggle, "reference_other": self.choose, "reference_link": self.pane.link.toggle}

    def join(self, stage: QWidget, canvas: Canvas, faces: Faces, action: QAction) -> QSplitter:
        """Stand beside the stage. faces: of what its canvas shows. action: the checkable one of the menu."""
        self._action = action
        self.views = LinkedViews((canvas, faces), (self.pane.canvas, lambda: self._faces), self)
        self.views.on = self.pane.link.isChecked()
        self.pane.linked.connect(self._link)
        both = self._both
        both.addWidget(self.pane)
        both.addWidget(stage)
        both.setStretchFactor(0, 1)
        both.setStretchFactor(1, 1)
        both.setChildrenCollapsible(False)
        return both

    # What is shown

    def look_at(self, document: OpenDocument | None, on_canvas: bool) -> None:
        """The current picture. on_canvas: whether it is shown there, and no view of a tab's own."""
        self._document, self._on_canvas = document, on_canvas
        self._refresh()

    def _refresh(self) -> None:
        document = self._document
        reference = self.kept.of(document) if document is not None else None
        if self._action is not None:
            self._action.setChecked(reference is not None)
        appears = self.pane.isHidden()
        self.pane.setVisible(reference is not None and self._on_canvas)
        if appears and not self.pane.isHidden():
            half = self._both.width() // 2
            self._both.setSizes([half, half])
        if reference == self._showing:
            return
        self._showing = reference
        self._watch(reference.document if reference is not None else None)
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._show(None, None)
        if reference is not None:
            self.pane.show_name(reference.name)
            self._read(reference)

    def _read(self, reference: ReferencePicture) -> None:
        if reference.document is not None:
            self._follow()
            if not reference.document.loaded:
                self._session.load(reference.document)
        elif reference.path is not None:
            work = read_task(reference.path, self._session.memory.settings.local_limits, draft=True)
            job = self._job = self._session.jobs.submit(tr("Opening {name}", name=reference.name), work, lane="files")
            job.finished.connect(lambda step: self._have(reference, step))
            job.failed.connect(lambda error: self._refused(reference, error))

    def _have(self, reference: ReferencePicture, step: EditStep) -> None:
        if reference == self._showing:
            self._job = None
            self._show(step.shown, step.picture)

    def _refused(self, reference: ReferencePicture, error: CatchlightError) -> None:
        self._session.report(error)
        if reference == self._showing:
            self._job = None
            self.put_away()

    def _watch(self, document: OpenDocument | None) -> None:
        if self._watched is not None:
            self._watched.changed.disconnect(self._follow)
        self._watched = document
        if document is not None:
            document.changed.connect(self._follow)

    def _follow(self) -> None:
        """What the open picture that is the reference shows now; that of one which sleeps meanwhile stays."""
        document = self._watched
        if document is None:
            return
        step = document.current
        if step is not None:
            self._show(step.shown, step.picture)
        elif document.preview is not None:
            self._show(document.preview, None)

    def _show(self, shown: ImagePyramid | None, picture: Picture | None) -> None:
        scene = self.pane.canvas.scene
        if shown is not None and scene is not None and scene.after is shown:
            return
        self._faces = ()
        self.pane.canvas.show_scene(None if shown is None else CanvasScene(shown))
        self.views.align()
        if picture is not None:
            work = partial(_find_faces, self._session.portraits, picture)
            job = self._session.jobs.submit("", work, lane="brush", visible=False)
            job.finished.connect(lambda faces: self._have_faces(shown, faces))

    def _have_faces(self, shown: ImagePyramid | None, faces: Sequence[Face]) -> None:
        scene = self.pane.canvas.scene
        if scene is not None and scene.after is shown:
            self._faces = faces
            self.views.align()

    def _link(self, on: bool) -> None:
        self.views.on = on
        self.views.align()

    # Choosing

    def toggle(self) -> None:
        """Put the reference away, bring it back, or ask for one."""
        document = self._document
        if document is None:
            return
        before = self.kept.away(document)
        if self.kept.of(document) is not None:
            self.put_away()
        elif before is not None:
            self._take(document, before)
        else:
            self.choose()

    def put_away(self) -> None:
        if self._document is not None:
            self.kept.put_away(self._document)
            self._session.save_memory()
            self._refresh()

    def choose(self) -> None:
        """Ask for a picture."""
        document = self._document
        if document is None:
            return
        others = [one for one in self._session.documents if one is not document and not one.broken]
        dialog = ReferenceDialog(others, self._theme, self._window)
        dialog.chosen.connect(lambda chosen: self._take(document, ReferencePicture(chosen, chosen.path)))
        dialog.file_wanted.connect(lambda: self._choose_file(document))
        dialog.finished.connect(lambda _result: self._refresh())  # the menu's check follows what there is
        dialog.open()

    def _choose_file(self, document: OpenDocument) -> None:
        folder = self._session.memory.settings.last_folder or str(Path.home())
        found = self._ask.pictures(self._window, folder)
        if found:
            self._take(document, ReferencePicture(path=found[0].absolute()))

    def _take(self, document: OpenDocument, reference: ReferencePicture) -> None:
        self.kept.choose(document, reference)
        self._session.save_memory()
        self._refresh()

    def _closed(self, document: OpenDocument) -> None:
        self.kept.forget(document)
        if document is self._document:
            self._document = None
        self._refresh()


def _find_faces(portraits: Portraits, picture: Picture, progress: Progress) -> Sequence[Face]:
    progress.check()
    return portraits.of(picture).faces
