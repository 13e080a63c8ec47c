"""Drafts to complete intents: the verb meant at each place, defaults, and contradictions."""

from __future__ import annotations

from dataclasses import replace

from catchlight.language.intents import Amount, ColourTerm, Intent, Region
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.semantics import amounts
from catchlight.language.semantics.drafts import NOTHING, Action, IntentDraft, Sentence
from catchlight.language.semantics.places import Refusal


def verb_applies_to(region: Region, verb: Verb, vocabulary: Vocabulary) -> bool:
    """Whether a verb, or what it becomes there, can work on a region."""
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
        raise Refusal("What is to be done with it is missing.")
    if wish.verb == "@region":
        if region is None or vocabulary.kind(region.name) != "@zone":
            raise Refusal("What is to be done there is missing.")
        return region.name, None
    verb = vocabulary.grammar.verbs[wish.verb]
    if region is None:
        return verb.becomes.get("@none", wish.verb), None
    if region.name in vocabulary.grammar.protect_only:
        raise Refusal("This place can only be kept as it is here.")
    if not verb_applies_to(region, verb, vocabulary):
        raise Refusal(f"{verb.label} does not work there.")
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
    """The intent of one verb at its places. Raises Refusal where it cannot be done."""
    verbs, wish = vocabulary.grammar.verbs, draft.action
    colour, sign = _colour_and_sign(wish, name, vocabulary)
    eased = verbs[name].eased and any(other.action.look for other in sentence.drafts)
    if sign < 0 and verbs[name].opposite != name and not eased:
        name, places = _reverse(name, places, vocabulary)
        sign = 1
    _refuse_unfit(draft, name, colour, vocabulary)
    if name == "replace_background" and wish.verb == "remove":
        colour = ColourTerm("transparent", None)
    _refuse_incomplete(verbs[name], places, colour)
    amount = _amount(draft, verbs[name], sign)
    if not eased:
        name, amount = _make_positive(name, amount, vocabulary)
    verb = verbs[name]
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


def _refuse_incomplete(verb: Verb, places: tuple[Region, ...], colour: ColourTerm | None) -> None:
    """Raises Refusal where the colour or the place that a verb needs is missing."""
    if verb.colour == "must" and colour is None:
        raise Refusal("Which colour it is to have is missing.")
    if verb.placed and not places:
        raise Refusal(f"{verb.label}: where is missing.")


def _colour_and_sign(wish: Action, name: str, vocabulary: Vocabulary) -> tuple[ColourTerm | None, int]:
    """Colour and sign of a wish whose verb is ``name`` at its places: warmer hair is a warm tone of it."""
    verb = vocabulary.grammar.verbs.get(wish.verb)
    if name == wish.verb or verb is None or not verb.tones or wish.colour is not None:
        return wish.colour, wish.sign
    return vocabulary.colours[verb.tones[0 if wish.sign > 0 else 1]], 1


def _reverse(name: str, places: tuple[Region, ...], vocabulary: Vocabulary) -> tuple[str, tuple[Region, ...]]:
    """The verb meant by less of one, with its places. Raises Refusal where there is none or it does not work there."""
    verb = vocabulary.grammar.verbs[name]
    if verb.opposite is None:
        raise Refusal(f"{verb.label} can be added, not taken away.")
    opposite = vocabulary.grammar.verbs[verb.opposite]
    if not all(verb_applies_to(region, opposite, vocabulary) for region in places):
        raise Refusal(f"{opposite.label} does not work there.")
    return _verb_there(verb.opposite, places, vocabulary)


def _refuse_unfit(draft: IntentDraft, name: str, colour: ColourTerm | None, vocabulary: Vocabulary) -> None:
    """Raises Refusal for a colour or a thing that the verb cannot have."""
    verb = vocabulary.grammar.verbs[name]
    if colour is not None and colour.hex is None and not verb.clear:
        raise Refusal("Only a background can become transparent.")
    if draft.thing is not None and not verb.things:
        raise Refusal(f"{verb.label} does not work there.")
    if name == "remove" and draft.thing in vocabulary.grammar.unremovable:
        raise Refusal("This cannot be removed.")


def _make_positive(name: str, amount: Amount, vocabulary: Vocabulary) -> tuple[str, Amount]:
    """A verb with an amount below nought as its opposite with one above, where it has another one."""
    opposite = vocabulary.grammar.verbs[name].opposite
    if amount.strength >= 0 or opposite is None or opposite == name:
        return name, amount
    return opposite, Amount(-amount.strength, amount.value and -amount.value, amount.unit)


def _verb_there(name: str, places: tuple[Region, ...], vocabulary: Vocabulary) -> tuple[str, tuple[Region, ...]]:
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
        raise Refusal(f"{verb.label} is not measured in {unit}.") from unit
    if not draft.softened or said.value is not None:
        return said
    return Amount(degrees.SLIGHT if said.strength > 0 else -degrees.SLIGHT)


def refuse_contradictions(intents: list[Intent], sentence: Sentence) -> None:
    """Raises Refusal where intents contradict each other, or what the sentence keeps."""
    protected = set(sentence.protected)
    for intent in intents:
        if intent.regions and set(intent.regions) <= protected:
            raise Refusal("The same place is to change and to stay.")
        if intent.verb in sentence.kept or intent.verb in {region.name for region in protected}:
            raise Refusal("The same thing is to change and to stay.")
    if len({intent.look for intent in intents if intent.look}) > 1:
        raise Refusal("Only one look at a time.")
    for at, one in enumerate(intents):
        for other in intents[at + 1 :]:
            same = (one.verb, one.regions, one.thing) == (other.verb, other.regions, other.thing)
            if same and (one.colour != other.colour or one.amount.strength * other.amount.strength < 0):
                raise Refusal("One thing is asked for in two ways.")


def merge_duplicates(intents: list[Intent]) -> tuple[Intent, ...]:
    """Of one wish said twice the last stays, with its amount."""
    said: dict[Intent, Intent] = {}
    for intent in intents:
        key = replace(intent, amount=Amount(0.0))
        said.pop(key, None)
        said[key] = intent
    return tuple(said.values())
