"""Complaints and their remedies: "it is too bright, darken it a little" is one wish."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from catchlight.language.intents import Region
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.semantics.drafts import NOTHING, Action, IntentDraft, Sentence
from catchlight.language.semantics.finish import verb_applies_to


def continue_complaint(clause: Clause, before: Clause | None, vocabulary: Vocabulary) -> Clause:
    """A clause with what it takes from a complaint before it: "my face is shiny and red", "too dark and yellow"."""
    if before is None or clause.joint != "and":
        return clause
    if _sets_right(before, vocabulary) and {o.role for o in clause.lexemes} <= {"noun", "article", "filler"}:
        return _set_right(clause, vocabulary)
    if before.has("make", "give", "not", "keep") or clause.has("make", "give", "more", "less", "to"):
        return clause
    complaint = next((lexeme for lexeme in before.lexemes if lexeme.role in ("is", "too")), None)
    if complaint is None or not _begins_with_quality(clause):
        return clause
    place = () if clause.has("region", "thing") else tuple(before.all("region", "thing"))
    return replace(clause, lexemes=(*place, complaint, *clause.lexemes))


def _sets_right(clause: Clause, vocabulary: Vocabulary) -> bool:
    """Whether a clause asks for something to be set right: "fix the colours"."""
    automatic = _automatic_verbs(vocabulary)
    return any(act.value in automatic for act in clause.all("act"))


def _set_right(clause: Clause, vocabulary: Vocabulary) -> Clause:
    """ "Fix the colours and exposure": the nouns as verbs of setting them right."""

    def as_act(noun: Lexeme) -> Lexeme:
        automatic = vocabulary.grammar.verbs[noun.value].automatic
        return noun.only(Sense("act", automatic or noun.value, verbal=True))

    return replace(clause, lexemes=tuple(as_act(one) if one.role == "noun" else one for one in clause.lexemes))


def _begins_with_quality(clause: Clause) -> bool:
    """Whether a clause begins with a colour or an adjective."""
    first = next((o for o in clause.lexemes if o.role not in ("degree", "filler", "article", "modifier")), None)
    if first is None:
        return False
    sense = first.senses[0]
    return sense.role == "colour" or (sense.role == "act" and sense.base and not sense.verbal)


def _automatic_verbs(vocabulary: Vocabulary) -> set[str]:
    return {verb.automatic for verb in vocabulary.grammar.verbs.values() if verb.automatic}


_ANY_CONTENT = ("act", "noun", "fault", "region", "thing", "look", "colour", "whole", "nothing")


def refers_to_complaint(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Whether a clause only asks to mend what was complained of before; its amount then is taken.

    "There is a shadow on the neck, remove it", "too contrasty, tone it down".
    """
    if not sentence.drafts:
        return False
    last, content = sentence.drafts[-1], clause.all(*_ANY_CONTENT)
    if last.action.look and not content and clause.has("make") and clause.has("pronoun"):
        return not clause.has("more", "less", "degree", "measure", "remove")  # "I love sepia, do that"
    if not _asks_to_mend(clause, content, last, vocabulary):
        return False
    if _eases(clause, content, last, vocabulary):
        last.softened = True
        return True
    if not _is_complaint(last, vocabulary):
        return False
    if clause.has("remove") and last.action.fault and last.action.sign > 0:
        last.action, last.measure = replace(last.action, usual=degrees.FULL), clause
    last.regions = tuple(one for one in last.regions if one.name not in vocabulary.grammar.protect_only)
    if clause.has("degree", "measure"):
        last.measure = clause
    return True


def _asks_to_mend(clause: Clause, content: list[Lexeme], last: IntentDraft, vocabulary: Vocabulary) -> bool:
    """Whether a clause asks for something without saying for what."""
    if content:
        return _only_mends(content, vocabulary)
    if clause.has("make", "mend", "less", "remove", "down"):
        return True
    # "underexposed, could you lift it"
    return clause.has("more") and last.action.sign > 0 and last.action.verb in vocabulary.grammar.verbs


def _only_mends(content: list[Lexeme], vocabulary: Vocabulary) -> bool:
    return all(one.role == "act" and vocabulary.grammar.verbs[one.value].mends for one in content)


def _eases(clause: Clause, content: list[Lexeme], last: IntentDraft, vocabulary: Vocabulary) -> bool:
    """红色口红，淡一点: not a complaint, but less of what was asked for."""
    verbs = vocabulary.grammar.verbs
    verb = verbs.get(last.action.verb)
    if not content or verb is None or not verb.bare or clause.has("pronoun", "region", "thing", "make"):
        return False
    return all(verbs[one.value].opposite for one in content)


def _is_complaint(draft: IntentDraft, vocabulary: Vocabulary) -> bool:
    set_right = draft.action.verb in {verb.automatic for verb in vocabulary.grammar.verbs.values()}
    return draft.action.fault or set_right or draft.clause.has("too", "is", "lacking")


def drop_complaints(sentence: Sentence, vocabulary: Vocabulary) -> None:
    """Complaints whose remedy is asked for are no wishes of their own: one wish, as strong as the part that asks for it says."""
    for wish, reason in pairwise(tuple(sentence.drafts)):
        if _is_reason(wish, reason, vocabulary):
            sentence.drafts.remove(reason)
    for complaint, wish in pairwise(tuple(sentence.drafts)):
        if not _complains(complaint) or (complaint.thing != wish.thing and wish.thing is not None):
            continue
        same, recoloured = _is_same(complaint, wish, vocabulary), _is_recoloured(complaint, wish)
        if (same or recoloured) and (complaint.regions == wish.regions or not wish.regions):
            _merge_complaint(wish, complaint, takes_amount=not recoloured)
            sentence.drafts.remove(complaint)
        elif not same and _is_remedy(wish, complaint, vocabulary):
            sentence.drafts.remove(complaint)
            _inherit_regions(wish, complaint, vocabulary)


def _is_same(complaint: IntentDraft, wish: IntentDraft, vocabulary: Vocabulary) -> bool:
    """Whether a complaint asks for the same as the wish after it."""
    first, second = complaint.action, wish.action
    if first.verb == second.verb and (first.sign == second.sign or first.stated):
        return True
    return _effect(first, vocabulary) == _effect(second, vocabulary) or _is_for_tones(complaint, wish, vocabulary)


def _is_recoloured(complaint: IntentDraft, wish: IntentDraft) -> bool:
    """ "The beard is grey, make it brown": of another colour, whatever it is now."""
    if wish.action.colour is None:
        return False
    described = complaint.action.stated or complaint.clause.has("colour", "too")
    told = described and complaint.action.colour is None and bool(complaint.regions)
    return complaint.action.verb == NOTHING or told


def _merge_complaint(wish: IntentDraft, complaint: IntentDraft, takes_amount: bool) -> None:
    """The wish works where the complaint was, and as much as the complaint said where it says nothing itself."""
    if wish.thing is None:
        wish.regions, wish.thing = complaint.regions, complaint.thing
    unmeasured = wish.measure is wish.clause and not wish.clause.has("degree", "measure", "number")
    if takes_amount and unmeasured:
        wish.measure = complaint.measure


def _complains(draft: IntentDraft) -> bool:
    return draft.action.stated or draft.action.fault or draft.clause.has("too", "is", "lacking")


def _is_reason(wish: IntentDraft, reason: IntentDraft, vocabulary: Vocabulary) -> bool:
    """ "Warmer please, I look so pale": how somebody looks is why, not what else."""
    if _complains(wish) or reason.clause.joint not in ("comma", "stop"):
        return False
    told = (reason.action.stated or not reason.action.verbal) and not reason.clause.has(*_ASKING)
    if told and _is_about_person(reason.clause):
        return True
    same = wish.action.verb == reason.action.verb and wish.action.sign == reason.action.sign
    if same and reason.action.stated:
        return True
    verb = vocabulary.grammar.verbs.get(reason.action.verb)
    states = reason.clause.has("is") or wish.action.verb in _automatic_verbs(vocabulary)
    return told and states and verb is not None and wish.action.verb in verb.answered


def _is_about_person(clause: Clause) -> bool:
    said = " ".join(one.text.casefold() for one in clause.lexemes[:3]).replace("’", "'").replace(" 's", "'s")
    return said.startswith(_PERSONS)


_ASKING = ("make", "give", "more", "less", "remove", "region", "thing")
_PERSONS = ("i look", "we look", "he looks", "she looks", "they look", "i am ", "i'm ", "we are ", "she's ", "he's ", "she is ",
            "he is ", "they're ", "they are ", "we're ", "you look")  # fmt: skip


def _is_for_tones(complaint: IntentDraft, wish: IntentDraft, vocabulary: Vocabulary) -> bool:
    """ "The shadows are too heavy, brighten it a bit": the wish is for the tones that were spoken of."""
    verb = vocabulary.grammar.verbs.get(wish.action.verb)
    zones = complaint.action.verb == "@region" and verb is not None and verb.becomes.get("@zone") == "@region"
    return zones and not wish.regions and complaint.action.sign == wish.action.sign


def _is_remedy(wish: IntentDraft, complaint: IntentDraft, vocabulary: Vocabulary) -> bool:
    """ "It looks dull, make the colours pop": what is asked for is the remedy, not another wish."""
    asked = complaint.clause.has("more", "less", "add", "remove", "mend", "none", "make")
    asked = asked or (complaint.action.verbal and not complaint.clause.has("too", "is"))
    goes_on = wish.action.fault or wish.clause.has("too", "is", "lacking")
    if asked or wish.clause.joint == "and" or (goes_on and not wish.clause.has("make", "more", "less", "remove")):
        return False
    verb = vocabulary.grammar.verbs.get(_effect(complaint.action, vocabulary)[0])
    if verb is None or not all(_can_be_done_at(region, verb, vocabulary) for region in complaint.regions):
        return True
    names = {wish.action.verb} | {region.name for region in wish.regions if wish.action.verb == "@region"}
    return bool(names & set(verb.answered))


def _can_be_done_at(region: Region, verb: Verb, vocabulary: Vocabulary) -> bool:
    return region.name not in vocabulary.grammar.protect_only and verb_applies_to(region, verb, vocabulary)


def _inherit_regions(wish: IntentDraft, complaint: IntentDraft, vocabulary: Vocabulary) -> None:
    """The remedy works where the complaint was, where it names no place itself."""
    verb = vocabulary.grammar.verbs.get(wish.action.verb)
    if wish.regions or wish.thing or verb is None or vocabulary.domain == "adjust" or wish.action.look:
        return
    if complaint.regions and all(verb_applies_to(region, verb, vocabulary) for region in complaint.regions):
        wish.regions = complaint.regions


def _effect(wish: Action, vocabulary: Vocabulary) -> tuple[str, int]:
    """The verb that is done in the end: less darkening is lightening."""
    verb = vocabulary.grammar.verbs.get(wish.verb)
    if verb is None or wish.sign > 0 or verb.opposite in (None, wish.verb):
        return wish.verb, wish.sign
    return str(verb.opposite), 1
