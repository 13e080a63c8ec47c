"""Trying a profile that was chosen, on a worker: to read and build one takes longer than a window may stand still."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.wording.problems import sentence_of
from catchlight.imaging.colour.output_profiles import Use, read_output_profile


class ProfileTrial(QObject):
    """Tells of each file, once, whether it can be used; nothing after its parent is gone."""

    taken = Signal(str)
    """Path of a file that can be used."""
    refused = Signal(str)
    """Why one cannot."""

    def __init__(self, jobs: JobQueue, use: Use, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._use = jobs, use

    def begin(self, file: Path) -> None:
        use = self._use

        def work(_progress: Progress) -> tuple[Path, CatchlightError | None]:
            try:
                read_output_profile(file, use)
            except CatchlightError as error:
                return file, error
            return file, None

        self._jobs.submit("", work, lane="files", visible=False).finished.connect(self._tell)

    def _tell(self, answer: tuple[Path, CatchlightError | None]) -> None:
        file, error = answer
        if error is None:
            self.taken.emit(str(file))
        else:
            self.refused.emit(sentence_of(error))
