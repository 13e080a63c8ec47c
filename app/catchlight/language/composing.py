"""Clauses to intents: what is left unsaid is taken from the clauses beside, what must stay is kept for all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from catchlight.language import amounts
from catchlight.language.actions import NOTHING, Action, Refusal, action, colours, direction, regions, thing
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
    spared: tuple[Region, ...] = ()
    """Kept from this wish alone: "brighten the face and darken everything else"."""


@dataclass
class _Sentence:
    drafts: list[_Draft] = field(default_factory=list)
    protected: list[Region] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    waiting: tuple[Region, ...] = ()
    """Regions named before any wish: "hair and beard darker"."""
    forbidden: list[tuple[tuple[str, ...], tuple[Region, ...]]] = field(default_factory=list)
    """Verbs not wanted on some regions: "don't darken the hair"."""
    topic: tuple[Region, ...] = ()
    """The regions last spoken of."""
    waiting_thing: str | None = None
    """ "The sign on the left, remove it"."""
    before: Clause | None = None
    protecting: bool = False
    """Whether the clause before only protected."""


def compose(parts: list[Clause], vocabulary: Vocabulary) -> tuple[Intent, ...]:
    """The intents of a sentence, at least one. Raises Refusal."""
    sentence = _Sentence()
    for clause in parts:
        _take(clause, sentence, vocabulary)
    if sentence.waiting or sentence.waiting_thing:
        raise Refusal("What is to be done there is missing.")
    if not sentence.drafts:
        kept = sentence.protected or sentence.kept or sentence.forbidden
        raise Refusal("Nothing is left to do." if kept else "What is to be done is missing.")
    _share_forward(sentence, vocabulary)
    _settle_forbidden(sentence, vocabulary)
    _drop_complaints(sentence, vocabulary)
    intents = [intent for draft in sentence.drafts for intent in _intents(draft, sentence, vocabulary)]
    _refuse_contradictions(intents, sentence)
    return _merged(intents)


def _merged(intents: list[Intent]) -> tuple[Intent, ...]:
    """Of one wish said twice the last stays, with its amount."""
    said: dict[Intent, Intent] = {}
    for intent in intents:
        key = replace(intent, amount=Amount(0.0))
        said.pop(key, None)
        said[key] = intent
    return tuple(said.values())


def _take(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> None:
    clause = _continued(clause, sentence.before)
    sentence.before = clause
    if _negated(clause) and _keep(clause, sentence, vocabulary):
        sentence.protecting = True
        return
    if _leans_on_complaint(clause, sentence):
        return
    wish = None if sentence.drafts else _measured(clause, vocabulary)
    wish = wish or action(clause, vocabulary)
    if wish is None:
        _lean(clause, sentence, vocabulary)
        return
    place = _places(clause, wish, sentence, vocabulary)
    sentence.waiting, sentence.protecting, sentence.topic = (), False, place
    named = thing(clause)
    if not place and named is None:
        named, sentence.waiting_thing = sentence.waiting_thing, None
    spared = [region for draft in sentence.drafts for region in draft.regions] if clause.has("nothing") else []
    sentence.drafts.append(_Draft(clause, wish, place, named, clause, spared=tuple(spared)))


def _continued(clause: Clause, before: Clause | None) -> Clause:
    """ "My face is shiny and red", "too dark and yellow": the complaint goes on."""
    if before is None or clause.joint != "and" or before.has("make", "give", "not", "keep"):
        return clause
    complaint = next((lexeme for lexeme in before.lexemes if lexeme.role in ("is", "too")), None)
    first = next((o for o in clause.lexemes if o.role not in ("degree", "filler", "article", "modifier")), None)
    if complaint is None or first is None or clause.has("make", "give", "more", "less", "to"):
        return clause
    if first.role == "colour" or (first.role == "act" and first.senses[0].base and not first.senses[0].verbal):
        place = () if clause.has("region", "thing") else tuple(before.all("region", "thing"))
        return replace(clause, lexemes=(*place, complaint, *clause.lexemes))
    return clause


_ANY_CONTENT = ("act", "noun", "fault", "region", "thing", "look", "colour", "whole", "nothing")


def _leans_on_complaint(clause: Clause, sentence: _Sentence) -> bool:
    """ "There is a shadow on the neck, remove it", "too contrasty, tone it down": what was complained of before."""
    if not sentence.drafts or clause.has(*_ANY_CONTENT) or not clause.has("make", "mend", "less", "remove", "down"):
        return False
    last = sentence.drafts[-1]
    if not (last.action.fault or last.clause.has("too", "is", "lacking")):
        return False
    if clause.has("remove") and last.action.fault and last.action.sign > 0:
        last.action = replace(last.action, usual=amounts.FULL)
    if clause.has("degree", "measure"):
        last.measure = clause
    return True


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


def _negated(clause: Clause) -> bool:
    return clause.has("not", "none", "keep", "except", "touch")


def _keep(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> bool:
    """Takes a clause that forbids. False where it wishes after all: "not bright enough", "no shine"."""
    named = regions(clause)
    falls_short = clause.has("enough") or _denies(clause)
    if clause.has("not") and falls_short and not clause.has("touch", "keep", "too", "make"):
        return not clause.has("act", "noun")
    if clause.has("not", "none") and clause.has("keep"):
        raise Refusal("It is not clear whether this is to stay or to go.")
    if clause.has("except") and clause.has("act", "noun", "fault", "colour", "remove"):
        return _keep_exception(clause, sentence, vocabulary)
    if clause.has("touch") and not clause.has("not", "none", "keep"):
        raise Refusal("What is to change, or how, is missing.")
    verbs = [lexeme.value for lexeme in clause.lexemes if lexeme.role in ("act", "noun")]
    if not clause.has("colour"):
        # "without changing the background" forbids the place, not only one way of changing it
        whole = [v for v in map(vocabulary.grammar.verbs.__getitem__, verbs) if v.colour == "must" and v.regions]
        named = (*named, *(Region(region) for verb in whole for region in verb.regions))
        verbs = [] if whole else verbs
    if clause.has("none") and not sentence.drafts and clause.has("noun") and not clause.has("keep", "touch", "too"):
        return not all(vocabulary.grammar.verbs[verb].removable for verb in verbs) and _forbid(verbs, sentence)
    if clause.has("none") and not clause.has("touch", "too") and _gone(clause, verbs):
        return False
    if clause.has("too") and verbs:
        return _soften(clause, verbs, sentence)
    if clause.has("degree") and not named and not verbs and not clause.has("touch", "remove", "look"):
        return _temper(clause, sentence)
    faults = [lexeme.value for lexeme in clause.all("fault")]
    if faults and any(draft.action.verb in faults for draft in sentence.drafts):
        return _soften(clause, faults, sentence)
    if named or clause.has("thing"):
        if verbs and clause.has("not") and not clause.has("touch", "keep"):
            sentence.forbidden.append((tuple(verbs), named))
            sentence.topic = named
        else:
            sentence.protected += named
        if not named:
            raise Refusal("Only parts of the portrait can be kept from change.")
        return True
    if verbs or clause.has("fault", "look"):
        sentence.kept += verbs + faults + (["look"] if clause.has("look") else [])
        return True
    return _keep_rest(clause, sentence, vocabulary)


def _forbid(verbs: list[str], sentence: _Sentence) -> bool:
    sentence.kept += verbs
    return True


def _denies(clause: Clause) -> bool:
    """ "It is not bright", other than "don't make it look bright"."""
    roles = [lexeme.role for lexeme in clause.lexemes]
    return "is" in roles[: roles.index("not")] if "not" in roles else False


def _gone(clause: Clause, verbs: list[str]) -> bool:
    """ "No shine", "no glasses": to be taken away rather than left alone."""
    return not verbs and clause.has("fault", "region", "thing") and not clause.has("keep", "make")


def _keep_exception(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> bool:
    """ "Darken everything except the face": the part after "except" is kept, the part before it is a wish."""
    at = next(i for i, lexeme in enumerate(clause.lexemes) if lexeme.role == "except")
    before, after = replace(clause, lexemes=clause.lexemes[:at]), replace(clause, lexemes=clause.lexemes[at + 1 :])
    if not regions(after):
        raise Refusal("What is to stay as it is is missing.")
    last = max(i for i, lexeme in enumerate(after.lexemes) if lexeme.role == "region")
    sentence.protected += regions(replace(after, lexemes=after.lexemes[: last + 1]))
    _take(replace(clause, lexemes=(*before.lexemes, *after.lexemes[last + 1 :])), sentence, vocabulary)
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
        said = {draft.action.colour.name for draft in sentence.drafts if draft.action.colour is not None}
        if sentence.drafts and not other & said:
            return True
        raise Refusal("Which colour it is to have instead is missing.")
    if clause.has("nothing", "pronoun", "whole", "keep", "touch"):
        return True
    raise Refusal("What is not wanted is not clear.")


def _lean(clause: Clause, sentence: _Sentence, vocabulary: Vocabulary) -> None:
    """A clause without a wish of its own: regions or an amount for its neighbour, or only politeness."""
    named, other = regions(clause), thing(clause)
    joined = clause.joint in ("and", "comma", "none") and not clause.has("make", "give")
    if other is not None:
        if not sentence.drafts and not sentence.waiting and not clause.has("make", "give"):
            sentence.waiting_thing = other
            return
        if not sentence.drafts or not joined:
            raise Refusal("What is to be done with it is missing.")
        sentence.drafts.append(replace(sentence.drafts[-1], regions=named, thing=other))
        return
    if clause.has("degree", "measure", "more") and not named:
        if not sentence.drafts:
            raise Refusal("What is to be done is missing.")
        sentence.drafts[-1].measure = clause
        return
    if not named:
        return
    if sentence.protecting and joined:
        sentence.protected += named
        return
    if sentence.drafts and sentence.drafts[-1].regions and joined and not sentence.waiting:
        last = sentence.drafts[-1]
        last.regions = tuple(dict.fromkeys((*last.regions, *named)))
        return
    if sentence.drafts and sentence.drafts[-1].thing and joined and not sentence.waiting:
        sentence.drafts.append(replace(sentence.drafts[-1], regions=named, thing=None))
        return
    sentence.waiting = tuple(dict.fromkeys((*sentence.waiting, *named)))


def _places(clause: Clause, wish: Action, sentence: _Sentence, vocabulary: Vocabulary) -> tuple[Region, ...]:
    """Where a wish applies: as named, or as in the clause before it."""
    named = regions(clause)
    if sentence.waiting:
        return tuple(dict.fromkeys((*sentence.waiting, *named)))
    if named or clause.has("thing"):
        return named
    if clause.has("whole", "nothing"):
        return (Region("everything"),) if vocabulary.domain == "edit" else ()
    topic = sentence.topic
    if not topic or wish.look:
        return ()
    verb = vocabulary.grammar.verbs.get(wish.verb)
    if verb is None:
        return ()
    pronoun = clause.has("pronoun")
    if vocabulary.domain == "adjust":
        bands = {vocabulary.kind(region.name) for region in topic} == {"@band"}
        before = sentence.drafts[-1].action.verbal if sentence.drafts else True
        joined = clause.joint in ("and", "none") and not wish.verbal and not before
        return topic if bands and joined and not pronoun else ()
    if clause.joint == "stop" and not pronoun:
        return ()
    fits = all(_allowed(region, verb, vocabulary) for region in topic)
    return topic if fits and (pronoun or not verb.regions) else ()


def _settle_forbidden(sentence: _Sentence, vocabulary: Vocabulary) -> None:
    """ "Don't darken the hair" protects the hair, unless something else is asked of it."""
    wished = {region for draft in sentence.drafts for region in draft.regions}
    for verbs, named in sentence.forbidden:
        if wished & set(named):
            sentence.kept += verbs
        else:
            sentence.protected += named


def _share_forward(sentence: _Sentence, vocabulary: Vocabulary) -> None:
    """ "Brighten and whiten the teeth": the first verb has the place of the second."""
    for first, second in reversed(list(zip(sentence.drafts, sentence.drafts[1:], strict=False))):
        alike = first.action.verbal == second.action.verbal
        verb = vocabulary.grammar.verbs.get(first.action.verb)
        both = first.action.fault and second.action.fault
        if (
            verb is None
            or (verb.regions and not both)
            or first.regions
            or first.thing
            or second.clause.joint != "and"
            or not alike
        ):
            continue
        if first.clause.has("pronoun", "whole") or first.action.look:
            continue
        if vocabulary.domain == "adjust" and any(vocabulary.kind(r.name) != "@band" for r in second.regions):
            continue
        if all(_allowed(region, verb, vocabulary) for region in second.regions):
            first.regions, first.thing = second.regions, second.thing


def _drop_complaints(sentence: _Sentence, vocabulary: Vocabulary) -> None:
    """ "It is too bright, darken it a little": one wish, as strong as the part that asks for it says."""
    for first, second in list(zip(sentence.drafts, sentence.drafts[1:], strict=False)):
        complaint = first.action.stated or first.action.fault or first.clause.has("too", "is", "lacking")
        alike = first.action.verb == second.action.verb
        same = alike and (first.action.sign == second.action.sign or first.action.stated)
        same = same or _meant(first.action, vocabulary) == _meant(second.action, vocabulary)
        described = first.action.stated or first.clause.has("colour")
        told = first.action.verb == NOTHING or (described and first.action.colour is None and bool(first.regions))
        recoloured = told and second.action.colour is not None
        if not complaint or not (same or recoloured) or first.thing:
            continue
        if first.regions == second.regions or not second.regions:
            second.regions = first.regions
            if second.measure is second.clause and not second.clause.has("degree", "measure", "number"):
                second.measure = first.measure if not recoloured else second.measure
            sentence.drafts.remove(first)


def _meant(wish: Action, vocabulary: Vocabulary) -> tuple[str, int]:
    """The verb that is done in the end: less darkening is lightening."""
    verb = vocabulary.grammar.verbs.get(wish.verb)
    if verb is None or wish.sign > 0 or verb.opposite in (None, wish.verb):
        return wish.verb, wish.sign
    return str(verb.opposite), 1


def _allowed(region: Region, verb: Verb, vocabulary: Vocabulary) -> bool:
    kind = vocabulary.kind(region.name)
    if region.name in verb.becomes or kind in verb.becomes or verb.only is None:
        return True
    return verb.moves.get(region.name, region.name) in verb.only or kind in verb.only


def _intents(draft: _Draft, sentence: _Sentence, vocabulary: Vocabulary) -> list[Intent]:
    """One intent for each verb that the draft's regions make of it."""
    by_verb: dict[str, list[Region]] = {}
    for region in draft.regions or (None,):
        verb, place = _verb_at(draft, region, vocabulary)
        by_verb.setdefault(verb, [])
        if place is not None:
            by_verb[verb].append(place)
    return [_intent(draft, name, tuple(places), sentence, vocabulary) for name, places in by_verb.items()]


def _verb_at(draft: _Draft, region: Region | None, vocabulary: Vocabulary) -> tuple[str, Region | None]:
    wish = draft.action
    if wish.verb == "remove" and draft.thing is not None:
        return wish.verb, region  # the stain on the shirt: the region only says where
    if wish.verb == NOTHING:
        raise Refusal("What is to be done with it is missing.")
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
    colour = wish.colour
    tones = vocabulary.grammar.verbs[wish.verb].tones if wish.verb in vocabulary.grammar.verbs else None
    if name != wish.verb and tones and colour is None:
        tone, sign = tones[0 if sign > 0 else 1], 1
        colour = vocabulary.colours[tone]
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
    if name == "replace_background" and wish.verb == "remove":
        colour = Colour("transparent", None)
    if verb.colour == "must" and colour is None:
        raise Refusal("Which colour it is to have is missing.")
    if verb.placed and not places:
        raise Refusal(f"{verb.label}: where is missing.")
    return Intent(
        verb=name,
        regions=places or (() if draft.thing else tuple(Region(region) for region in verb.regions)),
        colour=colour if verb.colour != "none" else None,
        amount=_amount(draft, verb, sign),
        thing=draft.thing,
        look=wish.look,
        protected=tuple(dict.fromkeys((*sentence.protected, *draft.spared))),
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
        if intent.verb in sentence.kept or intent.verb in {region.name for region in protected}:
            raise Refusal("The same thing is to change and to stay.")
    if len({intent.look for intent in intents if intent.look}) > 1:
        raise Refusal("Only one look at a time.")
    for at, one in enumerate(intents):
        for other in intents[at + 1 :]:
            same = (one.verb, one.regions, one.thing) == (other.verb, other.regions, other.thing)
            if same and (one.colour != other.colour or one.amount.strength * other.amount.strength < 0):
                raise Refusal("One thing is asked for in two ways.")
