"""The vocabularies are valid, consistent with each other, and every phrase they offer is understood."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from catchlight.language.intents import Domain
from catchlight.language.interpreter import Interpreter
from catchlight.language.lexicon.phrase_table import VocabularyFault
from catchlight.language.lexicon.row_types import Common, DomainWords, Grammar
from catchlight.language.lexicon.vocabulary import LANGUAGES
from catchlight.operations.sentences import encoder
from catchlight.paths import resources

from tests.language.sentences import DOMAINS, interpreter, understood

FOLDER = resources() / "language"


def read(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_common_words_are_valid(language: str) -> None:
    common = Common.model_validate_json(read(f"common.{language}.json"))
    assert all(0 < float(value) <= 1 for value in common.degrees)
    assert all(float(value) > 0 for value in common.numbers)


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_grammar_names_only_its_own_verbs(domain: Domain) -> None:
    grammar = Grammar.model_validate_json(read(f"{domain}.json"))
    named = {rule.verb for rule in grammar.colour_rules} | set(grammar.measures.values())
    for verb in grammar.verbs.values():
        assert verb.label
        assert not verb.label_zh.isascii()
        named |= {name for name in (verb.opposite, *verb.becomes.values(), *verb.about) if name and name != "@region"}
    assert named <= set(grammar.verbs)


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_grammar_names_only_regions_that_have_words(domain: Domain) -> None:
    grammar = Grammar.model_validate_json(read(f"{domain}.json"))
    words = DomainWords.model_validate_json(read(f"{domain}.en.json"))
    places = {*words.regions, *words.things, "@part", "@zone", "@band", "@none"}
    named = {
        name
        for verb in grammar.verbs.values()
        for name in (*verb.regions, *(verb.only or ()), *verb.becomes, *verb.moves)
    }
    named |= {name for verb in grammar.verbs.values() for name in verb.moves.values()}
    named |= {name for rule in grammar.colour_rules for name in rule.regions or ()} | set(grammar.protect_only)
    assert named <= places


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_and_look_can_be_said(domain: Domain, language: str) -> None:
    grammar = Grammar.model_validate_json(read(f"{domain}.json"))
    words = DomainWords.model_validate_json(read(f"{domain}.{language}.json"))
    placed = {"remove", "look", "highlights", "shadows", "midtones", "whites", "blacks", "gamma", "face_light"}
    assert set(grammar.verbs) - placed <= set(words.verbs)
    assert set(words.looks) == set(grammar.looks)


def test_edit_regions_are_those_the_engine_draws() -> None:
    from catchlight.retouch.regions import AS_THINGS, PIECES, REGIONS

    for language in LANGUAGES:
        words = DomainWords.model_validate_json(read(f"edit.{language}.json"))
        assert set(words.regions) | {"everything"} == set(REGIONS) - AS_THINGS - PIECES
        assert set(words.things) >= AS_THINGS


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offered_phrase_is_understood(domain: Domain, language: str) -> None:
    phrases = interpreter(domain).vocabulary.templates[language]
    assert len(phrases) >= 30
    assert [phrase for phrase in phrases if understood(domain, phrase) is None] == []


def test_colours_have_one_meaning_each() -> None:
    rows = json.loads(read("colours.json"))
    words = [word for row in rows for language in LANGUAGES for word in row[language]]
    assert len(words) == len(set(words))
    assert {row["family"] for row in rows} <= {row["name"] for row in rows}


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_known_word_is_never_taken_for_another(domain: Domain) -> None:
    from catchlight.language.parse.lexing import lexemes

    vocabulary = interpreter(domain).vocabulary
    for word in vocabulary.words:
        assert all(lexeme.corrected is None for lexeme in lexemes(word, vocabulary)), word


def test_a_new_synonym_needs_no_code(tmp_path: Path) -> None:
    folder = tmp_path / "language"
    shutil.copytree(FOLDER, folder)
    file = folder / "edit.en.json"
    words = json.loads(file.read_text(encoding="utf-8"))
    words["regions"]["jacket"].append("doublet")
    file.write_text(json.dumps(words), encoding="utf-8")
    intent = Interpreter("edit", encoder(), folder).understand("make the doublet navy").intents[0]
    assert intent.regions[0].name == "jacket"


@pytest.mark.parametrize("damage", ["{", '{"roles": {"fly": ["away"]}}', "[]"])
def test_a_damaged_file_is_named(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "language"
    shutil.copytree(FOLDER, folder)
    (folder / "common.en.json").write_text(damage, encoding="utf-8")
    with pytest.raises(VocabularyFault, match=r"common\.en\.json"):
        Interpreter("adjust", encoder(), folder)
