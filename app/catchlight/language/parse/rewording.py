"""Idioms reworded plainly: "halve it", "its kinda green", "darker than the other one"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.parse.adjuncts import FILLER, TOLD, words_of
from catchlight.language.parse.lexing import Lexeme

_DOING = ("more", "less", "add", "remove", "mend")
_COLOURS = ("colour", "color", "colours", "colors")


def normalise_phrases(segment: list[Lexeme]) -> list[Lexeme]:
    """A part between two joints with its turns of phrase resolved."""
    for step in _STEPS:
        segment = step(segment)
    return segment


def _resolve_left(segment: list[Lexeme]) -> list[Lexeme]:
    """ "The flash left a hot spot": no side."""
    return [
        lexeme.only(FILLER)
        if words_of(lexeme) == "left"
        and at
        and words_of(segment[at + 1 : at + 2][0] if segment[at + 1 :] else lexeme) in ("a", "an", "some")
        else lexeme
        for at, lexeme in enumerate(segment)
    ]


def _mark_unwanted_change(segment: list[Lexeme]) -> list[Lexeme]:
    """头发白了: it has turned white, and nobody wishes it."""
    if len(segment) < _CLAUSE or segment[-1].text != "了" or not segment[-2].has("colour"):
        return segment
    if any(lexeme.has("make", "to", "act", "give", "more", "less", "too") for lexeme in segment[:-1]):
        return segment
    return [*segment[:-1], segment[-1].only(Sense("too"))]


_CLAUSE = 3
"""Words of such a statement at least."""


def _expand_its(segment: list[Lexeme]) -> list[Lexeme]:
    """ "Its kinda green": "it's" without its apostrophe, where nothing follows that could be owned."""
    for at, lexeme in enumerate(segment[:-1]):
        rest = segment[at + 1 :]
        if words_of(lexeme) == "its" and not any(other.has("region", "thing", "whole", "look") for other in rest):
            return [*segment[:at], lexeme.only(Sense("is")), *rest]
    return segment


def _drop_purpose(segment: list[Lexeme]) -> list[Lexeme]:
    """ "Make the sky bluer by boosting the blues": what is to be done follows "by"; before it stands only what for."""
    for at, lexeme in enumerate(segment[:-1]):
        doing = segment[at + 1]
        denied = any(other.has("not", "none") for other in segment[:at])
        if (
            not denied
            and words_of(lexeme) == "by"
            and doing.has("act", *_DOING)
            and words_of(doing).split()[0].endswith("ing")
        ):
            return [*blank_lexemes(segment[:at]), *segment[at:]]
    return segment


def _drop_comparison(segment: list[Lexeme]) -> list[Lexeme]:
    """ "Looks darker than the right one": a complaint, and the other is no part of it."""
    at = next((at for at, lexeme in enumerate(segment) if words_of(lexeme).split()[0:1] == ["than"]), None)
    if at is None:
        return segment
    stated = any(lexeme.has("is") for lexeme in segment[:at]) and not any(o.has("make", "give") for o in segment[:at])
    described = [
        lexeme.only(replace(said, base=said.role == "act"))
        if stated and (said := lexeme.sense("act", "colour")) and not said.verbal
        else lexeme
        for lexeme in segment[:at]
    ]
    return [*described, *blank_lexemes(segment[at:])]


def _expand_halve(segment: list[Lexeme]) -> list[Lexeme]:
    """ "Halve the contrast" is less of it by half."""
    whole: list[Lexeme] = []
    for at, lexeme in enumerate(segment):
        first = all(words_of(one) == "please" for one in segment[:at])
        if words_of(lexeme) == "half" and first and len(segment) > at + 2 and segment[at + 2].has("noun"):
            whole += _half_less(lexeme)  # "half the vignette"
            continue
        if words_of(lexeme) not in ("halve", "halving"):
            whole.append(lexeme)
            continue
        whole += _half_less(lexeme)
    return whole


def _half_less(lexeme: Lexeme) -> list[Lexeme]:
    middle = lexeme.start + 2
    less = replace(lexeme, text=lexeme.text[:2], end=middle, senses=(Sense("less"),))
    return [less, replace(lexeme, text=lexeme.text[2:], start=middle, senses=(Sense("measure", "50 percent"),))]


def _drop_colour_noun(segment: list[Lexeme]) -> list[Lexeme]:
    """ "A deep green colour", "pastel colours": the second word says nothing."""
    return [
        lexeme.only(FILLER)
        if at
        and words_of(lexeme) in _COLOURS
        and segment[at - 1].has("colour", "look")
        and not _is_comparative(segment[at - 1])
        else lexeme
        for at, lexeme in enumerate(segment)
    ]


def _is_comparative(lexeme: Lexeme) -> bool:
    colour = lexeme.sense("colour")
    return colour is not None and colour.base


_STEPS = (
    _resolve_left, _mark_unwanted_change, _expand_its, _drop_purpose, _drop_comparison, _expand_halve, _drop_colour_noun,
)  # fmt: skip


def blank_lexemes(segment: Sequence[Lexeme]) -> list[Lexeme]:
    """Nothing of it says anything."""
    return [lexeme.only(TOLD) for lexeme in segment]
