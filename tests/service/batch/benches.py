"""Editors for worker processes of tests: quick doubles, made by what can cross to another process."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.service.editor import EditRequest, EditResult

from tests.doubles import EchoEditor


@dataclass(frozen=True)
class Echo:
    """Makes an editor that gives the source back after some seconds, and notes each file it began in a log.

    Sources whose name has a word in it misbehave: ``faceless`` has no face, ``broken`` raises, ``deadly`` kills the process,
    ``fragile`` does so the first time.
    One that begins with ``pass-``, ``uncertain-`` or ``fail-`` gets that verdict.
    """

    log: Path
    seconds: float = 0.0

    def __call__(self, threads: int) -> _Editor:
        return _Editor(self)


@dataclass(frozen=True)
class NoStart:
    """A worker that ends before it takes a task."""

    def __call__(self, threads: int) -> _Editor:
        os._exit(7)


class _Editor(EchoEditor):
    def __init__(self, bench: Echo) -> None:
        super().__init__()
        self._bench = bench

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        name = request.pictures[0].metadata.name
        with self._bench.log.open("a") as log:
            log.write(f"{name}\n")
        if "faceless" in name:
            raise UnusablePicture("There is no face.")
        if "broken" in name:
            raise ZeroDivisionError("by nought")
        if "deadly" in name or ("fragile" in name and self._bench.log.read_text().split().count(name) == 1):
            os.kill(os.getpid(), signal.SIGKILL)
        end = time.monotonic() + self._bench.seconds
        while time.monotonic() < end:
            progress.report(0.5, "waiting")
            time.sleep(0.01)
        made = super().run(request, progress)
        overall = name.partition("-")[0]
        if overall in ("pass", "uncertain", "fail"):
            return EditResult(made.picture, made.file, {"verdict": {"overall": overall}}, made.generation)
        return made
