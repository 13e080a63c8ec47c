"""A line of a GPIO chip (Linux), for a coin acceptor or a lamp. Needs the extra ``gpio`` (libgpiod's own Python package)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message

if TYPE_CHECKING:
    from gpiod import LineRequest, LineSettings


def request_line(setting: str, chip: str, line: int, settings: Callable[[], LineSettings]) -> LineRequest:
    """The line for this process alone, until it is released.

    setting: of the configuration, for example ``[staff] gpio``. chip: for example /dev/gpiochip0. settings: of the line; may
    import gpiod. Raises InvalidRequest, which names the setting, where the line cannot be had.
    """
    try:
        import gpiod

        wanted = settings()
    except ImportError as fault:
        raise InvalidRequest(
            Message(
                "{setting} needs the package gpiod on Linux: pip install 'catchlight[gpio]'.",
                setting=setting,
            )
        ) from fault
    try:
        return gpiod.request_lines(chip, config={line: wanted}, consumer=f"catchlight {setting}")
    except (OSError, ValueError) as fault:
        raise InvalidRequest(
            Message(
                "{setting}: line {line} of {chip} cannot be used: {why}. Check its number and permissions.",
                setting=setting,
                line=line,
                chip=chip,
                why=str(fault),
            )
        ) from fault
