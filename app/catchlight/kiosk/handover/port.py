"""What a way of handing files over does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from catchlight.core.errors import CatchlightError

HandoverId = Literal["qr", "usb", "email", "upload"]


class HandoverFault(CatchlightError):
    """Nothing was handed over this way, and what to do."""

    code = "handover_fault"


@dataclass(frozen=True)
class HandoverFile:
    """A finished file. name: without folder, of plain ASCII letters, as people find it on a stick."""

    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True)
class Handed:
    """What was handed over, to be shown. link: that the QR code holds; code: that the authority gave; place: the stick's name or
    the address; expires_s: seconds for which a link holds; safe_to_remove: the stick may be pulled out now."""

    id: HandoverId
    link: str = ""
    code: str = ""
    place: str = ""
    expires_s: float | None = None
    safe_to_remove: bool = False


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def check_files(files: Sequence[HandoverFile]) -> None:
    """Raises ValueError for a name that is no plain file name, or where there is nothing to hand over."""
    if not files:
        raise ValueError("there is no file to hand over")
    for file in files:
        if not _NAME.fullmatch(file.name):
            raise ValueError(f"{file.name!r} is no plain file name")


class Handover(Protocol):
    """A way of handing over. Methods block and are called off the window's thread."""

    @property
    def id(self) -> HandoverId:
        """Its kind."""

    def available(self) -> bool:
        """Whether it can be offered now: a stick is in, a server is set. Raises nothing."""

    def hand(self, files: Sequence[HandoverFile], address: str, cancelled: Callable[[], bool]) -> Handed:
        """Hand the files over. address: that the person typed, for e-mail; else "". Raises HandoverFault."""

    def wipe(self) -> None:
        """Forget everything of the session: links, copies, addresses. What is on the person's stick stays. Raises nothing."""
