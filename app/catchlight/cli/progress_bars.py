"""How far a batch is, on a terminal: the whole with its time left, and a line for each picture at work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.text import Text

from catchlight.cli import console
from catchlight.core.files.naming import display_name
from catchlight.service.batch.messages import TaskProgress
from catchlight.service.batch.run import Event, Tally
from catchlight.store.batches.item import BatchItem


class BatchBars:
    """Bars on stderr while the batch runs; silent where stderr is no terminal."""

    def __init__(self, sources: Sequence[Path] | Mapping[int, Path]) -> None:
        """sources: by the number of the file; a mapping may grow while the bars are shown."""
        self._sources = sources
        terminal = console.err()
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TextColumn("{task.fields[said]}"),
            console=terminal,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            disable=not terminal.is_terminal,
        )
        self._whole = self._bars.add_task("batch", total=len(sources), said="")
        self._files: dict[int, TaskID] = {}

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def show(self, event: Event) -> None:
        if isinstance(event, Tally):
            ended = event.done + event.failed
            total = ended + event.working + event.waiting
            failed = f", {event.failed} failed" if event.failed else ""
            left = "" if event.seconds_left is None else f"  {format_remaining_time(event.seconds_left)} left"
            self._bars.update(self._whole, completed=ended, total=total, said=f"{failed}{left}")
        elif isinstance(event, TaskProgress):
            if event.number not in self._files:
                name = display_name(self._sources[event.number].name)
                self._files[event.number] = self._bars.add_task(f"  {name}", total=100, said="")
            self._bars.update(self._files[event.number], completed=int(event.fraction * 100), said=event.step)
        elif isinstance(event, BatchItem) and event.number in self._files:
            self._bars.remove_task(self._files.pop(event.number))

    def stopping(self) -> None:
        self._bars.update(self._whole, description="stopping")

    def say(self, line: Text) -> None:
        """A line on stdout while the bars are away."""
        self._bars.stop()
        console.out().print(line)
        self._bars.start()

    def note(self, sentence: str) -> None:
        """A line on stderr that is no error."""
        self._bars.stop()
        console.print_note(sentence)
        self._bars.start()

    def complain(self, sentence: str) -> None:
        self._bars.stop()
        console.print_error(sentence)
        self._bars.start()


def format_remaining_time(seconds: float) -> str:
    """``45 s``, ``12 min`` or ``3 h 05 min``."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02d} min"
