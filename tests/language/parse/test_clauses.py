"""A sentence is cut into clauses of one wish each."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.parse.clauses import clauses

from tests.language.sentences import interpreter, lex, parse


def cut(domain: Domain, sentence: str) -> list[str]:
    return [" ".join(lexeme.text for lexeme in clause.lexemes) for clause in parse(domain, sentence)]


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("whiten the teeth brighten the eyes", ["whiten the teeth", "brighten the eyes"]),
        ("whiten the teeth don't touch the hair", ["whiten the teeth", "don't touch the hair"]),
        ("whiten the teeth remove the lamp", ["whiten the teeth", "remove the lamp"]),
        ("make the white shirt black", ["make the white shirt black"]),
        ("brighten the dark side of the face", ["brighten the dark side of the face"]),
    ],
)
def test_a_new_wish_begins_without_a_comma(sentence: str, parts: list[str]) -> None:
    assert cut("edit", sentence) == parts


def test_a_clause_knows_what_joins_it() -> None:
    joints = [
        clause.joint for clause in parse("edit", "whiten the teeth and brighten the eyes, but keep the hair; blur it")
    ]
    assert joints == ["start", "and", "but", "stop"]


def test_a_particle_of_make_removes() -> None:
    (clause,) = parse("edit", "take the shine off")
    assert clause.has("remove")


def test_the_skin_of_a_place_is_left_out() -> None:
    (clause,) = parse("edit", "smooth the skin of the neck")
    assert [lexeme.value for lexeme in clause.all("region")] == ["neck"]


def test_all_lexemes_come_back_in_order_with_one_sense() -> None:
    said = lex("edit", "please make the light jacket navy, and the light softer")
    found = clauses(said, interpreter("edit").vocabulary)[1]
    assert [lexeme.text for lexeme in found] == [lexeme.text for lexeme in said]
    assert all(len(lexeme.senses) == 1 for lexeme in found)
