"""What kept processes do in the tests of the watchdog. Each notes its starts in a file, a line each."""

from __future__ import annotations

import os
import sys
import threading
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from catchlight.kiosk.supervision.heartbeat import LEAVE, RESTART, Heartbeat


@dataclass(frozen=True)
class Scripted:
    """A kiosk that does at each start what stands at that place: crash, kill, hang, restart, or leave."""

    notes: Path
    script: tuple[str, ...]

    def __call__(self, channel: Connection) -> None:
        with self.notes.open("a") as file:
            file.write("started\n")
        doing = self.script[min(len(self.notes.read_text().splitlines()), len(self.script)) - 1]
        stop = threading.Event()
        heart = Heartbeat(channel, stop.set)
        heart.started()
        if doing == "crash":
            sys.exit(1)
        if doing == "kill":
            os.kill(os.getpid(), 9)
        if doing == "hang":
            time.sleep(60)
        if doing == "restart":
            sys.exit(RESTART)
        if doing == "stay":
            while not stop.wait(0.05):
                heart.beat()
        sys.exit(LEAVE)


@dataclass(frozen=True)
class NotingCover:
    """A cover that writes down what it is to show."""

    notes: Path

    def __call__(self, channel: Connection) -> None:
        while True:
            try:
                word = channel.recv()
            except (EOFError, OSError):
                return
            with self.notes.open("a") as file:
                file.write(f"{word}\n")
