"""Ids of generations: ``gen_`` and a UUID of version 7 (RFC 9562), so that sorting by id is sorting by time."""

from __future__ import annotations

import re
import secrets
import time

PATTERN = re.compile(r"gen_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}")


def uuid7(nanoseconds: int | None = None) -> int:
    """A UUID version 7 as a 128-bit number: 48 bits of milliseconds, 12 of the fraction, 62 of chance.

    The fraction of the millisecond fills rand_a (RFC 9562, section 6.2, method 3). nanoseconds: since 1970.
    """
    milliseconds, rest = divmod(time.time_ns() if nanoseconds is None else nanoseconds, 1_000_000)
    fraction = rest * 4096 // 1_000_000
    return (milliseconds & (1 << 48) - 1) << 80 | 7 << 76 | fraction << 64 | 0b10 << 62 | secrets.randbits(62)


def generation_id() -> str:
    """A new id, for example ``gen_0198c5f0a1b27c3d8e4f5a6b7c8d9e0f``."""
    return f"gen_{uuid7():032x}"


def is_generation_id(text: str) -> bool:
    return PATTERN.fullmatch(text) is not None
