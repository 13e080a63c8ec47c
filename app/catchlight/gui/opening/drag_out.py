"""Pictures that are dragged out of the window, into a folder or another program: as files, written while the drag begins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QSize, Qt, QTemporaryDir, QUrl
from PySide6.QtGui import QDrag, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem

from catchlight.core.files.naming import file_name, free_path
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.credentials.notices import tell_unsigned
from catchlight.gui.dialogs.export_all import encode_as_last_time
from catchlight.gui.dialogs.export_defaults import field_values
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.opening.shown_step import StepSource, can_be_read, shown_step, shows_result
from catchlight.gui.wording.i18n import tr

DraggedItem = tuple[OpenDocument, EditStep | None]
"""What an item stands for: a step, or None for the one that is shown."""


class DragOut(QObject):
    """Lets the items of a list be dragged away. An original goes as its own file, a result as it would be exported."""

    def __init__(
        self, session: Session, rows: QListWidget, meant: Callable[[QListWidgetItem], DraggedItem | None]
    ) -> None:
        """meant: what an item stands for, None for nothing."""
        super().__init__(rows)
        self._session = session
        self._rows = rows
        self._meant = meant
        self._folder: QTemporaryDir | None = None
        self._item: QListWidgetItem | None = None
        self._pressed = QPoint()
        self._job: BackgroundJob | None = None
        rows.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
            self._item = self._rows.itemAt(self._pressed)
        elif event.type() == QEvent.Type.MouseMove and event.buttons() & Qt.MouseButton.LeftButton:
            way = (event.position().toPoint() - self._pressed).manhattanLength()
            if self._item is not None and self._job is None and way >= QApplication.startDragDistance():
                self._begin(self._item)
            return self._item is not None or self._job is not None
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._let_go()
        return False

    def _let_go(self) -> None:
        """Whoever lets go before the file is written drags nothing."""
        self._item = None
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _begin(self, item: QListWidgetItem) -> None:
        found = self._meant(item)
        if found is None:
            return
        document, step = found
        small = item.icon().pixmap(QSize(self._rows.iconSize()))
        made = shows_result(self._session, document) if step is None else step.operation is not None
        if document.path is not None and not made:
            self.drag(document.path, small)
            return
        if not can_be_read(document):
            return
        source: StepSource = shown_step(self._session, document) if step is None else lambda _progress: step
        notes: list[str] = []
        work = self._writing(document, source, notes)
        job = self._job = self._session.jobs.submit(tr("Exporting"), work, lane="files")
        job.finished.connect(lambda _path: tell_unsigned(self._session, notes))
        job.finished.connect(lambda path: self._written(job, path, small))
        job.failed.connect(self._session.report)
        job.failed.connect(lambda _error: self._let_go())

    def _writing(self, document: OpenDocument, source: StepSource, notes: list[str]) -> Callable[[Progress], Path]:
        """notes: takes why the file is not signed, where it should have been."""
        if self._folder is None:
            self._folder = QTemporaryDir()
        folder, pattern = Path(self._folder.path()), self._session.memory.state.export.pattern
        name, number = document.name, max(document.index, 0) + 1

        def work(progress: Progress) -> Path:
            step = source(progress)
            made, suffix = encode_as_last_time(self._session, document, step, progress)
            notes.append(made.note)
            place = free_path(folder / file_name(pattern, field_values(name, step, number), suffix))
            write_atomic(place, made.data)
            return place

        return work

    def _written(self, job: BackgroundJob, path: Path, small: QPixmap) -> None:
        if job is self._job:
            self._job = None
            self.drag(path, small)

    def drag(self, path: Path, small: QPixmap) -> None:
        """Hand a file to where it is dropped; it is copied there, never moved."""
        self._item = None
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        self._exec(data, small)

    def _exec(self, data: QMimeData, small: QPixmap) -> None:
        drag = QDrag(self._rows)
        drag.setMimeData(data)
        drag.setPixmap(small)
        drag.exec(Qt.DropAction.CopyAction)
