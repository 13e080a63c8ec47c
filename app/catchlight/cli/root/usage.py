"""What is given wrong on a command line, told as such: exit status 2. Loads nothing of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from catchlight.core.errors import InvalidRequest


@contextmanager
def wrong_usage(option: str = "") -> Iterator[None]:
    """What is refused while it lasts was given wrong on the command line. option: what was, to be named before the reason."""
    try:
        yield
    except InvalidRequest as fault:
        raise typer.BadParameter(f"{option}: {fault.message}" if option else fault.message) from fault
