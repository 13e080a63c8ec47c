"""Finishing: a wish as a complete intent, with the defaults of its verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catchlight.core.messages import Message
from catchlight.language.composing.composition import Composition, Wish, verb_of
from catchlight.language.composing.refusals import Refusal
from catchlight.language.intents import Amount, ColourTerm, Intent, Region
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.slots.amounts import ForeignUnit, amount_of
from catchlight.language.slots.places import side_of
from catchlight.language.slots.styles import style_of


def intent_of(wish: Wish, said: Composition) -> Intent:
    """Raises Refusal where a colour or a place is missing, or the amount has a unit that the verb does not know."""
    name = verb_of(wish.label)
    verb = said.vocabulary.grammar.verbs[name]
    amount = _amount(wish, verb)
    if said.vocabulary.domain == "edit" and amount.strength < 0 and verb.opposite != name:
        name = verb.opposite or name
        verb, amount = said.vocabulary.grammar.verbs[name], _made_positive(amount)
    colour = _colour(wish, name, verb, said)
    regions = tuple(replace(one, name=verb.moves.get(one.name, one.name)) for one in wish.regions)
    if verb.placed and not regions:
        raise Refusal(Message("{verb}: where is missing.", verb=verb.label))
    if not regions and wish.thing is None:
        regions = tuple(Region(one) for one in verb.regions)
    side = side_of(wish.clause) if verb.sided else None
    if verb.sided and side is None:
        raise Refusal(Message("{verb}: from which side is missing, left or right.", verb=verb.label))
    if side is not None:
        regions = tuple(replace(one, side=None) for one in regions)
    return Intent(
        verb=name,
        regions=regions,
        colour=colour,
        amount=amount,
        thing=wish.thing,
        look=wish.label.partition(":")[2] or None,
        side=side,
        style=style_of(wish.clause, verb),
        protected=tuple(dict.fromkeys(one for one in said.protected if one not in regions)),
        kept=tuple(dict.fromkeys(one for one in said.kept if one != name)),
        complaint=wish.complaint,
    )


def _colour(wish: Wish, name: str, verb: Verb, said: Composition) -> ColourTerm | None:
    colours = said.vocabulary.colours
    if verb.clear and wish.colour is None and wish.clause.clears_ground:
        return colours["transparent"]
    if name == "tone" and wish.colour is None:
        tones = said.vocabulary.grammar.verbs["temperature"].tones
        warm = next(
            (sense.sign for one in wish.clause.lexemes for sense in one.senses if sense.value == "temperature"), 0
        )
        if tones and warm:
            return colours[tones[0 if warm > 0 else 1]]
    if wish.colour is None and (verb.colour == "must" or name == "tone"):
        raise Refusal(Message("Which colour it is to have is missing."))
    if wish.colour is not None and wish.colour.hex is None and not verb.clear:
        raise Refusal(Message("Only a background can become transparent."))
    return wish.colour if verb.colour != "none" else None


def _amount(wish: Wish, verb: Verb) -> Amount:
    usual = degrees.FULL if wish.label.startswith(("look:", "remove")) or wish.clause.takes_away else degrees.USUAL
    sign = -1 if wish.label.endswith("-") else 1
    try:
        amount = amount_of(wish.measure, verb, sign, usual)
    except ForeignUnit as unit:
        raise Refusal(Message("{verb} is not measured in {unit}.", verb=Message(verb.label), unit=unit.unit)) from unit
    if wish.softened and amount.value is None:
        amount = Amount(degrees.SLIGHT if amount.strength > 0 else -degrees.SLIGHT)
    return amount


def _made_positive(amount: Amount) -> Amount:
    return replace(amount, strength=-amount.strength, value=None if amount.value is None else -amount.value)


def merge_duplicates(intents: Sequence[Intent]) -> tuple[Intent, ...]:
    """Of one intent said twice the last stays, with its amount."""
    found: dict[Intent, Intent] = {}
    for intent in intents:
        key = replace(intent, amount=Amount(0.0), complaint=None)
        found.pop(key, None)
        found[key] = intent
    return tuple(found.values())
