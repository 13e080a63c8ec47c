"""Clauses: where one wish ends and the next begins, and whether it wishes, forbids, or wants less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Literal

from catchlight.language.parse.lexing import Lexeme

Joint = Literal["start", "and", "comma", "but", "stop", "none"]
"""What stands before a clause; ``none`` where it was split without any word."""


_ADDING = frozenset({"add", "put", "insert", "place", "加", "加个", "放", "放个", "添", "戴上", "给我加"})
_REFERRING = frozenset({"it", "them", "this", "that", "these", "those", "它", "这", "那"})
_DEMANDING = ("make", "give", "add", "remove", "mend", "more", "less")
_SILENT = ("filler", "article")
_CONTENT = ("act", "noun", "fault", "look", "colour", "region", "thing", "whole", "degree", "too", "touch")


class Polarity(Enum):
    """What a clause wants of what it names."""

    WISH = "wish"
    FORBID = "forbid"
    """Not to be done, not to be changed: "don't", "leave"."""
    NONE = "none"
    """ "No shine": none of it, or not to be done."""
    LESS = "less"
    """ "Not too much"."""


_BARE = frozenset(
    {"region", "thing", "article", "filler", "pronoun", "degree", "left", "right", "measure", "number", "modifier", "colour",
     "to", "and", "too", "only", "whole", "nothing"}
)  # fmt: skip
"""Roles of words that name places and amounts, and say nothing of what is to be done there."""


@dataclass(frozen=True)
class Clause:
    """Lexemes that say one thing, each with all its senses."""

    joint: Joint
    lexemes: tuple[Lexeme, ...]

    @cached_property
    def polarity(self) -> Polarity:
        has = self.has
        if self.joint == "start" and _asks_to_keep_so(self.lexemes):
            return Polarity.WISH
        forbids = has("not") and not has("enough") and not _states(self.lexemes)
        if has("too") and (forbids or has("none")):
            return Polarity.LESS
        if forbids or has("keep", "except"):
            return Polarity.FORBID
        if any(one.role == "none" for one in self.lexemes):
            return Polarity.NONE
        return Polarity.WISH

    @cached_property
    def is_bare(self) -> bool:
        """Whether it names places, colours or amounts alone."""
        following = (*self.lexemes[1:], None)
        return all(
            one.role in _BARE
            and not (one.role == "modifier" and one.has("act") and not (after and after.has("colour", "modifier")))
            for one, after in zip(self.lexemes, following, strict=True)
        )

    @cached_property
    def adds_object(self) -> bool:
        """ "Put a brooch here": something that is not there yet, after a verb of adding and an indefinite article."""
        loud = [one for one in self.lexemes if one.role not in ("filler", "pronoun", "and")]
        if not loud or loud[0].text.casefold().split()[0] not in _ADDING or self.has("noun", "act", "fault", "look"):
            return False
        if loud[0].text.isascii():
            at = next(
                (at for at, one in enumerate(loud) if one.text.casefold().split()[-1] in ("a", "an", "some")), None
            )
            loud = loud[at + 1 :] if at is not None else []
        return any(one.role in ("thing", "unknown", "foreign") for one in loud)

    @cached_property
    def demands(self) -> bool:
        """Whether it begins with an imperative and goes on with words that nobody knows: "add a dog"."""
        loud = [one for one in self.lexemes if one.role not in (*_SILENT, "pronoun", "and")]
        strange = any(one.has("unknown", "foreign") for one in self.lexemes)
        referring = any(one.text.casefold() in _REFERRING for one in self.lexemes)
        return bool(loud) and loud[0].role in _DEMANDING and strange and not referring and not self.has("is", "because")

    @cached_property
    def only_measures(self) -> bool:
        """Whether it says nothing but how much: "down by half a stop"."""
        roles = {one.role for one in self.lexemes}
        return "measure" in roles and roles <= (_BARE - {"modifier", "colour"}) | {
            "less",
            "more",
            "up",
            "down",
            "make",
            "add",
        }

    @cached_property
    def clears_ground(self) -> bool:
        """ "Remove the background", but not "remove the car in the background"."""
        named = any(one.role == "region" and one.value == "background" and " " not in one.text for one in self.lexemes)
        return self.takes_away and named and not self.has("thing", "unknown", "foreign")

    @cached_property
    def signs(self) -> frozenset[str]:
        """The signs of its signed numbers."""
        return frozenset(one.text.lstrip()[0] for one in self.lexemes if one.signed)

    @cached_property
    def measured(self) -> bool:
        return any(
            one.role in ("measure", "degree") or (one.role == "number" and one.text[-1:].isdecimal())
            for one in self.lexemes
        )

    @cached_property
    def takes_away(self) -> bool:
        """ "Remove", "gone": as much as there is of it."""
        return self.has("remove", "off", "none")

    def has(self, *roles: str) -> bool:
        """Whether a lexeme has one of the roles as its first."""
        return any(one.role in roles for one in self.lexemes)


def split_clauses(found: Sequence[Lexeme]) -> list[Clause]:
    """The clauses of a sentence, none empty: between punctuation and conjunctions, before negations, after exceptions."""
    clauses: list[Clause] = []
    joint: Joint = "start"
    current: list[Lexeme] = []
    for at, lexeme in enumerate(found):
        boundary = lexeme.sense("stop", "and", "but")
        ends = boundary is not None and boundary.value != "arrow"
        if ends or _begins_negation(found, at, current) or _ends_exception(lexeme, current):
            if any(one.role not in _SILENT for one in current):
                clauses.append(Clause(joint, tuple(current)))
                joint = "none"
            if ends and boundary is not None:
                joint = _joint_of(boundary.role, boundary.value) if clauses else "start"
            current = []
        if not ends:
            current.append(lexeme)
    if any(one.role not in _SILENT for one in current):
        clauses.append(Clause(joint, tuple(current)))
    return clauses


_TOPIC = (*_SILENT, "pronoun", "is", "region", "thing", "left", "right", "whole")
"""Roles of words that stand before the negation that is about them: "the whites mustn't clip"."""


def _begins_negation(found: Sequence[Lexeme], at: int, current: Sequence[Lexeme]) -> bool:
    """ "Smooth skin keep the pores": a negation or protection begins a clause where something follows it."""
    lexeme = found[at]
    if lexeme.role not in ("not", "none", "keep", "except") or all(one.role in _TOPIC for one in current):
        return False
    if current[-1].role in ("is", "not", "none", "keep", "except"):
        return False
    rest: list[Lexeme] = []
    for one in found[at + 1 :]:
        if one.has("stop", "and", "but"):
            break
        rest.append(one)
    needed = (*_CONTENT, "unknown", "foreign") if lexeme.role == "keep" else _CONTENT
    return any(one.has(*needed) for one in rest)


def _ends_exception(lexeme: Lexeme, current: Sequence[Lexeme]) -> bool:
    """除了眼睛全部压暗: what follows the places after "except" is a clause of its own."""
    if not current or not any(one.role == "except" for one in current):
        return False
    named = any(one.role in ("region", "thing") for one in current[[one.role for one in current].index("except") :])
    return named and lexeme.role not in (*_SILENT, "region", "thing", "except", "left", "right", "pronoun")


_STATING = frozenset(
    {"can't", "cannot", "cant", "can not", "couldn't", "couldnt", "doesn't", "doesnt", "does not", "didn't", "didnt", "did not",
     "wont", "won't", "wouldn't", "wouldnt"}
)  # fmt: skip
"""Negations that say how something is; nobody is told not to do it."""
_LIKING = frozenset({"like", "love", "see", "喜欢", "看"})


def _asks_to_keep_so(lexemes: Sequence[Lexeme]) -> bool:
    """ "Keep the skin bright" wishes it to be bright."""
    loud = [one for one in lexemes if one.role not in (*_SILENT, "pronoun")]
    if len(loud) < 3 or loud[0].text.casefold() != "keep" or not loud[-2].has("region"):
        return False
    return loud[-1].role == "act" or (loud[-1].role == "modifier" and loud[-1].has("act"))


def _states(lexemes: Sequence[Lexeme]) -> bool:
    """ "It is not bright", "I can't see", "I don't like": a complaint, no prohibition."""
    at = next(place for place, one in enumerate(lexemes) if one.role == "not")
    said = lexemes[at].text.casefold().replace("\u2019", "'")
    before = lexemes[at - 1].text.casefold() if at else ""
    after = lexemes[at + 1].text.casefold() if at + 1 < len(lexemes) else ""
    asks = said == "不" and all(one.role in _SILENT for one in lexemes[at + 1 :])  # 能去不
    if asks or said in _STATING or before in ("看", "认") or after in _LIKING:
        return True
    return any(one.role == "is" for one in lexemes[:at])


def _joint_of(role: str, value: str) -> Joint:
    if role == "stop":
        return "stop" if value == "strong" else "comma"
    return "but" if role == "but" else "and"
