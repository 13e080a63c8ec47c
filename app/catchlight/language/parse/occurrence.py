"""Occurrence of a word: a lexeme in its part of the sentence, with what stands before and after it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.lexing import Lexeme

CONTENT_ROLES = ("act", "noun", "fault", "region", "thing", "look", "colour", "whole")
"""Roles of words that name what is to be done, or to what."""
DIRECTION_ROLES = ("more", "less", "add", "remove")


@dataclass(frozen=True)
class Occurrence:
    """A lexeme in its part of the sentence."""

    lexemes: list[Lexeme]
    at: int
    vocabulary: Vocabulary

    @property
    def lexeme(self) -> Lexeme:
        """The lexeme itself."""
        return self.lexemes[self.at]

    @property
    def before(self) -> list[Lexeme]:
        """The lexemes before it."""
        return self.lexemes[: self.at]

    @property
    def after(self) -> list[Lexeme]:
        """The lexemes after it."""
        return self.lexemes[self.at + 1 :]

    @property
    def following(self) -> Lexeme | None:
        """The lexeme next to it; None at the end."""
        return self.lexemes[self.at + 1] if self.at + 1 < len(self.lexemes) else None

    def at_place(self, at: int) -> Occurrence:
        """Another word of the same part."""
        return replace(self, at=at)

    def is_before_colour(self) -> bool:
        """Whether a colour follows, perhaps after modifiers."""
        following = next((lexeme for lexeme in self.after if not lexeme.has("modifier")), None)
        return following is not None and following.has("colour")
