"""The process that decodes: a file comes in, a picture or the reason for none goes out, until the connection ends."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
from multiprocessing.connection import Connection
from pathlib import Path

READY = b"ready"


def work(channel: Connection) -> None:
    """The whole life of the process. Each task is the limits and the name, pickled, then the file's bytes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(
        OSError
    ):  # where memory runs out this process is to die, and no other; other systems cannot say it
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    from catchlight.core.errors import CatchlightError
    from catchlight.imaging.io import codec

    with contextlib.suppress(EOFError, OSError):  # the service has ended
        channel.send_bytes(READY)
        while True:
            limits, called = pickle.loads(channel.recv_bytes())
            data = channel.recv_bytes()
            try:
                answer: object = codec.decode(data, codec.DecodeLimits(*limits), called)
            except CatchlightError as fault:
                answer = (fault.code, fault.message)
            del data
            _send(channel, answer)
            del answer
    os._exit(0)  # a decoder's thread that is still at work keeps nobody


def _send(channel: Connection, answer: object) -> None:
    """The answer without its pixels, their number, and the pixels: so these are copied no more often than they must be."""
    pieces: list[pickle.PickleBuffer] = []
    head = pickle.dumps(answer, protocol=5, buffer_callback=pieces.append)
    channel.send_bytes(head)
    channel.send_bytes(str(len(pieces)).encode())
    for piece in pieces:
        channel.send_bytes(piece.raw())
