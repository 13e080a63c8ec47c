"""What the preferences do about Content Credentials: make an identity, take one over, trust a list, and refuse to switch on what
could not sign."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.credentials.identity import KEY, Identity, load_identity, make_identity
from catchlight.credentials.reading import read_anchors
from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.preferences import PreferencesDialog
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.service.signing import Signing

PEM = "PEM (*.pem *.crt *.cer *.key)"
Change = Callable[[dict[str, object]], None]


class CredentialsDesk(QObject):
    """Serves the section of one preferences dialog."""

    def __init__(
        self, session: Session, signing: Signing, change: Change, ask: SystemDialogs, dialog: PreferencesDialog
    ) -> None:
        """change: writes settings by name, of a part only what is given."""
        super().__init__(dialog)
        self._session, self._signing, self._change, self._ask, self._dialog = session, signing, change, ask, dialog
        self._pane = dialog.identity
        self._pane.make_wanted.connect(self.make)
        self._pane.use_wanted.connect(self.use)
        self._pane.trust_wanted.connect(self.trust)
        dialog.changed.connect(self._switched)
        self._show()

    def make(self) -> None:
        """Ask for a name, and make an identity of it."""
        folder = self._signing.folder
        replace = (folder / KEY).exists()
        asked = tr("There is an identity already. Its key is deleted when another is made. Make another?")
        if replace and not self._ask.yes(self._dialog, tr("Make my own identity…"), asked):
            return
        caption = tr("Who signs, as others read it: your name or studio")
        name = self._ask.line(self._dialog, tr("Make my own identity…"), caption, "")
        if name is not None:
            self._take(lambda: make_identity(folder, name, replace=replace), "", "")

    def use(self) -> None:
        """Ask for the two files."""
        key = self._ask.file(self._dialog, tr("Choose the private key"), str(Path.home()), PEM)
        chain = key and self._ask.file(self._dialog, tr("Choose the certificate chain"), str(key.parent), PEM)
        if key and chain:
            self._take(lambda: load_identity(key, chain), str(key), str(chain))

    def trust(self) -> None:
        """Ask for a list, or forget the one there is."""
        self._pane.say("")
        chosen = ""
        if not self._signing.settings.trust_list:
            file = self._ask.file(self._dialog, tr("Trust list…"), str(Path.home()), PEM)
            if file is None:
                return
            chosen = str(file)
        try:
            read_anchors(self._signing.folder, chosen)
        except CatchlightError as error:
            self._pane.say(sentence_of(error))
            return
        self._change({"credentials": {"trust_list": chosen}})
        self._show()

    def _take(self, get: Callable[[], Identity], key: str, chain: str) -> None:
        """Use an identity once it is there. key, chain: its files, empty for the one made here."""
        self._pane.say("")

        def work(_progress: Progress) -> Identity:
            return get()

        def taken(identity: Identity) -> None:
            self._change({"credentials": {"key": key, "chain": chain}})
            self._tell(identity)

        self._do(work, taken, self._pane.say)

    def _switched(self, values: dict[str, object]) -> None:
        """Where signing was switched on and nothing is there to sign with: say so, and switch it off again."""
        if "credentials" not in values:
            return
        self._pane.say("")
        if self._signing.on:
            self._do(lambda _progress: self._signing.identity(), self._tell, self._refuse)

    def _refuse(self, said: str) -> None:
        self._change({"credentials": {"sign": False}})
        self._dialog.forms["credentials"].set_values({"sign": False})
        self._pane.say(said)

    def _show(self) -> None:
        """What the settings have."""
        name = self._signing.settings.trust_list
        self._pane.show_trust_list(Path(name).name if name else "")
        self._pane.show_identity("")
        none = tr("There is no identity to sign with yet.")
        self._do(lambda _progress: self._signing.identity(), self._tell, lambda _said: self._pane.show_identity(none))

    def _tell(self, identity: Identity) -> None:
        until = identity.ends.date().isoformat()
        self._pane.show_identity(tr("Signs as {name}, until {date}.", name=identity.name, date=until))

    def _do(
        self, work: Callable[[Progress], Identity], done: Callable[[Identity], None], failed: Callable[[str], None]
    ) -> None:
        """Work on a worker; what comes after the dialog was closed is heard by nobody."""
        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(self._if_open(done))
        job.failed.connect(self._if_open(lambda error: failed(sentence_of(error))))

    def _if_open(self, hear: Callable[..., None]) -> Callable[[object], None]:
        from shiboken6 import isValid

        return lambda told: hear(told) if isValid(self._dialog) else None
