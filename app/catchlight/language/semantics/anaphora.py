"""Anaphora and ellipsis: places and amounts that are said in another clause than the wish."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from catchlight.language.intents import Region
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.semantics import amounts
from catchlight.language.semantics.drafts import Action, IntentDraft, Sentence
from catchlight.language.semantics.finish import verb_applies_to
from catchlight.language.semantics.places import Refusal, regions, thing


def attach_to_neighbour(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> None:
    """A clause without a wish of its own: regions or an amount for its neighbour, or only politeness. Raises Refusal."""
    named, other = regions(clause), thing(clause)
    if other is not None:
        _attach_thing(clause, other, named, sentence)
    elif not named and (clause.has("degree", "measure", "more") or amounts.has_measure(clause)):
        _attach_amount(clause, sentence)
    elif named and not (clause.has("is") and any(one.name in vocabulary.grammar.protect_only for one in named)):
        _attach_regions(clause, named, sentence)


def _continues(clause: Clause) -> bool:
    return clause.joint in ("and", "comma", "none") and not clause.has("make", "give")


def _attach_thing(clause: Clause, other: str, named: tuple[Region, ...], sentence: Sentence) -> None:
    """A thing waits for its wish, or has that of the clause before: "remove the lamp and the cable"."""
    if not sentence.drafts and not sentence.waiting and not clause.has("make", "give"):
        sentence.waiting_thing, sentence.waiting = other, named
        return
    if not sentence.drafts or not _continues(clause):
        raise Refusal("What is to be done with it is missing.")
    sentence.drafts.append(replace(sentence.drafts[-1], regions=named, thing=other))


def _attach_amount(clause: Clause, sentence: Sentence) -> None:
    """An amount alone is that of the wish before: "brighter, just a little"."""
    if not sentence.drafts:
        raise Refusal("What is to be done is missing.")
    if not clause.has("too"):  # "the flash was too strong"
        sentence.drafts[-1].measure = clause


def _attach_regions(clause: Clause, named: tuple[Region, ...], sentence: Sentence) -> None:
    """Regions join those protected or worked on before, or wait for their wish: "the hair and the beard, darker"."""
    joined = _continues(clause)
    last = sentence.drafts[-1] if sentence.drafts and joined and not sentence.waiting else None
    if sentence.protecting and joined:
        sentence.protected += named
    elif last is not None and last.regions:
        last.regions = _union(last.regions, named)
    elif last is not None and last.thing:
        sentence.drafts.append(replace(last, regions=named, thing=None))
    else:
        sentence.waiting = _union(sentence.waiting, named)


def _union(first: tuple[Region, ...], second: tuple[Region, ...]) -> tuple[Region, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def resolve_places(clause: Clause, wish: Action, sentence: Sentence, vocabulary: Vocabulary) -> tuple[Region, ...]:
    """Where a wish applies: as named, or as in the clause before it."""
    named = regions(clause)
    if sentence.waiting:
        return _union(sentence.waiting, named)
    if named or clause.has("thing"):
        return named
    if clause.has("whole", "nothing"):
        return (Region("everything"),) if vocabulary.domain == "edit" else ()
    verb = vocabulary.grammar.verbs.get(wish.verb)
    if not sentence.topic or wish.look or verb is None:
        return ()
    takes_topic = _takes_tones if vocabulary.domain == "adjust" else _takes_parts
    return sentence.topic if takes_topic(clause, wish, verb, sentence, vocabulary) else ()


def _takes_tones(clause: Clause, wish: Action, verb: Verb, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Whether a wish for the picture is one for the tones or bands spoken of: "deepen them", "less red and darker"."""
    kinds = {vocabulary.kind(region.name) for region in sentence.topic}
    if kinds <= {"@zone", "@band"} and _has_plural(clause) and _applies_everywhere(sentence.topic, verb, vocabulary):
        return True
    if kinds != {"@band"} or clause.joint not in ("and", "none") or clause.has("pronoun") or sentence.told:
        return False
    imperative = sentence.drafts[-1].action.verbal if sentence.drafts else True
    return not wish.verbal and not imperative


def _takes_parts(clause: Clause, _: Action, verb: Verb, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Whether a wish for a part of the portrait is one for the part spoken of: "the background is busy, blur it"."""
    pronoun = clause.has("pronoun") or sentence.told
    if not pronoun and (clause.joint == "stop" or verb.regions):
        return False
    return _applies_everywhere(sentence.topic, verb, vocabulary)


def _applies_everywhere(named: tuple[Region, ...], verb: Verb, vocabulary: Vocabulary) -> bool:
    return all(verb_applies_to(region, verb, vocabulary) for region in named)


def _has_plural(clause: Clause) -> bool:
    """ "Deepen them": the tones spoken of, never the picture."""
    return any(one.text.casefold() in ("them", "these", "those", "它们") for one in clause.all("pronoun"))


def share_forward(sentence: Sentence, vocabulary: Vocabulary) -> None:
    """ "Brighten and whiten the teeth": the first verb has the place of the second."""
    for first, second in reversed(list(pairwise(sentence.drafts))):
        if _lacks_place(first, second, vocabulary) and _can_share(first, second, vocabulary):
            first.regions, first.thing = second.regions, second.thing


def _lacks_place(first: IntentDraft, second: IntentDraft, vocabulary: Vocabulary) -> bool:
    """Whether a wish names no place, and its verb has none of its own; of two faults both may have one."""
    if first.regions or first.thing or first.action.look or first.clause.has("pronoun", "whole"):
        return False
    verb = vocabulary.grammar.verbs.get(first.action.verb)
    return verb is not None and (not verb.regions or (first.action.fault and second.action.fault))


def _can_share(first: IntentDraft, second: IntentDraft, vocabulary: Vocabulary) -> bool:
    """Whether two wishes are said alike, joined by "and", and the first can be done where the second is."""
    if second.clause.joint != "and" or first.action.verbal != second.action.verbal:
        return False
    if vocabulary.domain == "adjust" and any(vocabulary.kind(r.name) != "@band" for r in second.regions):
        return False
    return _applies_everywhere(second.regions, vocabulary.grammar.verbs[first.action.verb], vocabulary)
