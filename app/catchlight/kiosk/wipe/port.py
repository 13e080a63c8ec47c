"""What is left of a session when it is wiped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class WipeReceipt:
    """What was removed, without a picture or a word of the person. removed: counts by kind (takes, results, spool files, ...);
    digests: sha256 of the files that were removed. remaining: names of what could not be removed, () when all is gone."""

    session: str
    reason: str
    removed: Mapping[str, int]
    digests: Sequence[str]
    remaining: Sequence[str]
