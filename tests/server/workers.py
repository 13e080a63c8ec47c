"""What worker processes do in the tests of their supervisor; quick to import, for every process does."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from multiprocessing.connection import Connection

from catchlight.core.keep_alive import stop_with_supervisor
from catchlight.server.process.supervisor import STARTED, WorkerIdentity


def ends_at_once(seat: WorkerIdentity, bound: socket.socket, channel: Connection) -> None:
    sys.exit(3)


def answers_once(seat: WorkerIdentity, bound: socket.socket, channel: Connection) -> None:
    """Serves one connection by telling its process id, then ends."""
    channel.send(STARTED)
    taken, _ = bound.accept()
    with taken:
        taken.sendall(str(os.getpid()).encode())


def stays(seat: WorkerIdentity, bound: socket.socket, channel: Connection) -> None:
    stopped = threading.Event()
    stop_with_supervisor(channel, stopped.set)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    channel.send(STARTED)
    assert stopped.wait(60)
