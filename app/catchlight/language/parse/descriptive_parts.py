"""Circumstances: phrases of place, purpose, cause or size that ask for nothing: "for a softer feel", "at 35 by 45 mm"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.parse.adjuncts import words_of
from catchlight.language.parse.descriptive_words import plain_words
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.parse.rewording import blank_lexemes


def drop_circumstances(segment: list[Lexeme]) -> list[Lexeme]:
    """A part between two joints without what asks for nothing in it."""
    for step in _STEPS:
        segment = step(segment)
    return segment


def _mark_added_light(segment: list[Lexeme]) -> list[Lexeme]:
    """ "Add a sunset behind us" asks for the thing, not for its light."""
    given = any(lexeme.has("add") or words_of(lexeme) in ("put", "place", "insert") for lexeme in segment)
    return [
        lexeme.only(Sense("foreign"))
        if given and lexeme.has("look") and words_of(lexeme) in _SEEN and _has_place(segment[at + 1 :])
        else lexeme
        for at, lexeme in enumerate(segment)
    ]


_SEEN = frozenset({"sunset", "sunrise", "moonlight", "dusk", "twilight", "evening sun", "low sun"})


def _has_place(following: Sequence[Lexeme]) -> bool:
    return any(
        words_of(lexeme).split()[0] in ("behind", "in", "on", "over", "next", "beside", "above") for lexeme in following
    )


def _reorder_modifier(segment: list[Lexeme]) -> list[Lexeme]:
    """ "Make the tie blue dark": dark blue, as other languages put it."""
    for at, lexeme in enumerate(segment[:-1]):
        shade = segment[at + 1].sense("modifier")
        last = all(other.has("filler", "stop", "pronoun") for other in segment[at + 2 :])
        if lexeme.has("colour") and shade and last and not any(other.has("more", "less") for other in segment):
            return [*segment[:at], segment[at + 1].only(shade), lexeme, *segment[at + 2 :]]
    return segment


def _drop_invisibility(segment: Sequence[Lexeme]) -> list[Lexeme]:
    """ "So dark can't see my face": from there on it is why."""
    for at in range(1, len(segment) - 1):
        told = any(other.has("act", "colour", "fault", "too") for other in segment[:at])
        if told and words_of(segment[at]) in CANNOT_SEE and words_of(segment[at + 1]) == "see":
            return [*segment[:at], *blank_lexemes(segment[at:])]
    return list(segment)


CANNOT_SEE = frozenset({"can't", "cant", "cannot", "couldn't", "can barely", "can hardly", "barely", "hardly"})
"""Before "see": what is too dark to be seen is why, not what."""


def _drop_purpose(segment: list[Lexeme]) -> list[Lexeme]:
    """ "For a softer feel", "from falling off my bike": what for and why, after what is asked for."""
    for at in range(1, len(segment) - 1):
        said, follows = words_of(segment[at]), segment[at + 1]
        asked = any(other.has("act", "colour", "fault", "noun", "thing", "region") for other in segment[:at])
        hurt = said == "from" and follows.has("unknown") and words_of(follows).endswith("ing")
        felt = (
            said in ("for", "to get", "to have")
            and {*words_of(segment[-1]).split()} & _FELT
            and len(segment) - at > _PURPOSE
        )
        lit = said in ("from", "by", "under", "of") and follows.has("article") and _is_light_source(segment[at:])
        if asked and (hurt or felt or lit):
            return [*segment[:at], *blank_lexemes(segment[at:])]
    return segment


def _is_light_source(said: Sequence[Lexeme]) -> bool:
    """ "From the dance floor lights": where a light came from."""
    last = [one for one in said if words_of(one) not in ("please", "thanks")][-1:]
    return (
        bool(last)
        and words_of(last[0]) in _LAMPS
        and not any(one.has("region", "make") for one in said if one is not last[0])
    )


_LAMPS = frozenset(
    {"light", "lights", "lamp", "lamps", "bulb", "bulbs", "tubes", "sun", "screen", "neon", "lighting", "lanterns"}
)
_FELT = frozenset(
    {"feel", "look", "mood", "effect", "appearance", "result", "vibe", "finish", "atmosphere", "touch", "impression"}
)
_PURPOSE = 2
"""Words of such a purpose at least, less one."""


def _drop_print_size(segment: list[Lexeme]) -> list[Lexeme]:
    """ "At 35 by 45 mm": the size of a print is no wish beside one."""
    for at in range(2, len(segment) - 2):
        numbers = segment[at].has("number", "measure") and segment[at + 2].has("number", "measure")
        across = numbers and words_of(segment[at + 1]) in ("by", "x", "×", "*")
        if (
            across
            and words_of(segment[at - 1]) in ("at", "in", "for", "of")
            and any(o.has("act") for o in segment[:at])
        ):
            end = (
                at + 4
                if at + 3 < len(segment) and words_of(segment[at + 3]) in ("mm", "cm", "inch", "inches", "in")
                else at + 3
            )
            return [*segment[:at], *blank_lexemes(segment[at:end]), *segment[end:]]
    return segment


def _resolve_go(segment: list[Lexeme]) -> list[Lexeme]:
    """ "Can it go": away."""
    if not segment or words_of(segment[-1]) not in ("go", "vanish", "disappear"):
        return segment
    if not all(other.has("filler", "pronoun", "article") for other in segment[:-1]):
        return segment
    return [*segment[:-1], segment[-1].only(Sense("remove"))]


_STEPS: tuple[Callable[[list[Lexeme]], list[Lexeme]], ...] = (
    _drop_invisibility, _drop_purpose, _drop_print_size, plain_words, _mark_added_light, _reorder_modifier, _resolve_go,
)  # fmt: skip
