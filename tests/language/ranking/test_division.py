"""A clause that says two different things without a word between them is two."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from catchlight.language.parse.clauses import Clause
from catchlight.language.ranking.division import divide

from tests.language.sentences import parse

LABELS = ("shadows", "shadows-", "contrast", "contrast-")


def texts(clauses: Sequence[Clause]) -> list[str]:
    return [" ".join(lexeme.text for lexeme in clause.lexemes) for clause in clauses]


def rank(clauses: Sequence[Clause], sure: float = 0.9) -> np.ndarray:
    """Whoever says shadows means them, and so on; both at once are half as sure."""
    rows = []
    for said in texts(clauses):
        down = "down" in said
        named = [said.find(name) >= 0 for name in ("shadows", "contrast")]
        each = sure / max(sum(named), 1)
        rows.append([each * (named[at // 2] and down == bool(at % 2)) for at in range(4)])
    return np.array(rows, np.float32)


def divided(sentence: str, sure: float = 0.9) -> list[str]:
    return texts(divide(parse("adjust", sentence), LABELS, lambda clauses: rank(clauses, sure)))


def test_two_different_wishes_are_two_clauses() -> None:
    assert divided("shadows up contrast down") == ["shadows up", "contrast down"]


def test_the_halves_are_joined_by_nothing_and_the_rest_stays() -> None:
    found = divide(parse("adjust", "warmer, shadows up contrast down"), LABELS, rank)
    assert texts(found) == ["warmer", "shadows up", "contrast down"]
    assert [clause.joint for clause in found] == ["start", "comma", "none"]


@pytest.mark.parametrize(
    "sentence", ["shadows up shadows down", "contrast down", "the shadows", "don't lift shadows contrast down"]
)
def test_what_is_one_wish_stays_one(sentence: str) -> None:
    assert divided(sentence) == [sentence]


def test_both_halves_must_be_sure() -> None:
    assert divided("shadows up contrast down", sure=0.3) == ["shadows up contrast down"]


def test_nothing_is_ranked_where_nothing_can_be_divided() -> None:
    def never(clauses: Sequence[Clause]) -> np.ndarray:
        raise AssertionError("ranked")

    assert texts(divide(parse("adjust", "warmer, cooler"), LABELS, never)) == ["warmer", "cooler"]
