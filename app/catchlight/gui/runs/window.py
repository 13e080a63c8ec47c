"""The window of a run: pictures on the left, what is done to them on the right, how far it is below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.files.originals import refuse_original
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.app.window_memory import BatchChoices
from catchlight.gui.batch.form import BatchForm
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.opening.originals import originals_of
from catchlight.gui.runs.footer import RunFooter
from catchlight.gui.runs.picture_run import PictureRun
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.service.batch.report import write_report
from catchlight.service.batch.worker_processes import cores, default_jobs


class RunWindow(QDialog):
    """A view of the run: closing it stops nothing."""

    presets_wanted = Signal()

    def __init__(
        self,
        run: PictureRun,
        session: Session,
        ask: SystemDialogs,
        choices: BatchChoices,
        foot: RunFooter,
        theme: Theme,
        parent: QWidget | None,
        servers: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        """choices: what was chosen the last time. servers: gives the addresses of those that may do the pictures; None: this
        computer does."""
        super().__init__(parent)
        self._run = run
        self._session = session
        self._ask = ask
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMinMaxButtonsHint)
        self.form = BatchForm(choices, max(cores(), default_jobs()), theme, servers)
        self._foot = foot
        self.form.changed.connect(self._show_state)
        self.form.folder_wanted.connect(
            lambda: self._choose(tr("Choose the folder of the results"), self.form.folder, self.form.show_folder)
        )
        self.form.presets_wanted.connect(self.presets_wanted)
        foot.start_wanted.connect(self.start)
        foot.report_wanted.connect(self.report)
        foot.folder_wanted.connect(self._open_folder)

    def _lay(self, title: str, advice: str, left: QWidget, notice: QWidget | None = None) -> None:
        """left: the pictures. notice: stands over all where there is something to say."""
        theme = self._theme
        self.setWindowTitle(title)
        inside = QScrollArea()
        inside.setWidgetResizable(True)
        inside.setFrameShape(QFrame.Shape.NoFrame)
        inside.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what is inside
        inside.setWidget(self.form)
        inside.setFixedWidth(theme.px(90 if theme.large else 80))
        middle = QHBoxLayout()
        middle.setSpacing(theme.px(5))
        middle.addWidget(left, 1)
        middle.addWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(title, "title"))
        column.addWidget(label(advice, "muted", wrap=True))
        if notice is not None:
            column.addWidget(notice)
        column.addLayout(middle, 1)
        column.addWidget(self._foot)
        resize_dialog(self, theme.px(285), theme.px(185))

    # To be said by each kind of run

    def start(self) -> None:
        """Begin it."""
        raise NotImplementedError

    def _lacks_pictures(self) -> str:
        """Where the pictures come from has to be chosen yet: what to do; empty where it is."""
        raise NotImplementedError

    def _show_state(self) -> None:
        raise NotImplementedError

    def _results(self) -> Path | None:
        """The folder that is opened to see what was made."""
        return self.form.folder

    # What is shown

    def _show_presets(self, read: Work) -> None:
        """read: gives the presets, and a sentence about each, on a worker."""
        job = self._session.jobs.submit("", read, lane="files", visible=False)
        job.finished.connect(lambda found: self.form.show_presets(*found))
        job.failed.connect(self._say)

    def missing(self) -> str:
        """What is to be chosen before it can begin; empty where nothing is."""
        if lacking := self._lacks_pictures():
            return lacking
        if self.form.preset is None:
            return tr("Choose a preset")
        if self.form.folder is None:
            return tr("Choose the folder of the results")
        return "" if self.form.is_telling else tr("Write {name} or {number} into the name")

    # What is done

    def report(self) -> None:
        """Ask where to, and write the table of the pictures."""
        target = self._ask.save_as(self, tr("Report"), (self.form.folder or Path.home()) / "report.csv", "CSV (*.csv)")
        if target is None:
            return
        items, documents = list(self._run.items), self._session.documents

        def work(_progress: Progress) -> None:
            refuse_original(target, (*originals_of(documents), *(item.source for item in items)))
            write_report(target, items)

        job = self._session.jobs.submit(tr("Writing {name}", name=target.name), work, lane="files")
        job.failed.connect(self._say)

    def _choose(self, title: str, before: Path | None, show: Callable[[Path], None]) -> None:
        """Ask for a folder. before: the one that is chosen now."""
        last = before or self._session.memory.settings.last_folder or Path.home()
        chosen = self._ask.folder(self, title, str(last))
        if chosen is not None:
            show(chosen)

    def _open_folder(self) -> None:
        folder = self._results()
        if folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _say(self, error: CatchlightError) -> None:
        self._foot.complain(sentence_of(error))
