"""Vocabulary of a domain: its words and phrases in every language, read from ``resources/language``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from catchlight.language.intents import ColourTerm, Domain
from catchlight.language.lexicon import inflection
from catchlight.language.lexicon.common_words import is_common
from catchlight.language.lexicon.phrase_table import Phrase, PhraseTable, Sense, VocabularyFault
from catchlight.language.lexicon.row_types import ColourRow, Common, DomainWords, Grammar, VerbWords
from catchlight.language.lexicon.spelling import nearest

LANGUAGES = ("en", "zh")
_PICTURES = ("photo", "photograph", "picture", "snapshot", "portrait", "still", "movie")
_REMEMBERED = 2000
"""Misspelt words that are kept with what was meant."""


K = TypeVar("K", bound=str)
M = TypeVar("M", bound=BaseModel)


class Vocabulary:
    """All words of one domain in every language."""

    def __init__(self, domain: Domain, folder: Path, known: frozenset[str] = frozenset()) -> None:
        """folder: the vocabulary files. known: more words that are spelt right. Raises VocabularyFault."""
        self._known = known
        self.domain = domain
        self.grammar = _read(folder / f"{domain}.json", Grammar)
        rows = _read_list(folder / "colours.json")
        self.colours = {row.name: ColourTerm(row.name, row.hex) for row in rows}
        self.families = {row.name: row.family for row in rows}
        self.kinds: dict[str, str] = {}
        self.regions: tuple[str, ...] = ()
        self.templates: dict[str, tuple[str, ...]] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._corrections: dict[str, str | None] = {}
        common = {language: _read(folder / f"common.{language}.json", Common) for language in LANGUAGES}
        self._table = PhraseTable(word for said in common.values() for word in said.roles["article"] if word.isascii())
        for language in LANGUAGES:
            self._add_common(common[language])
            self._add_domain(_read(folder / f"{domain}.{language}.json", DomainWords), language)
        for row in rows:
            self._add_colour(row)
        for language in LANGUAGES if self.grammar.lent else ():
            self._add_lent(_read(folder / f"edit.{language}.json", DomainWords))
        for language in LANGUAGES:
            self._add_foreign(common[language])

    @cached_property
    def words(self) -> frozenset[str]:
        """English words that are spelt right."""
        return self._phrase_words | self._known

    @cached_property
    def _phrase_words(self) -> frozenset[str]:
        return frozenset(self._table.english_words())

    @cached_property
    def _single_words(self) -> frozenset[str]:
        """Words that mean something by themselves."""
        return frozenset(self._table.single_words())

    @cached_property
    def _correctable(self) -> tuple[str, ...]:
        """Words that a misspelt one can be meant for: no foreign ones."""
        senses = self._table.senses
        return tuple(sorted(word for word in self._phrase_words if not _is_foreign(senses.get((word,)))))

    def correct(self, word: str) -> str | None:
        """The known word that an unknown one is a misspelling of, or None: also where it is a common word spelt right."""
        if word not in self._corrections:
            if len(self._corrections) >= _REMEMBERED:
                self._corrections.clear()
            self._corrections[word] = None if is_common(word) else nearest(word, self._correctable, self._single_words)
        return self._corrections[word]

    def longest(self, texts: list[str], start: int) -> tuple[int, tuple[Sense, ...]] | None:
        """Number of tokens of the longest phrase that begins at ``start``, and its senses; None where there is none."""
        return self._table.longest(texts, start)

    def particle_sense(self, words: tuple[str, str]) -> Sense | None:
        """What a verb with its particle (pull, back) does to an amount or a thing; None where they are no pair."""
        senses = self._table.senses.get(words, ())
        return next((sense for sense in senses if sense.role in ("more", "less", "remove", "mend")), None)

    def is_article(self, text: str) -> bool:
        """Whether a word may be left out inside a phrase: "get rid of the shine"."""
        return self._table.is_article(text)

    def phrases(self) -> Iterator[tuple[Phrase, tuple[Sense, ...]]]:
        """All phrases with their senses."""
        yield from self._table.senses.items()

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

    def _add_common(self, common: Common) -> None:
        for role, words in common.roles.items():
            forms = (form for word in words for form in inflection.verb_forms(word)) if role in _INFLECTED else words
            self._table.add(forms, Sense(role))
        self._add_values("degree", common.degrees)
        self._add_values("number", common.numbers)
        self._add_values("unit", common.units)
        self._add_values("measure", common.measures)
        self._add_values("modifier", common.modifiers)

    def _add_values(self, role: str, said: Mapping[K, tuple[str, ...]]) -> None:
        """Words of a role by what they stand for."""
        for value, words in said.items():
            self._table.add(words, Sense(role, value))

    def _add_foreign(self, common: Common) -> None:
        """Words that are foreign to this domain; those that it knows stay what they are."""
        self._table.add_new(_plurals(common.foreign), Sense("foreign"))

    def _add_lent(self, words: DomainWords) -> None:
        """Words of the edit domain for places that this one can keep; those that mean something here stay what they are."""
        for region, lent in self.grammar.lent.items():
            names = _plurals(name for one in lent for name in words.regions[one])
            self._table.add_new((name for name in names if name.isascii() or len(name) > 1), Sense("region", region))

    def _add_colour(self, row: ColourRow) -> None:
        """A colour's words; for the plain colours also redder and reddish."""
        self._table.add((*row.en, *row.zh), Sense("colour", row.name))
        self._names |= {(row.name, code): said[0] for code, said in (("en", row.en), ("zh", row.zh)) if said}
        if row.name == row.family:
            redder = (form for word in row.en for form in inflection.comparisons(word))
            self._table.add(redder, Sense("colour", row.name, base=True))
            reddish = (form for word in row.en for form in inflection.likenesses(word))
            self._table.add_new(reddish, Sense("colour", row.name))

    def _add_domain(self, words: DomainWords, language: str) -> None:
        for names_of in (words.regions, words.things, words.looks, words.styles):
            self._names |= {(meaning, language): said[0] for meaning, said in names_of.items() if said}
        for verb, said in words.verbs.items():
            self._require(verb in self.grammar.verbs, language, f"the verb {verb}")
            self._add_verb(verb, said)
        self.kinds |= words.kinds
        self.regions = tuple(words.regions)
        for region, names in words.regions.items():
            self._table.add(_plurals(names), Sense("region", region))
        for thing, names in words.things.items():
            self._table.add(_plurals(names), Sense("thing", thing))
        for look, names in words.looks.items():
            self._require(look in self.grammar.looks, language, f"the look {look}")
            pictures = (f"{name}s" for name in names if name.endswith(_PICTURES))
            self._table.add((*names, *pictures), Sense("look", look))
        self._add_values("style", words.styles)
        self.templates[language] = words.phrases

    def _require(self, known: bool, language: str, named: str) -> None:
        if not known:
            raise VocabularyFault(f"{self.domain}.{language}.json names {named}, which the grammar lacks")

    def _add_verb(self, verb: str, said: VerbWords) -> None:
        add = self._table.add
        for act, be, sign in ((said.act, said.be, 1), (said.unact, said.unbe, -1)):
            forms = (form for word in act for form in inflection.verb_forms(word))
            add(forms, Sense("act", verb, sign, verbal=True))
            add((form for word in be for form in inflection.comparisons(word)), Sense("act", verb, sign))
            add(be, Sense("act", verb, sign, base=True))
        add(_plurals(said.noun), Sense("noun", verb))
        for faults, sign in ((said.fault, 1), (said.unfault, -1)):
            add(_plurals(faults), Sense("fault", verb, sign))


_INFLECTED = frozenset({"make", "give", "mend", "more", "less", "add", "remove", "keep", "touch", "except"})
"""Roles of verbs."""


def _plurals(nouns: Iterable[str]) -> Iterator[str]:
    """The nouns and their plurals."""
    return (form for noun in nouns for form in inflection.plurals(noun))


def _is_foreign(senses: tuple[Sense, ...] | None) -> bool:
    return senses is not None and senses[0].role == "foreign"


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
