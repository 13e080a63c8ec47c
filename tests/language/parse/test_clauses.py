"""A sentence is cut into clauses, each of which wishes, forbids, or wants less."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.parse.clauses import Polarity

from tests.language.sentences import clause_of, parse


def cut(domain: Domain, sentence: str) -> list[str]:
    return [" ".join(lexeme.text for lexeme in clause.lexemes) for clause in parse(domain, sentence)]


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("whiten the teeth, brighten the eyes", ["whiten the teeth", "brighten the eyes"]),
        ("smooth skin keep the pores", ["smooth skin", "keep the pores"]),
        ("除了眼睛全部压暗", ["除了 眼睛", "全部 压暗"]),
        ("make the white shirt black", ["make the white shirt black"]),
        ("the whites mustn't clip", ["the whites mustn't clip"]),
        ("please, thanks", []),
        ("", []),
    ],
)
def test_a_clause_ends_at_marks_conjunctions_negations_and_exceptions(sentence: str, parts: list[str]) -> None:
    assert cut("edit", sentence) == parts


def test_a_clause_knows_what_joins_it() -> None:
    said = "whiten the teeth and brighten the eyes, smooth it, but keep the hair don't blur the neck; blur it"
    joints = [clause.joint for clause in parse("edit", said)]
    assert joints == ["start", "and", "comma", "but", "none", "stop"]


@pytest.mark.parametrize(
    ("sentence", "polarity"),
    [
        ("brighten the face", Polarity.WISH),
        ("don't brighten the face", Polarity.FORBID),
        ("leave the skin alone", Polarity.FORBID),
        ("except the hair", Polarity.FORBID),
        ("别动头发", Polarity.FORBID),
        ("no shine", Polarity.NONE),
        ("not too bright", Polarity.LESS),
        ("别太亮", Polarity.LESS),
    ],
)
def test_polarity(sentence: str, polarity: Polarity) -> None:
    assert clause_of("edit", sentence).polarity is polarity


@pytest.mark.parametrize(
    "complaint",
    ["it is not bright", "I can't see the eyes", "I don't like the shine", "not bright enough", "看不清眼睛"],
)
def test_a_negation_that_tells_how_something_is_forbids_nothing(complaint: str) -> None:
    assert clause_of("edit", complaint).polarity is Polarity.WISH


@pytest.mark.parametrize(
    ("sentence", "bare"),
    [("the hair", True), ("the left eye, a bit", True), ("+20", True), ("light navy", True), ("brighten it", False),
     ("light", False)],
)  # fmt: skip
def test_places_colours_and_amounts_alone_are_bare(sentence: str, bare: bool) -> None:
    assert [clause.is_bare for clause in parse("edit", sentence)][:1] == [bare]


def test_amounts_alone() -> None:
    assert clause_of("adjust", "down by half a stop").only_measures
    assert not clause_of("adjust", "contrast up by half a stop").only_measures
    assert not clause_of("adjust", "a bit").only_measures


def test_signs_and_measures() -> None:
    assert clause_of("adjust", "contrast -20").signs == {"-"}
    assert clause_of("adjust", "contrast +20").signs == {"+"}
    assert clause_of("adjust", "contrast 20").signs == frozenset()
    assert clause_of("adjust", "a bit brighter").measured
    assert not clause_of("adjust", "brighter").measured


def test_what_is_to_go() -> None:
    assert clause_of("edit", "take the shine off").takes_away
    assert clause_of("edit", "remove the shine").takes_away
    assert not clause_of("edit", "reduce the shine").takes_away
