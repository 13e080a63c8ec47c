"""How many pictures are in memory at once: what is not looked at sleeps, and is read again when it is."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.core.progress import Progress
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.gui.wording.i18n import tr

DOCUMENTS = 5
"""So many open pictures stay in memory: going to and fro between a few costs nothing."""
MOST_BYTES = 1_000_000_000
"""So much memory the steps of all open pictures take at most, but for those that the current picture needs now."""


def limit_memory(documents: Sequence[OpenDocument], current: OpenDocument | None, most_bytes: int = MOST_BYTES) -> None:
    """Let pictures sleep until the others fit. documents: the open ones, the longest unseen first.

    Of a picture that was not looked at for long all steps sleep; of the current one the oldest, but never what is
    needed for the step that is shown. What cannot be read again (just pasted) stays.
    """
    others = [document for document in documents if document is not current]
    for document in others[: max(0, len(others) - (DOCUMENTS - 1))]:
        document.sleep()
    sleepy = [step for document in others for step in document.steps]
    held = [step.held for step in sleepy]
    if current is not None and current.steps:
        needed = current.needed(current.index)
        sleepy += [step for step in current.steps if step not in needed]
        held += [step.held for step in current.steps]
    total = sum(one.bytes for one in held)
    for step in sleepy:
        if total <= most_bytes:
            return
        total -= step.held.bytes
        step.held.sleep()


def reload_steps(jobs: JobQueue, document: OpenDocument, steps: Sequence[EditStep]) -> BackgroundJob:
    """Read the pixels of steps on a worker."""

    def work(progress: Progress) -> None:
        for number, step in enumerate(steps):
            progress.report(number / len(steps), "decoding")
            step.held.now()

    return jobs.submit(tr("Opening {name}", name=document.title), work, lane="files")
