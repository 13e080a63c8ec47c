"""Where in a document's history its raw development stands, what was made of it since, and its pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from catchlight.develop.raw import RawDevelopment
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.replay import PlannedStep
from catchlight.gui.document.step import RAW_FACTS, LazyPixels, StepMemory
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.wording.i18n import tr
from catchlight.operations.adjust.params import AdjustParams

OPERATION = "adjust"


@dataclass(frozen=True, eq=False)
class RawBase:
    """root: the raw file as it was opened. facts: of the file. later: the steps from it to the one that Adjust starts from."""

    root: EditStep
    facts: Mapping[str, Any]
    later: tuple[EditStep, ...]

    @property
    def has(self) -> RawDevelopment:
        """The development that the shown picture was made with, as far as it is not in Adjust's own hands."""
        first = self.later[0].params if self.later else None
        return first.raw if isinstance(first, AdjustParams) else RawDevelopment()

    def is_redeveloped(self, raw: RawDevelopment) -> bool:
        """Whether this is another development than that of the shown picture, on which later steps stand."""
        return bool(self.later) and raw != self.has

    def left_of(self, raw: RawDevelopment) -> RawDevelopment:
        """What of a wished development Adjust has to do: nothing where the picture has it already."""
        return RawDevelopment() if self.later and raw == self.has else raw

    def shown_by(self, raw: RawDevelopment) -> RawDevelopment:
        """The development of a picture that Adjust has done this to."""
        return self.has if self.later and raw.at_rest else raw

    def replayed(self, raw: RawDevelopment, last: AdjustParams | None) -> list[PlannedStep]:
        """The same steps after another development, and ``last`` where something else is to be adjusted."""
        later = [PlannedStep(step.operation or "", step.params, step.more, step) for step in self.later if step.params]
        first, params = self.later[0].params, None if raw.at_rest else AdjustParams(raw=raw)
        if isinstance(first, AdjustParams):
            later = later[1:]
            params = None if raw.at_rest and first.settings.is_neutral else first.model_copy(update={"raw": raw})
        plan = [] if params is None else [PlannedStep(OPERATION, params)]
        return [*plan, *later, *([] if last is None else [PlannedStep(OPERATION, last)])]


def raw_base(document: OpenDocument | None) -> RawBase | None:
    """None for a document that is no raw file's, or is not read."""
    if document is None or not document.loaded:
        return None
    steps = document.steps
    later: list[EditStep] = []
    index = document.base_for(OPERATION)
    while steps[index].base is not None:
        later.insert(0, steps[index])
        index = steps[index].base or 0
    facts = steps[index].details.get(RAW_FACTS)
    if index or not facts:
        return None
    return RawBase(steps[index], facts, tuple(later))


class RawRoot:
    """The raw file's own picture, held while another development of it is looked at, although later steps are shown."""

    def __init__(self, jobs: JobQueue, ready: Callable[[], object]) -> None:
        """ready: called when the picture is there."""
        self._jobs = jobs
        self._ready = ready
        self._held: tuple[EditStep, EditStep] | None = None
        """The step of the document, and one of the same pixels that never sleeps."""
        self._asked: EditStep | None = None

    def step_of(self, base: RawBase | None) -> EditStep | None:
        """A step with its pixels; None until they are there, which ``ready`` tells."""
        if base is None:
            return None
        root = base.root
        if self._held is not None and self._held[0] is root:
            return self._held[1]
        if self._asked is not root:
            self._asked = root
            job = self._jobs.submit(tr("Preview"), lambda _progress: root.held.finished(), lane="live", visible=False)
            job.finished.connect(lambda pixels: self._have(root, pixels))
            job.failed.connect(lambda _error: self._missed(root))
        return None

    def release(self) -> None:
        """Nobody looks at it any more."""
        self._held = self._asked = None

    def _have(self, root: EditStep, pixels: StepMemory) -> None:
        if self._asked is root:
            self._held, self._asked = (root, replace(root, held=LazyPixels.of(pixels))), None
            self._ready()

    def _missed(self, root: EditStep) -> None:
        """It is asked for again with the next change."""
        if self._asked is root:
            self._asked = None
