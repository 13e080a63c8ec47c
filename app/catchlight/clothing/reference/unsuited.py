"""Refusals of a picture that no garment can be taken from, each with what would help."""

from __future__ import annotations

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message

CODE = "reference_unsuited"


def unsuited(reason: Message) -> UnusablePicture:
    """A refusal ``reference_unsuited``. reason: a sentence that says what is wrong and what would help."""
    return UnusablePicture(reason, code=CODE)
