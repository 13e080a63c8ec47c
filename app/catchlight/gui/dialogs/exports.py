"""The ways out for pictures: the export dialog, and all open results at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QListWidgetItem, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.dialogs.export_all import ExportedPictures
from catchlight.gui.dialogs.export_all_dialog import ExportAllDialog
from catchlight.gui.dialogs.export_form import ExportForm
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.film_strip import FilmStrip
from catchlight.gui.document.history import HistoryPanel
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.opening.drag_out import DraggedItem, DragOut
from catchlight.gui.print_picture.dialog import PrintDialog
from catchlight.gui.print_picture.form import PrintForm
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem, sentence_of

SHOWN = 6
"""So many names of written files are said."""


class Exports(QObject):
    """Asks where to, and says what was written."""

    def __init__(
        self,
        session: Session,
        ask: SystemDialogs,
        theme: Theme,
        note: Callable[[OpenDocument], str],
        note_of_all: Callable[[Sequence[OpenDocument]], str],
        window: QWidget,
    ) -> None:
        """note, note_of_all: what is to be said beside a file of a picture, or of several, if anything."""
        super().__init__(window)
        self._note, self._note_of_all = note, note_of_all
        self._session = session
        self._ask = ask
        self._theme = theme
        self._window = window

    def let_be_dragged(self, strip: FilmStrip, history: HistoryPanel) -> None:
        """What is open, and every step, can be dragged out of the window as a file."""

        def shown(item: QListWidgetItem) -> DraggedItem | None:
            document = item.data(Qt.ItemDataRole.UserRole)
            return (document, None) if isinstance(document, OpenDocument) else None

        def made(item: QListWidgetItem) -> DraggedItem | None:
            document, number = self._session.current, int(item.data(Qt.ItemDataRole.UserRole))
            return (document, document.steps[number]) if document is not None else None

        DragOut(self._session, strip.rows, shown)
        DragOut(self._session, history.list, made)

    def export(self, document: OpenDocument, step: EditStep) -> None:
        """Ask how a step is to be written."""
        note = self._note(document)
        dialog = ExportDialog(self._session, document, step, self._ask, self._theme, self._window, note)
        dialog.saved.connect(lambda path: self._say(tr("Saved"), str(path), path.parent))
        dialog.open()

    def export_form(self) -> ExportForm:
        """The form of the export dialog, to be looked through."""
        return ExportForm("image/jpeg", self._session.memory.state.export, self._theme)

    def print_form(self) -> PrintForm:
        """The form of the print dialog, to be looked through."""
        return PrintForm((2, 3), self._session.memory.state.printing, self._session.catalogue, self._theme)

    def print_picture(self) -> None:
        """Ask how the shown picture is to lie on paper, and print it."""
        document = self._session.current
        step = document.current if document is not None else None
        if document is not None and step is not None:
            note = self._note(document)
            PrintDialog(self._session, document, step, self._ask, self._theme, self._window, note).open()

    def export_all(self) -> None:
        dialog = ExportAllDialog(self._session, self._ask, self._theme, self._note_of_all, self._window)
        dialog.begun.connect(self._follow)
        dialog.open()

    def _follow(self, job: BackgroundJob) -> None:
        job.finished.connect(self._say_all)
        job.failed.connect(self._session.report)

    def _say_all(self, written: ExportedPictures) -> None:
        names = [path.name for path in written.paths[:SHOWN]] + (["…"] if len(written.paths) > SHOWN else [])
        if not written.failed:
            self._say(tr("Files written: {count}", count=len(written.paths)), "\n".join(names), written.paths[0].parent)
            return
        faults = [f"{name}: {sentence_of(error)}" for name, error in written.failed[:SHOWN]]
        title = tr(
            "Files written: {count}, not written: {failed}", count=len(written.paths), failed=len(written.failed)
        )
        self._session.problem.emit(Problem(title, "\n".join(faults + (["…"] if len(written.failed) > SHOWN else []))))

    def _say(self, title: str, text: str, folder: Path) -> None:
        self._session.problem.emit(Problem(title, text, "folder", good=True, target=str(folder)))
