"""Tokeniser: characters to tokens, each with its place in the sentence as it was typed."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

_TOKEN = re.compile(
    r"(?P<hex>#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z]))"
    r"|(?P<number>(?:(?<![0-9a-z.])[+\-]\s?)?\d{1,9}(?:\.\d{1,9})?(?:/\d{1,9})?)"
    r"|(?P<word>[a-z]+(?:'(?:t|m|d|ll|ve|re)(?![a-z]))?)"
    r"|(?P<possessive>'s(?![a-z]))"
    r"|(?P<ideograph>[㐀-鿿])"
    r"|(?P<mark>[^\s\w]|\n)"
    r"|(?P<other>\w)"
)
_SAME = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "−": "-", "–": "-", "—": ",", "→": ">"})


@dataclass(frozen=True)
class Token:
    """A word, number, ideograph or mark; ``start:end`` are places in the original sentence."""

    text: str
    kind: str
    start: int
    end: int


def tokens(sentence: str) -> list[Token]:
    """Lower case, half-width, without accents. Spaces and hyphens between words separate and leave no token."""
    plain, places = _fold(sentence)
    found: list[Token] = []
    for match in _TOKEN.finditer(plain):
        kind = match.lastgroup or "other"
        start, end = places[match.start()], places[match.end() - 1] + 1
        found.append(Token(match.group().replace(" ", "") if kind == "number" else match.group(), kind, start, end))
    return _with_pauses([token for token in found if token.text not in _SILENT])


def _with_pauses(found: list[Token]) -> list[Token]:
    """Chinese needs no blanks between words: one between two characters stands for a comma."""
    paused: list[Token] = []
    for token in found:
        last = paused[-1] if paused else None
        if last is not None and last.end < token.start and token.kind == last.kind == "ideograph":
            paused.append(Token(",", "mark", last.end, last.end + 1))
        paused.append(token)
    return paused


def language_of(sentence: str) -> Literal["en", "zh"]:
    """``zh`` for a sentence with Chinese characters, else ``en``."""
    return "zh" if any(token.kind == "ideograph" for token in tokens(sentence)) else "en"


def token_texts(phrase: str) -> tuple[str, ...]:
    """The texts of the tokens of a phrase. Plain English words and Chinese characters are told without the tokeniser."""
    if phrase.isascii():
        if phrase.isalpha() and phrase.islower():
            return (phrase,)
        if _ENGLISH.fullmatch(phrase):
            return tuple(phrase.split(" "))
    elif _CHINESE.fullmatch(phrase):
        return tuple(phrase)
    return tuple(token.text for token in tokens(phrase))


_WORD = r"[a-z]+(?:'(?:t|m|d|ll|ve|re))?"
_ENGLISH = re.compile(f"{_WORD}(?: {_WORD})*")
_CHINESE = re.compile("[㐀-鿿]+")
_SILENT = frozenset("-_\"'“”「」『』《》()[]{}（）*~…")


def _fold(sentence: str) -> tuple[str, list[int]]:
    """Folded text and, for each of its characters, the place it came from."""
    if sentence.isascii():
        return sentence.translate(_SAME).lower(), list(range(len(sentence)))
    text: list[str] = []
    places: list[int] = []
    for place, character in enumerate(sentence):
        for part in unicodedata.normalize("NFKD", character.translate(_SAME)).casefold():
            if not unicodedata.combining(part):
                text.append(part)
                places.append(place)
    return "".join(text), places
