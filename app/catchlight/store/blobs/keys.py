"""Keys of blobs that are their own check: the SHA-256 of the bytes with a suffix."""

from __future__ import annotations

import hashlib
import re

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message

_BY_DIGEST = re.compile(r"([0-9a-f]{64})(?:\.[a-z0-9]+)?")


def digest_key(data: bytes, suffix: str) -> str:
    """The key of ``data`` in a store that is shared: equal bytes are kept once. suffix: with its dot."""
    return hashlib.sha256(data).hexdigest() + suffix


def is_intact(key: str, data: bytes) -> bool:
    """Whether the bytes are those that a key stands for; True for a key that says nothing of them."""
    named = _BY_DIGEST.fullmatch(key)
    return named is None or hashlib.sha256(data).hexdigest() == named[1]


def is_by_digest(key: str) -> bool:
    """Whether a key stands for the same bytes whoever writes it."""
    return _BY_DIGEST.fullmatch(key) is not None


def shard(key: str) -> str:
    """Where a blob lies in a store of very many: in a folder of the first two characters of its key."""
    return key if "/" in key else f"{key[:2]}/{key}"


def damage(key: str) -> StorageFault:
    """What is told of a blob whose bytes are not those that were stored."""
    return StorageFault(
        Message("The stored picture {key} is damaged: its bytes have changed. Restore it from a backup.", key=key)
    )
