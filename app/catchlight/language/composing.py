"""Clauses to intents: what is left unsaid is taken from the clauses beside, what must stay is kept for all."""

from __future__ import annotations

from catchlight.language.actions import Action, Refusal, action, direction, regions, thing
from catchlight.language.clauses import Clause
from catchlight.language.drafts import Draft, Sentence
from catchlight.language.finishing import intents_of, merged, refuse_contradictions
from catchlight.language.intents import Intent
from catchlight.language.keeping import forbids, keep, settle_forbidden, without_exception
from catchlight.language.leaning import continued, drop_complaints, lean, leans_on_complaint, places, share_forward
from catchlight.language.vocabulary import Vocabulary


def compose(parts: list[Clause], vocabulary: Vocabulary) -> tuple[Intent, ...]:
    """The intents of a sentence, at least one. Raises Refusal."""
    sentence = Sentence()
    for clause in parts:
        _take(clause, sentence, vocabulary)
    if sentence.waiting or sentence.waiting_thing:
        raise Refusal("What is to be done there is missing.")
    if not sentence.drafts:
        kept = sentence.protected or sentence.kept or sentence.forbidden
        raise Refusal("Nothing is left to do." if kept else "What is to be done is missing.")
    share_forward(sentence, vocabulary)
    settle_forbidden(sentence, vocabulary)
    drop_complaints(sentence, vocabulary)
    intents = [intent for draft in sentence.drafts for intent in intents_of(draft, sentence, vocabulary)]
    refuse_contradictions(intents, sentence)
    return merged(intents)


def _take(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> None:
    clause = continued(clause, sentence.before)
    sentence.before = clause
    if clause.has("except"):
        clause = without_exception(clause, sentence)
    if forbids(clause) and keep(clause, sentence, vocabulary):
        sentence.protecting = True
        return
    if leans_on_complaint(clause, sentence, vocabulary):
        return
    wish = None if sentence.drafts else _measured(clause, vocabulary)
    wish = wish or action(clause, vocabulary)
    if wish is None:
        lean(clause, sentence, vocabulary)
        return
    waited = bool(sentence.waiting_thing and sentence.waiting)
    place = places(clause, wish, sentence, vocabulary)
    sentence.waiting, sentence.protecting, sentence.topic = (), False, place
    named = thing(clause)
    if (waited or not place) and named is None:
        named, sentence.waiting_thing = sentence.waiting_thing, None
    spared = [region for draft in sentence.drafts for region in draft.regions] if clause.has("nothing") else []
    sentence.drafts.append(Draft(clause, wish, place, named, clause, spared=tuple(spared)))


def _measured(clause: Clause, vocabulary: Vocabulary) -> Action | None:
    """An amount alone whose unit says what is meant: half a stop."""
    if clause.has("act", "noun", "fault", "thing", "look", "colour"):
        return None
    if any(vocabulary.kind(region.name) != "@part" for region in regions(clause)):
        return None
    for lexeme in clause.all("measure"):
        if verb := vocabulary.grammar.measures.get(lexeme.value.split()[1]):
            return Action(verb, direction(clause) or 1, verbal=True)
    return None
