"""Drafts to intents: the verb that is meant at each place, defaults, and contradictions."""

from __future__ import annotations

from dataclasses import replace

from catchlight.core.messages import Message
from catchlight.language.intents import Amount, ColourTerm, Intent, Region
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.semantics import amounts
from catchlight.language.semantics.actions import NOTHING, Action
from catchlight.language.semantics.drafts import IntentDraft, Sentence
from catchlight.language.semantics.places import Refusal


def verb_applies_to(region: Region, verb: Verb, vocabulary: Vocabulary) -> bool:
    kind = vocabulary.kind(region.name)
    if region.name in verb.becomes or kind in verb.becomes or verb.only is None:
        return True
    return verb.moves.get(region.name, region.name) in verb.only or kind in verb.only


def intents_of(draft: IntentDraft, sentence: Sentence, vocabulary: Vocabulary) -> list[Intent]:
    """One intent for each verb that the draft's regions make of it."""
    by_verb: dict[str, list[Region]] = {}
    for region in draft.regions or (None,):
        verb, place = _verb_at(draft, region, vocabulary)
        by_verb.setdefault(verb, [])
        if place is not None:
            by_verb[verb].append(place)
    return [_intent(draft, name, tuple(places), sentence, vocabulary) for name, places in by_verb.items()]


def _verb_at(draft: IntentDraft, region: Region | None, vocabulary: Vocabulary) -> tuple[str, Region | None]:
    wish = draft.action
    if wish.verb == "remove" and draft.thing is not None:
        return wish.verb, region  # the stain on the shirt: the region only says where
    if wish.verb == NOTHING:
        raise Refusal(Message("What is to be done with it is missing."))
    if wish.verb == "@region":
        if region is None or vocabulary.kind(region.name) != "@zone":
            raise Refusal(Message("What is to be done there is missing."))
        return region.name, None
    verb = vocabulary.grammar.verbs[wish.verb]
    if region is None:
        return verb.becomes.get("@none", wish.verb), None
    if region.name in vocabulary.grammar.protect_only:
        raise Refusal(Message("This place can only be kept as it is here."))
    if not verb_applies_to(region, verb, vocabulary):
        raise Refusal(Message("{verb} does not work there.", verb=Message(verb.label)))
    if wish.colour is not None and (plain := _plain_rule(wish, region, vocabulary)):
        return plain, region
    kind = vocabulary.kind(region.name)
    moved = replace(region, name=verb.moves.get(region.name, region.name))
    becomes = verb.becomes.get(region.name) or verb.becomes.get(kind)
    if becomes == "@region":
        return region.name, None
    return becomes or wish.verb, moved


def _plain_rule(wish: Action, region: Region, vocabulary: Vocabulary) -> str | None:
    """What a colour asks for at a place named elsewhere: teeth that are to be white are whitened."""
    family = vocabulary.families.get(wish.colour.name) if wish.colour else None
    rules = [rule for rule in vocabulary.grammar.colour_rules if rule.move == "to"]
    if not any(rule.carries and rule.verb == wish.verb and not rule.colours for rule in rules):
        return None
    return next(
        (r.verb for r in rules if family in r.colours and region.name in (r.regions or ()) and not r.carries), None
    )


def _intent(
    draft: IntentDraft, name: str, places: tuple[Region, ...], sentence: Sentence, vocabulary: Vocabulary
) -> Intent:
    verb = vocabulary.grammar.verbs[name]
    wish, sign = draft.action, draft.action.sign
    colour = wish.colour
    tones = vocabulary.grammar.verbs[wish.verb].tones if wish.verb in vocabulary.grammar.verbs else None
    if name != wish.verb and tones and colour is None:
        tone, sign = tones[0 if sign > 0 else 1], 1
        colour = vocabulary.colours[tone]
    eased = verb.eased and any(other.action.look for other in sentence.drafts)
    if sign < 0 and verb.opposite != name and not eased:
        if verb.opposite is None:
            raise Refusal(Message("{verb} can be added, not taken away.", verb=Message(verb.label)))
        name, sign = verb.opposite, 1
        verb = vocabulary.grammar.verbs[name]
        if not all(verb_applies_to(region, verb, vocabulary) for region in places):
            raise Refusal(Message("{verb} does not work there.", verb=Message(verb.label)))
        name, places = _meant_there(name, places, vocabulary)
        verb = vocabulary.grammar.verbs[name]
    if colour is not None and colour.hex is None and not verb.clear:
        raise Refusal(Message("Only a background can become transparent."))
    if draft.thing is not None and not verb.things:
        raise Refusal(Message("{verb} does not work there.", verb=Message(verb.label)))
    if name == "remove" and draft.thing in vocabulary.grammar.unremovable:
        raise Refusal(Message("This cannot be removed."))
    if name == "replace_background" and wish.verb == "remove":
        colour = ColourTerm("transparent", None)
    if verb.colour == "must" and colour is None:
        raise Refusal(Message("Which colour it is to have is missing."))
    if verb.placed and not places:
        raise Refusal(Message("{verb}: where is missing.", verb=Message(verb.label)))
    amount = _amount(draft, verb, sign)
    if amount.strength < 0 and verb.opposite not in (None, name) and not eased:
        name, amount = str(verb.opposite), Amount(-amount.strength, amount.value and -amount.value, amount.unit)
        verb = vocabulary.grammar.verbs[name]
    return Intent(
        verb=name,
        regions=places or (() if draft.thing else tuple(Region(region) for region in verb.regions)),
        colour=colour if verb.colour != "none" else None,
        amount=amount,
        thing=draft.thing,
        look=wish.look,
        protected=tuple(dict.fromkeys((*sentence.protected, *draft.spared))),
        kept=tuple(dict.fromkeys(sentence.kept)),
    )


def _meant_there(name: str, places: tuple[Region, ...], vocabulary: Vocabulary) -> tuple[str, tuple[Region, ...]]:
    """A reversed verb as it is meant at its places: eyes that are too dark are brightened as eyes are."""
    verb = vocabulary.grammar.verbs[name]
    become = {verb.becomes.get(place.name) for place in places}
    if len(become) != 1 or None in become or "@region" in become:
        return name, places
    moved = tuple(replace(place, name=verb.moves.get(place.name, place.name)) for place in places)
    return str(become.pop()), moved


def _amount(draft: IntentDraft, verb: Verb, sign: int) -> Amount:
    try:
        said = amounts.amount(draft.measure, verb, sign, draft.action.usual)
    except amounts.ForeignUnit as unit:
        raise Refusal(Message("{verb} is not measured in {unit}.", verb=Message(verb.label), unit=unit.unit)) from unit
    if not draft.softened or said.value is not None:
        return said
    return Amount(degrees.SLIGHT if said.strength > 0 else -degrees.SLIGHT)


def refuse_contradictions(intents: list[Intent], sentence: Sentence) -> None:
    protected = set(sentence.protected)
    for intent in intents:
        if intent.regions and set(intent.regions) <= protected:
            raise Refusal(Message("The same place is to change and to stay."))
        if intent.verb in sentence.kept or intent.verb in {region.name for region in protected}:
            raise Refusal(Message("The same thing is to change and to stay."))
    if len({intent.look for intent in intents if intent.look}) > 1:
        raise Refusal(Message("Only one look at a time."))
    for at, one in enumerate(intents):
        for other in intents[at + 1 :]:
            same = (one.verb, one.regions, one.thing) == (other.verb, other.regions, other.thing)
            if same and (one.colour != other.colour or one.amount.strength * other.amount.strength < 0):
                raise Refusal(Message("One thing is asked for in two ways."))


def merge_duplicates(intents: list[Intent]) -> tuple[Intent, ...]:
    """Of one wish said twice the last stays, with its amount."""
    said: dict[Intent, Intent] = {}
    for intent in intents:
        key = replace(intent, amount=Amount(0.0))
        said.pop(key, None)
        said[key] = intent
    return tuple(said.values())
