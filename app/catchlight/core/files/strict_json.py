"""JSON out of files that people and other programs write: whatever is in them, it is read or told to be unreadable."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from catchlight.core.messages import Message

MOST_DEPTH = 64
"""Lists and objects inside each other; nothing of ours needs more than a dozen."""
_MOST_DIGITS = 20


class MalformedJson(ValueError):
    """The text cannot be read; the message says why and continues "... is not valid JSON: "."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def parse_json(text: str | bytes) -> Any:
    """What the text holds. Raises MalformedJson, also for what is nested too deep, and for numbers that nothing can be."""
    try:
        found = json.loads(text, parse_int=_number, parse_constant=_refuse)
    except RecursionError as fault:
        raise MalformedJson(Message("it is nested too deep")) from fault
    except MalformedJson:
        raise
    except ValueError as fault:
        raise MalformedJson(Message("a reader of JSON stumbles over it ({why})", why=str(fault))) from fault
    if _is_deeper(found, MOST_DEPTH):
        raise MalformedJson(Message("it is nested too deep"))
    return found


def _number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise MalformedJson(Message("a number has {count} digits", count=len(digits)))
    return int(digits)


def _refuse(word: str) -> NoReturn:
    raise MalformedJson(Message("{word} is no number", word=word))


def _is_deeper(found: Any, depth: int) -> bool:
    level = [found]
    while level and depth >= 0:
        level = [
            part
            for entry in level
            if isinstance(entry, dict | list)
            for part in (entry.values() if isinstance(entry, dict) else entry)
        ]
        depth -= 1
    return bool(level)
