"""Pictures of the last session whose files are not there now: they stay in the list of what is open until they are back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from catchlight.core.files.naming import decode_path
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.recovery.open_list import OpenPicture
from catchlight.gui.wording.i18n import tr, tr_counted
from catchlight.gui.wording.problems import Problem


@dataclass(frozen=True)
class _Missing:
    """place: in the list that it was in. closed: whether that session was closed by its user."""

    place: int
    picture: OpenPicture
    closed: bool


class MissingPictures:
    """A disk or a network folder may be away at one start and there at the next."""

    def __init__(self) -> None:
        self._missing: dict[Path, _Missing] = {}

    def __bool__(self) -> bool:
        return bool(self._missing)

    def add(self, place: int, picture: OpenPicture, *, closed: bool) -> None:
        self._missing[decode_path(picture.path)] = _Missing(place, picture, closed)

    def take(self, path: Path | None) -> OpenPicture | None:
        """A file was opened: what is known of it, where it was missing."""
        found = None if path is None else self._missing.pop(path, None)
        return None if found is None else found.picture

    def forget(self) -> None:
        """The user does not want them any more."""
        self._missing.clear()

    def among(self, pictures: Sequence[OpenPicture]) -> list[OpenPicture]:
        """The open pictures with the missing ones at their places."""
        found = list(pictures)
        for missing in sorted(self._missing.values(), key=lambda one: one.place):
            found.insert(missing.place, missing.picture)
        return found

    def of_crashes(self) -> tuple[OpenPicture, ...]:
        """Those that were open when the program ended without being closed, and have not been seen since."""
        return tuple(missing.picture for missing in self._missing.values() if not missing.closed)


def problem_of_restart(
    documents: Sequence[OpenDocument], missing: Sequence[OpenPicture], lost: Sequence[OpenPicture], *, closed: bool
) -> Problem:
    """What is said of a session that was taken back. closed: whether its user had closed it."""
    sentences = []
    if documents and not closed:
        sentences.append(tr("Catchlight ended without being closed. Everything that was finished is there."))
    if missing:
        names = ", ".join(picture.name or picture.path for picture in missing)
        sentences.append(
            tr_counted(
                "{count} picture of the last session is not there now. It comes back when its disk does: {names}",
                "{count} pictures of the last session are not there now. They come back when their disk does: {names}",
                len(missing),
                names=names,
            )
        )
    if lost:
        sentences.append(tr("Not found: {names}", names=", ".join(picture.name or picture.path for picture in lost)))
    if not documents:
        title = tr("Your pictures are not where they were")
    elif closed:
        title = tr("Some pictures are not where they were")
    else:
        title = tr("Your pictures are open again")
    return Problem(
        title, "\n".join(sentences), "forget_missing" if missing else "", good=bool(documents) and not missing
    )
