"""Amounts: words of degree, percentages, stops and kelvin."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Literal, cast

from catchlight.core.messages import Message
from catchlight.language.intents import Amount
from catchlight.language.lexicon.degrees import SLIGHT, USUAL
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme, quantity

Unit = Literal["stops", "kelvin", "percent", "degrees", "gamma"]

_STOPS_OF_FULL = 2.0
_KELVIN_OF_FULL = 3000.0
_DAYLIGHT_KELVIN = 5500.0
"""Colour temperature at which an absolute one changes nothing."""
_DEGREES_OF_FULL = 90.0
_LEAST_ABSOLUTE_KELVIN = 2000.0
_LEAST_KELVIN = 50.0
"""Fewer kelvin are none: "make it 4K" asks for pixels."""
_MOST_STOPS = 5.0
_LEAST_GAMMA = 0.2

_SPOKEN = {
    "stops": Message("stops"),
    "kelvin": Message("kelvin"),
    "percent": Message("percent"),
    "degrees": Message("degrees"),
    "gamma": Message("gamma"),
}
"""Units in a sentence."""


class ForeignUnit(Exception):
    """An amount that the verb cannot be measured in; says in what."""

    def __init__(self, unit: Message) -> None:
        super().__init__(unit)
        self.unit = unit


def strength(clause: Clause) -> float | None:
    """What the words of degree say together, or None: weak words rule ("really just a touch"), else the strongest."""
    said = [
        float(lexeme.value)
        for at, lexeme in enumerate(clause.lexemes)
        if lexeme.role == "degree"
        and not _follows(clause, at, "too", "lacking", "not")  # "too strong" is just "too"
        and not (at and clause.lexemes[at - 1].text.casefold() == "more")  # "more intense" is just "more"
    ]
    said += [
        SLIGHT
        for lexeme in [one for one in clause.lexemes if one.role == "too"]
        if lexeme.text.casefold().split()[:2] in (["a", "bit"], ["a", "little"])
    ]
    weak = [value for value in said if value < USUAL]
    if weak:
        return min(weak)
    return max(said, default=None)


def _follows(clause: Clause, at: int, *roles: str) -> bool:
    before = [lexeme.role for lexeme in clause.lexemes[:at] if lexeme.role != "filler"]
    return bool(before) and before[-1] in roles


def amount_of(clause: Clause, verb: Verb, sign: int, usual: float) -> Amount:
    """The amount of a verb in a clause. Raises ForeignUnit."""
    measured = _find_measure(clause, verb)
    if measured is None:
        return Amount(sign * (strength(clause) or usual))
    value, unit, signed = measured
    if unit not in verb.units:
        raise ForeignUnit(_SPOKEN[unit])
    if unit == "kelvin" and abs(value) < _LEAST_KELVIN:
        raise ForeignUnit(Message("so few kelvin"))
    if unit == "kelvin" and value >= _LEAST_ABSOLUTE_KELVIN and not signed:
        return Amount(_clamp((_DAYLIGHT_KELVIN - value) / -_KELVIN_OF_FULL), value, unit, absolute=True)
    if unit == "gamma":
        if not _LEAST_GAMMA <= value <= 1 / _LEAST_GAMMA:
            raise ForeignUnit(Message("such a gamma"))
        return Amount(_clamp(log2(value)), value, unit, absolute=True)
    # "-20 contrast" and "reduce contrast by 20" both come here with the sign they mean
    whole = value if signed else sign * value
    full = {"stops": _STOPS_OF_FULL, "kelvin": _KELVIN_OF_FULL, "percent": 100.0, "degrees": _DEGREES_OF_FULL}[unit]
    return Amount(_clamp(whole / full), whole, unit)


def has_measure(clause: Clause) -> bool:
    return any(_find_measures(clause))


def _find_measures(clause: Clause) -> Sequence[bool]:
    digits = [lexeme.role == "number" and lexeme.text[-1:].isdecimal() for lexeme in clause.lexemes]
    return [found or lexeme.role == "measure" for found, lexeme in zip(digits, clause.lexemes, strict=True)]


def _find_measure(clause: Clause, verb: Verb) -> tuple[float, Unit, bool] | None:
    for lexeme, found in zip(clause.lexemes, _find_measures(clause), strict=True):
        if not found:
            continue
        if lexeme.role == "measure":
            said, unit = lexeme.value.split()
            if unit == "degrees" and unit not in verb.units:
                continue  # "it was 35 degrees in there"
            value = quantity(said)
            if (
                unit == "percent"
                and value > _WHOLE_PERCENT
                and clause.has("noun")
                and not (lexeme.signed or clause.has(*_MOVING))
            ):
                return value - _WHOLE_PERCENT, "percent", True  # "brightness 110 %" is a tenth more
            return value, cast(Unit, unit), lexeme.signed
        value = quantity(lexeme.value)
        if "stops" in verb.units and value > 0 and _is_multiple(clause, lexeme):
            return log2(value), "stops", False
        if not _is_amount(clause, lexeme, value, verb):
            continue
        if "stops" in verb.units and abs(value) <= _MOST_STOPS:
            return value, "stops", lexeme.signed
        if "kelvin" in verb.units and abs(value) > _WHOLE_PERCENT:
            return value, "kelvin", lexeme.signed
        fraction = abs(value) <= 1 and ("." in lexeme.value or "/" in lexeme.value)
        return value * 100 if fraction else value, "percent", lexeme.signed
    return None


def _is_amount(clause: Clause, number: Lexeme, value: float, verb: Verb) -> bool:
    """Whether a number without a unit says how much: a signed one, or one in few words that can be an amount."""
    if abs(value) > _WHOLE_PERCENT and "kelvin" not in verb.units:
        return False
    loud = [one for one in clause.lexemes if one.role not in ("filler", "article")]
    return number.signed or len(loud) <= _FEW


_MOVING = ("more", "less", "up", "down", "to", "make")


def _is_multiple(clause: Clause, number: Lexeme) -> bool:
    """ "2x brighter": so many times the light."""
    at = clause.lexemes.index(number) + 1
    return at < len(clause.lexemes) and clause.lexemes[at].text.casefold() in ("x", "×", "times", "倍")


_FEW = 5
"""Words of a clause at most in which a bare number is an amount."""
_WHOLE_PERCENT = 100.0


def _clamp(value: float) -> float:
    return max(-1.0, min(1.0, value))
