"""What went wrong in a job, as it is told: the code, the sentence, and whether asking again may help."""

from __future__ import annotations

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.store.jobs.job import Failure

RETRYABLE = frozenset({"storage_fault", "delivery_failed", "model_unavailable", "internal_error", "cancelled"})
"""Faults of disk, delivery and resources; every other code says that this picture or this wish cannot be used."""


def failure_of(fault: Exception, step: str) -> Failure:
    """An exception as the end of a job at ``step``."""
    if isinstance(fault, CatchlightError):
        code, said = fault.code, fault.message
    elif isinstance(fault, MemoryError):
        code, said = (
            "internal_error",
            Message("There is not enough memory for this picture. Close other programs and try again."),
        )
    else:
        code = "internal_error"
        said = Message("Something unforeseen went wrong; the log says more. Try again.")
    return Failure(error=code, message=said, step=step, retryable=code in RETRYABLE)
