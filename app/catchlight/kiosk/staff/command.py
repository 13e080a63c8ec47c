"""Calling staff by a command of the operator's: a text message, a bell on the network, whatever it knows."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Callable, Sequence

from catchlight.core.messages import Message
from catchlight.kiosk.handover.upload import KEPT_VARIABLES
from catchlight.kiosk.staff.port import CallNotice, StaffCall, StaffUnreached


class CommandWay:
    """Runs the command once for a notice, which it reads as JSON from its standard input; exit code 0 means that it arrived."""

    name = "command"

    def __init__(self, command: Sequence[str], timeout_s: float) -> None:
        """timeout_s: after which it is ended with all that it started."""
        self._command = tuple(command)
        self._timeout_s = timeout_s

    def deliver(self, notice: CallNotice, still_open: Callable[[], Sequence[StaffCall]]) -> None:
        try:
            process = subprocess.Popen(
                self._command,
                env={name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=os.name == "posix",
            )
        except OSError as fault:
            raise StaffUnreached(
                Message("The command of [staff] cannot be started: {why}.", why=fault.strerror or str(fault))
            ) from fault
        try:
            process.communicate(json.dumps(notice.as_dict()).encode(), timeout=self._timeout_s)
        except subprocess.TimeoutExpired as fault:
            raise StaffUnreached(Message("The command of [staff] took too long.")) from fault
        finally:
            _end(process)
        if process.returncode:
            raise StaffUnreached(Message("The command of [staff] failed ({code}).", code=process.returncode))

    def close(self) -> None:
        """Nothing goes on between two notices."""


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the command with all that it started, and let its pipe go."""
    if process.poll() is None:
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    if process.stdin is not None:
        with contextlib.suppress(OSError):  # it did not read
            process.stdin.close()
    process.wait()
