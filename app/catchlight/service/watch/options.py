"""How a folder is watched. Light to import: the window has it before anything is watched."""

from __future__ import annotations

from dataclasses import dataclass, field

from catchlight.intake.folder_scan import WaitTimes

RETRY_SECONDS = 10.0
"""Between two tries to write where the disk has refused."""


@dataclass(frozen=True)
class WatchOptions:
    """How a folder is watched. once: end when all that lies there is done, or a disk
    refuses. only_new: leave what lies there at the start, unless
    the last watch was killed, which then is gone on with. poll: look every second, for network folders. jobs: files at once."""

    once: bool = False
    only_new: bool = False
    poll: bool = False
    jobs: int | None = None
    times: WaitTimes = field(default_factory=WaitTimes)
    retry_seconds: float = RETRY_SECONDS
