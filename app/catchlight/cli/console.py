"""What the commands say, and where: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars
from rich.text import Text

from catchlight.core.files.logbook import log_to_file
from catchlight.core.files.naming import display_name
from catchlight.core.progress import Listener, Progress
from catchlight.service.files.discovery import DiscoveredFiles


def out() -> Console:
    """For results; wide, and without broken lines, where stdout is no terminal."""
    terminal = sys.stdout.isatty()
    return Console(highlight=False, soft_wrap=not terminal, width=None if terminal else _WIDE)


def err() -> Console:
    return Console(stderr=True, highlight=False, soft_wrap=not sys.stderr.isatty())


def print_error(sentence: str) -> None:
    """An error as one plain line on stderr."""
    err().print(Text.assemble(("error: ", "bold red"), sentence))


def print_json(value: object) -> None:
    """A result for another program: on stdout, whatever the terminal's width."""
    print(json.dumps(value, indent=2, ensure_ascii=False))  # noqa: T201 - the result


def print_note(sentence: str) -> None:
    err().print(Text(sentence, "yellow"))


def report_closed_folders(found: DiscoveredFiles) -> int:
    """Complain of folders that could not be listed; gives how many."""
    for folder, reason in found.closed:
        print_error(f"The folder {display_name(folder)} cannot be read: {reason}.")
    return len(found.closed)


def summary(
    total: int, failed: int, found: DiscoveredFiles, verdicts: Mapping[str, int] | None = None, always: bool = False
) -> None:
    """The last line of a run over several pictures (``always``: also of one), with what folders held beside them."""
    said = []
    if total > 1 or found.closed or always:
        states = [
            f"{verdicts[state]} {state}" for state in ("pass", "uncertain", "fail") if verdicts and verdicts[state]
        ]
        said.append(
            f"{total - failed} of {total} done, {failed} failed{'; verdicts: ' if states else ''}{', '.join(states)}."
        )
    if found.left_out_said:
        said.append(found.left_out_said)
    if said:
        print_note(" ".join(said))


_WIDE = 160


class ConsoleProgressBar:
    """One progress bar on stderr; gone when it is done, silent where stderr is no terminal."""

    def __init__(self, bars: Bars, task: TaskID) -> None:
        self._bars = bars
        self._task = task
        self.title = ""
        """What is at work, put before each step's name."""

    def show(self, fraction: float, step: str) -> None:
        self._bars.update(self._task, completed=fraction, description=f"{self.title}: {step}" if self.title else step)

    def say(self, line: Text) -> None:
        """A line on stdout while the bar is away."""
        self._bars.stop()
        out().print(line)
        self._bars.start()

    def complain(self, sentence: str) -> None:
        self._bars.stop()
        print_error(sentence)
        self._bars.start()


@contextmanager
def bar() -> Iterator[ConsoleProgressBar]:
    console = err()
    with Bars(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not console.is_terminal,
    ) as bars:
        yield ConsoleProgressBar(bars, bars.add_task("", total=1.0))


@contextmanager
def cancel_on_ctrl_c(listener: Listener) -> Iterator[Progress]:
    """A progress that the first Ctrl+C cancels; a second one interrupts at once. Meanwhile logs go to the log file."""
    progress = Progress(listener)

    def interrupt(number: int, frame: FrameType | None) -> None:
        if progress.cancelled:
            raise KeyboardInterrupt
        progress.cancel()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        with log_to_file():
            yield progress
    finally:
        signal.signal(signal.SIGINT, before)
