"""Phrase search: whether a part of a sentence holds a phrase, or begins with one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catchlight.language.parse.adjuncts import TOLD, words_of
from catchlight.language.parse.lexing import Lexeme


def segment_text(segment: Sequence[Lexeme]) -> str:
    """The words between blanks, Chinese characters without any."""
    texts = (words_of(lexeme) for lexeme in segment if lexeme.senses[0] != TOLD)
    return (
        " " + "".join(f"{text} " if text.isascii() else text for text in texts if text not in (":", '"', "...")) + " "
    )


def holds(said: str, phrases: Iterable[str]) -> bool:
    """Whether a text, as ``segment_text`` gives it, holds one of the phrases as whole words."""
    return any(f" {phrase} " in said if phrase.isascii() else phrase in said for phrase in phrases)


_GREETINGS = (
    "please ",
    "pls ",
    "hi ",
    "hello ",
    "hey ",
    "so ",
    "well ",
    "oh ",
    "sorry ",
    "ok ",
    "okay ",
    "thanks ",
    "请",
    "你好",
)


def begins(said: str, phrases: Iterable[str]) -> bool:
    """Whether a text, as ``segment_text`` gives it, begins with one of the phrases, greetings left out."""
    begun = said.lstrip() + " "
    while greeting := next((one for one in _GREETINGS if begun.startswith(one)), ""):
        begun = begun.removeprefix(greeting).lstrip()
    return any(begun.startswith(f"{phrase} " if phrase.isascii() else phrase) for phrase in phrases)
