"""The window of the watched folder: which folder, what has arrived, and what is done to it. Shows the watch, passes wishes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.app.window_memory import WatchChoices
from catchlight.gui.batch.form import BatchForm
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.id_documents.words import document_title
from catchlight.gui.presets.collecting import preset_summary
from catchlight.gui.watch.foot import WatchFooter
from catchlight.gui.watch.source import SourcePane
from catchlight.gui.watch.table import ArrivalsPane
from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.service.batch.report import write_report
from catchlight.service.batch.worker_processes import cores, default_jobs
from catchlight.service.presets.preset_library import PresetFile, PresetFolder
from catchlight.service.watch.options import WatchOptions

_DOCUMENTS = ("icao_35x45",)
"""ID photos that are offered also where no document was ever chosen."""


class WatchWindow(QDialog):
    """A view of the watch: closing it stops nothing."""

    presets_wanted = Signal()

    def __init__(
        self,
        watching: Watching,
        session: Session,
        shelf: PresetFolder,
        ask: SystemDialogs,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._watching = watching
        self._session = session
        self._shelf = shelf
        self._ask = ask
        last = session.memory.state.watch
        self.setWindowTitle(tr("Watched folder"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMinMaxButtonsHint)
        self.source = SourcePane(last, theme)
        self.arrivals = ArrivalsPane(watching, session, theme)
        self.form = BatchForm(last.results, max(cores(), default_jobs()), theme)
        self.foot = WatchFooter(watching, theme)
        self._arrange(theme)
        self.source.folder_wanted.connect(
            lambda: self._choose(tr("Choose the folder to watch"), self.source.show_folder)
        )
        self.source.changed.connect(self._show_state)
        self.form.changed.connect(self._show_state)
        self.form.folder_wanted.connect(
            lambda: self._choose(tr("Choose the folder of the results"), self.form.show_folder)
        )
        self.form.presets_wanted.connect(self.presets_wanted)
        self.foot.start_wanted.connect(self.start)
        self.foot.report_wanted.connect(self.report)
        self.foot.folder_wanted.connect(self._open_folder)
        self.finished.connect(self.arrivals.thumbs.stop)
        watching.changed.connect(self._show_state)
        watching.failed.connect(self._say)
        self.reload_presets()
        self._show_state()

    def _arrange(self, theme: Theme) -> None:
        inside = QScrollArea()
        inside.setWidgetResizable(True)
        inside.setFrameShape(QFrame.Shape.NoFrame)
        inside.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what is inside
        inside.setWidget(self.form)
        inside.setFixedWidth(theme.px(90 if theme.large else 80))
        left = QVBoxLayout()
        left.setSpacing(theme.px(3))
        left.addWidget(self.source)
        left.addWidget(self.arrivals, 1)
        middle = QHBoxLayout()
        middle.setSpacing(theme.px(5))
        middle.addLayout(left, 1)
        middle.addWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Watched folder"), "title"))
        advice = tr(
            "Pictures that arrive in the folder are done and delivered by themselves; the originals stay as they are."
        )
        column.addWidget(label(advice, "muted", wrap=True))
        column.addLayout(middle, 1)
        column.addWidget(self.foot)
        resize_dialog(self, theme.px(285), theme.px(185))

    # What is shown

    def reload_presets(self) -> None:
        """Read the presets again; the last documents' ID photos are offered beside them."""
        shelf, catalogue, memory = self._shelf, self._session.catalogue, self._session.memory
        documents = dict.fromkeys((*memory.state.recent_documents, *_DOCUMENTS))

        def work(_progress: Progress) -> tuple[Sequence[PresetFile], list[str]]:
            from catchlight.service.watch.plan import single_step  # with a database: not on the thread of the window

            entries = list(shelf.entries())
            said = [preset_summary(one.preset, catalogue) if one.preset else one.fault for one in entries]
            for document in documents:
                row = catalogue.documents.get(document)
                if row is not None:
                    name = tr("ID photo: {document}", document=document_title(row))[:80]
                    made = single_step(name, "id_photo", {"spec": document, "background": "document"})
                    entries.append(PresetFile(Path(), made))
                    said.append(tr("An ID photo for this document, with its verdict."))
            return entries, said

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(lambda found: self.form.show_presets(*found))
        job.failed.connect(self._say)

    def missing(self) -> str:
        """What is to be chosen before it can begin; empty where nothing is."""
        if self.source.folder is None:
            return tr("Choose the folder to watch")
        if self.form.preset is None:
            return tr("Choose a preset")
        if self.form.folder is None:
            return tr("Choose the folder of the results")
        return "" if self.form.is_telling else tr("Write {name} or {number} into the name")

    def _show_state(self) -> None:
        busy = self._watching.busy
        self.source.setEnabled(not busy)
        self.form.setEnabled(not busy)
        self.foot.show_state(self.missing())

    # What is done

    def start(self) -> None:
        """Watch the folder."""
        preset, folder = self.form.preset, self.source.folder
        if preset is None or folder is None or self.missing() or self._watching.busy:
            return
        self.foot.complain("")
        chosen: WatchChoices = self.source.choices().model_copy(update={"results": self.form.choices()})
        self._session.memory.keep(watch=chosen)
        self._session.save_memory()
        options = WatchOptions(only_new=chosen.only_new, poll=chosen.poll, jobs=self.form.jobs.value())
        self._watching.begin(folder, preset, self.form.output(), options, subfolders=chosen.subfolders)

    def report(self) -> None:
        """Ask where to, and write the table of what has come."""
        target = self._ask.save_as(self, tr("Report"), (self.form.folder or Path.home()) / "report.csv", "CSV (*.csv)")
        if target is None:
            return
        items = list(self._watching.items)
        job = self._session.jobs.submit(
            tr("Writing {name}", name=target.name), lambda _progress: write_report(target, items), lane="files"
        )
        job.failed.connect(self._say)

    def _choose(self, title: str, show: Callable[[Path], None]) -> None:
        last = self.source.folder or self.form.folder or self._session.memory.settings.last_folder or Path.home()
        chosen = self._ask.folder(self, title, str(last))
        if chosen is not None:
            show(chosen)

    def _open_folder(self) -> None:
        if self.form.folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.form.folder)))

    def _say(self, error: CatchlightError) -> None:
        self.foot.complain(sentence_of(error))
