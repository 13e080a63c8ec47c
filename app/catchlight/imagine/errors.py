"""What goes wrong with engines, each with its stable code of ``core.error_table``."""

from __future__ import annotations

from typing import Literal

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message

EngineCode = Literal["engine_unreachable", "engine_unsuited", "engine_refused", "engine_timeout"]

_LONGEST = 200
"""Characters that are told of an engine's own words."""


class EngineFault(CatchlightError):
    """An engine cannot do it: not there, lacks what is needed, says no, or takes too long."""

    def __init__(self, message: Message, code: EngineCode) -> None:
        super().__init__(message, code=code)


class ImaginingOff(CatchlightError):
    """Something is to be imagined, and no engine may be used here."""

    code = "imagining_off"


class ImaginingFailed(CatchlightError):
    """What an engine gave back did not pass. gate: which check it failed."""

    code = "imagining_failed"

    def __init__(self, message: Message, gate: str) -> None:
        super().__init__(message)
        self.gate = gate


def shorten_words(text: str) -> str:
    """An engine's own words in one line, printable, at most 200 characters."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 20 * _LONGEST]).split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."
