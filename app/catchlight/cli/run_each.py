"""Pictures done one after the other: a line for each, one bar, and a failure that does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rich.text import Text

from catchlight.cli import console, files
from catchlight.cli.program import CANCELLED, code_of
from catchlight.core.errors import CatchlightError, UnknownEntry
from catchlight.core.files.logbook import write_fault
from catchlight.core.files.naming import display_name
from catchlight.core.progress import Cancelled, Progress


def run_each(
    jobs: files.RunOutputs,
    do: Callable[[files.OutputTarget, Progress], Text],
    verdicts: Mapping[str, int] | None = None,
    *,
    strict: bool = False,
) -> int:
    """Do all, and sum up. Returns the exit code. Raises UnknownEntry: a wrong id is wrong for every picture.

    do: makes one file, and gives its line. verdicts: how often each was found, counted by ``do``. strict: one that is uncertain
    is told by the exit code too.
    """
    failed, total = 0, len(jobs.targets)
    with console.bar() as bar, console.cancel_on_ctrl_c(bar.show) as progress:
        for number, target in enumerate(jobs.targets):
            bar.title = display_name(target.source.name)
            part = progress.part(number / total, (number + 1) / total)
            try:
                part.report(0.0, "reading")
                line = do(target, part)
            except UnknownEntry:
                raise
            except Cancelled:
                console.print_note("Cancelled; what was finished before is kept.")
                return CANCELLED
            except Exception as fault:  # noqa: BLE001 - the border of a picture: one never stops the others
                failed += 1
                bar.complain(fault_message(target.source, fault))
                continue
            bar.say(line)
    console.summary(total, failed, jobs.found, verdicts)
    return code_of(failed + console.report_closed_folders(jobs.found), verdicts or {}, strict=strict)


def fault_message(source: Path, fault: Exception) -> str:
    """A sentence that names the picture; what was not foreseen goes to the log with its particulars."""
    name = display_name(source)
    if isinstance(fault, CatchlightError):
        return fault.message if display_name(source.name) in fault.message else f"{name}: {fault.message}"
    if isinstance(fault, MemoryError):
        return f"{name}: there is not enough memory for this picture. Save a smaller copy, or close other programs."
    return f"{name}: something unforeseen went wrong. Details are in {write_fault(fault)}."
