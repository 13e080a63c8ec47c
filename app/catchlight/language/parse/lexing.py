"""Lexer: tokens to lexemes by the longest phrase that the vocabulary knows, with spelling corrected and units joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
        """The first sense that has one of the roles."""
        # A generator costs more than the loop, and this is asked hundreds of times of a sentence.
        for sense in self.senses:
            if sense.role in roles:
                return sense
        return None

    def has(self, *roles: str) -> bool:
        """Whether a sense has one of the roles."""
        return self.sense(*roles) is not None

    def only(self, sense: Sense) -> Lexeme:
        """The lexeme with one sense."""
        return replace(self, senses=(sense,))

    @property
    def role(self) -> str:
        """Role of the first sense."""
        return self.senses[0].role

    @property
    def value(self) -> str:
        """Value of the first sense."""
        return self.senses[0].value


def lexemes(sentence: str, vocabulary: Vocabulary) -> list[Lexeme]:
    """What the sentence is made of, in order; unknown words have the role ``unknown``, commas and full stops ``stop``."""
    found = list(_phrases(sentence, _correct_spelling(tokens(sentence), vocabulary), vocabulary))
    return list(_with_units(_join_particles(found, vocabulary)))


def _correct_spelling(found: list[Token], vocabulary: Vocabulary) -> list[tuple[Token, str | None]]:
    """Each token with the word it was meant to be, where it is misspelt."""
    corrected: list[tuple[Token, str | None]] = []
    for token in found:
        unknown = token.kind == "word" and token.text.isalpha() and token.text not in vocabulary.words
        corrected.append((token, vocabulary.correct(token.text) if unknown else None))
    return corrected


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
            senses, signed = (_sense_of_token(token),), token.kind == "number" and token.text[0] in "+-"
        yield Lexeme(sentence[token.start : last.end], token.start, last.end, senses, meant, signed)
        at += taken


def _join_particles(found: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """Verbs whose particle stands after what they move: "pull the highlights back", "take the lamp out"."""
    joined = list(found)
    for at, particle in enumerate(found):
        if separated := _separated_verb(found, at, vocabulary):
            before, sense = separated
            joined[before], joined[at] = found[before].only(sense), particle.only(Sense("filler"))
    return joined


def _separated_verb(found: list[Lexeme], at: int, vocabulary: Vocabulary) -> tuple[int, Sense] | None:
    """Place of the verb that a particle belongs to, and what both mean; None where the lexeme is no such particle."""
    for before in range(at - 1, max(-1, at - 1 - _REACH), -1):
        if before == at - 1 and " " not in found[before].text:
            continue  # side by side they are one phrase already
        if any(other.has("stop", "and", "but") for other in found[before + 1 : at]):
            return None
        if sense := _joint_sense(found[before], found[at], vocabulary):
            return before, sense
    return None


def _joint_sense(verb: Lexeme, particle: Lexeme, vocabulary: Vocabulary) -> Sense | None:
    """What a verb and its particle mean together, where one of them alone would mean nothing or something else."""
    sense = vocabulary.particle_sense((verb.text.casefold().partition(" ")[0], particle.text.casefold()))
    if sense is None or verb.has("unknown") or particle.has("unknown"):
        return sense
    removes = sense.role == "remove" and verb.has("make") and particle.has("filler")
    return sense if removes or (sense.role == "mend" and verb.has("remove")) else None


def _longest(texts: list[str], at: int, vocabulary: Vocabulary) -> tuple[int, tuple[Sense, ...]]:
    """The longest phrase from ``at``; articles inside it may be left out: "get rid of (the) shine"."""
    best = vocabulary.longest(texts, at) or (1, ())
    places = [at] + [i for i in range(at + 1, min(at + 8, len(texts))) if not vocabulary.is_article(texts[i])]
    bare = vocabulary.longest([texts[i] for i in places], 0)
    if bare is None:
        return best
    taken = places[bare[0] - 1] - at + 1
    return (taken, bare[1]) if taken > best[0] else best


def _sense_of_token(token: Token) -> Sense:
    if token.kind == "hex":
        return Sense("colour", full_hex(token.text))
    if token.kind == "number":
        return Sense("number", token.text)
    if token.text in _STOPS:
        return Sense("stop", "strong" if token.text in _STRONG else "arrow" if token.text == ">" else "")
    return Sense("filler" if token.kind in ("mark", "possessive") else "unknown")


def _with_units(found: Iterable[Lexeme]) -> Iterator[Lexeme]:
    """Numbers joined with their signs (minus ten) and with the unit after them (30 %, half a stop) or before (百分之三十)."""
    pending = list(found)
    at = 0
    while at < len(pending):
        if signed := _signed_number(pending, at):
            pending[at + 1] = signed
            at += 1
        elif pending[at].has("minus"):
            yield pending[at].only(Sense("unknown"))
            at += 1
        else:
            lexeme, at = _with_unit(pending, at)
            yield lexeme


def _signed_number(pending: Sequence[Lexeme], at: int) -> Lexeme | None:
    """The number that a plus or minus at ``at`` belongs to, with its sign."""
    if at + 1 == len(pending):
        return None
    if at and _is_plus(pending[at - 1], pending[at], pending[at + 1]):
        return _with_plus(pending[at], pending[at + 1])
    if pending[at].has("minus") and pending[at + 1].has("number"):
        return _with_minus(pending[at], pending[at + 1])
    return None


def _with_unit(pending: Sequence[Lexeme], at: int) -> tuple[Lexeme, int]:
    """The lexeme at ``at`` as a measure where it is a number beside a unit, and the place after it."""
    here, last = pending[at], at + 1
    while last < len(pending) and here.has("number", "measure") and pending[last].has("article"):
        last += 1
    if last < len(pending):
        after = pending[last]
        if here.has("number") and after.has("unit"):
            return _measure(here, after, number=here, unit=after), last + 1
        if here.has("measure") and after.has("unit"):
            return _measure(here, after, number=_fraction_of_one(here), unit=after), last + 1
        if here.has("unit") and after.has("number"):
            return _measure(here, after, number=after, unit=here), last + 1
    return here, at + 1


def _is_plus(before: Lexeme, lexeme: Lexeme, number: Lexeme) -> bool:
    """ "Exposure plus one third": the number in words, after what is measured."""
    said = lexeme.text.casefold() in ("plus", "加") and before.has("noun")
    return said and number.has("number") and not number.text[-1:].isdecimal()


def _with_plus(plus: Lexeme, number: Lexeme) -> Lexeme:
    """ "Exposure plus one third": as if written with its sign."""
    value = "+" + number.senses[0].value.lstrip("+-")
    return Lexeme(value, plus.start, number.end, (Sense("number", value),), None, signed=True)


def _with_minus(minus: Lexeme, number: Lexeme) -> Lexeme:
    """ "Minus ten", "minus one and a half": as if written with its sign."""
    said = number.sense("number")
    assert said
    value = "-" + said.value.lstrip("+-")
    return Lexeme(value, minus.start, number.end, (Sense("number", value),), None, signed=True)


def _fraction_of_one(measure: Lexeme) -> Lexeme:
    """ "By a quarter" before "stop" is a quarter of one, not of a hundred."""
    said, unit = measure.senses[0].value.split()
    share = quantity(said) / 100 if unit == "percent" else quantity(said)
    return measure.only(Sense("number", f"{share:g}"))


def _measure(first: Lexeme, last: Lexeme, number: Lexeme, unit: Lexeme) -> Lexeme:
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
