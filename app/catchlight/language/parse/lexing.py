"""Tokens to lexemes: the longest phrases that the vocabulary knows, misspelt words mended, numbers with their units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from catchlight.language.lexicon.colour_shades import full_hex
from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.text import Token, tokens

_STOPS = frozenset(",;.!?\n，。；、！？>+/|")
_STRONG = frozenset(";.!?\n。；！？")
_REACH = 6
"""Phrases between a verb and its particle at most."""


@dataclass(frozen=True)
class Lexeme:
    """Characters ``start:end`` of the sentence with all they can mean; the clauses narrow that to one sense."""

    text: str
    start: int
    end: int
    senses: tuple[Sense, ...]
    corrected: str | None = None
    signed: bool = False
    """A number with a plus or minus before it."""

    def sense(self, *roles: str) -> Sense | None:
        # A generator costs more than the loop, and this is asked hundreds of times of a sentence.
        for sense in self.senses:
            if sense.role in roles:
                return sense
        return None

    def has(self, *roles: str) -> bool:
        return self.sense(*roles) is not None

    def only(self, sense: Sense) -> Lexeme:
        return replace(self, senses=(sense,))

    @property
    def role(self) -> str:
        return self.senses[0].role

    @property
    def value(self) -> str:
        return self.senses[0].value


def lexemes(sentence: str, vocabulary: Vocabulary) -> list[Lexeme]:
    """What the sentence is made of, in order; unknown words have the role ``unknown``, commas and full stops ``stop``."""
    found = list(_phrases(sentence, _mended(tokens(sentence), vocabulary), vocabulary))
    return list(_with_units(_rejoined(found, vocabulary)))


def _mended(found: list[Token], vocabulary: Vocabulary) -> list[tuple[Token, str | None]]:
    """Each token with the word it was meant to be, where it is misspelt."""
    mended: list[tuple[Token, str | None]] = []
    for token in found:
        slip = token.kind == "word" and token.text.isalpha() and token.text not in vocabulary.words
        mended.append((token, vocabulary.meant(token.text) if slip else None))
    return mended


def _phrases(sentence: str, found: list[tuple[Token, str | None]], vocabulary: Vocabulary) -> Iterator[Lexeme]:
    texts = [meant or token.text for token, meant in found]
    at = 0
    while at < len(found):
        token = found[at][0]
        taken, senses = _longest(texts, at, vocabulary)
        last = found[at + taken - 1][0]
        meant = " ".join(texts[at : at + taken]) if any(m for _, m in found[at : at + taken]) else None
        signed = False
        if not senses:
            senses, signed = (_plain(token),), token.kind == "number" and token.text[0] in "+-"
        yield Lexeme(sentence[token.start : last.end], token.start, last.end, senses, meant, signed)
        at += taken


def _rejoined(found: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """Verbs whose particle stands after what they move: "pull the highlights back", "take the lamp out"."""
    joined = list(found)
    for at, particle in enumerate(found):
        for before in range(at - 1, max(-1, at - 1 - _REACH), -1):
            verb = found[before]
            if before == at - 1 and " " not in verb.text:
                continue  # side by side they are one phrase already
            if any(other.has("stop", "and", "but") for other in found[before + 1 : at]):
                break
            sense = vocabulary.particle_sense((verb.text.casefold().partition(" ")[0], particle.text.casefold()))
            strange = verb.has("unknown") or particle.has("unknown")
            taken = sense is not None and sense.role == "remove" and verb.has("make") and particle.has("filler")
            taken = taken or (sense is not None and sense.role == "mend" and verb.has("remove"))
            if sense is not None and (strange or taken):
                joined[before], joined[at] = verb.only(sense), particle.only(Sense("filler"))
                break
    return joined


def _longest(texts: list[str], at: int, vocabulary: Vocabulary) -> tuple[int, tuple[Sense, ...]]:
    """The longest phrase from ``at``; articles inside it may be left out: "get rid of (the) shine"."""
    best = vocabulary.longest(texts, at) or (1, ())
    places = [at] + [i for i in range(at + 1, min(at + 8, len(texts))) if not vocabulary.is_article(texts[i])]
    bare = vocabulary.longest([texts[i] for i in places], 0)
    if bare is None:
        return best
    taken = places[bare[0] - 1] - at + 1
    return (taken, bare[1]) if taken > best[0] else best


def _plain(token: Token) -> Sense:
    if token.kind == "hex":
        return Sense("colour", full_hex(token.text))
    if token.kind == "number":
        return Sense("number", token.text)
    if token.text in _STOPS:
        return Sense("stop", "strong" if token.text in _STRONG else "arrow" if token.text == ">" else "")
    return Sense("filler" if token.kind in ("mark", "possessive") else "unknown")


def _with_units(found: Iterable[Lexeme]) -> Iterator[Lexeme]:
    """Numbers joined with the unit after them (30 %, half a stop) or before them (百分之三十)."""
    pending = list(found)
    at = 0
    while at < len(pending):
        here = pending[at]
        following = pending[at + 1] if at + 1 < len(pending) else None
        if following is not None and at and _is_plus(pending[at - 1], here, following):
            pending[at + 1] = _positive(here, following)
            at += 1
            continue
        if here.has("minus"):
            if following is None or not following.has("number"):
                yield here.only(Sense("unknown"))
            else:
                pending[at + 1] = _negative(here, following)
            at += 1
            continue
        skip = at + 1
        while skip < len(pending) and here.has("number", "measure") and pending[skip].has("article"):
            skip += 1
        after = pending[skip] if skip < len(pending) else None
        if after and here.has("number") and after.has("unit"):
            yield _joined(here, after, number=here, unit=after)
            at = skip + 1
        elif after and here.has("measure") and after.has("unit"):
            yield _joined(here, after, number=_of_one(here), unit=after)
            at = skip + 1
        elif after and here.has("unit") and after.has("number"):
            yield _joined(here, after, number=after, unit=here)
            at = skip + 1
        else:
            yield here
            at += 1


def _is_plus(before: Lexeme, lexeme: Lexeme, number: Lexeme) -> bool:
    """ "Exposure plus one third": the number in words, after what is measured."""
    said = lexeme.text.casefold() in ("plus", "加") and before.has("noun")
    return said and number.has("number") and not number.text[-1:].isdecimal()


def _positive(plus: Lexeme, number: Lexeme) -> Lexeme:
    """ "Exposure plus one third": as if written with its sign."""
    value = "+" + number.senses[0].value.lstrip("+-")
    return Lexeme(value, plus.start, number.end, (Sense("number", value),), None, signed=True)


def _negative(minus: Lexeme, number: Lexeme) -> Lexeme:
    """ "Minus ten", "minus one and a half": as if written with its sign."""
    said = number.sense("number")
    assert said
    value = "-" + said.value.lstrip("+-")
    return Lexeme(value, minus.start, number.end, (Sense("number", value),), None, signed=True)


def _of_one(measure: Lexeme) -> Lexeme:
    """ "By a quarter" before "stop" is a quarter of one, not of a hundred."""
    said, unit = measure.senses[0].value.split()
    share = quantity(said) / 100 if unit == "percent" else quantity(said)
    return measure.only(Sense("number", f"{share:g}"))


def _joined(first: Lexeme, last: Lexeme, number: Lexeme, unit: Lexeme) -> Lexeme:
    said, measure = number.sense("number"), unit.sense("unit")
    assert said
    assert measure
    sense = Sense("measure", f"{said.value} {measure.value}")
    return Lexeme(f"{first.text} {last.text}", first.start, last.end, (sense,), None, number.signed)


def quantity(text: str) -> float:
    """``+0.5``, ``2/3`` as a number; a division by nought is nought."""
    try:
        return float(Fraction(text))
    except ZeroDivisionError:
        return 0.0
