"""A batch in words: states of files, how far the whole is, and how long it will take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catchlight.core.errors import CatchlightError
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import problem_of
from catchlight.gui.wording.time_left import remaining_time_text
from catchlight.service.batch.messages import TaskProgress
from catchlight.store.batches.item import BatchItem

if TYPE_CHECKING:
    from catchlight.service.batch.run import Tally


def item_status_text(item: BatchItem, doing: TaskProgress | None) -> str:
    """What is to be read beside a file."""
    if doing is not None:
        return f"{doing.fraction:.0%}" if doing.fraction else tr("Beginning")
    names = {"waiting": tr("Waiting"), "writing": tr("Waiting"), "done": tr("Done"), "failed": tr("Failed")}
    return names[item.state]


def failure_text(item: BatchItem) -> tuple[str, str]:
    """Why a file failed, and more of it; both empty where it did not."""
    if item.state != "failed":
        return "", ""
    problem = problem_of(CatchlightError(item.message or "", code=item.code or "internal_error"))
    return problem.title, problem.text


def duration_text(seconds: float) -> str:
    """``4.2 s``, ``1 min 20 s``."""
    if seconds < 60:
        return tr("{seconds} s", seconds=f"{seconds:.1f}")
    return tr("{minutes} min {seconds} s", minutes=int(seconds // 60), seconds=int(seconds % 60))


def tally_summary(tally: Tally, total: int) -> str:
    """The whole in one line."""
    parts = [tr("{done} of {total} done", done=tally.done, total=total)]
    if tally.failed:
        parts.append(tr("{count} failed", count=tally.failed))
    if tally.stopping:
        parts.append(tr("stopping"))
    elif tally.paused:
        parts.append(tr("pausing after those at work") if tally.working else tr("paused"))
    elif tally.seconds_left is not None and (tally.waiting or tally.working):
        parts.append(remaining_time_text(tally.seconds_left))
    return "  ·  ".join(parts)
