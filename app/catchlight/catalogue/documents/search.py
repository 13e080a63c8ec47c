"""Finding a document by typing: a country, its code, a word in English or Chinese, a size, with small slips."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from catchlight.catalogue.documents import DocumentSpec

FILLERS = frozenset(
    {"a", "an", "and", "for", "of", "or", "photo", "photos", "picture", "size", "the", "to", "照片", "照"}
)
"""Words that say nothing about which document is meant."""

MOST_TYPED = 200
"""Characters that are looked at: what is longer was pasted by mistake, and would take long."""
EXACT, PREFIX, SLIP = 4.0, 3.0, 1.0
OWN, ALIAS = 0.5, 0.0
"""A word of the country's name or of the label counts a little more than one of the aliases."""


@dataclass(frozen=True)
class _Entry:
    document: DocumentSpec
    phrases: frozenset[str]
    words: dict[str, float]
    """Each word with its weight."""
    ideographs: str
    """All Chinese text of the row, parts separated by a space."""


def search(documents: Iterable[DocumentSpec], text: str) -> list[DocumentSpec]:
    """Documents that fit ``text``, best first; all of them, in their order, where the text is empty.

    A document must fit as many of the words as any document does. Slips (one letter wrong, missing, doubled or
    swapped; two in words of eight letters or more) are forgiven only in words that fit nowhere as they stand.
    """
    entries = [_entry(document) for document in documents]
    phrase = _plain(text[:MOST_TYPED])
    tokens = _tokens(phrase)
    if not tokens:
        return [] if text.strip() else [entry.document for entry in entries]
    totals = _totals(tokens, entries)
    most = max((n for n, _ in totals), default=0)
    if most == 0:
        return []
    ranked = [
        (total + (EXACT if phrase in entry.phrases else 0.0), -position, entry.document)
        for position, (entry, (n, total)) in enumerate(zip(entries, totals, strict=True))
        if n == most
    ]
    ranked.sort(key=lambda row: row[:2], reverse=True)
    return [document for _, _, document in ranked]


def _totals(tokens: list[str], entries: list[_Entry]) -> list[tuple[int, float]]:
    """How many of the words each entry fits, and how well all in all."""
    totals = [(0, 0.0)] * len(entries)
    for token in tokens:
        scores = [_fit(token, entry) for entry in entries]
        if not any(scores):
            scores = [_slip(token, entry) for entry in entries]
        totals = [(n + (s > 0), total + s) for (n, total), s in zip(totals, scores, strict=True)]
    return totals


def _entry(document: DocumentSpec) -> _Entry:
    own = [document.country, document.country_label, document.country_label_zh, document.label, document.label_zh]
    size = f"{document.width_mm:g}x{document.height_mm:g}"
    aliases = [*document.aliases, document.id.replace("_", " "), size, f"{document.width_px}x{document.height_px}"]
    words: dict[str, float] = {}
    for text, weight in [*((text, OWN) for text in own), *((text, ALIAS) for text in aliases)]:
        for word in _words(_plain(text)):
            words[word] = max(weight, words.get(word, weight))
    phrases = frozenset(_plain(text) for text in (*own, *aliases))
    return _Entry(document, phrases, words, " ".join(p for p in sorted(phrases) if _is_ideographic(p)))


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Lower case without accents or punctuation; sizes as ``35x45``."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    bare = re.sub(r"(?<=\d)\s*(?:x|×|\*)\s*(?=\d)", "x", bare.replace(".", "\0"))
    bare = re.sub(r"(?<!\d)\0|\0(?!\d)", "", bare).replace("\0", ".")
    return " ".join(re.sub(r"[^\w.]+|_", " ", bare).split())


def _words(plain: str) -> Iterator[str]:
    """Words of plain text, runs of Chinese apart from Latin letters and digits."""
    for word in plain.split():
        yield from re.findall(r"[㐀-鿿]+|[^㐀-鿿]+", word)


def _tokens(plain: str) -> list[str]:
    words = list(dict.fromkeys(_words(plain)))
    return [word for word in words if word not in FILLERS] or words


def _is_ideographic(text: str) -> bool:
    return re.search(r"[㐀-鿿]", text) is not None


def _fit(token: str, entry: _Entry) -> float:
    if token in entry.words:
        return EXACT + entry.words[token]
    if _is_ideographic(token):
        return PREFIX if token in entry.ideographs else 0.0
    return max((PREFIX + weight for word, weight in entry.words.items() if word.startswith(token)), default=0.0)


def _composed(token: str, text: str) -> bool:
    """Whether the run is made of pieces that all occur: 日本的签证照片 or the short form 美签."""
    rest = token
    for filler in ("照片", "照", "的"):
        rest = rest.replace(filler, "")
    while rest:
        length = 0
        while length < len(rest) and rest[: length + 1] in text:
            length += 1
        if not length:
            return False
        rest = rest[length:]
    return True


def _slip(token: str, entry: _Entry) -> float:
    if _is_ideographic(token):
        return SLIP if _composed(token, entry.ideographs) else 0.0
    allowed = 2 if len(token) >= 8 else 1 if len(token) >= 4 else 0
    if not allowed or any(c.isdigit() for c in token):
        return 0.0
    best = 0.0
    for word, weight in entry.words.items():
        for heard in {word, word[: len(token)]}:
            distance = OSA.distance(token, heard, score_cutoff=allowed)
            if distance > allowed:
                continue
            best = max(best, SLIP + weight - 0.2 * distance - (0.1 if heard != word else 0.0))
    return best
