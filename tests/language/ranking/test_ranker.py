"""A clause is ranked by its likeness to the phrases of the bank, by sense and by words."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.language.intents import Domain
from catchlight.language.ranking.bank import Bank
from catchlight.language.ranking.ranker import Heard, Ranker
from catchlight.operations.sentences import encoder
from catchlight.paths import resources

from tests.language.ranking.test_bank import SMALL, tiny
from tests.language.sentences import lex

EDIT = Ranker(Bank.read(resources() / "language" / "bank.edit.npz"), encoder())


def heard(sentence: str, place: str | None = None, domain: Domain = "edit") -> Heard:
    return Heard(sentence, lex(domain, sentence), place)


def best(ranker: Ranker, *sentences: str) -> list[str]:
    scores = ranker.rank([heard(one) for one in sentences])
    return [ranker.labels[int(at)] for at in scores.argmax(axis=1)]


def test_a_tiny_bank_ranks_its_own_phrases_first() -> None:
    ranker = Ranker(tiny(), encoder())
    assert best(ranker, *SMALL) == list(SMALL.values())
    assert ranker.rank([heard(one) for one in SMALL]).max(axis=1).min() > 0.7


def test_a_tiny_bank_ranks_words_that_it_never_read_by_what_they_mean() -> None:
    ranker = Ranker(tiny(), encoder())
    assert best(ranker, "illuminate", "dye everything purple") == ["lighten", "recolour"]


def test_scores_are_float32_clauses_by_labels_and_do_not_hang_on_each_other() -> None:
    said = [heard("whiten the teeth"), heard("blur the background", "background")]
    together = EDIT.rank(said)
    assert together.dtype == np.float32
    assert together.shape == (2, len(EDIT.labels))
    assert together == pytest.approx(np.concatenate([EDIT.rank([one]) for one in said]), abs=1e-4)


def test_what_lies_under_the_hotspot_counts() -> None:
    yellow = EDIT.labels.index("whiten")
    on_teeth, on_jacket = EDIT.rank([heard("too yellow", "teeth"), heard("too yellow", "jacket")])
    assert on_teeth[yellow] > on_jacket[yellow] + 0.1


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("whiten the teeth", "whiten"),
        ("把背景虚化", "blur"),
        ("她的牙齿有点黄", "whiten"),
        ("dye his locks chestnut", "recolour"),
    ],
)
def test_both_languages(sentence: str, label: str) -> None:
    assert best(EDIT, sentence) == [label]
