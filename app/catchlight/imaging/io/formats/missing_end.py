"""Files whose end is missing, of types whose decoders refuse all of them: filled up, so that what is there can be read."""

from __future__ import annotations

from catchlight.core.messages import Message
from catchlight.imaging.io.source import Unreadable

MOST_MISSING = 0.25
"""Share of a file that may be missing at its end."""
NOTE_END_LOST = Message("The end of the file is missing; parts of the picture may look wrong.")


def fill_end(data: bytes, length: int, notes: list[str]) -> bytes:
    """The file with zeros up to ``length`` bytes, and a note; as it is where it is long enough.

    Raises Unreadable where more than a quarter is missing.
    """
    missing = length - len(data)
    if missing <= 0:
        return data
    if missing > MOST_MISSING * length:
        raise Unreadable(Message("more than a quarter of it is missing"))
    notes.append(NOTE_END_LOST)
    return data + bytes(missing)
