"""Clauses that lean on their neighbours: complaints that go on, places and amounts said apart from the wish."""

from __future__ import annotations

from dataclasses import replace

from catchlight.core.messages import Message
from catchlight.language.intents import Region
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Sense, Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.semantics import amounts
from catchlight.language.semantics.actions import NOTHING, Action
from catchlight.language.semantics.drafts import IntentDraft, Sentence
from catchlight.language.semantics.finish import verb_applies_to
from catchlight.language.semantics.places import Refusal, regions, thing


def continue_complaint(clause: Clause, before: Clause | None, vocabulary: Vocabulary) -> Clause:
    """ "My face is shiny and red", "too dark and yellow": the complaint goes on; so does "fix the colours and exposure"."""
    verbs = vocabulary.grammar.verbs
    automatic = {verb.automatic for verb in verbs.values() if verb.automatic}
    set_right = before is not None and any(act.value in automatic for act in before.all("act"))
    if set_right and clause.joint == "and" and {o.role for o in clause.lexemes} <= {"noun", "article", "filler"}:
        nouns = {noun: verbs[noun.value].automatic for noun in clause.all("noun")}
        return replace(
            clause,
            lexemes=tuple(
                o.only(Sense("act", nouns[o] or o.value, verbal=True)) if o in nouns else o for o in clause.lexemes
            ),
        )
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


def refers_to_complaint(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """ "There is a shadow on the neck, remove it", "too contrasty, tone it down": what was complained of before."""
    content = clause.all(*_ANY_CONTENT)
    mends = bool(content) and all(o.role == "act" and vocabulary.grammar.verbs[o.value].mends for o in content)
    asks = mends or (not content and clause.has("make", "mend", "less", "remove", "down"))
    last = sentence.drafts[-1] if sentence.drafts else None
    if last is not None and last.action.look and not content and clause.has("make") and clause.has("pronoun"):
        return not clause.has("more", "less", "degree", "measure", "remove")  # "I love sepia, do that"
    asks = asks or (not content and clause.has("more") and last is not None and _lacks(last.action, vocabulary))
    if last is None or not asks:
        return False
    verb = vocabulary.grammar.verbs.get(last.action.verb)
    eased = mends and all(vocabulary.grammar.verbs[one.value].opposite for one in content)
    if eased and verb is not None and verb.bare and not clause.has("pronoun", "region", "thing", "make"):
        last.softened = True  # 红色口红，淡一点
        return True
    set_right = last.action.verb in {verb.automatic for verb in vocabulary.grammar.verbs.values()}
    if not (last.action.fault or set_right or last.clause.has("too", "is", "lacking")):
        return False
    if clause.has("remove") and last.action.fault and last.action.sign > 0:
        last.action, last.measure = replace(last.action, usual=degrees.FULL), clause
    last.regions = tuple(one for one in last.regions if one.name not in vocabulary.grammar.protect_only)
    if clause.has("degree", "measure"):
        last.measure = clause
    return True


def _lacks(wish: Action, vocabulary: Vocabulary) -> bool:
    """Whether something is too little: "underexposed, could you lift it"."""
    return wish.sign > 0 and wish.verb in vocabulary.grammar.verbs


def attach_to_neighbour(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> None:
    """A clause without a wish of its own: regions or an amount for its neighbour, or only politeness."""
    named, other = regions(clause), thing(clause)
    joined = clause.joint in ("and", "comma", "none") and not clause.has("make", "give")
    if other is not None:
        if not sentence.drafts and not sentence.waiting and not clause.has("make", "give"):
            sentence.waiting_thing, sentence.waiting = other, named
            return
        if not sentence.drafts or not joined:
            raise Refusal(Message("What is to be done with it is missing."))
        sentence.drafts.append(replace(sentence.drafts[-1], regions=named, thing=other))
        return
    if (clause.has("degree", "measure", "more") or amounts.has_measure(clause)) and not named:
        if not sentence.drafts:
            raise Refusal(Message("What is to be done is missing."))
        if not clause.has("too"):  # "the flash was too strong"
            sentence.drafts[-1].measure = clause
        return
    if not named or (clause.has("is") and any(one.name in vocabulary.grammar.protect_only for one in named)):
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


def resolve_places(clause: Clause, wish: Action, sentence: Sentence, vocabulary: Vocabulary) -> tuple[Region, ...]:
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
    pronoun = clause.has("pronoun") or sentence.told
    if vocabulary.domain == "adjust":
        kinds = {vocabulary.kind(region.name) for region in topic}
        if (
            kinds <= {"@zone", "@band"}
            and _plural(clause)
            and all(verb_applies_to(one, verb, vocabulary) for one in topic)
        ):
            return topic
        bands = kinds == {"@band"}
        before = sentence.drafts[-1].action.verbal if sentence.drafts else True
        joined = clause.joint in ("and", "none") and not wish.verbal and not before
        return topic if bands and joined and not pronoun else ()
    if clause.joint == "stop" and not pronoun:
        return ()
    fits = all(verb_applies_to(region, verb, vocabulary) for region in topic)
    return topic if fits and (pronoun or not verb.regions) else ()


def _plural(clause: Clause) -> bool:
    """ "Deepen them": the tones spoken of, never the picture."""
    return any(one.text.casefold() in ("them", "these", "those", "它们") for one in clause.all("pronoun"))


def share_forward(sentence: Sentence, vocabulary: Vocabulary) -> None:
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
        if all(verb_applies_to(region, verb, vocabulary) for region in second.regions):
            first.regions, first.thing = second.regions, second.thing


def drop_complaints(sentence: Sentence, vocabulary: Vocabulary) -> None:
    """ "It is too bright, darken it a little": one wish, as strong as the part that asks for it says."""
    for wish, reason in list(zip(sentence.drafts, sentence.drafts[1:], strict=False)):
        if _excuses(wish, reason, vocabulary):
            sentence.drafts.remove(reason)
    for first, second in list(zip(sentence.drafts, sentence.drafts[1:], strict=False)):
        if not _complains(first) or (first.thing != second.thing and second.thing is not None):
            continue
        alike = first.action.verb == second.action.verb
        same = alike and (first.action.sign == second.action.sign or first.action.stated)
        same = same or _meant(first.action, vocabulary) == _meant(second.action, vocabulary)
        same = same or _lifts(first, second, vocabulary)
        described = first.action.stated or first.clause.has("colour", "too")
        told = first.action.verb == NOTHING or (described and first.action.colour is None and bool(first.regions))
        recoloured = told and second.action.colour is not None
        if (same or recoloured) and (first.regions == second.regions or not second.regions):
            if second.thing is None:
                second.regions, second.thing = first.regions, first.thing
            if second.measure is second.clause and not second.clause.has("degree", "measure", "number"):
                second.measure = first.measure if not recoloured else second.measure
            sentence.drafts.remove(first)
        elif not same and _answers(second, first, vocabulary):
            sentence.drafts.remove(first)
            _inherit(second, first, vocabulary)


def _complains(draft: IntentDraft) -> bool:
    return draft.action.stated or draft.action.fault or draft.clause.has("too", "is", "lacking")


def _excuses(wish: IntentDraft, reason: IntentDraft, vocabulary: Vocabulary) -> bool:
    """ "Warmer please, I look so pale": how somebody looks is why, not what else."""
    said = " ".join(one.text.casefold() for one in reason.clause.lexemes[:3]).replace("’", "'").replace(" 's", "'s")
    told = (reason.action.stated or not reason.action.verbal) and not reason.clause.has(*_ASKING)
    person = said.startswith(_PERSONS)
    again = wish.action.verb == reason.action.verb and wish.action.sign == reason.action.sign and reason.action.stated
    verb = vocabulary.grammar.verbs.get(reason.action.verb)
    automatic = {one.automatic for one in vocabulary.grammar.verbs.values() if one.automatic}
    tells = told and (reason.clause.has("is") or wish.action.verb in automatic)
    again = again or (tells and verb is not None and wish.action.verb in verb.answered)
    return ((told and person) or again) and not _complains(wish) and reason.clause.joint in ("comma", "stop")


_ASKING = ("make", "give", "more", "less", "remove", "region", "thing")
_PERSONS = ("i look", "we look", "he looks", "she looks", "they look", "i am ", "i'm ", "we are ", "she's ", "he's ", "she is ",
            "he is ", "they're ", "they are ", "we're ", "you look")  # fmt: skip


def _lifts(complaint: IntentDraft, wish: IntentDraft, vocabulary: Vocabulary) -> bool:
    """ "The shadows are too heavy, brighten it a bit": the wish is for the tones that were spoken of."""
    verb = vocabulary.grammar.verbs.get(wish.action.verb)
    zones = complaint.action.verb == "@region" and verb is not None and verb.becomes.get("@zone") == "@region"
    return zones and not wish.regions and complaint.action.sign == wish.action.sign


def _answers(wish: IntentDraft, complaint: IntentDraft, vocabulary: Vocabulary) -> bool:
    """ "It looks dull, make the colours pop": what is asked for is the remedy, not another wish."""
    asked = complaint.clause.has("more", "less", "add", "remove", "mend", "none", "make")
    asked = asked or (complaint.action.verbal and not complaint.clause.has("too", "is"))
    goes_on = wish.action.fault or wish.clause.has("too", "is", "lacking")
    if asked or wish.clause.joint == "and" or (goes_on and not wish.clause.has("make", "more", "less", "remove")):
        return False
    verb = vocabulary.grammar.verbs.get(_meant(complaint.action, vocabulary)[0])
    if verb is None or not all(_works(region, verb, vocabulary) for region in complaint.regions):
        return True
    names = {wish.action.verb} | {region.name for region in wish.regions if wish.action.verb == "@region"}
    return bool(names & set(verb.answered))


def _works(region: Region, verb: Verb, vocabulary: Vocabulary) -> bool:
    return region.name not in vocabulary.grammar.protect_only and verb_applies_to(region, verb, vocabulary)


def _inherit(wish: IntentDraft, complaint: IntentDraft, vocabulary: Vocabulary) -> None:
    """The remedy works where the complaint was, where it names no place itself."""
    verb = vocabulary.grammar.verbs.get(wish.action.verb)
    if wish.regions or wish.thing or verb is None or vocabulary.domain == "adjust" or wish.action.look:
        return
    if complaint.regions and all(verb_applies_to(region, verb, vocabulary) for region in complaint.regions):
        wish.regions = complaint.regions


def _meant(wish: Action, vocabulary: Vocabulary) -> tuple[str, int]:
    """The verb that is done in the end: less darkening is lightening."""
    verb = vocabulary.grammar.verbs.get(wish.verb)
    if verb is None or wish.sign > 0 or verb.opposite in (None, wish.verb):
        return wish.verb, wish.sign
    return str(verb.opposite), 1
