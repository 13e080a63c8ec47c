"""Clauses to intents: what is left unsaid is taken from the clauses beside, what must stay is kept for all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from catchlight.language import amounts
from catchlight.language.actions import Action, Refusal, action, colours, regions, thing
from catchlight.language.clauses import Clause
from catchlight.language.intents import Amount, Colour, Intent, Region
from catchlight.language.rows import Verb
from catchlight.language.vocabulary import Vocabulary


@dataclass
class _Draft:
    """An intent in the making."""

    clause: Clause
    action: Action
    regions: tuple[Region, ...]
    thing: str | None
    measure: Clause
    """Where its amount is said: its own clause or a later one ("but only a little")."""
    softened: bool = False


@dataclass
class _Sentence:
    drafts: list[_Draft] = field(default_factory=list)
    protected: list[Region] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    waiting: tuple[Region, ...] = ()
    """Regions named before any wish: "hair and beard darker"."""
    waiting_joint: str = "start"


def compose(parts: list[Clause], vocabulary: Vocabulary) -> tuple[Intent, ...]:
    """The intents of a sentence, at least one. Raises Refusal."""
    sentence = _Sentence()
    for clause in parts:
        _take(clause, sentence, vocabulary)
    if sentence.waiting:
        raise Refusal("What is to be done there is missing.")
    if not sentence.drafts:
        kept = sentence.protected or sentence.kept
        raise Refusal("Nothing is left to do." if kept else "What is to be done is missing.")
    _share_forward(sentence, vocabulary)
    intents = [intent for draft in sentence.drafts for intent in _intents(draft, sentence, vocabulary)]
    _refuse_contradictions(intents, sentence)
    return tuple(dict.fromkeys(intents))


def _take(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> None:
    if _negated(clause) and _keep(clause, sentence, vocabulary):
        return
    wish = action(clause, vocabulary) or (None if sentence.drafts else _measured(clause, vocabulary))
    if wish is None:
        _lean(clause, sentence, vocabulary)
        return
    place = _places(clause, wish, sentence, vocabulary)
    sentence.waiting = ()
    sentence.drafts.append(_Draft(clause, wish, place, thing(clause), clause))


def _measured(clause: Clause, vocabulary: Vocabulary) -> Action | None:
    """An amount alone whose unit says what is meant: half a stop."""
    for lexeme in clause.all("measure"):
        if verb := vocabulary.grammar.measures.get(lexeme.value.split()[1]):
            return Action(verb, 1, verbal=True)
    return None


def _negated(clause: Clause) -> bool:
    return clause.has("not", "none", "keep", "except", "touch")


def _keep(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> bool:
    """Takes a clause that forbids. False where it wishes after all: "not bright enough", "no shine"."""
    named = regions(clause)
    if clause.has("not") and clause.has("enough", "is") and not clause.has("touch", "keep", "too", "make"):
        return not clause.has("act", "noun")
    if clause.has("not", "none") and clause.has("keep"):
        raise Refusal("It is not clear whether this is to stay or to go.")
    if clause.has("except") and clause.has("act", "noun", "fault", "colour", "remove"):
        return _keep_exception(clause, sentence, vocabulary)
    if clause.has("touch") and not clause.has("not", "none", "keep"):
        raise Refusal("What is to change, or how, is missing.")
    verbs = [lexeme.value for lexeme in clause.lexemes if lexeme.role in ("act", "noun")]
    if clause.has("none") and not clause.has("touch", "too") and _gone(clause, verbs):
        return False
    if clause.has("too") and verbs:
        return _soften(clause, verbs, sentence)
    if clause.has("degree") and not named and not verbs and not clause.has("touch", "remove", "look"):
        return _temper(clause, sentence)
    if named or clause.has("thing"):
        sentence.protected += named
        if not named:
            raise Refusal("Only parts of the portrait can be kept from change.")
        return True
    if verbs or clause.has("fault", "look"):
        faults = [lexeme.value for lexeme in clause.all("fault")]
        sentence.kept += verbs + faults + (["look"] if clause.has("look") else [])
        return True
    return _keep_rest(clause, sentence, vocabulary)


def _gone(clause: Clause, verbs: list[str]) -> bool:
    """ "No shine", "no glasses": to be taken away rather than left alone."""
    return not verbs and clause.has("fault", "region", "thing") and not clause.has("keep", "make")


def _keep_exception(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> bool:
    """ "Darken everything except the face": the part after "except" is kept, the part before it is a wish."""
    at = next(i for i, lexeme in enumerate(clause.lexemes) if lexeme.role == "except")
    before, after = replace(clause, lexemes=clause.lexemes[:at]), replace(clause, lexemes=clause.lexemes[at + 1 :])
    if not regions(after):
        raise Refusal("What is to stay as it is is missing.")
    sentence.protected += regions(after)
    if before.has("act", "noun", "fault", "colour", "remove"):
        _take(before, sentence, vocabulary)
        return True
    last = max(i for i, lexeme in enumerate(after.lexemes) if lexeme.role == "region")
    sentence.protected = list(regions(replace(after, lexemes=after.lexemes[: last + 1])))
    _take(replace(clause, lexemes=after.lexemes[last + 1 :]), sentence, vocabulary)
    return True


def _soften(clause: Clause, verbs: list[str], sentence: _Sentence) -> bool:
    """ "But not too bright": less of what was asked for before; otherwise nothing that is asked for."""
    same = [draft for draft in sentence.drafts if draft.action.verb in verbs]
    for draft in same:
        draft.softened = True
    if not same:
        sentence.kept += verbs
    return True


def _temper(clause: Clause, sentence: _Sentence) -> bool:
    """ "Keep it subtle": the amount of all that was asked for."""
    if not sentence.drafts:
        raise Refusal("What is to be done is missing.")
    for draft in sentence.drafts:
        draft.softened = True
    return True


def _keep_rest(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> bool:
    if clause.has("colour"):
        other = {colour.name for colour, _, _ in colours(replace(clause, lexemes=clause.lexemes), vocabulary)}
        if any(draft.action.colour is not None and draft.action.colour.name not in other for draft in sentence.drafts):
            return True
        raise Refusal("Which colour it is to have instead is missing.")
    if clause.has("nothing", "pronoun", "whole", "keep", "touch"):
        return True
    raise Refusal("What is not wanted is not clear.")


def _lean(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> None:
    """A clause without a wish of its own: regions or an amount for its neighbour, or only politeness."""
    named = regions(clause)
    if thing(clause) is not None:
        raise Refusal("What is to be done with it is missing.")
    if clause.has("degree", "measure", "more") and not named:
        if not sentence.drafts:
            raise Refusal("What is to be done is missing.")
        sentence.drafts[-1].measure = clause
        return
    if not named:
        return
    joined = clause.joint in ("and", "comma", "none")
    if sentence.drafts and sentence.drafts[-1].regions and joined and not sentence.waiting:
        last = sentence.drafts[-1]
        last.regions = tuple(dict.fromkeys((*last.regions, *named)))
        return
    sentence.waiting = tuple(dict.fromkeys((*sentence.waiting, *named)))


def _places(clause: Clause, wish: Action, sentence: _Sentence, vocabulary: Vocabulary) -> tuple[Region, ...]:
    """Where a wish applies: as named, or as in the clause before it."""
    named = regions(clause)
    if sentence.waiting:
        return tuple(dict.fromkeys((*sentence.waiting, *named)))
    if named or clause.has("thing"):
        return named
    if clause.has("whole"):
        return (Region("everything"),) if vocabulary.domain == "edit" else ()
    before = sentence.drafts[-1] if sentence.drafts else None
    if before is None or not before.regions or wish.look:
        return ()
    verb = vocabulary.grammar.verbs.get(wish.verb)
    if verb is None:
        return ()
    pronoun = clause.has("pronoun")
    if vocabulary.domain == "adjust":
        bands = {vocabulary.kind(region.name) for region in before.regions} == {"@band"}
        joined = clause.joint in ("and", "none") and not wish.verbal and not before.action.verbal
        return before.regions if bands and joined and not pronoun else ()
    if clause.joint == "stop" and not pronoun:
        return ()
    fits = all(_allowed(region, verb, vocabulary) for region in before.regions)
    return before.regions if fits and (pronoun or not verb.regions) else ()


def _share_forward(sentence: _Sentence, vocabulary: Vocabulary) -> None:
    """ "Brighten and whiten the teeth": the first verb has the place of the second."""
    for first, second in reversed(list(zip(sentence.drafts, sentence.drafts[1:], strict=False))):
        alike = first.action.verbal == second.action.verbal
        verb = vocabulary.grammar.verbs.get(first.action.verb)
        if verb is None or verb.regions or first.regions or first.thing or second.clause.joint != "and" or not alike:
            continue
        if first.clause.has("pronoun", "whole") or first.action.look:
            continue
        if vocabulary.domain == "adjust" and any(vocabulary.kind(r.name) != "@band" for r in second.regions):
            continue
        if all(_allowed(region, verb, vocabulary) for region in second.regions):
            first.regions, first.thing = second.regions, second.thing


def _allowed(region: Region, verb: Verb, vocabulary: Vocabulary) -> bool:
    kind = vocabulary.kind(region.name)
    if region.name in verb.becomes or kind in verb.becomes or verb.only is None:
        return True
    return verb.moves.get(region.name, region.name) in verb.only or kind in verb.only


def _intents(draft: _Draft, sentence: _Sentence, vocabulary: Vocabulary) -> list[Intent]:
    """One intent for each verb that the draft's regions make of it."""
    by_verb: dict[str, list[Region]] = {}
    for region in draft.regions or (None,):
        verb, place = _verb_at(draft.action, region, vocabulary)
        by_verb.setdefault(verb, [])
        if place is not None:
            by_verb[verb].append(place)
    return [_intent(draft, name, tuple(places), sentence, vocabulary) for name, places in by_verb.items()]


def _verb_at(wish: Action, region: Region | None, vocabulary: Vocabulary) -> tuple[str, Region | None]:
    if wish.verb == "@region":
        assert region is not None
        return region.name, None
    verb = vocabulary.grammar.verbs[wish.verb]
    if region is None:
        return wish.verb, None
    if region.name in vocabulary.grammar.protect_only:
        raise Refusal("This place can only be kept as it is here.")
    if not _allowed(region, verb, vocabulary):
        raise Refusal(f"{verb.label} does not work there.")
    kind = vocabulary.kind(region.name)
    moved = replace(region, name=verb.moves.get(region.name, region.name))
    becomes = verb.becomes.get(region.name) or verb.becomes.get(kind)
    if becomes == "@region":
        return region.name, None
    return becomes or wish.verb, moved


def _intent(
    draft: _Draft, name: str, places: tuple[Region, ...], sentence: _Sentence, vocabulary: Vocabulary
) -> Intent:
    verb = vocabulary.grammar.verbs[name]
    wish, sign = draft.action, draft.action.sign
    if sign < 0 and verb.opposite != name:
        if verb.opposite is None:
            raise Refusal(f"{verb.label} can be added, not taken away.")
        name, sign = verb.opposite, 1
        verb = vocabulary.grammar.verbs[name]
        if not all(_allowed(region, verb, vocabulary) for region in places):
            raise Refusal(f"{verb.label} does not work there.")
    if draft.thing is not None and not verb.things:
        raise Refusal(f"{verb.label} does not work there.")
    if name == "remove" and draft.thing in vocabulary.grammar.unremovable:
        raise Refusal("This cannot be removed.")
    colour = wish.colour
    if name == "replace_background" and wish.verb == "remove":
        colour = Colour("transparent", None)
    if verb.colour == "must" and colour is None:
        raise Refusal("Which colour it is to have is missing.")
    return Intent(
        verb=name,
        regions=places or (() if draft.thing else tuple(Region(region) for region in verb.regions)),
        colour=colour if verb.colour != "none" else None,
        amount=_amount(draft, verb, sign),
        thing=draft.thing,
        look=wish.look,
        protected=tuple(dict.fromkeys(sentence.protected)),
        kept=tuple(dict.fromkeys(sentence.kept)),
    )


def _amount(draft: _Draft, verb: Verb, sign: int) -> Amount:
    try:
        said = amounts.amount(draft.measure, verb, sign, draft.action.usual)
    except amounts.ForeignUnit as unit:
        raise Refusal(f"{verb.label} is not measured in {unit}.") from unit
    if not draft.softened or said.value is not None:
        return said
    return Amount(amounts.SLIGHT if said.strength > 0 else -amounts.SLIGHT)


def _refuse_contradictions(intents: list[Intent], sentence: _Sentence) -> None:
    protected = set(sentence.protected)
    for intent in intents:
        if intent.regions and set(intent.regions) <= protected:
            raise Refusal("The same place is to change and to stay.")
        if intent.verb in sentence.kept:
            raise Refusal("The same thing is to change and to stay.")
    for at, one in enumerate(intents):
        for other in intents[at + 1 :]:
            same = (one.verb, one.regions, one.thing) == (other.verb, other.regions, other.thing)
            if same and (one.colour != other.colour or one.amount.strength * other.amount.strength < 0):
                raise Refusal("One thing is asked for in two ways.")
