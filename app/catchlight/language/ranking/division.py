"""Division of a clause that says two things without a word between them: "shadows up contrast down"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from catchlight.language.parse.clauses import Clause, Polarity
from catchlight.language.parse.lexing import Lexeme

_HEADS = ("noun", "region", "thing", "look", "act", "remove", "mend", "make")
_LEADING = ("article", "filler", "to", "from", "and", "keep", "not", "none", "degree", "too", "more", "less", "modifier",
            "colour", "make", "give", "remove", "mend", "pronoun", "left", "right")  # fmt: skip
"""Roles of words that belong to what follows them."""
_ADDING = frozenset({"with", "plus", "带", "带点", "加", "加点"})
_SURE = 0.4
"""Least score of both halves."""
_MOST = 3
"""Places at most at which a clause is tried."""

Rank = Callable[[Sequence[Clause]], np.ndarray]
"""Clauses to scores, clauses x labels."""


def divide(clauses: Sequence[Clause], labels: Sequence[str], rank: Rank) -> list[Clause]:
    """The clauses, each that wishes two different things as its two halves."""
    tried = [(at, pair) for at, clause in enumerate(clauses) for pair in _halves(clause)]
    if not tried:
        return list(clauses)
    scores = rank([half for _, pair in tried for half in pair]).reshape(len(tried), 2, -1)
    best: dict[int, tuple[float, tuple[Clause, Clause]]] = {}
    for (at, pair), (first, second) in zip(tried, scores, strict=True):
        sure = float(min(first.max(), second.max()))
        differ = _verb(labels[int(first.argmax())]) != _verb(labels[int(second.argmax())])
        if differ and sure >= _SURE and sure > best.get(at, (0.0,))[0]:
            best[at] = (sure, pair)
    return [half for at, clause in enumerate(clauses) for half in (best[at][1] if at in best else (clause,))]


def _halves(clause: Clause) -> list[tuple[Clause, Clause]]:
    if clause.polarity is not Polarity.WISH:
        return []
    words, found = clause.lexemes, []
    for at in range(1, len(words)):
        adding = words[at].text.casefold() in _ADDING
        if not adding and (words[at].role not in _HEADS or words[at - 1].role in _LEADING):
            continue
        before, after = words[:at], words[at:]
        if all(_says_something(half) for half in (before, after)):
            found.append((replace(clause, lexemes=before), Clause("none", after)))
    return found[:_MOST]


def _verb(label: str) -> str:
    return label.rstrip("-")


def _says_something(half: Sequence[Lexeme]) -> bool:
    """Whether a half can be a wish: more than one word with a head among them, or a look."""
    words = sum(len(one.text.split()) if one.text.isascii() else len(one.text) for one in half)
    headed = any(one.role in (*_HEADS, "fault", "colour") for one in half)
    return headed and (words > 1 or any(one.role == "look" for one in half))
