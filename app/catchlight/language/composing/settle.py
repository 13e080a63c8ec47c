"""Settling: wishes that the sentence as a whole does not bear out, the same wish said twice, colours said apart."""

from __future__ import annotations

from catchlight.core.messages import Message
from catchlight.language.composing.composition import WHOLE, Composition, Wish, verb_of
from catchlight.language.composing.refusals import Refusal, refusal_of

_UNSUPPORTED = 0.12
"""Score of the whole sentence below which one of two wishes needs to be sure of itself; less where there are more."""
_SURE = 0.5
"""Score of a clause that needs no support."""


def settle(said: Composition) -> None:
    """Raises Refusal where a wish that stays cannot be done here."""
    _drop_unsupported(said)
    _merge_repeated(said)
    _prefer_automatic(said)
    _give_colour(said)
    for wish in said.wishes:
        if said.verb(wish.label) is None:
            raise refusal_of(wish.label)
    if len({wish.label for wish in said.wishes if verb_of(wish.label) == "look"}) > 1:
        raise Refusal(Message("Only one look at a time."))


def _drop_unsupported(said: Composition) -> None:
    if len(said.wishes) < 2:
        return
    least = _UNSUPPORTED * 2 / len(said.wishes)
    borne = [wish for wish in said.wishes if wish.score >= _SURE * (1 + WHOLE) or _support(wish, said) >= least]
    said.wishes = borne or [max(said.wishes, key=lambda wish: wish.score)]


def _support(wish: Wish, said: Composition) -> float:
    return said.support(wish.label) if wish.label in said.labels else 0.0


def _merge_repeated(said: Composition) -> None:
    """A complaint and its remedy, or a wish said twice, are one: places and amounts of both."""
    for at, wish in reversed(list(enumerate(said.wishes))):
        later = next((other for other in said.wishes[at + 1 :] if other.label == wish.label), None)
        if later is None or not _same_place(wish, later):
            continue
        if not (later.regions or later.thing):
            later.regions, later.thing = wish.regions, wish.thing
        if not later.measure.measured and wish.measure.measured:
            later.measure = wish.measure
        later.colour = later.colour or wish.colour
        later.softened = later.softened or wish.softened
        said.wishes.pop(at)


def _same_place(wish: Wish, later: Wish) -> bool:
    if not (wish.regions or wish.thing) or not (later.regions or later.thing):
        return True
    return wish.thing == later.thing and (
        wish.regions == later.regions or not {*wish.regions}.isdisjoint(later.regions)
    )


def _prefer_automatic(said: Composition) -> None:
    """ "Fix the white balance, way too orange": what is measured needs no guess beside it; an amount that is said stays."""
    automatic = {verb.automatic for verb in said.vocabulary.grammar.verbs.values() if verb.automatic}
    set_right = {wish.label for wish in said.wishes} & automatic
    said.wishes = [
        wish
        for wish in said.wishes
        if not (
            (verb := said.verb(wish.label))
            and verb.automatic in set_right
            and not wish.measure.has("measure", "number")
        )
    ]


def _give_colour(said: Composition) -> None:
    """The one wish for a colour has the colour that is wished for most, wherever in the sentence it stands."""
    coloured = [(wish, verb) for wish in said.wishes if (verb := said.verb(wish.label)) and verb.colour != "none"]
    if len(coloured) != 1 or not said.colours:
        return
    wish, verb = coloured[0]
    most = max(range(len(said.colours)), key=lambda at: (said.colours[at].rank, at))
    best = said.colours[most]
    if best.rank > 0 or verb.colour == "must" or (best.rank == 0 and wish.colour is not None):
        wish.colour = best.colour
    elif best.rank < 0:
        wish.colour = None
