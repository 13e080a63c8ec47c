"""Clause segmentation: where one wish ends and the next begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.conjunctions import Joint, between_joints
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.parse.sense_choice import CONTENT_ROLES, DIRECTION_ROLES, choose_sense

_MAKING_ROLES = ("make", "give")


@dataclass(frozen=True)
class Clause:
    """Lexemes that say one wish, or nothing but what a neighbour is about."""

    joint: Joint
    lexemes: tuple[Lexeme, ...]
    """Each with its one sense first."""

    def has(self, *roles: str) -> bool:
        """Whether a lexeme has one of the roles."""
        return any(lexeme.role in roles for lexeme in self.lexemes)

    def all(self, *roles: str) -> list[Lexeme]:
        """The lexemes that have one of the roles, in order."""
        return [lexeme for lexeme in self.lexemes if lexeme.role in roles]


def clauses(found: list[Lexeme], vocabulary: Vocabulary) -> tuple[list[Clause], list[Lexeme]]:
    """The clauses, and every lexeme of the sentence with its chosen sense."""
    parts: list[Clause] = []
    said: list[Lexeme] = []
    for joint, lexemes in between_joints(found):
        chosen = _drop_matter([choose_sense(lexemes, at, vocabulary) for at in range(len(lexemes))], vocabulary)
        said += chosen
        current: list[Lexeme] = []
        for at, lexeme in enumerate(chosen):
            if _is_wish(current) and _starts_wish(lexeme, chosen[at + 1 :], current):
                parts.append(Clause(joint, _resolve_particles(current)))
                joint, current = "none", []
            current.append(lexeme)
        parts.append(Clause(joint, _resolve_particles(current)))
    taken = {lexeme.start for lexeme in said}
    rest = [_settle_joint(lexeme) for lexeme in found if lexeme.start not in taken]
    return parts, sorted(said + rest, key=lambda lexeme: lexeme.start)


def _drop_matter(chosen: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """ "The skin of the neck" is the neck: a region that only says of what the place beside it is, is left out."""
    said = [
        at for at, lexeme in enumerate(chosen) if lexeme.role not in ("article", "filler", "pronoun", "left", "right")
    ]
    kept = list(chosen)
    for first, second in pairwise(said):
        for matter, place in ((first, second), (second, first)):
            parts = vocabulary.grammar.matter.get(chosen[matter].value, ()) if chosen[matter].role == "region" else ()
            if chosen[place].role in ("region", "thing") and chosen[place].value in parts:
                kept[matter] = chosen[matter].only(Sense("filler"))
    return kept


def _resolve_particles(current: list[Lexeme]) -> tuple[Lexeme, ...]:
    """ "Take the shine off" removes, though its particle begins no new wish."""
    made = any(lexeme.role in (*_MAKING_ROLES, "mend") for lexeme in current)
    return tuple(lexeme.only(Sense("remove", "off")) if made and lexeme.role == "off" else lexeme for lexeme in current)


def _settle_joint(lexeme: Lexeme) -> Lexeme:
    """A lexeme between clauses: a joint, or nothing."""
    joint = lexeme.sense("stop", "and", "but")
    return lexeme.only(joint or Sense("filler"))


def _is_wish(current: list[Lexeme]) -> bool:
    """Whether the lexemes so far are a wish already."""
    roles = {lexeme.role for lexeme in current}
    if roles & {"act", "fault", "look"}:
        return True
    moved = roles & {*DIRECTION_ROLES, "up", "down", "measure", "number", "too", "keep", "touch"}
    if moved and roles & {"noun", "region", "thing", "colour"}:
        return True
    return "colour" in roles and bool(roles & {"region", "thing", "pronoun"}) and not _only_describes(current)


def _only_describes(current: list[Lexeme]) -> bool:
    """The colour stands before what it describes: "the white jacket" waits for what is to become of it."""
    places = [at for at, lexeme in enumerate(current) if lexeme.role == "colour"]
    return all(at + 1 < len(current) and current[at + 1].role in ("region", "thing") for at in places)


def _starts_wish(lexeme: Lexeme, rest: list[Lexeme], current: list[Lexeme]) -> bool:
    """Whether a new wish begins with a lexeme. rest: what follows it; current: the wish before it."""
    rule = _STARTS.get(lexeme.role)
    return rule is not None and rule(lexeme, rest, current)


def _making_starts(lexeme: Lexeme, _: list[Lexeme], current: list[Lexeme]) -> bool:
    """ "With" goes on with what is forbidden."""
    return not (_is_negated(current) and _is_with(lexeme))


def _negation_starts(_: Lexeme, rest: list[Lexeme], __: list[Lexeme]) -> bool:
    """A negation begins a clause where something follows that it can negate."""
    return any(other.role in (*CONTENT_ROLES, "touch", "degree") for other in rest)


def _direction_starts(_: Lexeme, rest: list[Lexeme], current: list[Lexeme]) -> bool:
    """A direction begins a wish where what it moves follows, unless it belongs to the word before it: "is less red"."""
    next_roles = (*CONTENT_ROLES, "stop", *DIRECTION_ROLES, *_MAKING_ROLES)
    follows = next((other for other in rest if other.role in next_roles), None)
    return follows is not None and follows.role in CONTENT_ROLES and not _governs_direction(current)


def _governs_direction(current: list[Lexeme]) -> bool:
    last = current[-1]
    if last.role in ("not", "none", "is", "degree") and len(current) > 1:
        return True
    if last.role == "to" and any(other.role == "act" for other in current):
        return True
    return _is_negated(current) and _is_with(last)


def _look_starts(_: Lexeme, __: list[Lexeme], current: list[Lexeme]) -> bool:
    return any(other.role == "act" for other in current)


def _act_starts(lexeme: Lexeme, rest: list[Lexeme], current: list[Lexeme]) -> bool:
    """A verb begins a wish unless it describes what follows, or belongs to the words before it."""
    if not any(other.role in ("act", "fault", "look", "noun", "colour") for other in current):
        return False
    sense, acts = lexeme.senses[0], [other for other in current if other.role == "act"]
    if sense.base and rest and rest[0].role in ("region", "thing", "fault", "noun"):
        return False
    if current[-1].role in ("too", "not", "none", "less", "more", "is", "degree", "to", "keep", "touch"):
        return False
    if sense.base and not sense.verbal and any(other.senses[0].verbal for other in acts):
        return False  # "brighten the dark side of the face"
    return not (acts and _is_attribute(current, acts[-1]))


def _is_attribute(current: list[Lexeme], act: Lexeme) -> bool:
    """Whether an adjective stands before what it describes, with something like "make" before both."""
    at = current.index(act)
    following = current[at + 1].role if at + 1 < len(current) else ""
    before = current[at - 1].role if at else ""
    return act.senses[0].base and following in ("region", "thing") and before in ("article", "pronoun", "make")


def _is_negated(lexemes: list[Lexeme]) -> bool:
    return any(lexeme.role in ("not", "none") for lexeme in lexemes)


def _is_with(lexeme: Lexeme) -> bool:
    return lexeme.text.casefold() == "with"


_STARTS: Mapping[str, Callable[[Lexeme, list[Lexeme], list[Lexeme]], bool]] = {
    **dict.fromkeys((*_MAKING_ROLES, "keep"), _making_starts),
    **dict.fromkeys(("not", "none"), _negation_starts),
    **dict.fromkeys(DIRECTION_ROLES, _direction_starts),
    "look": _look_starts,
    "act": _act_starts,
}
"""Whether a lexeme of a role begins a new wish; one of another role never does."""
