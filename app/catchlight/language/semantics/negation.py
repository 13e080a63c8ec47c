"""Negation: what must stay as it is, and what is not to be done too much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from catchlight.language.intents import Region
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.semantics.colour_roles import colours
from catchlight.language.semantics.drafts import IntentDraft, Sentence
from catchlight.language.semantics.places import Refusal, regions


def forbids(clause: Clause) -> bool:
    """Whether a clause says what is not to be done."""
    return clause.has("not", "none", "keep", "except", "touch")


@dataclass(frozen=True)
class Negation:
    """A clause that forbids, with what it names."""

    clause: Clause
    sentence: Sentence
    vocabulary: Vocabulary
    regions: tuple[Region, ...]
    verbs: list[str]
    """Verbs that its acts and nouns name."""

    @property
    def faults(self) -> list[str]:
        return [lexeme.value for lexeme in self.clause.all("fault")]


def apply_negation(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Adds what a clause forbids to the sentence. False where it wishes after all: "not bright enough", "no shine".

    Raises Refusal.
    """
    falls_short = clause.has("not") and (clause.has("enough") or _denies(clause))
    if falls_short and not clause.has("touch", "keep", "too", "make"):
        return not clause.has("act", "noun")
    if clause.has("not", "none") and clause.has("keep"):
        raise Refusal("It is not clear whether this is to stay or to go.")
    if clause.has("touch") and not clause.has("not", "none", "keep"):
        raise Refusal("What is to change, or how, is missing.")
    negation = _read_negation(clause, sentence, vocabulary)
    taken = next((taken for rule in _RULES if (taken := rule(negation)) is not None), None)
    if taken is None:
        raise Refusal("What is not wanted is not clear.")
    return taken


def _read_negation(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> Negation:
    """ "Without changing the background" forbids the place, not only one way of changing it."""
    named = regions(clause)
    verbs = [lexeme.value for lexeme in clause.lexemes if lexeme.role in ("act", "noun")]
    if not clause.has("colour"):
        rows = [vocabulary.grammar.verbs[verb] for verb in verbs]
        replaced = [Region(region) for row in rows if row.colour == "must" for region in row.regions]
        if replaced:
            return Negation(clause, sentence, vocabulary, (*named, *replaced), [])
    return Negation(clause, sentence, vocabulary, named, verbs)


def _remove_or_keep(negation: Negation) -> bool | None:
    """ "No vignette" at the beginning: to be removed where it can be, else not to be done."""
    clause, sentence, verbs = negation.clause, negation.sentence, negation.verbs
    if not clause.has("none") or sentence.drafts or not clause.has("noun") or clause.has("keep", "touch", "too"):
        return None
    if all(negation.vocabulary.grammar.verbs[verb].removable for verb in verbs):
        return False
    sentence.kept += verbs
    return True


def _remove(negation: Negation) -> bool | None:
    """ "No shine", "no glasses": to be taken away rather than left alone."""
    clause = negation.clause
    if not clause.has("none") or clause.has("touch", "too", "keep", "make") or negation.verbs:
        return None
    return False if clause.has("fault", "region", "thing") else None


def _soften_colour(negation: Negation) -> bool | None:
    """ "Whiter teeth, but not too white"."""
    if not (negation.clause.has("too") and negation.clause.has("colour")):
        return None
    same = _draft_of_colour(negation.clause, negation.sentence, negation.vocabulary)
    if same is None:
        return None
    same.softened = True
    return True


def _soften_verb(negation: Negation) -> bool | None:
    """ "But not too bright"."""
    if not negation.clause.has("too") or not negation.verbs:
        return None
    return _soften(negation.verbs, negation.sentence)


def _soften_all(negation: Negation) -> bool | None:
    """ "Keep it subtle": the amount of all that was asked for."""
    clause, sentence = negation.clause, negation.sentence
    if not clause.has("degree") or negation.regions or negation.verbs or clause.has("touch", "remove", "look"):
        return None
    if not sentence.drafts:
        raise Refusal("What is to be done is missing.")
    for draft in sentence.drafts:
        draft.softened = True
    return True


def _keep_fault(negation: Negation) -> bool | None:
    """ "But leave the freckles"."""
    faults, sentence = negation.faults, negation.sentence
    if not faults or negation.regions:
        return None
    if negation.clause.has("keep") and not negation.verbs:
        sentence.kept_faults += [(verb, _fault_words(negation.clause)) for verb in faults]
        return True
    asked = any(draft.action.verb in faults for draft in sentence.drafts)
    return _soften(faults, sentence) if asked else None


def _protect(negation: Negation) -> bool | None:
    """ "Don't touch the hair"; with a verb of its own only that is forbidden there: "don't darken the hair"."""
    clause, sentence, named = negation.clause, negation.sentence, negation.regions
    if not named and not clause.has("thing"):
        return None
    if negation.verbs and clause.has("not") and not clause.has("touch", "keep"):
        sentence.forbidden.append((tuple(negation.verbs), named))
        sentence.topic = named
    else:
        sentence.protected += named
    if not named:
        raise Refusal("Only parts of the portrait can be kept from change.")
    return True


def _keep_verb(negation: Negation) -> bool | None:
    """ "Without making it warmer", "no film look"."""
    if not negation.verbs and not negation.clause.has("fault", "look"):
        return None
    negation.sentence.kept += negation.verbs + negation.faults + (["look"] if negation.clause.has("look") else [])
    return True


def _keep_colour(negation: Negation) -> bool | None:
    """ "Navy, not black": another colour than the one asked for."""
    clause, sentence = negation.clause, negation.sentence
    if not clause.has("colour"):
        return None
    other = {colour.name for colour, _, _ in colours(clause, negation.vocabulary)}
    said = {draft.action.colour.name for draft in sentence.drafts if draft.action.colour is not None}
    if sentence.drafts and not other & said:
        return True
    raise Refusal("Which colour it is to have instead is missing.")


def _keep_rest(negation: Negation) -> bool | None:
    """ "Nothing else", "leave everything as it is"."""
    return True if negation.clause.has("nothing", "pronoun", "whole", "keep", "touch") else None


_RULES: tuple[Callable[[Negation], bool | None], ...] = (
    _remove_or_keep, _remove, _soften_colour, _soften_verb, _soften_all, _keep_fault, _protect, _keep_verb, _keep_colour,
    _keep_rest,
)  # fmt: skip
"""The first that knows the clause decides: True where it is taken, False where it wishes, None where it is unknown."""


def _draft_of_colour(clause: Clause, sentence: Sentence, vocabulary: Vocabulary) -> IntentDraft | None:
    """ "Whiter teeth, but not too white": the wish that the colour stands for."""
    families = {family for _, family, _ in colours(clause, vocabulary)}
    for draft in sentence.drafts:
        places = {region.name for region in draft.regions}
        for rule in vocabulary.grammar.colour_rules:
            if rule.verb == draft.action.verb and families & set(rule.colours) and places & set(rule.regions or ()):
                return draft
    return None


def _denies(clause: Clause) -> bool:
    """ "It is not bright", other than "don't make it look bright"."""
    roles = [lexeme.role for lexeme in clause.lexemes]
    return "is" in roles[: roles.index("not")] if "not" in roles else False


def without_exception(clause: Clause, sentence: Sentence) -> Clause:
    """ "Darken everything except the face": the part after "except" is kept, the part before it is a wish."""
    if not clause.has("act", "noun", "fault", "colour", "remove"):
        return clause
    at = next(i for i, lexeme in enumerate(clause.lexemes) if lexeme.role == "except")
    before, after = replace(clause, lexemes=clause.lexemes[:at]), replace(clause, lexemes=clause.lexemes[at + 1 :])
    if not regions(after):
        raise Refusal("What is to stay as it is is missing.")
    last = max(i for i, lexeme in enumerate(after.lexemes) if lexeme.role == "region")
    sentence.protected += regions(replace(after, lexemes=after.lexemes[: last + 1]))
    return replace(clause, lexemes=(*before.lexemes, *after.lexemes[last + 1 :]))


def _soften(verbs: list[str], sentence: Sentence) -> bool:
    """ "But not too bright": less of what was asked for before; otherwise nothing that is asked for."""
    same = [draft for draft in sentence.drafts if draft.action.verb in verbs]
    for draft in same:
        draft.softened = True
    if not same:
        sentence.kept += verbs
    return True


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
