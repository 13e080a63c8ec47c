"""Telling of the pictures of a run, on a terminal and in a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.text import Text

from catchlight.cli.progress_bars import BatchBars
from catchlight.cli.run_each import fault_message
from catchlight.cli.run_edits import COLOURS
from catchlight.core.errors import CatchlightError
from catchlight.core.files.naming import display_name
from catchlight.core.progress import Progress
from catchlight.core.translation import parse
from catchlight.service.batch.plan import BatchPlan
from catchlight.service.batch.report import write_report
from catchlight.service.batch.run import BatchRun, Event
from catchlight.service.watch.plan import WatchPlan
from catchlight.service.watch.watch import Watch
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal


def follow_run(run: BatchRun | Watch, bars: BatchBars, progress: Progress) -> Iterator[Event]:
    """What happens, as it happens; called off as soon as ``progress`` is cancelled."""
    for event in run.events():
        if progress.cancelled and not run.cancelled:
            run.cancel()
            bars.stopping()
        yield event


@contextmanager
def reported(journal: Journal[BatchPlan] | Journal[WatchPlan], table: Path | None) -> Iterator[None]:
    """At the end, however it comes, write the table of all pictures, where one is wanted, and close the journal."""
    try:
        yield
    finally:
        if table is not None:
            write_report(table, journal.items())
        journal.close()


def report_item(item: BatchItem, bars: BatchBars) -> None:
    """Tell about a picture that is done or failed."""
    if item.state == "failed":
        bars.complain(fault_message(item.source, CatchlightError(parse(item.message or ""))))
    elif item.state == "done":
        seconds = f"{item.seconds or 0:.1f} s"
        line = Text.assemble(f"{display_name(item.source)} -> {display_name(item.output or '')}  ", (seconds, "dim"))
        if item.verdict:
            line.append(", ").append(f"verdict: {item.verdict}", COLOURS[item.verdict])
        for note in item.notes:
            line.append(f"\n  {note}", "yellow")
        bars.say(line)
