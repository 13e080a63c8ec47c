"""Composition of the clauses, one after the other, to the wishes of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from catchlight.core.messages import Message
from catchlight.language.composing.agreement import applies, best_label
from catchlight.language.composing.composition import CERTAIN, WHOLE, Composition, Wish, verb_of
from catchlight.language.composing.finish import intent_of, merge_duplicates
from catchlight.language.composing.refusals import UNCLEAR, Refusal, refusal_of
from catchlight.language.composing.settle import settle
from catchlight.language.intents import Intent, Region
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause, Polarity
from catchlight.language.slots.colours import colour_of, wished_colours
from catchlight.language.slots.places import places_of, protected_places, thing_of

_ASIDE = 0.3
"""Score of the whole sentence below which one of several clauses that cannot be done is only an aside."""
_SURELY = 0.45
"""Score of a clause at which it is no aside."""
_PLAINLY = 0.6
"""Score of a clause at which "add a sheen" is a wish after all."""
_MENDED = 0.12
"""Least score of the whole sentence at which "no shine" takes the shine away."""
_MENDING = ("remove", "reduce", "under_eye", "red_eye", "noise")
_CROWD = frozenset(
    {"lady", "woman", "man", "guy", "bloke", "dude", "girl", "boy", "kid", "people", "person", "stranger", "strangers", "tourist",
     "tourists", "photobomber", "somebody", "someone", "人", "路人", "大妈", "大爷", "游客", "男的", "女的"}
)  # fmt: skip
"""Who may stand in the way."""
_ADDED = "beyond:add"
"""Label of what is not there yet."""
_IMPLIED = {"beyond:flyaway": ("remove", "stray_hair")}
"""Labels that are a verb and a thing in the edit domain."""


def compose(
    clauses: Sequence[Clause],
    scores: np.ndarray,
    whole: np.ndarray,
    labels: tuple[str, ...],
    vocabulary: Vocabulary,
    place: str | None = None,
) -> tuple[Intent, ...]:
    """The intents of a sentence, at least one. Raises Refusal.

    scores: float32, clauses x labels. whole: the scores of the whole sentence. place: the region under the hotspot.
    """
    said = Composition(vocabulary, labels, whole, place, len(clauses))
    said.colours = [
        one for clause in clauses if clause.polarity is Polarity.WISH for one in wished_colours(clause, vocabulary)
    ]
    for clause, own in zip(clauses, scores, strict=True):
        _add_clause(clause, own, said)
    if not said.wishes:
        _add_whole(clauses, said)
    settle(said)
    return merge_duplicates([intent_of(wish, said) for wish in said.wishes])


def _add_clause(clause: Clause, own: np.ndarray, said: Composition) -> None:
    at = int(np.argmax(own))
    if clause.adds_object and not (float(own[at]) >= _PLAINLY and said.verb(said.labels[at])):
        raise refusal_of(_ADDED)
    if clause.polarity is not Polarity.WISH and not _is_mending(clause, own, said):
        _forbid(clause, own, said)
        return
    measured = _measured_label(clause, said)
    if measured is None and clause.is_bare and not _is_tone(clause, said):
        _attach(clause, said)
        return
    label, score = (measured, 1 + WHOLE) if measured else best_label(clause, own, said)
    if _refers_back(label, clause, said):
        return
    if label == "none" or score < CERTAIN * (1 + WHOLE) or _is_aside(label, own, said):
        if clause.demands and said.clauses > 1:
            raise Refusal(UNCLEAR)
        _tell(clause, said)
    else:
        said.forbidding = False
        _add_wish(label, score, clause, said)


def _measured_label(clause: Clause, said: Composition) -> str | None:
    """ "5200 K", "half a stop": an amount alone whose unit says what is meant; None where a wish before it can take it."""
    if not clause.only_measures or places_of(clause, said.vocabulary):
        return None
    unit = next(one.value.split()[1] for one in clause.lexemes if one.role == "measure")
    verb = said.vocabulary.grammar.measures.get(unit)
    last = said.verb(said.wishes[-1].label) if said.wishes else None
    if verb is None or (last is not None and unit in last.units):
        return None
    if not (clause.has("less", "down") or "-" in clause.signs):
        return verb
    opposite = said.vocabulary.grammar.verbs[verb].opposite
    return f"{verb}-" if opposite == verb else opposite or verb


def _is_tone(clause: Clause, said: Composition) -> bool:
    """ "Shadows +20", "a hint of magenta": tones and colours with an amount are wishes where there are no parts."""
    named = bool(places_of(clause, said.vocabulary)) or any(one.has("colour") for one in clause.lexemes)
    return said.vocabulary.domain == "adjust" and clause.measured and named


def _is_aside(label: str, own: np.ndarray, said: Composition) -> bool:
    """Of several clauses one that cannot be done only counts where it, or the sentence as a whole, surely asks for it."""
    if said.clauses < 2 or said.verb(label) is not None:
        return False
    return float(own[said.labels.index(label)]) < _SURELY and said.support(label) < _ASIDE


def _refers_back(label: str, clause: Clause, said: Composition) -> bool:
    """ "There is a shadow on the neck, remove it": nothing but what was asked for already."""
    if not said.wishes or not clause.has("pronoun") or places_of(clause, said.vocabulary) or thing_of(clause):
        return False
    last = said.wishes[-1]
    refers = verb_of(label) == "remove" and said.verb(last.label) is not None
    if refers:
        last.clause = replace(last.clause, lexemes=(*last.clause.lexemes, *clause.lexemes))
        last.measure = last.clause
    return refers


def _add_wish(label: str, score: float, clause: Clause, said: Composition) -> None:
    label, implied = _IMPLIED.get(label, (label, None)) if said.vocabulary.domain == "edit" else (label, None)
    wish = Wish(label, score, clause, clause, thing=implied)
    verb = said.verb(label)
    if verb is not None:
        _place(wish, verb, said)
        if verb.colour != "none":
            wish.colour = colour_of(clause, said.vocabulary)
        if wish.regions or wish.thing:
            said.topic, said.topic_thing = wish.regions, wish.thing
    said.waiting, said.waiting_thing = (), None
    said.wishes.append(wish)


def _place(wish: Wish, verb: Verb, said: Composition) -> None:
    """Where a wish works: as named, as said just before it, or as what was last spoken of."""
    name, vocabulary = verb_of(wish.label), said.vocabulary
    named = places_of(wish.clause, vocabulary, name)
    if name == "remove" and wish.thing is None:
        wish.thing = thing_of(wish.clause, name, said.place)
        somebody = any(one.text.casefold() in _CROWD for one in wish.clause.lexemes)
        if wish.thing is None and (somebody or "person" in {one.name for one in named}):
            wish.thing, named = "passer_by", ()
    places = named if wish.thing else _fitting(named, verb, vocabulary)
    if verb.things and wish.thing is None:
        wish.thing = thing_of(wish.clause, name, said.place) or said.waiting_thing
    places = tuple(dict.fromkeys((*_fitting(said.waiting, verb, vocabulary), *places)))
    if not places and not wish.thing:
        places = _fitting(said.topic, verb, vocabulary)
        wish.thing = said.topic_thing if verb.things else None
    wish.regions = places
    becomes = {verb.becomes.get(one.name) or verb.becomes.get(vocabulary.kind(one.name)) for one in places}
    other = becomes.pop() if wish.thing is None and len(becomes) == 1 else None
    if other == "@region" and len(places) == 1:
        wish.label, wish.regions = places[0].name + ("-" if wish.label.endswith("-") else ""), ()
    elif other and not other.startswith("@"):
        wish.label = other  # eyes that are lightened are brightened as eyes are


def _fitting(places: Sequence[Region], verb: Verb, vocabulary: Vocabulary) -> tuple[Region, ...]:
    return tuple(one for one in places if applies(one, verb, vocabulary))


def _tell(clause: Clause, said: Composition) -> None:
    """A clause that asks for nothing says what the next one is about, or how much of the last."""
    places, thing = places_of(clause, said.vocabulary), thing_of(clause)
    if places or thing:
        said.topic, said.topic_thing = places, thing
    if said.wishes and clause.measured:
        said.wishes[-1].measure = clause


def _attach(clause: Clause, said: Composition) -> None:
    """A clause of places or amounts alone goes with its neighbour."""
    places, thing = places_of(clause, said.vocabulary), thing_of(clause)
    joined = clause.joint in ("and", "comma", "none")
    if said.forbidding and joined and (places or thing):
        said.protected += places
    elif said.wishes and joined and (places or thing):
        _extend(said.wishes[-1], clause, places, thing, said)
    elif places or thing:
        said.waiting = tuple(dict.fromkeys((*said.waiting, *places)))
        said.waiting_thing = thing or said.waiting_thing
    elif said.wishes and clause.measured:
        said.wishes[-1].measure = clause


def _extend(last: Wish, clause: Clause, places: tuple[Region, ...], thing: str | None, said: Composition) -> None:
    """ "Brighten the hair and the beard", "the shirt white and the jacket black": the wish before, there too."""
    verb = said.verb(last.label)
    if verb is None or not all(applies(one, verb, said.vocabulary) for one in places):
        said.waiting, said.waiting_thing = places, thing
        return
    coloured = verb.colour != "none" and colour_of(clause, said.vocabulary) is not None
    if (clause.measured or coloured) and (last.regions or last.thing):
        _add_wish(_signed(last, clause, verb, said), last.score, clause, said)
    elif thing and verb.things:
        said.wishes.append(replace(last, regions=places, thing=thing))
    else:
        last.regions = tuple(dict.fromkeys((*last.regions, *places)))


def _signed(last: Wish, clause: Clause, verb: Verb, said: Composition) -> str:
    """The label of the wish before in the direction of a signed number: "skin -10 %, lips +10 %"."""
    name = verb_of(last.label)
    if not clause.signs:
        return last.label
    if said.vocabulary.domain == "edit":
        return verb.opposite if verb.opposite and last.clause.signs and clause.signs != last.clause.signs else name
    towards = f"{name}-" if "-" in clause.signs else name
    return towards if towards in said.labels else last.label


def _is_mending(clause: Clause, own: np.ndarray, said: Composition) -> bool:
    """ "No shine", "no vignette": to be taken away rather than left alone."""
    if clause.polarity is not Polarity.NONE:
        return False
    label, score = best_label(clause, own, said)
    taken = label.endswith("-") or label.startswith(_MENDING)
    return taken and score >= CERTAIN * (1 + WHOLE) and float(said.whole[said.labels.index(label)]) >= _MENDED


def _forbid(clause: Clause, own: np.ndarray, said: Composition) -> None:
    """What is not wanted: places that stay, verbs that are not to act, or less of what was asked for."""
    said.forbidding = True
    if clause.polarity is Polarity.LESS:
        for wish in said.wishes:
            wish.softened = True
        return
    at = int(np.argmax(own))
    verb = verb_of(said.labels[at])
    named = verb in said.vocabulary.grammar.verbs and float(own[at]) >= CERTAIN
    places = protected_places(clause, said.vocabulary)
    wished = {place.name for wish in said.wishes for place in wish.regions}
    same = [wish for wish in said.wishes if verb_of(wish.label) == verb]
    if places and not (named and {one.name for one in places} <= wished):
        said.protected += [one for one in places if one.name not in wished]
    elif named and not same:
        said.kept.append(verb)
    elif named:
        for wish in same:
            wish.softened = True


def _add_whole(clauses: Sequence[Clause], said: Composition) -> None:
    """No clause alone is clear: the sentence as a whole may be. Raises Refusal."""
    wishing = [clause for clause in clauses if clause.polarity is Polarity.WISH]
    wishing = wishing or [clause for clause in clauses if clause.polarity is Polarity.LESS and clause.has("too")]
    if not wishing:
        raise Refusal(Message("Nothing is left to do.") if clauses else Message("What is to be done is missing."))
    joint = replace(wishing[0], lexemes=tuple(one for clause in wishing for one in clause.lexemes))
    label, score = best_label(joint, np.zeros_like(said.whole), said, weight=1.0)
    if score < CERTAIN or label == "none":
        raise Refusal(UNCLEAR)
    said.topic, said.topic_thing, said.waiting, said.waiting_thing = (), None, (), None
    _add_wish(label, score, joint, said)
