"""Sentences that only an engine can carry out: something that is not there is put into a picture. Knows words alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ADD = re.compile(r"^\s*(?:please\s+)?(?:add|put|place|insert|draw)\s+(?P<what>\S.*?)[\s.!]*$", re.IGNORECASE)
_REPLACE = re.compile(
    r"^\s*(?:please\s+)?replace\s+(?P<old>\S.*?)\s+(?:with|by)\s+(?P<what>\S.*?)[\s.!]*$", re.IGNORECASE
)
_ADD_ZH = re.compile(r"^\s*(?:请)?(?:添加|加上|加|放上|放)(?:上|一)?(?P<what>\S.*?)[\s。！]*$")
_REPLACE_ZH = re.compile(r"^\s*(?:请)?把(?P<old>\S.*?)(?:换成|替换成|替换为|变成)(?P<what>\S.*?)[\s。！]*$")


@dataclass(frozen=True)
class Addition:
    """what: what is to be seen, as the user says it. replaces: whether something there gives way to it."""

    what: str
    replaces: bool


def read_addition(sentence: str) -> Addition | None:
    """``add a red scarf``, ``replace the cup with a plant``, and the same in Chinese; None for any other sentence."""
    for pattern, replaces in ((_REPLACE, True), (_REPLACE_ZH, True), (_ADD, False), (_ADD_ZH, False)):
        found = pattern.match(sentence)
        if found is not None:
            return Addition(found["what"], replaces)
    return None
