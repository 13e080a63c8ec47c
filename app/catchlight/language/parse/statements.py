"""Statements with unknown words in them: "the background is so zany", "our photographer forgot"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.row_types import Asides
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.adjuncts import FILLER, FOREIGN_ROLES, has_foreign_words, without_adjuncts, words_of
from catchlight.language.parse.descriptive_words import SIZE
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.parse.phrases import begins, holds, segment_text
from catchlight.language.parse.rewording import blank_lexemes

NAMED_ROLES = ("region", "thing")
_STATING = ("is", "too", "lacking")
_BETWEEN = ("degree", "too", "filler", "article", "not", "is", "lacking", "more", "less", "modifier", "pronoun")


def wishes(segment: Sequence[Lexeme], words: Asides) -> bool:
    """Whether something is asked for: such a segment is never a statement, and no likeness or question is one."""
    said = segment_text(segment)
    return holds(said.replace(" wants ", " "), words.wishes) or begins(said, words.asking)


def keep_topic(segment: Sequence[Lexeme]) -> list[Lexeme]:
    """Only what it is about is left."""
    about = NAMED_ROLES if any(lexeme.has(*NAMED_ROLES) for lexeme in segment) else (*NAMED_ROLES, "noun")
    return [
        lexeme.only(replace(named, role=f"topic_{named.role}"))
        if (named := lexeme.sense(*about)) and named.value != "person"
        else lexeme.only(lexeme.sense("left", "right") or FILLER)
        for lexeme in segment
    ]


def states(segment: Sequence[Lexeme], words: Asides) -> bool:
    said = segment_text(segment)
    if wishes(segment, words) or any(one.has("foreign") and one.value == SIZE for one in segment):
        return False
    if begins(said, words.openers):
        return not any(lexeme.has("foreign") for lexeme in segment)
    if begins(said, words.subjects):
        return True
    return not segment[0].has("make", "give", "add", "remove", "keep", "touch") and _predicates(segment, words)


def _predicates(segment: Sequence[Lexeme], words: Asides) -> bool:
    """ "The background is so busy", "way too busy": a judgement with an unknown word in it."""
    if any(lexeme.has("not", "none") for lexeme in segment):
        return False
    at = next((at for at, lexeme in enumerate(segment) if _is_stating(lexeme)), None)
    if at is None or any(lexeme.has("act", "make", "add", "remove") for lexeme in segment[:at]):
        return words_of(segment[0]) in words.owners and _verb_after_noun(segment)
    return True


_FINITE = ("ed", "s", "ing", "ot", "ook", "ent", "ame", "oke", "ew", "ade", "id", "ought", "ell")
"""Endings of an unknown verb that tells, never of one that commands after "the" and a noun."""


def _is_stating(lexeme: Lexeme) -> bool:
    return lexeme.has(*_STATING) and words_of(lexeme) != "'s"  # the church's


def _verb_after_noun(segment: Sequence[Lexeme]) -> bool:
    """ "Our photographer forgot": an owner, a noun, and an unknown verb."""
    return any(lexeme.has("unknown") and words_of(lexeme).endswith(_FINITE) for lexeme in segment[2:])


def read_statement(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """A statement: what it complains of in known words stays, else only what it is about."""
    words = vocabulary.asides
    if holds(segment_text(segment), words.likenesses):
        return blank_lexemes(segment)
    first = next((at for at, lexeme in enumerate(segment) if _is_stating(lexeme)), None)
    if first is None:
        return keep_topic(segment)
    subject, rest = segment[:first], segment[first:]
    if has_foreign_words(subject) and vocabulary.domain == "edit":
        return blank_lexemes(segment)
    left = without_adjuncts(rest, words)
    excessive = _states_excess(subject, left, vocabulary)
    if not excessive and not _complains_in_known_words(rest, left):
        return keep_topic(segment)
    told = [one.only(FILLER) if one.has(*FOREIGN_ROLES) else one for one in (*subject, *left)]
    return [one.only(Sense("too")) if excessive and one.has("too") else one for one in told]


def _states_excess(subject: Sequence[Lexeme], left: Sequence[Lexeme], vocabulary: Vocabulary) -> bool:
    """ "The highlights are so glaring": an unknown word at the end says that there is too much of something."""
    if len(left) < 2 or not left[-1].has(*FOREIGN_ROLES) or has_foreign_words(left[:-1]):
        return False
    return left[-2].has("too") and left[-2].text.isascii() and any(_is_measurable(o, vocabulary) for o in subject)


def _complains_in_known_words(rest: Sequence[Lexeme], left: Sequence[Lexeme]) -> bool:
    """Whether a statement says something known of its subject. left: the rest without its adjuncts."""
    if has_foreign_words(left) or (has_foreign_words(rest) and not _complains(left)):
        return False
    return any(lexeme.has("act", "fault", "noun", "colour", "region") for lexeme in rest)


def _is_measurable(lexeme: Lexeme, vocabulary: Vocabulary) -> bool:
    """Something there can be too much of: the highlights, the colours."""
    named = lexeme.sense("region")
    return lexeme.has("noun") or (named is not None and vocabulary.kind(named.value) != "@part")


def _complains(rest: Sequence[Lexeme]) -> bool:
    """Whether the word said of the subject is a known one: "is too dark to recognise anybody"."""
    said = next((lexeme for lexeme in rest if not lexeme.has(*_BETWEEN) or lexeme.has("act", "fault")), None)
    return said is not None and said.has("act", "fault", "noun", "colour")
