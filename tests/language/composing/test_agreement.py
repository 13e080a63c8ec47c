"""Of what speaks from a clause, what its slots allow."""

from __future__ import annotations

import pytest
from catchlight.language.composing.agreement import applies, best_label
from catchlight.language.intents import Domain, Region
from catchlight.language.slots.colours import wished_colours

from tests.language.composing.scores import Scores, composition, row
from tests.language.sentences import clause_of, interpreter


def best(domain: Domain, sentence: str, scores: Scores) -> str:
    said = composition(domain, scores)
    clause = clause_of(domain, sentence)
    said.colours = wished_colours(clause, said.vocabulary)
    return best_label(clause, row(said.labels, scores), said)[0]


@pytest.mark.parametrize(
    ("domain", "sentence", "scores", "label"),
    [
        ("edit", "make it navy", {"recolour": 0.6, "lighten": 0.5}, "recolour"),
        ("edit", "change it", {"recolour": 0.6, "lighten": 0.5}, "lighten"),
        ("edit", "the teeth", {"lipstick": 0.6, "whiten": 0.5}, "whiten"),
        ("edit", "the lips", {"lipstick": 0.6, "whiten": 0.5}, "lipstick"),
        ("adjust", "less contrast", {"contrast": 0.6, "contrast-": 0.5}, "contrast-"),
        ("adjust", "contrast +10", {"contrast": 0.5, "contrast-": 0.6}, "contrast"),
        ("adjust", "contrast -10", {"contrast": 0.6, "contrast-": 0.5}, "contrast-"),
        ("adjust", "contrast", {"contrast": 0.6, "contrast-": 0.5}, "contrast"),
    ],
)
def test_slots_that_a_label_cannot_take_cost(domain: Domain, sentence: str, scores: Scores, label: str) -> None:
    assert best(domain, sentence, scores) == label


def test_what_is_far_more_likely_stays_whatever_the_slots_say() -> None:
    assert best("edit", "the teeth", {"lipstick": 0.9, "whiten": 0.1}) == "lipstick"


def test_the_whole_sentence_counts_beside_the_clause() -> None:
    said = composition("edit", {"lighten": 1.0, "darken": 0.0})
    label, score = best_label(clause_of("edit", "do that"), row(said.labels, {"darken": 0.5}), said)
    assert label == "lighten"
    assert score == pytest.approx(0.6)
    assert best_label(clause_of("edit", "do that"), row(said.labels, {"darken": 0.7}), said)[0] == "darken"


def test_where_a_verb_can_work() -> None:
    vocabulary = interpreter("edit").vocabulary
    verbs = vocabulary.grammar.verbs
    assert applies(Region("lips"), verbs["lipstick"], vocabulary)
    assert not applies(Region("teeth"), verbs["lipstick"], vocabulary)
    assert applies(Region("teeth"), verbs["lighten"], vocabulary)
    assert applies(Region("everything"), verbs["lipstick"], vocabulary)
