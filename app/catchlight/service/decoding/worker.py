"""The process that decodes: a file comes in, a picture or the reason for none goes out, until the connection ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

READY = b"ready"


def work(channel: Connection) -> None:
    """The whole life of the process. Each task is the limits and the name as JSON, then the file's bytes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(
        OSError
    ):  # where memory runs out this process is to die, and no other; other systems cannot say it
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    from catchlight.core.errors import CatchlightError
    from catchlight.imaging.io import codec
    from catchlight.imaging.picture import Picture
    from catchlight.service.decoding.transfer import Refusal, pack

    with contextlib.suppress(EOFError, OSError):  # the service has ended
        channel.send_bytes(READY)
        while True:
            limits, called = json.loads(channel.recv_bytes())
            data = channel.recv_bytes()
            try:
                answer: Picture | Refusal = codec.decode(data, codec.DecodeLimits(*limits), called)
            except CatchlightError as fault:
                answer = (fault.code, fault.message)
            del data
            head, pieces = pack(answer)
            channel.send_bytes(head)
            channel.send_bytes(str(len(pieces)).encode())
            for piece in pieces:
                channel.send_bytes(piece)
            del answer, pieces
    os._exit(0)  # a decoder's thread that is still at work keeps nobody
