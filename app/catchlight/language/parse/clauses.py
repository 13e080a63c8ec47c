"""Lexemes to clauses: where one wish ends and the next begins, and which sense each word has in its clause."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.conjunctions import Joint, between_joints
from catchlight.language.parse.lexing import Lexeme

_CONTENT = ("act", "noun", "fault", "region", "thing", "look", "colour", "whole")
_DIRECTIONS = ("more", "less", "add", "remove")
_MAKING = ("make", "give")


_NONE_OF = frozenset({"不要", "不想要", "别要", "请不要"})
"""Before a noun they are "no", before a verb "don't"."""


@dataclass(frozen=True)
class Clause:
    joint: Joint
    lexemes: tuple[Lexeme, ...]
    """Each with its one sense first."""

    def has(self, *roles: str) -> bool:
        return any(lexeme.role in roles for lexeme in self.lexemes)

    def all(self, *roles: str) -> list[Lexeme]:
        return [lexeme for lexeme in self.lexemes if lexeme.role in roles]


def clauses(found: list[Lexeme], vocabulary: Vocabulary) -> tuple[list[Clause], list[Lexeme]]:
    """The clauses, and every lexeme of the sentence with its chosen sense."""
    parts: list[Clause] = []
    said: list[Lexeme] = []
    for joint, lexemes in between_joints(found):
        chosen = _placed([_chosen(lexemes, at, vocabulary) for at in range(len(lexemes))], vocabulary)
        said += chosen
        current: list[Lexeme] = []
        for at, lexeme in enumerate(chosen):
            if _complete(current) and _starts(chosen, at, current):
                parts.append(Clause(joint, _particled(current)))
                joint, current = "none", []
            current.append(lexeme)
        parts.append(Clause(joint, _particled(current)))
    taken = {lexeme.start for lexeme in said}
    rest = [_settled(lexeme) for lexeme in found if lexeme.start not in taken]
    return parts, sorted(said + rest, key=lambda lexeme: lexeme.start)


def _placed(chosen: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """ "The skin of the neck" is the neck: a region that only says of what the place beside it is, is left out."""
    said = [
        at for at, lexeme in enumerate(chosen) if lexeme.role not in ("article", "filler", "pronoun", "left", "right")
    ]
    placed = list(chosen)
    for first, second in pairwise(said):
        for matter, place in ((first, second), (second, first)):
            parts = vocabulary.grammar.matter.get(chosen[matter].value, ()) if chosen[matter].role == "region" else ()
            if chosen[place].role in ("region", "thing") and chosen[place].value in parts:
                placed[matter] = chosen[matter].only(Sense("filler"))
    return placed


def _particled(current: list[Lexeme]) -> tuple[Lexeme, ...]:
    """ "Take the shine off" removes, though its particle begins no new wish."""
    made = any(lexeme.role in (*_MAKING, "mend") for lexeme in current)
    return tuple(lexeme.only(Sense("remove", "off")) if made and lexeme.role == "off" else lexeme for lexeme in current)


def _settled(lexeme: Lexeme) -> Lexeme:
    joint = lexeme.sense("stop", "and", "but")
    return lexeme.only(joint or Sense("filler"))


def _complete(current: list[Lexeme]) -> bool:
    """Whether the lexemes so far are a wish already."""
    roles = {lexeme.role for lexeme in current}
    if roles & {"act", "fault", "look"}:
        return True
    moved = roles & {*_DIRECTIONS, "up", "down", "measure", "number", "too", "keep", "touch"}
    if moved and roles & {"noun", "region", "thing", "colour"}:
        return True
    return "colour" in roles and bool(roles & {"region", "thing", "pronoun"}) and not _descriptive_only(current)


def _descriptive_only(current: list[Lexeme]) -> bool:
    """The colour stands before what it describes: "the white jacket" waits for what is to become of it."""
    places = [at for at, lexeme in enumerate(current) if lexeme.role == "colour"]
    return all(at + 1 < len(current) and current[at + 1].role in ("region", "thing") for at in places)


def _starts(chosen: list[Lexeme], at: int, current: list[Lexeme]) -> bool:
    """Whether a new wish begins here."""
    lexeme = chosen[at]
    rest = chosen[at + 1 :]
    if lexeme.role in (*_MAKING, "keep"):
        forbidden = any(other.role in ("not", "none") for other in current)
        return not (forbidden and lexeme.text.casefold() == "with")
    if lexeme.role in ("not", "none"):
        return any(other.role in (*_CONTENT, "touch", "degree") for other in rest)
    if lexeme.role in _DIRECTIONS:
        follows = next((other for other in rest if other.role in (*_CONTENT, "stop", *_DIRECTIONS, *_MAKING)), None)
        governed = current[-1].role in ("not", "none", "is", "degree") and len(current) > 1
        governed = governed or (current[-1].role == "to" and any(other.role == "act" for other in current))
        withheld = any(other.role in ("not", "none") for other in current)
        governed = governed or (withheld and current[-1].text.casefold() == "with")
        return follows is not None and follows.role in _CONTENT and not governed
    if lexeme.role == "look":
        return any(other.role == "act" for other in current)
    if lexeme.role != "act":
        return False
    if not any(other.role in ("act", "fault", "look", "noun", "colour") for other in current):
        return False
    sense = lexeme.senses[0]
    described = sense.base and bool(rest) and rest[0].role in ("region", "thing", "fault", "noun")
    leans = current[-1].role in ("too", "not", "none", "less", "more", "is", "degree", "to", "keep", "touch")
    if sense.base and not sense.verbal and any(other.role == "act" and other.senses[0].verbal for other in current):
        return False  # "brighten the dark side of the face"
    own = [other for other in current if other.role == "act"]
    attributive = bool(own) and _described(current, own[-1])
    return not described and not leans and not attributive


def _described(current: list[Lexeme], act: Lexeme) -> bool:
    """Whether an adjective stands before what it describes, with something like "make" before both."""
    at = current.index(act)
    following = current[at + 1].role if at + 1 < len(current) else ""
    before = current[at - 1].role if at else ""
    return act.senses[0].base and following in ("region", "thing") and before in ("article", "pronoun", "make")


def _chosen(lexemes: list[Lexeme], at: int, vocabulary: Vocabulary) -> Lexeme:
    lexeme = lexemes[at]
    senses = lexeme.senses
    if lexeme.has("modifier"):
        if _portions(lexemes, at):
            return lexeme.only(Sense("degree", _PORTIONS[_value(lexeme, "modifier")]))
        if _before_colour(lexemes, at):
            return lexeme.only(Sense("modifier", _value(lexeme, "modifier")))
        senses = tuple(s for s in senses if s.role != "modifier") or (Sense("unknown"),)
    if lexeme.has("too") and lexeme.has("filler"):
        said = ("act", "fault", "colour", "degree", "noun", "more", "less", "up", "down")
        later = any(other.has(*said) for other in lexemes[at + 1 :])  # "too high", but "and the sky too"
        return lexeme.only(Sense("too" if later else "filler"))
    if lexeme.text in _NONE_OF and at + 1 < len(lexemes) and lexemes[at + 1].has("noun"):
        return lexeme.only(Sense("none"))
    if len(senses) == 1:
        return replace(lexeme, senses=senses)
    if lexeme.has("filler") and lexeme.has("region"):
        after = lexemes[at - 1].sense("act", "except", "keep") if at else None
        meant = after is not None and (after.verbal or after.role != "act")
        return lexeme.only(lexeme.sense("region" if meant else "filler") or senses[0])
    if lexeme.has("make") and lexeme.has("act"):
        coloured = any(other.has("colour") for other in lexemes)
        return lexeme.only(lexeme.sense("act" if coloured else "make") or senses[0])
    if lexeme.has("touch"):
        forbidden = any(other.has("not", "none", "keep") for other in lexemes[:at])
        forbidden = forbidden and any(o.has("region", "noun", "nothing", "thing", "pronoun") for o in lexemes)
        senses = tuple(s for s in senses if (s.role == "touch") == forbidden)
    if lexeme.has("give") and lexeme.has("to"):
        place = next((i for i in range(at + 1, len(lexemes)) if lexemes[i].has(*_CONTENT)), None)
        adding = place is not None and lexemes[place].has("noun", "fault", "look", "act")
        adding = adding and not (place is not None and (lexemes[place].has("colour") or _before_colour(lexemes, place)))
        return lexeme.only(Sense("give" if adding else "to"))
    mending = any(
        other.has("fault") and not any(between.has("not", "none") for between in lexemes[at + 1 : place])
        for place, other in enumerate(lexemes)
        if place != at
    )
    if lexeme.has("mend") and lexeme.has("filler") and any(other.has("thing") for other in lexemes[at + 1 :]):
        return lexeme.only(Sense("mend"))  # "tidy the flyaway hairs"
    if lexeme.has("mend"):
        senses = tuple(s for s in senses if (s.role == "mend") == mending) or senses
    governing = _governs(lexemes, at, vocabulary)
    senses = tuple(s for s in senses if (s.role in (*_DIRECTIONS, "up", "down")) == governing) or senses
    if lexeme.has("degree") and lexeme.has("act"):
        ahead = any(other.has("act", "noun", "fault", "look", *_DIRECTIONS) for other in lexemes[at + 1 :])
        senses = tuple(s for s in senses if (s.role == "degree") == ahead) or senses
    return lexeme.only(_fitting(lexemes, at, senses, vocabulary))


_PORTIONS = {"light": "0.25", "pale": "0.25", "deep": "0.75"}


def _portions(lexemes: list[Lexeme], at: int) -> bool:
    """ "Give me a light tan": how much of it."""
    given = any(other.has("give", "add") for other in lexemes[:at])
    following = lexemes[at + 1] if at + 1 < len(lexemes) else None
    if following is None or any(other.has("region", "thing") for other in lexemes[at + 1 :]):
        return False
    return given and following.has("noun") and _value(lexemes[at], "modifier") in _PORTIONS


def _value(lexeme: Lexeme, role: str) -> str:
    sense = lexeme.sense(role)
    return sense.value if sense else ""


def _before_colour(lexemes: list[Lexeme], at: int) -> bool:
    while at + 1 < len(lexemes) and lexemes[at + 1].has("modifier"):
        at += 1
    return at + 1 < len(lexemes) and lexemes[at + 1].has("colour")


def _governs(lexemes: list[Lexeme], at: int, vocabulary: Vocabulary) -> bool:
    """Whether a word such as "soften" or "deeper" only says the direction of another: "soften the contrast"."""
    for place, other in enumerate(lexemes):
        if place == at:
            continue
        if other.has("noun", "fault"):
            return True
        region = other.sense("region")
        if region and vocabulary.kind(region.value) == "@zone":
            return not lexemes[at].has("act")
    return False


def _fitting(lexemes: list[Lexeme], at: int, senses: tuple[Sense, ...], vocabulary: Vocabulary) -> Sense:
    """Between act, noun and colour of one word: by the regions and the directions beside it."""
    act = next((s for s in senses if s.role == "act"), None)
    other = next((s for s in senses if s.role == "colour"), next((s for s in senses if s.role == "noun"), None))
    band = next((s for s in senses if s.role == "region"), None)
    if band is not None and other is not None and other.role == "colour":
        return other if _is_aim(lexemes, at) else band
    if act is None or other is None:
        return senses[0]
    if other.role == "noun":
        others = [i for i, o in enumerate(lexemes) if i != at and o.has("act") and not o.has("noun", *_DIRECTIONS)]
        if any(not (lexemes[i].has("modifier") and _before_colour(lexemes, i)) for i in others):
            return other  # "make the light warmer"
        moved = any(
            o.has(
                *_DIRECTIONS,
                "measure",
                "number",
                "too",
                "up",
                "down",
                "none",
                "off",
                "lacking",
                "amiss",
                "mend",
                "give",
            )
            for o in lexemes[:at] + lexemes[at + 1 :]
        )
        return other if moved else act
    verb = vocabulary.grammar.verbs[act.value]
    measured = any(o.has("degree", "too", "less", "lacking") for o in lexemes) and not any(
        o.has("to") for o in lexemes[:at]
    )
    if act.base and measured and not lexemes[at].text.isascii():
        return act  # 黑一点 is darker, 染黑 is black
    named = {s.value for o in lexemes if o is not lexemes[at] and not o.has("filler") and (s := o.sense("region"))}
    things = any(o.has("thing") for o in lexemes)
    return (
        act if not things and (verb.regions or other.base) and (verb.only is None or named <= set(verb.only)) else other
    )


def _is_aim(lexemes: list[Lexeme], at: int) -> bool:
    """Whether 蓝色 is the colour wished for (阴影染蓝色) rather than the blues of the picture (蓝色更深)."""
    return any(other.has("region", "to", "act", "more", "less", "add", "too", "make") for other in lexemes[:at])
