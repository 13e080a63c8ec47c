"""Exports with Content Credentials, where the settings ask for them: the one place that command line, window, batches and service
share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.credentials.errors import CredentialsMissing, IdentityFault
from catchlight.credentials.library import is_installed
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Preview
from catchlight.paths import Home
from catchlight.service.editor import Editor, EditRequest, EditResult
from catchlight.store.settings.picture_settings import CredentialSettings

if TYPE_CHECKING:
    from catchlight.credentials.identity import Identity

Chosen = Callable[[], CredentialSettings]


@dataclass(frozen=True)
class SignedFile:
    """A file as it is delivered. note: why it is not signed although that was asked for; empty otherwise."""

    file: File
    note: str = ""


class Signing:
    """Signs what is exported, as the settings of the moment say. Safe for several threads."""

    def __init__(self, folder: Path, chosen: Chosen) -> None:
        """folder: of the identity that was made here. chosen: gives the settings, asked at every export."""
        self.folder = folder
        self._chosen = chosen

    @classmethod
    def of_home(cls, home: Home) -> Signing:
        """By the settings' file of a home, read anew at every export."""
        from catchlight.store.settings.settings_file import SettingsFile

        file = SettingsFile(home.settings)
        return cls(home.credentials, lambda: file.load().settings.credentials)

    @property
    def settings(self) -> CredentialSettings:
        return self._chosen()

    @property
    def on(self) -> bool:
        """Whether exports are to be signed."""
        return self.settings.sign

    def identity(self) -> Identity:
        """What is signed with: the user's own files, else what was made here. Raises CredentialsMissing, IdentityFault."""
        from catchlight.credentials.identity import CHAIN, KEY, load_identity

        if not is_installed():
            raise CredentialsMissing
        chosen = self.settings
        if chosen.key:
            return load_identity(Path(chosen.key), Path(chosen.chain))
        key = self.folder / KEY
        if not key.exists():
            raise IdentityFault(
                Message(
                    "Exports are to be signed, and there is no identity yet. Make one: catchlight credentials make NAME, or "
                    "Preferences, Content Credentials."
                )
            )
        return load_identity(key, self.folder / CHAIN)

    def anchors(self) -> str:
        """PEM of what is trusted when files are read. Raises CredentialsFault."""
        from catchlight.credentials.reading import read_anchors

        return read_anchors(self.folder, self.settings.trust_list)

    def finish(self, file: File, picture: Picture, *, resized: bool = False) -> SignedFile:
        """The file as it is delivered: signed where that is switched on and its type takes it, else as it is, with a note.

        picture: what is in the file. Raises CredentialsMissing, IdentityFault, CredentialsFault; nothing is signed half.
        """
        if not self.on:
            return SignedFile(file)
        identity = self.identity()
        from catchlight.credentials.sign import can_sign, sign, unsupported

        if not can_sign(file.media_type):
            return SignedFile(file, unsupported(file.media_type))
        return SignedFile(replace(file, data=sign(file.data, file.media_type, picture, identity, resized=resized)))


class SigningEditor:
    """Runs edits with another editor, and signs their files where the settings ask for it."""

    def __init__(self, editor: Editor, signing: Signing) -> None:
        self._editor = editor
        self._signing = signing

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        if not self._signing.on:
            return self._editor.run(request, progress)
        self._signing.identity()  # what is missing is told before the work
        unsigned = self._editor.run(request, progress.part(0.0, 0.95))
        result = self._signed(unsigned)
        most = unsigned.file.most
        if most is not None and len(unsigned.file.data) <= most < len(result.file.data):
            result = self._smaller(request, result, len(unsigned.file.data), most, progress.part(0.95, 0.99))
        return replace(result, variants=tuple(self._signed(variant) for variant in unsigned.variants))

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        return self._editor.preview(request, size, progress)

    def _smaller(
        self, request: EditRequest, signed: EditResult, bare: int, most: int, progress: Progress
    ) -> EditResult:
        """The same edit, with room for the signature in the file's ``most`` bytes. bare: bytes without it. Raises UnusablePicture
        ``cannot_reach_size`` where a person asked for the size; a document's limit that cannot be kept is told."""
        more = len(signed.file.data) - bare
        try:
            room = room_beside(most, more)
            params = request.params.model_copy(update={"max_kilobytes": room})
            return self._signed(self._editor.run(replace(request, params=params), progress))
        except UnusablePicture as fault:
            if fault.code != "cannot_reach_size":
                raise
            refusal = does_not_fit(most, more)
            if getattr(request.params, "max_kilobytes", None) is not None:
                raise refusal from fault
            notes = [*signed.details.get("notes", ()), refusal.message]
            return replace(signed, details=signed.details | {"notes": notes})

    def _signed(self, result: EditResult) -> EditResult:
        made = self._signing.finish(result.file, result.picture)
        details = dict(result.details)
        if made.note:
            details["notes"] = [*details.get("notes", ()), made.note]
        if "kilobytes" in details:
            details["kilobytes"] = round(len(made.file.data) / 1000, 1)
        return replace(result, file=made.file, details=details)


def room_beside(most: int, more: int) -> int:
    """Kilobytes left of ``most`` bytes beside a signature of ``more``. Raises UnusablePicture ``cannot_reach_size``."""
    room = (most - more) // 1000
    if room < 1:
        raise does_not_fit(most, more)
    return room


def does_not_fit(most: int, more: int) -> UnusablePicture:
    """The refusal of a file that its signature makes too large."""
    return UnusablePicture(
        Message(
            "{most:.0f} kB cannot be kept with Content Credentials, which take {more:.0f} kB. Allow a larger file, or switch "
            "them off for this one.",
            most=most / 1000,
            more=more / 1000,
        ),
        code="cannot_reach_size",
    )
