"""An adjective after "is" complains; one that is asked for wishes."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.semantics.predicates import complains, deepens_fault, is_bare_adjective

from tests.language.sentences import parse


@pytest.mark.parametrize(
    ("sentence", "stated"),
    [("it is very dark", True), ("make it dark", False), ("I'd rather it was dark", False), ("dark", False)],
)
def test_is_before_an_adjective_complains(sentence: str, stated: bool) -> None:
    (clause,) = parse("adjust", sentence)
    assert complains(clause, clause.all("act")[0]) is stated


@pytest.mark.parametrize(
    ("domain", "sentence", "bare"),
    [
        ("adjust", "dark", True),
        ("adjust", "有点亮", True),
        ("adjust", "亮一点", False),
        ("edit", "make it dark", False),
    ],
)
def test_an_adjective_alone_is_bare(domain: Domain, sentence: str, bare: bool) -> None:
    (clause,) = parse(domain, sentence)
    assert is_bare_adjective(clause, clause.all("act")[0]) is bare


def test_an_adjective_of_a_fault_says_how_bad_it_is() -> None:
    (clause,) = parse("edit", "the frown lines are too dark")
    assert deepens_fault(clause, clause.all("act")[0])
    (clause,) = parse("edit", "darken the frown lines")
    assert not deepens_fault(clause, clause.all("act")[0])
