"""What went wrong with a file of a batch, as it is told: the code and the sentence."""

from __future__ import annotations

import logging

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message


def failure_told(fault: Exception) -> tuple[str, str]:
    """Code and sentence; what was not foreseen goes into the log as well."""
    if isinstance(fault, CatchlightError):
        return fault.code, fault.message
    if isinstance(fault, MemoryError):
        said = Message("There is not enough memory for this picture. Try it again with fewer jobs at once.")
        return "internal_error", said
    logging.getLogger(__name__).error("A file of the batch failed in a way that was not foreseen", exc_info=fault)
    said = Message("Something unforeseen went wrong with this picture. Open it in another program and export it again.")
    return "internal_error", said
