"""What a clause forbids is kept, softened, removed, or wished for after all."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.semantics.drafts import Sentence
from catchlight.language.semantics.negation import apply_negation, forbids
from catchlight.language.semantics.places import Refusal

from tests.language.sentences import interpreter, parse, understood


@pytest.mark.parametrize(("sentence", "forbidden"), [("keep the hair", True), ("no glasses", True), ("blur it", False)])
def test_a_clause_forbids_by_its_words(sentence: str, forbidden: bool) -> None:
    (clause,) = parse("edit", sentence)
    assert forbids(clause) is forbidden


@pytest.mark.parametrize(
    ("domain", "sentence", "meant"),
    [
        ("adjust", "not bright enough", "exposure"),
        ("edit", "no shine", "reduce_shine face 1"),
        ("edit", "whiten the teeth, but not too white", "whiten teeth 0.25"),
        ("adjust", "brighter, but not too bright", "exposure 0.25"),
        ("adjust", "warmer, keep it subtle", "temperature 0.25"),
        ("edit", "clear up my acne but leave the freckles", "remove_blemishes skin"),
        ("edit", "brighten the face, don't touch the hair", "lighten face !hair"),
        ("edit", "brighten the face, don't darken the hair", "lighten face !hair"),
        ("edit", "brighten the face without changing the background", "lighten face !background"),
        ("adjust", "brighter without making it warmer", "exposure ~temperature"),
        ("edit", "make the jacket navy, not black", "recolour jacket =navy"),
        ("edit", "whiten the teeth, nothing else", "whiten teeth"),
        ("edit", "darken everything except the face", "darken everything !face"),
    ],
)
def test_each_way_of_forbidding(domain: Domain, sentence: str, meant: str) -> None:
    assert understood(domain, sentence) == meant


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [("don't keep the shine", "stay or to go"), ("keep it subtle", "done is missing"), ("not navy", "instead"),
     ("don't touch the lamp", "Only parts")],
)  # fmt: skip
def test_an_unclear_negation_is_refused(sentence: str, reason: str) -> None:
    (clause,) = parse("edit", sentence)
    with pytest.raises(Refusal, match=reason):
        apply_negation(clause, Sentence(), interpreter("edit").vocabulary)


def test_a_protected_place_is_taken_down() -> None:
    sentence = Sentence()
    (clause,) = parse("edit", "don't touch the hair")
    assert apply_negation(clause, sentence, interpreter("edit").vocabulary)
    assert [region.name for region in sentence.protected] == ["hair"]
