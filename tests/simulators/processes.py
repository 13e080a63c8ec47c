"""Programs that a simulator consists of: started as children that end with the tests, however those end."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PATIENCE_S = 15.0
ADMINISTRATOR = os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin", "/sbin"))
"""Where daemons are, also for those whose path has none of them."""


def program(name: str) -> str | None:
    """The path of a program, or None."""
    return shutil.which(name, path=ADMINISTRATOR)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(holds: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
    """Look again and again; raises TimeoutError that names ``what``."""
    deadline = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {patience_s:g} s")
        time.sleep(0.02)


class Child:
    """One program in a process group of its own. Where the tests are killed, the system sends it a signal."""

    def __init__(
        self,
        command: Sequence[str],
        log: Path,
        environment: Mapping[str, str] | None = None,
        last_signal: str = "KILL",
    ) -> None:
        """log: gets what it says. last_signal: for when the tests are killed; with TERM a daemon ends its own children."""
        self._log = log
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", last_signal, *command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def check(self) -> None:
        """Raises RuntimeError with what it said where it ended."""
        if self._process.poll() is not None:
            said = self._log.read_text(errors="replace")[-2000:]
            raise RuntimeError(f"{self._process.args} ended with {self._process.returncode}:\n{said}")

    def stop(self) -> None:
        """Ask it to end, then end its whole group."""
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self.kill()

    def kill(self) -> None:
        """End it and what it started at once, as a power cut does."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
