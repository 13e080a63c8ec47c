"""Keeping the list of what is open, and opening it again after the program ended without being closed."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer

from catchlight.core.errors import StorageFault
from catchlight.core.files.naming import decode_path, encode_path
from catchlight.gui.app.session import Session
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.opening.pasting import delete_copies, delete_stale_copies
from catchlight.gui.recovery.missing_pictures import MissingPictures, problem_of_restart
from catchlight.gui.recovery.open_list import OpenList, OpenListFile, OpenPicture, TabDraft
from catchlight.gui.recovery.stroke_drafts import StrokeDraft, limit_strokes
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.paths import Home

SOON_MS = 100
"""After a picture was opened or a step was made, what is open is written within this time."""
LOOK_MS = 2000
"""Interval in which settings that are not applied yet are saved."""
STEADY_MS = 15_000
"""After running this long with restored pictures, the crash counter is reset."""
MOST_TRIES = 2
"""After so many starts that took the same pictures back and ended badly, they are not opened again by themselves."""

log = logging.getLogger(__name__)


class RecoverableWindow(Protocol):
    """What the window that is shown now says of itself."""

    def tab_key(self) -> str: ...

    def draft(self) -> TabDraft | None: ...

    def choose_tab(self, key: str) -> None: ...

    def take_draft(self, draft: TabDraft) -> None: ...

    def strokes(self, document: OpenDocument) -> tuple[StrokeDraft, ...]: ...

    def drawn_steps(self, document: OpenDocument) -> int: ...

    def take_strokes(self, document: OpenDocument, drafts: tuple[StrokeDraft, ...]) -> None: ...


class Recovery(QObject):
    """Writes whenever what is open changes; deletes the list when the window is closed."""

    def __init__(self, session: Session, home: Home, window: RecoverableWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        self._file = OpenListFile(home.open)
        self._pasted = home.pasted
        self._written: OpenList | None = None
        self._tries = 0
        self._trails: dict[OpenDocument, OpenPicture] = {}
        """Of pictures that were taken back and have not been looked at yet."""
        self._missing = MissingPictures()
        self._too_much_drawn = False
        """Whether more is drawn and not applied than is kept, which was said."""
        self._draft: tuple[OpenDocument, TabDraft] | None = None
        self._closed = False
        self._soon = self._timer(SOON_MS, self._write, single=True)
        self._look = self._timer(LOOK_MS, self._write, single=False)
        self._steady = self._timer(STEADY_MS, self._reset_tries, single=True)

    def begin(self) -> bool:
        """Open what was left open by a crash; whether there was something. From here on what is open is written."""
        session = self._session
        try:
            left = [entry for entry in self._file.claim() if entry.pictures]
        except StorageFault as fault:
            session.report(fault)
            return False
        session.opened.connect(self._watch)
        session.closed.connect(lambda _document: self._soon.start())
        session.current_changed.connect(lambda _document: self._soon.start())
        session.loading.remembered.connect(self._restore_history)
        session.acted.connect(self._act)
        session.awaits_strokes = lambda document: document in self._trails and bool(self._trails[document].strokes)
        session.keeps_strokes = self._keeps_strokes
        for document in session.documents:
            self._watch(document)
        self._tries = max((entry.tries + (not entry.closed) for entry in left), default=0)
        taken = bool(left) and self._tries <= MOST_TRIES
        if taken:
            self._take_back(left)
        elif left:
            self._say_given_up(left)
        self._look.start()
        self._steady.start()
        spare = {document.path for document in session.documents if document.path is not None}
        session.jobs.submit(
            "", lambda _progress: delete_stale_copies(self._pasted, spare), lane="thumbs", visible=False
        )
        return taken

    def close(self) -> None:
        """The window was closed by its user."""
        if self._closed:
            return
        self._closed = True
        for timer in (self._soon, self._look, self._steady):
            timer.stop()
        keep = self._session.memory.settings.reopen
        unseen = self._missing.of_crashes()
        state = None
        if keep:
            state = self._open_list().model_copy(update={"tries": 0, "closed": True})
        elif unseen:  # of a session that nobody has closed: it is opened again when its disk is back
            state = OpenList(pictures=unseen)
        if state is not None:
            try:
                self._save(state)
            except StorageFault as fault:
                self._not_written(fault)
        self._file.release(keep=state is not None)
        if not keep:
            delete_copies(document.path for document in self._session.documents if document.pasted and document.path)

    # Writing

    def _watch(self, document: OpenDocument) -> None:
        document.changed.connect(self._soon.start)
        back = self._missing.take(document.path)
        if back is not None:
            self._expect(document, back)
        self._soon.start()

    def _write(self) -> None:
        state = self._open_list()
        if self._closed or state == self._written:
            return
        self._written = state
        job = self._session.jobs.submit("", lambda _progress: self._save(state), lane="thumbs", visible=False)
        job.failed.connect(self._not_written)

    def _not_written(self, error: object) -> None:
        """The next look tries again."""
        self._written = None
        log.warning("What is open could not be written: %s", error)

    def _save(self, state: OpenList) -> None:
        self._file.write(state)

    def _reset_tries(self) -> None:
        self._tries = 0
        self._write()

    def _open_list(self) -> OpenList:
        session = self._session
        listed = [document for document in session.documents if document.path is not None and not document.replaced]
        current = listed.index(session.current) if session.current in listed else 0
        pictures = self._with_strokes(listed, current)
        every = self._missing.among(pictures)
        return OpenList(
            pictures=tuple(every),
            current=every.index(pictures[current]) if pictures else 0,
            tab=self._window.tab_key(),
            draft=self._draft[1] if self._draft is not None else self._window.draft(),
            tries=self._tries,
        )

    def _with_strokes(self, listed: list[OpenDocument], current: int) -> list[OpenPicture]:
        """Open pictures with what is drawn on them and not applied, as much of it as is kept."""
        pictures = [self._picture(document) for document in listed]
        drawn = [picture.strokes for picture in pictures]
        kept = limit_strokes(drawn, current)
        if kept != drawn and not self._too_much_drawn:
            text = tr("What is painted and not applied would be lost if the program ended now. Apply it.")
            self._session.problem.emit(Problem(tr("More is painted than can be kept"), text))
        self._too_much_drawn = kept != drawn
        return [
            picture if strokes == picture.strokes else picture.model_copy(update={"strokes": strokes})
            for picture, strokes in zip(pictures, kept, strict=True)
        ]

    def _keeps_strokes(self, document: OpenDocument) -> bool:
        if not self._session.memory.settings.reopen or document.path is None or document.replaced:
            return False
        path = encode_path(document.path)
        kept = next((picture.strokes for picture in self._open_list().pictures if picture.path == path), ())
        waiting = self._trails.get(document)
        return len(kept) == (self._window.drawn_steps(document) if waiting is None else len(waiting.strokes))

    def _picture(self, document: OpenDocument) -> OpenPicture:
        waiting = self._trails.get(document)
        if waiting is not None:
            return waiting
        trail, position = document.trail
        steps = document.steps
        # A step that no store knows cannot be found again: what was shown before it stands for it.
        known = [place for place, index in enumerate(trail) if index == 0 or steps[index].generation is not None]
        before = [place for place in known if place <= position]
        return OpenPicture(
            path=encode_path(document.path or Path()),
            name=document.name,
            sample=document.sample,
            pasted=document.pasted,
            pair="" if document.pair is None else encode_path(document.pair),
            trail=tuple(steps[trail[place]].generation for place in known),
            position=max(0, len(before) - 1),
            strokes=self._window.strokes(document),
        )

    # Taking back

    def _take_back(self, left: list[OpenList]) -> None:
        session = self._session
        missing: list[OpenPicture] = []
        lost: list[OpenPicture] = []
        place = 0
        for entry in left:
            self._reopen(entry, place, missing, lost)
            place += len(entry.pictures)
        chosen = next((entry for entry in left if entry.tab), left[0])
        self._window.choose_tab(chosen.tab)
        documents = list(self._trails)
        if documents:
            wanted = chosen.pictures[min(chosen.current, len(chosen.pictures) - 1)].path
            session.show(next((one for one in documents if one.path == decode_path(wanted)), documents[0]))
        closed = all(entry.closed for entry in left)
        if missing or lost or not closed:
            session.problem.emit(problem_of_restart(documents, missing, lost, closed=closed))

    def _reopen(self, entry: OpenList, place: int, missing: list[OpenPicture], lost: list[OpenPicture]) -> None:
        """Open the pictures of a list, whose first is the one at ``place`` of all.

        Those that are not where they were are added to ``missing``, where they may come back, else to ``lost``.
        """
        for number, picture in enumerate(entry.pictures):
            path = decode_path(picture.path)
            if not os.path.isfile(path):
                if picture.pasted or picture.sample:  # the program's own file: no disk brings it back
                    lost.append(picture)
                else:
                    missing.append(picture)
                    self._missing.add(place + number, picture, closed=entry.closed)
                continue
            document = self._session.reopen(path, picture.name, sample=picture.sample, pasted=picture.pasted)
            self._expect(document, picture)
            if number == entry.current and entry.draft is not None:
                self._draft = (document, entry.draft)

    def _expect(self, document: OpenDocument, picture: OpenPicture) -> None:
        """A picture of the last session is open again: what was done to it comes back when it is looked at."""
        if picture.pair and os.path.isfile(decode_path(picture.pair)):
            document.pair = decode_path(picture.pair)
        self._trails[document] = picture
        self._session.resume_points.leave(document)

    def _act(self, problem: Problem) -> None:
        if problem.action == "forget_missing":
            self._missing.forget()
            self._write()

    def _say_given_up(self, left: list[OpenList]) -> None:
        """Opening them again has ended the program: the user is told, and decides."""
        for picture in [picture for entry in left for picture in entry.pictures if not picture.pasted][::-1]:
            self._session.memory.opened(decode_path(picture.path))
        title = tr("The pictures of last time were not opened")
        text = tr("Catchlight ended twice while they were open. File, Open recent has them.")
        self._session.problem.emit(Problem(title, text))

    def _restore_history(self, document: OpenDocument) -> None:
        """The steps of earlier sessions are there: go on where the trail ended."""
        picture = self._trails.pop(document, None)
        if picture is None or document not in self._session.documents:
            return
        places = {step.generation: index for index, step in enumerate(document.steps)}
        found = [(place, places[entry]) for place, entry in enumerate(picture.trail) if entry in places]
        if found:
            position = max(0, sum(place <= picture.position for place, _ in found) - 1)
            document.follow([index for _, index in found], position)
        if picture.strokes:
            self._window.take_strokes(document, picture.strokes)
        if self._draft is not None and self._draft[0] is document:
            # After the step that it was wished on is shown: showing one sets the tab to what it was made with.
            self._when_shown(document, self._draft[1])

    def _when_shown(self, document: OpenDocument, draft: TabDraft) -> None:
        loading = self._session.loading

        def take(ready: OpenDocument) -> None:
            if ready is not document:
                return
            if loading.is_busy(document):
                return
            loading.ready.disconnect(take)
            self._draft = None
            if document is self._session.current and document.loaded:
                self._window.take_draft(draft)

        loading.ready.connect(take)
        take(document)

    def _timer(self, milliseconds: int, slot: Callable[[], None], *, single: bool) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(single)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer
