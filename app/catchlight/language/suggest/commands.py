"""Commands: what a domain can do as plain sentences that are understood, for whoever has no words of their own.

A language model that reads a sentence answers with commands, never with settings: each is put into words by the rows of
``resources/language/commands.json``, and those are understood like any other sentence, or not offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from catchlight.language.intents import ColourTerm, Domain, Intent, NotUnderstood, Side
from catchlight.language.interpreter import Interpreter
from catchlight.language.lexicon.phrase_table import VocabularyFault
from catchlight.language.lexicon.row_types import Verb

Language = Literal["en", "zh"]
Degree = Literal["slight", "usual", "strong"]

_USUAL = 0.5
"""Strength of a wish that says nothing of how much."""


class _Rows(BaseModel):
    """The file: names of places, of their halves, degrees, and the sentence of each verb, by language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    places: dict[Language, dict[str, str]]
    sides: dict[Language, dict[Side, str]]
    degrees: dict[Language, dict[Degree, tuple[str, ...]]]
    edit: dict[str, dict[Language, str]]
    adjust: dict[str, dict[Language, str]]


@dataclass(frozen=True)
class PlainWish:
    """One thing to do.

    command: a key of ``Commands.keys``. place: a region of ``Commands.places``, empty for what the command works on by itself.
    colour: a name of ``colours.json`` or ``#rrggbb``.
    """

    command: str
    place: str = ""
    side: Side | None = None
    colour: str | None = None
    degree: Degree = "usual"


class Commands:
    """The commands of one interpreter's domain."""

    def __init__(self, interpreter: Interpreter, file: Path) -> None:
        """file: ``commands.json``. Raises VocabularyFault."""
        try:
            self._rows = _Rows.model_validate_json(file.read_bytes())
        except (OSError, ValidationError) as fault:
            raise VocabularyFault(f"{file.name}: {fault}") from fault
        self._interpreter = interpreter
        self._vocabulary = interpreter.vocabulary
        self._patterns = dict(self._spread(interpreter.vocabulary.domain))

    @property
    def keys(self) -> tuple[str, ...]:
        """What can be asked for: verbs, with a minus for the other direction, bands and zones after a blank, looks as
        ``look:film``."""
        return tuple(self._patterns)

    @property
    def places(self) -> tuple[str, ...]:
        """Regions that a command can name."""
        vocabulary = self._vocabulary
        return vocabulary.regions if vocabulary.domain == "edit" else ()

    def describe(self, key: str) -> str:
        """A command in English, with blanks where place and colour go. Raises KeyError."""
        return self._patterns[key]["en"].format_map(_Blanks(band=key.partition(" ")[2]))

    def say(self, wishes: Sequence[PlainWish], language: Language, under: str | None = None) -> str | None:
        """One sentence that is understood as these wishes and as nothing else; None where none is.

        under: the region under the hotspot, where it is known.
        """
        said: list[str] = []
        meant: list[Intent] = []
        for wish in wishes:
            found = self._phrase(wish, language, under)
            if found is None:
                return None
            if found[1] not in meant:
                said.append(found[0])
                meant.append(found[1])
        sentence = ("，" if language == "zh" else ", ").join(said)
        return sentence if said and self.understood(sentence, under) == tuple(meant) else None

    def _spread(self, domain: Domain) -> Iterator[tuple[str, dict[Language, str]]]:
        """The rows of the domain, with one for each band, zone and look where the file has one for all of a kind."""
        vocabulary = self._vocabulary
        for key, pattern in (self._rows.edit if domain == "edit" else self._rows.adjust).items():
            verb, _, kind = key.partition(" ")
            if kind:
                named = [name for name, of in vocabulary.kinds.items() if of == kind.strip("{}")]
                yield from ((f"{verb} {name}", pattern) for name in named)
            elif key == "look":
                for look in vocabulary.grammar.looks:
                    yield (
                        f"look:{look}",
                        {code: text.replace("{look}", vocabulary.name(look, code)) for code, text in pattern.items()},
                    )
            else:
                yield key, pattern

    def _name(self, place: str, language: Language) -> str:
        return self._rows.places[language].get(place) or self._vocabulary.name(place, language)

    def _phrase(self, wish: PlainWish, language: Language, under: str | None) -> tuple[str, Intent] | None:
        """Words for one wish, and what they are understood as."""
        pattern = self._patterns.get(wish.command)
        verb = self._vocabulary.grammar.verbs.get(re.split("[ :-]", wish.command)[0])
        colour = self._colour(wish.colour)
        if pattern is None or verb is None or (wish.colour is not None and colour is None):
            return None
        if (verb.colour == "must" and colour is None) or (verb.colour == "none" and colour is not None):
            return None
        band = wish.command.partition(" ")[2]
        place = band or wish.place or under or next(iter(verb.regions), "")
        named = self._name(place, language)
        if wish.side is not None and not verb.sided:
            named = self._rows.sides[language][wish.side].format(place=named)
        words = {
            "place": named,
            "colour": self._colour_word(colour, language),
            "from": {"left": "左边", "right": "右边"}.get(wish.side or "", "") if language == "zh" else wish.side or "",
        }
        plain = " ".join(pattern[language].format(**words).split())
        for degree in self._rows.degrees[language][wish.degree]:
            phrase = degree.format(said=plain)
            intents = self.understood(phrase, under)
            if intents is not None and len(intents) == 1 and _says(intents[0], wish, place, verb, colour):
                return phrase, intents[0]
        return None

    def _colour(self, name: str | None) -> ColourTerm | None:
        """A colour by its name or value; None for none, and for one that nobody knows."""
        if name is None:
            return None
        if re.fullmatch(r"#[0-9A-Fa-f]{6}", name):
            return ColourTerm(name.upper(), name.upper())
        return self._vocabulary.colours.get(name.strip().lower().replace(" ", "_"))

    def _colour_word(self, colour: ColourTerm | None, language: Language) -> str:
        if colour is None:
            return ""
        return colour.name if colour.name.startswith("#") else self._vocabulary.name(colour.name, language)

    def understood(self, sentence: str, under: str | None = None) -> tuple[Intent, ...] | None:
        """What a sentence is understood as; None where it is refused."""
        try:
            return self._interpreter.understand(sentence, under).intents
        except NotUnderstood:
            return None


class _Blanks(dict[str, str]):
    """Stands for whatever is put in: ``PLACE``, ``COLOUR``; a command for one band names it."""

    def __missing__(self, key: str) -> str:
        return (key == "place" and self["band"]) or key.upper()


def _says(intent: Intent, wish: PlainWish, place: str, verb: Verb, colour: ColourTerm | None) -> bool:
    """Whether a phrase means what is wished: verb, direction, look, place, colour and whether it is a little or much."""
    head, _, look = wish.command.partition(" ")[0].partition(":")
    asked = head.rstrip("-")
    size = abs(intent.amount.strength)
    much = {"slight": size < _USUAL, "usual": True, "strong": size > _USUAL}[wish.degree]
    meant = {(region.name, region.side) for region in intent.regions}
    side = None if verb.sided else wish.side
    return (
        intent.verb in (asked, verb.becomes.get(place))
        and (intent.look or "") == look
        and (intent.amount.strength < 0) == head.endswith("-")
        and (not wish.place or (meant == {(verb.moves.get(place, place), side)} and intent.thing is None))
        and not (intent.protected or intent.kept)
        and intent.side == (wish.side if verb.sided else None)
        and (intent.colour.hex if intent.colour else None) == (colour.hex if colour else None)
        and (much or bool(look))
    )
