"""Settling: wishes that the sentence as a whole does not bear out, the same wish said twice, colours said apart."""

from __future__ import annotations

from dataclasses import replace

from catchlight.language.composing.composition import WHOLE, Composition, Wish, verb_of
from catchlight.language.composing.refusals import refusal_of
from catchlight.language.parse.clauses import Polarity

_UNSUPPORTED = 0.12
"""Score of the whole sentence below which one of two wishes needs to be sure of itself; less where there are more."""
_SURE = 0.5
"""Score of a clause that needs no support."""


def settle(said: Composition) -> None:
    """Raises Refusal where a wish that stays cannot be done here."""
    _drop_mending(said)
    _drop_unsupported(said)
    _merge_repeated(said)
    _prefer_automatic(said)
    _give_colour(said)
    for wish in said.wishes:
        if said.verb(wish.label) is None:
            raise refusal_of(wish.label)
    _add_named_looks(said)
    _keep_grain(said)


def _add_named_looks(said: Composition) -> None:
    """ "Warm black and white", "moody film": looks whose names stand beside another wish of their clause, or another look.

    What is said before the name of a look is its amount: "black and white with a hint of sepia".
    """
    if said.vocabulary.domain != "adjust":
        return
    for wish in [one for one in said.wishes if one.clause.polarity is Polarity.WISH]:
        named = [at for at, one in enumerate(wish.clause.lexemes) if one.role == "look"]
        own = wish.label.removeprefix("look:")
        for before, at in zip([-1, *named], named, strict=False):
            lexeme = wish.clause.lexemes[at]
            part = replace(wish.clause, lexemes=wish.clause.lexemes[before + 1 : at + 1])
            if lexeme.value == own:
                wish.measure = part if len(named) > 1 else wish.measure
            elif not _has_look(lexeme.value, said):
                said.wishes.append(Wish(f"look:{lexeme.value}", wish.score, part, part))


def _has_look(name: str, said: Composition) -> bool:
    looks = {wish.label.removeprefix("look:") for wish in said.wishes if verb_of(wish.label) == "look"}
    return name in looks or (name == _GREY and any(one.startswith("bw_") for one in looks))


def _keep_grain(said: Composition) -> None:
    """ "Black and white, grainy" is no complaint: beside a look grain is wished for, where nothing says less."""
    if not any(verb_of(wish.label) == "look" for wish in said.wishes):
        return
    less = ("less", "remove", "down", "too", "mend", "off", "none")
    for wish in said.wishes:
        named = any(sense.value == "grain" for one in wish.clause.lexemes for sense in one.senses)
        if wish.label == "noise" and named and not wish.clause.has(*less):
            wish.label = "grain"


def _drop_mending(said: Composition) -> None:
    """ "It is too yellow, fix it": what was complained of just before is all that is to be mended."""
    for before, wish in zip(said.wishes, said.wishes[1:], strict=False):
        verb = said.verb(wish.label)
        refers = any(not _REFERRING.isdisjoint(one.text.casefold().split()) for one in wish.clause.lexemes)
        if verb is not None and verb.mends and refers and before.is_complaint:
            before.complaint = before.label
            said.wishes = [one for one in said.wishes if one is not wish]
            return


_REFERRING = frozenset({"it", "this", "that"})
_GREY = "black_and_white"
"""The look that those with a filter are kinds of."""


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
    """ "Fix the white balance, way too orange": what is measured needs no guess beside it, but which way is known.

    An amount that is said stays.
    """
    set_right = {wish.label: wish for wish in said.wishes}
    kept = []
    for wish in said.wishes:
        verb = said.verb(wish.label)
        automatic = set_right.get(verb.automatic or "") if verb else None
        if automatic is None or wish.measure.has("measure", "number"):
            wish.complaint = wish.complaint or (wish.label if wish.is_complaint else None)
            kept.append(wish)
        else:
            automatic.complaint = wish.label
    said.wishes = kept


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
