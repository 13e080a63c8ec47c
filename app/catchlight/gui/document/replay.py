"""Steps done again, one after the other, to another picture: what was made of a raw file before it was developed anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.wording.step_words import edit_title
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Params


@dataclass(frozen=True, eq=False)
class PlannedStep:
    """An operation to be done. before: the step that it repeats."""

    operation: str
    params: Params
    more: tuple[Picture, ...] = ()
    before: EditStep | None = None


class Replay(QObject):
    """Does the steps of a plan, each to what the one before gave; stops at the first that fails or is cancelled."""

    ended = Signal()

    def __init__(
        self, session: Session, document: OpenDocument, root: EditStep, plan: Sequence[PlannedStep], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._document = document
        self._plan = plan
        self._root = root

    def begin(self) -> None:
        lost = next((one for one in self._plan if one.before is not None and one.before.lacks_pictures), None)
        if lost is not None:
            self._session.report(
                InvalidRequest(
                    Message(
                        "The photo whose hair is worn is not at hand any more, so that this edit cannot be done again. "
                        "Go back to a step before it."
                    )
                )
            )
            self._end()
        elif not self._plan:
            self._document.jump(self._document.steps.index(self._root))
            self._end()
        else:
            self._do(0, self._root)

    def _do(self, number: int, base: EditStep) -> None:
        if self._document not in self._session.documents or number == len(self._plan):
            self._end()
            return
        planned = self._plan[number]
        title = edit_title(planned.operation, planned.params, self._session.catalogue, from_photo=bool(planned.more))
        job = self._session.run(
            planned.operation, planned.params, title, document=self._document, base=base, more=planned.more
        )
        if job is None:
            self._end()
            return
        job.finished.connect(lambda made: self._made(number, made))
        for ended in (job.failed, job.cancelled):
            ended.connect(self._end)

    def _made(self, number: int, made: EditStep) -> None:
        before = self._plan[number].before
        if before is not None and before.base_to_this is not None:
            self._document.align(made, before.base_to_this)
            made = self._document.current or made
        self._do(number + 1, made)

    def _end(self, _why: object = None) -> None:
        self.ended.emit()
        self.deleteLater()
