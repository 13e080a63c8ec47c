"""The window of the watched folder: which folder, what has arrived, and what is done to it. Shows the watch, passes wishes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import WatchChoices
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.id_documents.words import document_title
from catchlight.gui.presets.collecting import preset_summary
from catchlight.gui.runs.window import RunWindow
from catchlight.gui.watch.foot import WatchFooter
from catchlight.gui.watch.source import SourcePane
from catchlight.gui.watch.table import ArrivalsPane
from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.service.presets.preset_library import PresetFile, PresetFolder
from catchlight.service.watch.options import WatchOptions

_DOCUMENTS = ("icao_35x45",)
"""ID photos that are offered also where no document was ever chosen."""


class WatchWindow(RunWindow):
    def __init__(
        self,
        watching: Watching,
        session: Session,
        shelf: PresetFolder,
        ask: SystemDialogs,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        last = session.memory.state.watch
        self.foot = WatchFooter(watching, theme)
        super().__init__(watching, session, ask, last.results, self.foot, theme, parent)
        self._watching = watching
        self._shelf = shelf
        self.source = SourcePane(last, theme)
        self.arrivals = ArrivalsPane(watching, session, theme)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(3))
        column.addWidget(self.source)
        column.addWidget(self.arrivals, 1)
        advice = tr(
            "Pictures that arrive in the folder are done and delivered by themselves; the originals stay as they are."
        )
        self._lay(tr("Watched folder"), advice, left)
        self.source.folder_wanted.connect(
            lambda: self._choose(tr("Choose the folder to watch"), self.source.folder, self.source.show_folder)
        )
        self.source.changed.connect(self._show_state)
        self.finished.connect(self.arrivals.thumbs.stop)
        watching.changed.connect(self._show_state)
        watching.failed.connect(self._say)
        self.reload_presets()
        self._show_state()

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

        self._show_presets(work)

    def _lacks_pictures(self) -> str:
        return "" if self.source.folder is not None else tr("Choose the folder to watch")

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
