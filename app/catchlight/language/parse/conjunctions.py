"""Conjunctions: where the parts of a sentence are joined. Reasons ("because ...") are ignored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.parse.lexing import Lexeme

Joint = Literal["start", "and", "comma", "but", "stop", "none"]
"""What stands before a clause; ``none`` where it was split without any word."""


def without_reasons(found: Sequence[Lexeme]) -> list[Lexeme]:
    """The sentence with its reasons as fillers: what follows "because" up to the next comma or full stop."""
    kept: list[Lexeme] = []
    reason = False
    for at, lexeme in enumerate(found):
        if lexeme.has("because"):
            reason = True
        elif lexeme.has("stop") or (lexeme.has("and", "but") and _commands(found[at + 1 : at + 2])):
            reason = False
        kept.append(lexeme.only(Sense("filler")) if reason else lexeme)
    return kept


def _commands(following: Sequence[Lexeme]) -> bool:
    """Whether a wish of its own begins after an "and" inside a reason."""
    return any(
        one.has("make", "give", "add", "remove", "more", "less") or any(s.verbal for s in one.senses)
        for one in following
    )


def between_joints(found: list[Lexeme]) -> list[tuple[Joint, list[Lexeme]]]:
    """The parts of a sentence between its conjunctions and punctuation, none empty, each with the joint before it."""
    found = _resolve_all_but(found)
    parts: list[tuple[Joint, list[Lexeme]]] = []
    joint: Joint = "start"
    current: list[Lexeme] = []
    for at, lexeme in enumerate(found):
        if lexeme.has("but") and at and found[at - 1].has("whole") and _names_region(found, at + 1):
            current.append(lexeme.only(Sense("except")))
            continue
        boundary = lexeme.sense("stop", "and", "but")
        if boundary is None or boundary.value == "arrow":
            current.append(lexeme if boundary is None else lexeme.only(Sense("to")))
            continue
        if current:
            parts.append((joint, current))
            current = []
            joint = _joint(boundary)
        elif boundary.role == "but" or (boundary.role == "and" and joint == "start"):
            joint = _joint(boundary)
    if current:
        parts.append((joint, current))
    return parts


def _resolve_all_but(found: list[Lexeme]) -> list[Lexeme]:
    """ "All" before an exception is everything: darken all except the person."""

    def means_everything(at: int) -> bool:
        following = found[at + 1] if at + 1 < len(found) else None
        if following is None or found[at].text.casefold() != "all":
            return False
        return following.has("except") or (following.has("but") and _names_region(found, at + 2))

    return [lexeme.only(Sense("whole")) if means_everything(at) else lexeme for at, lexeme in enumerate(found)]


def _joint(boundary: Sense) -> Joint:
    if boundary.role == "stop":
        return "stop" if boundary.value == "strong" else "comma"
    return "but" if boundary.role == "but" else "and"


def _names_region(found: list[Lexeme], at: int) -> bool:
    while at < len(found) and found[at].has("article", "pronoun"):
        at += 1
    return at < len(found) and found[at].has("region")
