"""Clauses that forbid: what must stay as it is, and what is not to be done too much."""

from __future__ import annotations

from dataclasses import replace

from catchlight.core.messages import Message
from catchlight.language.intents import Region
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.semantics.colour_roles import colours
from catchlight.language.semantics.drafts import IntentDraft, Sentence
from catchlight.language.semantics.places import Refusal, regions


def forbids(clause: Clause) -> bool:
    return clause.has("not", "none", "keep", "except", "touch")


def apply_negation(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Takes a clause that forbids. False where it wishes after all: "not bright enough", "no shine"."""
    named = regions(clause)
    falls_short = clause.has("enough") or _denies(clause)
    if clause.has("not") and falls_short and not clause.has("touch", "keep", "too", "make"):
        return not clause.has("act", "noun")
    if clause.has("not", "none") and clause.has("keep"):
        raise Refusal(Message("It is not clear whether this is to stay or to go."))
    if clause.has("touch") and not clause.has("not", "none", "keep"):
        raise Refusal(Message("What is to change, or how, is missing."))
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
    if clause.has("too") and clause.has("colour") and (same := _coloured_so(clause, sentence, vocabulary)):
        same.softened = True
        return True
    if clause.has("too") and verbs:
        return _soften(clause, verbs, sentence)
    if clause.has("degree") and not named and not verbs and not clause.has("touch", "remove", "look"):
        return _temper(clause, sentence)
    faults = [lexeme.value for lexeme in clause.all("fault")]
    if faults and clause.has("keep") and not verbs and not named:
        sentence.kept_faults += [(verb, _fault_words(clause)) for verb in faults]
        return True
    if faults and not named and any(draft.action.verb in faults for draft in sentence.drafts):
        return _soften(clause, faults, sentence)
    if named or clause.has("thing"):
        if verbs and clause.has("not") and not clause.has("touch", "keep"):
            sentence.forbidden.append((tuple(verbs), named))
            sentence.topic = named
        else:
            sentence.protected += named
        if not named:
            raise Refusal(Message("Only parts of the portrait can be kept from change."))
        return True
    if verbs or clause.has("fault", "look"):
        sentence.kept += verbs + faults + (["look"] if clause.has("look") else [])
        return True
    return _keep_rest(clause, sentence, vocabulary)


def _coloured_so(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> IntentDraft | None:
    """ "Whiter teeth, but not too white": the wish that the colour stands for."""
    families = {family for _, family, _ in colours(clause, vocabulary)}
    for draft in sentence.drafts:
        places = {region.name for region in draft.regions}
        for rule in vocabulary.grammar.colour_rules:
            if rule.verb == draft.action.verb and families & set(rule.colours) and places & set(rule.regions or ()):
                return draft
    return None


def _forbid(verbs: list[str], sentence: Sentence) -> bool:
    sentence.kept += verbs
    return True


def _denies(clause: Clause) -> bool:
    """ "It is not bright", other than "don't make it look bright"."""
    roles = [lexeme.role for lexeme in clause.lexemes]
    return "is" in roles[: roles.index("not")] if "not" in roles else False


def _gone(clause: Clause, verbs: list[str]) -> bool:
    """ "No shine", "no glasses": to be taken away rather than left alone."""
    return not verbs and clause.has("fault", "region", "thing") and not clause.has("keep", "make")


def without_exception(clause: Clause, sentence: Sentence) -> Clause:
    """ "Darken everything except the face": the part after "except" is kept, the part before it is a wish."""
    if not clause.has("act", "noun", "fault", "colour", "remove"):
        return clause
    at = next(i for i, lexeme in enumerate(clause.lexemes) if lexeme.role == "except")
    before, after = replace(clause, lexemes=clause.lexemes[:at]), replace(clause, lexemes=clause.lexemes[at + 1 :])
    if not regions(after):
        raise Refusal(Message("What is to stay as it is is missing."))
    last = max(i for i, lexeme in enumerate(after.lexemes) if lexeme.role == "region")
    sentence.protected += regions(replace(after, lexemes=after.lexemes[: last + 1]))
    return replace(clause, lexemes=(*before.lexemes, *after.lexemes[last + 1 :]))


def _soften(clause: Clause, verbs: list[str], sentence: Sentence) -> bool:
    """ "But not too bright": less of what was asked for before; otherwise nothing that is asked for."""
    same = [draft for draft in sentence.drafts if draft.action.verb in verbs]
    for draft in same:
        draft.softened = True
    if not same:
        sentence.kept += verbs
    return True


def _temper(clause: Clause, sentence: Sentence) -> bool:
    """ "Keep it subtle": the amount of all that was asked for."""
    if not sentence.drafts:
        raise Refusal(Message("What is to be done is missing."))
    for draft in sentence.drafts:
        draft.softened = True
    return True


def _keep_rest(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    if clause.has("colour"):
        other = {colour.name for colour, _, _ in colours(replace(clause, lexemes=clause.lexemes), vocabulary)}
        said = {draft.action.colour.name for draft in sentence.drafts if draft.action.colour is not None}
        if sentence.drafts and not other & said:
            return True
        raise Refusal(Message("Which colour it is to have instead is missing."))
    if clause.has("nothing", "pronoun", "whole", "keep", "touch"):
        return True
    raise Refusal(Message("What is not wanted is not clear."))


def _fault_words(clause: Clause) -> frozenset[str]:
    return frozenset(lexeme.text.casefold().rstrip("s") for lexeme in clause.all("fault"))


def settle_kept_faults(sentence: Sentence, vocabulary: Vocabulary) -> None:
    """ "Remove the acne but leave the freckles" is one wish as strong as ever; some shine that is to stay weakens it."""
    for verb, words in sentence.kept_faults:
        same = [draft for draft in sentence.drafts if draft.action.verb == verb]
        if not same:
            sentence.kept.append(verb)
        for draft in same:
            own = _fault_words(draft.clause)
            one = not own and not vocabulary.grammar.verbs[verb].various
            draft.softened = draft.softened or one or not words.isdisjoint(own)


def settle_forbidden(sentence: Sentence, vocabulary: Vocabulary) -> None:
    """ "Don't darken the hair" protects the hair, unless something else is asked of it."""
    wished = {region for draft in sentence.drafts for region in draft.regions}
    for verbs, named in sentence.forbidden:
        if wished & set(named):
            sentence.kept += verbs
        else:
            sentence.protected += named
