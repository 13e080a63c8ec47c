"""Composition: clauses to the intents of a sentence, with what a clause leaves unsaid taken from its neighbours."""

from __future__ import annotations

from dataclasses import replace

from catchlight.language.intents import Intent
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.semantics.actions import action
from catchlight.language.semantics.anaphora import attach_to_neighbour, resolve_places, share_forward
from catchlight.language.semantics.complaints import continue_complaint, drop_complaints, refers_to_complaint
from catchlight.language.semantics.drafts import Action, IntentDraft, Sentence
from catchlight.language.semantics.finish import intents_of, merge_duplicates, refuse_contradictions
from catchlight.language.semantics.negation import (
    apply_negation,
    forbids,
    settle_forbidden,
    settle_kept_faults,
    without_exception,
)
from catchlight.language.semantics.places import Refusal, direction, regions, thing

_CONTENT = ("act", "noun", "fault", "region", "thing", "look", "colour", "whole", "topic_region", "topic_thing")
_DIRECTIONS = ("more", "less", "remove", "mend", "up", "down")
_ONLY = frozenset({"only", "just", "solely", "只", "只要", "仅", "就"})


def compose(parts: list[Clause], vocabulary: Vocabulary) -> tuple[Intent, ...]:
    """The intents of a sentence, at least one. Raises Refusal."""
    sentence = Sentence()
    for clause in parts:
        _add_clause(clause, sentence, vocabulary)
    if sentence.waiting or sentence.waiting_thing:
        raise Refusal("What is to be done there is missing.")
    if not sentence.drafts:
        kept = sentence.protected or sentence.kept or sentence.kept_faults or sentence.forbidden
        raise Refusal("Nothing is left to do." if kept else "What is to be done is missing.")
    share_forward(sentence, vocabulary)
    settle_forbidden(sentence, vocabulary)
    settle_kept_faults(sentence, vocabulary)
    drop_complaints(sentence, vocabulary)
    intents = [intent for draft in sentence.drafts for intent in intents_of(draft, sentence, vocabulary)]
    refuse_contradictions(intents, sentence)
    return merge_duplicates(intents)


def _add_clause(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> None:
    """What a clause says, added to what the sentence has said so far. Raises Refusal."""
    clause = continue_complaint(clause, sentence.before, vocabulary)
    sentence.before = clause
    if clause.has("topic_region", "topic_thing", "topic_noun"):
        _set_topic(clause, sentence)
        return
    clause = _drop_speaking_places(_drop_surroundings(_complete_direction(clause, sentence), vocabulary), vocabulary)
    if clause.has("except"):
        clause = without_exception(clause, sentence)
    if forbids(clause) and apply_negation(clause, sentence, vocabulary):
        sentence.protecting = True
    elif not refers_to_complaint(clause, sentence, vocabulary):
        wish = _find_action(clause, sentence, vocabulary)
        if wish is None:
            attach_to_neighbour(clause, sentence, vocabulary)
        else:
            _add_draft(clause, wish, sentence, vocabulary)


def _set_topic(clause: Clause, sentence: Sentence) -> None:
    """A clause that only tells says what the next ones are about."""
    sentence.topic, sentence.told = regions(clause, "topic_region"), True
    sentence.topic_thing = next((lexeme.value for lexeme in clause.all("topic_thing")), None)
    sentence.spoken = tuple(clause.all("topic_region", "topic_thing", "topic_noun"))


def _find_action(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> Action | None:
    """The action that a clause asks for, by itself or by those before it. Raises Refusal."""
    placed = bool(regions(clause)) and direction(clause) != 0
    wish = _measure_action(clause, vocabulary) if placed or not sentence.drafts else None
    return (
        wish
        or _repeat_action(clause, sentence, vocabulary)
        or _remove_topic(clause, sentence)
        or _allow_there(clause, sentence)
        or action(clause, vocabulary)
    )


def _add_draft(clause: Clause, wish: Action, sentence: Sentence, vocabulary: Vocabulary) -> None:
    """A wish with its place and thing, which may have been said before it."""
    waited = bool(sentence.waiting_thing and sentence.waiting)
    place = resolve_places(clause, wish, sentence, vocabulary)
    named = thing(clause)
    if named is None and sentence.topic_thing and clause.has("pronoun") and not regions(clause):
        named, place = sentence.topic_thing, sentence.topic
    sentence.waiting, sentence.protecting, sentence.topic = (), False, place
    sentence.told, sentence.topic_thing = False, None
    if (waited or not place) and named is None:
        named, sentence.waiting_thing = sentence.waiting_thing, None
    spared = [region for draft in sentence.drafts for region in draft.regions] if clause.has("nothing") else []
    sentence.drafts.append(IntentDraft(clause, wish, place, named, clause, spared=tuple(spared)))


def _complete_direction(clause: Clause, sentence: Sentence) -> Clause:
    """ "The highlights are so glaring, pull them back": a direction alone is for what the statement before was about."""
    if not sentence.told or clause.has(*_CONTENT) or not clause.has(*_DIRECTIONS):
        return clause
    named = tuple(replace(one, senses=(replace(one.senses[0], role=one.role[6:]),)) for one in sentence.spoken)
    things = tuple(one for one in named if one.role == "thing")
    return replace(clause, lexemes=(*clause.lexemes, *things[:1], *(one for one in named if one.role != "thing")))


def _drop_speaking_places(clause: Clause, vocabulary: Vocabulary) -> Clause:
    """ "My face is too dark" complains of the picture where places cannot be worked on by themselves."""
    speaking = set(vocabulary.grammar.speaking)
    named = {lexeme.value for lexeme in clause.all("region")}
    if not named or not named <= speaking or not clause.has("is", "too", "lacking"):
        return clause
    if clause.has("make", "give", "more", "less", "not", "none", "keep", "touch", "except"):
        return clause
    return replace(
        clause, lexemes=tuple(one.only(Sense("filler")) if one.role == "region" else one for one in clause.lexemes)
    )


def _drop_surroundings(clause: Clause, vocabulary: Vocabulary) -> Clause:
    """ "The highlights in her dress": where the tones are seen, not what is to be worked on."""
    kept, lexemes = vocabulary.grammar.protect_only, list(clause.lexemes)
    if clause.has("not", "none", "keep", "touch", "except") or not any(
        one.role in ("act", "fault", "noun") or (one.role == "region" and one.value not in kept) for one in lexemes
    ):
        return clause
    for at, one in enumerate(lexemes):
        before = [other.text.casefold() for other in lexemes[:at] if other.text.casefold() not in _OWNERS]
        if (
            one.role == "region"
            and one.value in kept
            and len(before) > 1
            and before[-1] in ("in", "on", "of", "from", "for")
        ):
            lexemes[at] = one.only(Sense("filler"))
    return replace(clause, lexemes=tuple(lexemes))


_OWNERS = frozenset({"the", "a", "my", "his", "her", "their", "our", "your", "bride", "groom", "'s"})


def _allow_there(clause: Clause, sentence: Sentence) -> Action | None:
    """ "Don't smooth the lips, only the skin": what is forbidden here is wished for there."""
    only = any(lexeme.text.casefold() in _ONLY for lexeme in clause.lexemes)
    if (
        sentence.drafts
        or not sentence.forbidden
        or not only
        or not regions(clause)
        or clause.has("act", "noun", "colour")
    ):
        return None
    return Action(sentence.forbidden[-1][0][0], 1)


def _remove_topic(clause: Clause, sentence: Sentence) -> Action | None:
    """ "There is lint on his jacket, clean it up": the thing spoken of is to go."""
    if not sentence.waiting_thing or clause.has(*_CONTENT) or not clause.has("remove", "mend"):
        return None
    return Action("remove", 1, usual=degrees.FULL)


def _repeat_action(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> Action | None:
    """ "Give the hair more contrast and the skin less": the same thing, the other way."""
    if not sentence.drafts or clause.joint not in ("and", "comma", "but", "none") or not regions(clause):
        return None
    if any(vocabulary.kind(one.name) != "@part" for one in regions(clause)) or not _is_elliptic(clause):
        return None
    before = sentence.drafts[-1].action
    if before.look or before.colour or before.verbal or before.fault:
        return None
    return replace(before, sign=direction(clause) or 1)


def _is_elliptic(clause: Clause) -> bool:
    """Whether a clause has a direction or a signed amount, and leaves its verb out. Raises Refusal for two directions."""
    if not {one.role for one in clause.lexemes} <= _ELLIPTIC:
        return False
    return any(one.signed for one in clause.all("measure", "number")) or direction(clause) != 0


_ELLIPTIC = {"article", "filler", "region", "less", "more", "degree", "left", "right", "measure", "number"}
"""Roles of the words of a clause that leaves its verb out."""


def _measure_action(clause: Clause, vocabulary: Vocabulary) -> Action | None:
    """An amount alone whose unit says what is meant: half a stop."""
    if clause.has("act", "noun", "fault", "thing", "look", "colour"):
        return None
    if any(vocabulary.kind(region.name) != "@part" for region in regions(clause)):
        return None
    for lexeme in clause.all("measure"):
        if verb := vocabulary.grammar.measures.get(lexeme.value.split()[1]):
            return Action(verb, direction(clause) or 1, verbal=True)
    return None
