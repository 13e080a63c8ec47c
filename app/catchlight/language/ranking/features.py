"""Features of a clause: its words, their neighbours, parts of words, and what the vocabulary knows of them."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from catchlight.language.parse.lexing import Lexeme

BINS = 1 << 14
"""Bins of the feature hashing (Weinberger et al. 2009): CRC-32 of a feature's name modulo this."""
_WEIGHTS: Mapping[str, float] = {
    "word": 1.0,
    "pair": 0.7,
    "triple": 0.5,
    "part": 0.7,
    "sense": 1.2,
    "role": 0.6,
    "place": 1.0,
}
"""Norm of each group of features; chosen by cross-validation on the bank."""
_WORD = re.compile(r"[a-z']+|[\u3400-\u9fff]|[?？]")
_PART = 4
"""Letters of a part of a word."""
_NUMERIC = ("number", "measure", "colour", "degree")
"""Roles whose value says how much or which, not what."""
_SILENT = ("filler", "article")


def feature_groups(lexemes: Sequence[Lexeme], place: str | None) -> dict[str, set[str]]:
    """Names of the features of a clause, by group. place: the region under the hotspot, where it is known."""
    words = list(_words(lexemes))
    ends = ["^", *words, "$"]
    loud = [lexeme for lexeme in lexemes if lexeme.role not in _SILENT]
    named = [_named_role(lexeme) for lexeme in loud]
    return {
        "word": set(words),
        "pair": {f"{a} {b}" for a, b in pairwise(ends)},
        "triple": {
            a + b + c for a, b, c in zip(words, words[1:], words[2:], strict=False) if not (a + b + c).isascii()
        },
        "part": {part for word in words for part in _parts(word)},
        "sense": {
            _sense_name(sense.role, sense.value, sense.sign, sense.base) for one in lexemes for sense in one.senses
        },
        "role": {f"{a}>{b}" for a, b in pairwise(["^", *(one.role for one in loud), "$"])}
        | {f"{a}>>{b}" for a, b in pairwise(["^", *named, "$"])},
        "place": {place} if place else set(),
    }


def hashed(groups: Mapping[str, set[str]]) -> dict[str, list[int]]:
    """Bins of the features, by group."""
    return {name: [zlib.crc32(f"{name}{one}".encode()) % BINS for one in sorted(said)] for name, said in groups.items()}


def vector(bins: Mapping[str, Sequence[int]], idf: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sparse unit vector of a clause: bins (int32) and values (float32). idf: float32, BINS."""
    values: dict[int, float] = {}
    for name, said in bins.items():
        weights: dict[int, float] = {}
        for at in said:
            weights[at] = weights.get(at, 0.0) + (1.0 if name == "place" else float(idf[at]))
        norm = sum(value * value for value in weights.values()) ** 0.5
        for at, value in weights.items():
            values[at] = values.get(at, 0.0) + _WEIGHTS[name] * value / (norm or 1.0)
    found = np.fromiter(values, np.int32, len(values))
    said_values = np.fromiter(values.values(), np.float32, len(values))
    return found, said_values / max(float(np.linalg.norm(said_values)), 1e-9)


def _words(lexemes: Sequence[Lexeme]) -> list[str]:
    found: list[str] = []
    for lexeme in lexemes:
        if lexeme.has("number", "measure"):
            found.append("#")
        else:
            found += _WORD.findall((lexeme.corrected or lexeme.text).casefold().replace("\u2019", "'"))
    return found


def _parts(word: str) -> set[str]:
    if not word.isascii() or len(word) < _PART:
        return set()
    ended = f"<{word}>"
    return {ended[at : at + _PART] for at in range(len(ended) - _PART + 1)}


def _sense_name(role: str, value: str, sign: int, base: bool) -> str:
    return f"{role}:{'' if role in _NUMERIC else value}:{sign}{'b' if base else ''}"


def _named_role(lexeme: Lexeme) -> str:
    known = lexeme.role in ("act", "noun", "fault", "region", "thing", "look")
    return f"{lexeme.role}:{lexeme.value}" if known else lexeme.role
