"""The button in the bar under the canvas that is there where the open picture carries Content Credentials."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.credentials.reading import CredentialsReport
from catchlight.credentials.words import STATES
from catchlight.gui.app.session import Session
from catchlight.gui.credentials.dialog import LAMPS, CredentialsDialog
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import Problem, problem_of, sentence_of


class CredentialsBadge(QToolButton):
    """Reads them when a picture is opened, says their state, and shows all of them on a click. Hidden for every other picture."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._document: OpenDocument | None = None
        self._found: dict[OpenDocument, CredentialsReport | CatchlightError | None] = {}
        """What reading gave; None while it is under way."""
        self.setProperty("role", "flat")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setAccessibleName(tr("Content Credentials"))
        self.clicked.connect(self.open_dialog)
        session.current_changed.connect(self._take)
        session.closed.connect(lambda document: self._found.pop(document, None))
        self._take(session.current)

    @property
    def report(self) -> CredentialsReport | None:
        """That of the current picture, where it has been read."""
        found = self._found.get(self._document) if self._document is not None else None
        return found if isinstance(found, CredentialsReport) else None

    def open_dialog(self) -> None:
        """All that they say; where they could not be read, why."""
        document = self._document
        found = self._found.get(document) if document is not None else None
        if isinstance(found, CatchlightError):
            self._session.problem.emit(problem_of(found))
        elif found is not None and document is not None:
            CredentialsDialog(document.title, found, self._theme, self.window()).open()

    def _take(self, document: OpenDocument | None) -> None:
        if self._document is not None and self._document is not document:
            self._document.changed.disconnect(self._look)
        if document is not None and document is not self._document:
            document.changed.connect(self._look)
        self._document = document
        self._look()

    def _look(self) -> None:
        """Read those of the picture where that has not been done."""
        document = self._document
        if document is not None and document not in self._found:
            first = document.steps[0].held if document.steps else None
            if first is None or not first.awake:
                self.hide()
                return
            pixels = first.borrowed()
            if pixels.read is None or not pixels.picture.metadata.credentials:
                self.hide()
                return
            self._found[document] = None
            job = self._session.jobs.submit("", self._reading(pixels.read.data), lane="files", visible=False)
            job.finished.connect(lambda report: self._told(document, report))
            job.failed.connect(lambda error: self._told(document, error))
        self._show()

    def _reading(self, data: bytes) -> Callable[[Progress], Any]:
        signing = self._session.signing

        def work(_progress: Progress) -> CredentialsReport:
            from catchlight.credentials.reading import read_credentials

            return read_credentials(data, signing.anchors() if signing is not None else "")

        return work

    def _told(self, document: OpenDocument, found: CredentialsReport | CatchlightError) -> None:
        if document not in self._found:
            return  # closed meanwhile
        self._found[document] = found
        if isinstance(found, CredentialsReport) and found.state == "tampered":
            title = tr("Changed after it was signed")
            text = tr(
                "What {name} says of itself does not hold. Its Content Credentials have more.", name=document.title
            )
            self._session.problem.emit(Problem(title, text))
        self._show()

    def _show(self) -> None:
        found = self._found.get(self._document) if self._document is not None else None
        self.setVisible(found is not None)
        if isinstance(found, CredentialsReport):
            self._say(tr(STATES[found.state]), tell_or_keep(found.sentence), LAMPS.get(found.state, "muted"))
        elif found is not None:
            self._say(tr("Not read"), sentence_of(found), "muted")

    def _say(self, state: str, sentence: str, colour: str) -> None:
        """Only what went wrong takes room in the bar for its word."""
        name = tr("Content Credentials")
        self.setIcon(self._theme.icons("credentials", self._theme.tokens[colour]))
        self.setText(state if colour == "fail" else "")
        self.setAccessibleName(f"{name}: {state}")
        self.setToolTip(f"{name}: {sentence}")
