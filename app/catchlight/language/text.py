"""Tokeniser: characters to tokens, each with its place in the sentence as it was typed."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

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
    return [token for token in found if token.text not in _SILENT]


def token_texts(phrase: str) -> tuple[str, ...]:
    """The texts of the tokens of a phrase. Plain English words and Chinese characters are told without the tokeniser."""
    if _ENGLISH.fullmatch(phrase):
        return tuple(phrase.split(" "))
    if _CHINESE.fullmatch(phrase):
        return tuple(phrase)
    return tuple(token.text for token in tokens(phrase))


_ENGLISH = re.compile(r"[a-z]+(?: [a-z]+)*")
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
