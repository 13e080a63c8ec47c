"""The words of a domain, read from ``resources/language`` and looked up by longest match."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from catchlight.language.intents import ColourTerm, Domain
from catchlight.language.lexicon import inflection
from catchlight.language.lexicon.common_words import is_common
from catchlight.language.lexicon.row_types import Asides, ColourRow, Common, DomainWords, Grammar, VerbWords
from catchlight.language.lexicon.spelling import nearest
from catchlight.language.text import tokens

LANGUAGES = ("en", "zh")
_PICTURES = ("photo", "photograph", "picture", "snapshot", "portrait", "still", "movie")
_REMEMBERED = 2000
"""Misspelt words that are kept with what was meant."""


class VocabularyFault(ValueError):
    """A vocabulary file that does not fit its type; the message names file and field."""


@dataclass(frozen=True)
class Sense:
    """One thing a phrase can mean."""

    role: str
    """A role of the common words, or act, noun, fault, region, thing, look, colour, modifier, degree, number, unit, foreign."""
    value: str = ""
    sign: int = 1
    base: bool = False
    """An adjective as such (dark), no comparative (darker): "it is dark" complains, "darker" wishes."""
    verbal: bool = False
    """An imperative: brighten."""


M = TypeVar("M", bound=BaseModel)


class Vocabulary:
    """All words of one domain in every language."""

    def __init__(self, domain: Domain, folder: Path) -> None:
        """Raises VocabularyFault."""
        self.domain = domain
        self.grammar = _read(folder / f"{domain}.json", Grammar)
        self.asides = _read(folder / "asides.json", Asides)
        rows = _read_list(folder / "colours.json")
        self.colours = {row.name: ColourTerm(row.name, row.hex) for row in rows}
        self.families = {row.name: row.family for row in rows}
        self.kinds: dict[str, str] = {}
        self.templates: dict[str, tuple[str, ...]] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._phrases: dict[tuple[str, ...], tuple[Sense, ...]] = {}
        self._longest: dict[str, int] = {}
        self._meant: dict[str, str | None] = {}
        common = {language: _read(folder / f"common.{language}.json", Common) for language in LANGUAGES}
        self._articles = frozenset(word for said in common.values() for word in said.roles["article"] if word.isascii())
        for language in LANGUAGES:
            self._take_common(common[language])
            self._take_domain(_read(folder / f"{domain}.{language}.json", DomainWords), language)
        for row in rows:
            self._add((*row.en, *row.zh), Sense("colour", row.name))
            self._names |= {(row.name, code): said[0] for code, said in (("en", row.en), ("zh", row.zh)) if said}
            if row.name == row.family:
                self._add((form for word in row.en for form in inflection.comparisons(word)), _more(row.name))
                likes = [form for word in row.en for form in inflection.likenesses(word)]
                self._add((form for form in likes if (form,) not in self._phrases), Sense("colour", row.name))
        for language in LANGUAGES:
            if self.grammar.lent:
                self._take_lent(_read(folder / f"edit.{language}.json", DomainWords))
        for language in LANGUAGES:
            self._take_foreign(common[language])
        self.words = frozenset(word for phrase in self._phrases for word in phrase if word.isascii() and word.isalpha())
        foreign = {p[0] for p, senses in self._phrases.items() if len(p) == 1 and senses[0].role == "foreign"}
        self.alone = frozenset(phrase[0] for phrase in self._phrases if len(phrase) == 1)
        """Words that mean something by themselves."""
        self.correctable = tuple(sorted(self.words - foreign))
        said = (word for phrase in self.asides.open_words() for word in phrase.split())
        self.words |= {word for word in said if word.isascii() and word.isalpha()}

    def meant(self, word: str) -> str | None:
        """The known word that an unknown one is a slip for, or None: also where it is spelt right as another word."""
        if word not in self._meant:
            if len(self._meant) >= _REMEMBERED:
                self._meant.clear()
            self._meant[word] = None if is_common(word) else nearest(word, self.correctable, self.alone)
        return self._meant[word]

    def longest(self, texts: list[str], start: int) -> tuple[int, tuple[Sense, ...]] | None:
        """Tokens taken by the longest phrase that begins at ``start``, and its senses.

        Inside a phrase articles may stand between the words: "get rid of the shine".
        """
        for length in range(min(self._longest.get(texts[start], 0), len(texts) - start), 0, -1):
            if senses := self._phrases.get(tuple(texts[start : start + length])):
                return length, senses
        return None

    def moved(self, words: tuple[str, str]) -> Sense | None:
        """What a verb with its particle (pull, back) does to an amount or a thing; None where they are no pair."""
        senses = self._phrases.get(words, ())
        return next((sense for sense in senses if sense.role in ("more", "less", "remove", "mend")), None)

    def is_article(self, text: str) -> bool:
        return text in self._articles

    def phrases(self) -> Iterator[tuple[tuple[str, ...], tuple[Sense, ...]]]:
        yield from self._phrases.items()

    def kind(self, region: str) -> str:
        """``@part``, ``@zone`` or ``@band``."""
        return "@" + self.kinds.get(region, "part")

    def verb_label(self, verb: str, language: str) -> str:
        """What a verb is called in ``en`` or ``zh``. Raises KeyError."""
        row = self.grammar.verbs[verb]
        return row.label_zh if language == "zh" else row.label

    def name(self, meaning: str, language: str) -> str:
        """What a region, thing, colour or look is called in ``en`` or ``zh``; English, then the id, where it has no word."""
        return self._names.get((meaning, language)) or self._names.get((meaning, "en")) or meaning.replace("_", " ")

    def _take_common(self, common: Common) -> None:
        for role, words in common.roles.items():
            forms = [form for word in words for form in (_verbal(word) if role in _VERBAL else (word,))]
            self._add(forms, Sense(role))
        for value, words in common.degrees.items():
            self._add(words, Sense("degree", value))
        for value, words in common.numbers.items():
            self._add(words, Sense("number", value))
        for unit, words in common.units.items():
            self._add(words, Sense("unit", unit))
        for measure, words in common.measures.items():
            self._add(words, Sense("measure", measure))
        for modifier, words in common.modifiers.items():
            self._add(words, Sense("modifier", modifier))

    def _take_foreign(self, common: Common) -> None:
        """Words that are foreign to this domain; those that it knows stay what they are."""
        for word in common.foreign:
            for form in inflection.plurals(word):
                if not self._knows(form):
                    self._add((form,), Sense("foreign"))

    def _take_lent(self, words: DomainWords) -> None:
        """Words of the edit domain for places that this one can keep; those that mean something here stay what they are."""
        for region, lent in self.grammar.lent.items():
            names = (form for one in lent for name in words.regions[one] for form in inflection.plurals(name))
            fresh = (name for name in names if (name.isascii() or len(name) > 1) and not self._knows(name))
            self._add(fresh, Sense("region", region))

    def _knows(self, phrase: str) -> bool:
        return tuple(token.text for token in tokens(phrase)) in self._phrases

    def _take_domain(self, words: DomainWords, language: str) -> None:
        for names_of in (words.regions, words.things, words.looks):
            self._names |= {(meaning, language): said[0] for meaning, said in names_of.items() if said}
        for verb, said in words.verbs.items():
            if verb not in self.grammar.verbs:
                raise VocabularyFault(f"{self.domain}.{language}.json names the verb {verb}, which the grammar lacks")
            self._take_verb(verb, said)
        self.kinds |= words.kinds
        for region, names in words.regions.items():
            self._add((form for name in names for form in inflection.plurals(name)), Sense("region", region))
        for thing, names in words.things.items():
            self._add((form for name in names for form in inflection.plurals(name)), Sense("thing", thing))
        for look, names in words.looks.items():
            if look not in self.grammar.looks:
                raise VocabularyFault(f"{self.domain}.{language}.json names the look {look}, which the grammar lacks")
            pictures = (f"{name}s" for name in names if name.endswith(_PICTURES))
            self._add((*names, *pictures), Sense("look", look))
        self.templates[language] = words.phrases

    def _take_verb(self, verb: str, said: VerbWords) -> None:
        for act, be, sign in ((said.act, said.be, 1), (said.unact, said.unbe, -1)):
            forms = [form for word in act for form in inflection.verb_forms(word)]
            self._add(forms, Sense("act", verb, sign, verbal=True))
            self._add((form for word in be for form in inflection.comparisons(word)), Sense("act", verb, sign))
            self._add(be, Sense("act", verb, sign, base=True))
        self._add((form for word in said.noun for form in inflection.plurals(word)), Sense("noun", verb))
        for faults, sign in ((said.fault, 1), (said.unfault, -1)):
            self._add((form for word in faults for form in inflection.plurals(word)), Sense("fault", verb, sign))

    def _add(self, words: Iterable[str], sense: Sense) -> None:
        for word in words:
            key = tuple(token.text for token in tokens(word))
            if not key:
                raise VocabularyFault(f"{word!r} holds no word")
            self._put(key, sense)
            bare = tuple(text for text in key if text not in self._articles)
            if 1 < len(bare) < len(key) and (key[0], key[-1]) == (bare[0], bare[-1]):
                self._put(bare, sense)

    def _put(self, key: tuple[str, ...], sense: Sense) -> None:
        """Articles inside a phrase may be others or none: bags under the eyes, bags under my eyes."""
        self._phrases[key] = _merged(self._phrases.get(key, ()), sense)
        self._longest[key[0]] = max(self._longest.get(key[0], 0), len(key))


def _more(colour: str) -> Sense:
    """Redder: more of the colour."""
    return Sense("colour", colour, base=True)


def _merged(known: tuple[Sense, ...], sense: Sense) -> tuple[Sense, ...]:
    """Known senses with one more; an act that is both an imperative and an adjective (warm) is one sense."""
    for at, same in enumerate(known):
        if (same.role, same.value, same.sign) == (sense.role, sense.value, sense.sign):
            both = replace(same, base=same.base or sense.base, verbal=same.verbal or sense.verbal)
            return (*known[:at], both, *known[at + 1 :])
    return (*known, sense)


_VERBAL = frozenset({"make", "give", "mend", "more", "less", "add", "remove", "keep", "touch", "except"})


def _verbal(word: str) -> tuple[str, ...]:
    return inflection.verb_forms(word)


def _read(file: Path, model: type[M]) -> M:
    try:
        return model.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as fault:
        raise VocabularyFault(f"{file.name}: {fault}") from fault


def _read_list(file: Path) -> list[ColourRow]:
    try:
        return TypeAdapter(list[ColourRow]).validate_python(json.loads(file.read_bytes()))
    except (OSError, ValueError) as fault:
        raise VocabularyFault(f"{file.name}: {fault}") from fault
