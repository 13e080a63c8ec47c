"""How well what is typed fits a row of the palette: whole words, then stems, then beginnings, at last letters inside words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, TypeVar

_WORD = re.compile(r"\d+(?:[:.,]\d+)+|[^\W\d_]+|\d+")
_INFLECTIONS = ("ing", "ies", "ed", "es", "e", "s", "y")
_DERIVATIONS = ("ness", "ion", "ure", "en", "er", *_INFLECTIONS)
_LEAST_STEM = 3
_FILLERS = frozenset(
    (
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "it",
        "my",
        "of",
        "on",
        "or",
        "the",
        "this",
        "to",
        "with",
    )
)
"""Words that need not be found."""
_SPELLINGS = (("our", "or"), ("grey", "gray"), ("centre", "center"), ("ise", "ize"))
"""British and American spelling, brought to one."""

EXACT, INFLECTED, DERIVED, BEGINNING, INSIDE = 100.0, 90.0, 75.0, 65.0, 10.0
"""How a word was found: as it is, in another form ("spots"), as a relative ("whiten" for "white"), as a beginning, within."""
_TITLE, _PLACE, _HELP = 1.0, 0.9, 0.7
"""How much less that counts where the word stands in what a row lies under, or in its sentence."""
_WHOLE = _HELP * BEGINNING
_NAMED = _TITLE * INFLECTED - 5
"""At least this well the other words are found where one is lacking."""
_LEAST_INSIDE = 4
"""So many letters at least are looked for inside words."""
_COVERED, _AHEAD = 10.0, 2.0
"""For a title of which nothing is left over, and for what comes ahead of others that fit as well."""


@dataclass(frozen=True)
class Searchable:
    """What a row is found by. terms: the field's other terms for it. place: what it stands under. help: its sentence."""

    title: str
    terms: str = ""
    place: str = ""
    help: str = ""
    ahead: bool = False
    """Whether it comes before others that fit as well: a command before an option."""
    _fields: tuple[tuple[float, tuple[str, ...]], ...] = field(init=False, repr=False, compare=False)
    _joined: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts = ((_TITLE, self.title), (_TITLE, self.terms), (_PLACE, self.place), (_HELP, self.help))
        object.__setattr__(self, "_fields", tuple((weight, _words(text)) for weight, text in parts if text))
        object.__setattr__(self, "_joined", "".join(word for _weight, words in self._fields for word in words))

    def fit(self, word: str) -> float:
        """How well a word is found, 0–100; 0 where it is not."""
        if _stem(word, _DERIVATIONS) not in self._joined:
            return 0.0
        best = 0.0
        for weight, words in self._fields:
            if best < weight * EXACT:
                best = max(best, weight * _level(word, words, inside=weight == _TITLE))
        return best

    def covered(self, typed: Sequence[str]) -> float:
        """Share of the title, 0–1, that the typed words are in; half where they are all among its other terms."""
        roots = [_stem(word, _DERIVATIONS) for word in typed]
        if self.terms and all(any(one.startswith(root) for one in _words(self.terms)) for root in roots):
            return 0.5
        words = _words(self.title)
        return sum(any(one.startswith(root) for root in roots) for one in words) / max(1, len(words))


Row = TypeVar("Row")


@dataclass(frozen=True)
class RankedRow(Generic[Row]):
    """A row that fits what is typed. least: how well the worst of its words is found, 0–100; 0 where one is lacking."""

    row: Row
    score: float
    least: float

    @property
    def whole(self) -> bool:
        """Whether every word is one of the row, or the beginning of one; not only letters inside others."""
        return self.least >= _WHOLE


def rank(typed: str, rows: Sequence[tuple[Searchable, Row]]) -> list[RankedRow[Row]]:
    """The rows that fit what is typed: the whole ones first, then by how well they fit; equal ones stay in their order.

    Where no row has every typed word, fillers need not be found; where none has the others, one of them may be lacking, if the
    rest are words of the title or its other terms.
    """
    words = _words(typed)
    wanted = tuple(word for word in words if word not in _FILLERS) or words
    fits = [(searchable, row, {word: searchable.fit(word) for word in words}) for searchable, row in rows]
    found: list[RankedRow[Row]] = []
    for needed in dict.fromkeys((words, wanted)) if words else ():
        found = [
            RankedRow(row, _score(searchable, needed, fit), min(fit[word] for word in needed))
            for searchable, row, fit in fits
            if all(fit[word] for word in needed)
        ]
        if any(match.whole for match in found):
            break
    else:
        found += [RankedRow(row, _score(one, wanted, fit), 0.0) for one, row, fit in fits if _lacks_one(wanted, fit)]
    return sorted(found, key=lambda match: (not match.whole, -match.score))


def _lacks_one(wanted: Sequence[str], fits: Mapping[str, float]) -> bool:
    named = sum(fits[word] >= _NAMED for word in wanted)
    return len(wanted) > 1 and named == len(wanted) - 1


def _score(searchable: Searchable, needed: Sequence[str], fits: Mapping[str, float]) -> float:
    """The weakest word counts as much as all of them together."""
    least, mean = min(fits[word] for word in needed), sum(fits[word] for word in needed) / len(needed)
    return (least + mean) / 2 + _COVERED * searchable.covered(needed) + _AHEAD * searchable.ahead


def _level(word: str, words: Sequence[str], *, inside: bool) -> float:
    """How a word is found best among others. inside: whether letters within them count."""
    if word in words or any(first + second == word for first, second in itertools.pairwise(words)):
        return EXACT
    for endings, level in ((_INFLECTIONS, INFLECTED), (_DERIVATIONS, DERIVED)):
        root = _stem(word, endings)
        if any(_stem(one, endings) == root for one in words):
            return level
    if any(one.startswith(word) or (not word.isascii() and word in one) for one in words):
        return BEGINNING
    return INSIDE if inside and len(word) >= _LEAST_INSIDE and any(word in one for one in words) else 0.0


@lru_cache(maxsize=8192)
def _stem(word: str, endings: Sequence[str]) -> str:
    """An English word without its endings, so far as three letters stay: "vignetting" and "vignette" are one."""
    root = word
    while word.isascii() and word.isalpha():
        ending = next((one for one in endings if root.endswith(one) and len(root) - len(one) >= _LEAST_STEM), "")
        if not ending:
            break
        root = root[: -len(ending)]
        if len(root) > _LEAST_STEM and root[-1] == root[-2]:
            root = root[:-1]
    return root


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    """Words and numbers of a text, in small letters and one spelling."""
    found = []
    for word in _WORD.findall(text.casefold()):
        for british, american in _SPELLINGS:
            if len(word) > _LEAST_STEM:
                word = word.replace(british, american)
        found.append(word)
    return tuple(found)
