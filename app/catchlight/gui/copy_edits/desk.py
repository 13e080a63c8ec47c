"""The commands that copy edits of the shown picture and paste them onto the chosen ones of the film strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.copy_edits.clipboard import EditClipboard
from catchlight.gui.copy_edits.dialog import CopyEditsDialog
from catchlight.gui.copy_edits.pasting import PasteRun
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.presets.collecting import preset_steps, steps_to
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset import Preset


class CopyEdits(QObject):
    """One for each window; what was copied belongs to the session."""

    def __init__(
        self, session: Session, theme: Theme, selected: Callable[[], Sequence[OpenDocument]], window: QWidget
    ) -> None:
        """selected: the pictures that are chosen in the film strip."""
        super().__init__(window)
        self._session, self._theme, self._selected, self._window = session, theme, selected, window
        known = session.findChild(EditClipboard)
        self.clipboard = known if isinstance(known, EditClipboard) else EditClipboard(session)

    def slots(self) -> dict[str, Callable[[], object]]:
        """What they do, by the key of the command table."""
        return {"copy_edits": self.copy, "paste_edits": self.paste}

    def copy(self) -> None:
        """Ask which of the steps that led to the shown one."""
        document = self._session.current
        steps = [] if document is None else preset_steps(document, steps_to(document))
        if document is None or not steps:
            return
        dialog = CopyEditsDialog(steps, self._session.catalogue, self._theme, self._window)
        dialog.chosen.connect(partial(self._keep, document))
        dialog.open()

    def _keep(self, document: OpenDocument, steps: Sequence[AppliedStep]) -> None:
        def work(_progress: Progress) -> Preset:
            return preset_of(tr("Copied edits"), steps)

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(lambda preset: self.clipboard.keep(preset, document))
        job.failed.connect(self._session.report)

    def paste(self) -> None:
        """Do them to the chosen pictures, but not to the one that they come from."""
        preset = self.clipboard.preset
        if preset is None:
            text = tr("Copy the edits of a picture first: Edit, Copy edits… (Ctrl+Alt+C).")
            self._session.problem.emit(Problem(tr("No edits have been copied"), text))
            return
        targets = [document for document in self._selected() if not self.clipboard.is_source(document)]
        if not targets:
            text = tr(
                "These edits come from the shown picture. Choose others in the film strip: Ctrl or Shift and a click."
            )
            self._session.problem.emit(Problem(tr("Nothing to paste the edits onto"), text))
            return
        PasteRun(self._session, preset, targets, self._session).begin()
