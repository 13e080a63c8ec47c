"""Asides: what is said beside a wish and asks for nothing: how the picture came to be, how one feels, who says so.

An unknown word is passed over only by its place in the sentence: in an adjunct ("for my album"), before a known thing ("the
woollen jacket"), in a statement ("I was exhausted that day"). An unknown object, likeness or imperative stays unknown, so
that the sentence is refused. Nothing is ever added to a wish.
"""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.row_types import Asides
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.adjuncts import (
    FILLER,
    FOREIGN_ROLES,
    has_foreign_words,
    without_adjuncts,
    without_adverbs,
    without_attributes,
    words_of,
)
from catchlight.language.parse.conjunctions import without_reasons
from catchlight.language.parse.descriptive_parts import CANNOT_SEE, drop_circumstances
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.parse.phrases import begins, holds, segment_text
from catchlight.language.parse.recounting import (
    drop_causal_subject,
    drop_trailing_narrative,
    is_passive_statement,
    is_recollection,
    mark_existential_topic,
    mark_question,
    parse_easing,
)
from catchlight.language.parse.rewording import blank_lexemes, normalise_phrases
from catchlight.language.parse.statements import NAMED_ROLES, keep_topic, read_statement, states, wishes
from catchlight.language.semantics.colour_bands import with_bands
from catchlight.language.semantics.people import with_people

_JOINTS = ("stop", "and", "but")


def without_asides(found: Sequence[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """The lexemes with those of asides as fillers; what a statement is about has the role ``topic_region`` or ``topic_thing``."""
    kept: list[Lexeme] = []
    segment: list[Lexeme] = []
    found = mark_question(without_reasons(found))
    for at, lexeme in enumerate(found):
        if segment and _ends_statement(found, at, vocabulary.asides):
            lexeme = lexeme.only(Sense("stop"))
        if lexeme.has(*_JOINTS):
            kept += [*_read_segment(segment, vocabulary), lexeme]
            segment = []
        else:
            segment.append(lexeme)
    return kept + _read_segment(segment, vocabulary)


def _ends_statement(found: Sequence[Lexeme], at: int, words: Asides) -> bool:
    """ "It was hot so my face is shiny": "so" before a new subject."""
    if words_of(found[at]) != "so":
        return False
    ahead = words_of(found[at + 1]).split()[:1] if at + 1 < len(found) else []
    return bool(ahead) and ahead[0] in (*words.owners, "everything", "it", "it's")


def _read_segment(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """A part between two joints: a wish without its asides, or a statement reduced to what it is about."""
    if not segment:
        return segment
    words = vocabulary.asides
    told_beside = drop_trailing_narrative(segment, words)
    whole = told_beside == segment
    segment = _normalise(told_beside, vocabulary)
    if is_recollection(segment, words):
        return keep_topic(segment)
    said = segment_text([one for one in segment if words_of(one) not in CANNOT_SEE or not one.has("filler")])
    asked, story = wishes(segment, words), whole and holds(said, words.told)
    if (denied := _read_denial(segment)) is not None:
        return denied
    if holds(said, words.disliked) and not segment[0].has("make"):
        return _read_displeasure(segment)
    if not asked and (told := _read_story(segment, said, story)) is not None:
        return told
    if not has_foreign_words(segment) and not story:
        return mark_existential_topic(segment)
    return _pass_over_unknown_words(segment, vocabulary)


def _read_story(segment: list[Lexeme], said: str, story: bool) -> list[Lexeme] | None:
    """A part that asks for nothing and tells how the picture came to be, or what it is like; None for any other."""
    if is_passive_statement(segment):
        return keep_topic(segment)
    if _compares(said):
        return blank_lexemes(segment)
    return keep_topic(segment) if story else None


def _normalise(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """The part in plain words: turns of phrase, circumstances, bands of colours, causes and persons resolved."""
    segment = with_bands(drop_circumstances(normalise_phrases(segment)), vocabulary)
    segment = with_people(drop_causal_subject(segment, vocabulary.asides), vocabulary)
    return parse_easing(segment, vocabulary)


def _pass_over_unknown_words(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """A part that holds unknown words, with those as fillers that only report, describe, place or state."""
    words = vocabulary.asides
    segment = _drop_reporter(segment, words)
    segment = without_attributes(without_adverbs(segment, words), words)
    if not has_foreign_words(segment):
        return segment
    if states(segment, words):
        return read_statement(segment, vocabulary)
    return without_adjuncts(segment, words)


def _read_denial(segment: list[Lexeme]) -> list[Lexeme] | None:
    """ "Not fake", "not too plasticky", "don't crop it": an unknown way or deed is not wanted, so nothing is to be done.

    None where the part denies nothing unknown.
    """
    said = [lexeme for lexeme in segment if not lexeme.has("filler", "pronoun", "and", "but", "make", "is")]
    if len(said) < 2:
        return None
    measured = said[0].has("degree") and words_of(said[0]).startswith("not so much that")
    if not (measured or said[0].has("not", "nothing")) or not _is_unknown_way(said[1:], segment):
        return None
    if _has_article(segment):
        return None
    denied = [lexeme if measured and lexeme is said[0] else lexeme.only(FILLER) for lexeme in segment]
    if any(lexeme.has("too") for lexeme in said):
        denied[-1] = segment[-1].only(Sense("degree", "0.25"))
    return denied


def _has_article(segment: Sequence[Lexeme]) -> bool:
    return any(lexeme.has("article") and not lexeme.has("pronoun") for lexeme in segment)


def _is_unknown_way(said: Sequence[Lexeme], segment: Sequence[Lexeme]) -> bool:
    """Whether words are all unknown ones and degrees; in a likeness ("not like a red zebra") colours too."""
    likened = any(words_of(lexeme) == "like" for lexeme in segment)
    roles = ("too", "degree", *(("colour",) if likened else ()), *FOREIGN_ROLES)
    return has_foreign_words(said) and all(lexeme.has(*roles) for lexeme in said)


_OUR_OWN = tuple(f"like {whose}" for whose in ("my", "our", "his", "her", "their"))
_LOOKS_LIKE = tuple(f"{who} {looks} like" for who, looks in (
    ("i", "look"), ("we", "look"), ("they", "look"), ("you", "look"), ("he", "looks"), ("she", "looks"), ("i", "feel")
))  # fmt: skip


def _compares(said: str) -> bool:
    """ "I look like a tomato" asks for nothing, nor does a memory: "like my mother's album"."""
    return begins(said, (*_LOOKS_LIKE, *_OUR_OWN))


def _read_displeasure(segment: list[Lexeme]) -> list[Lexeme]:
    """ "I don't like the red tie": what is disliked is what the next wish is about; a disliked fault is to go."""
    if not any(lexeme.has("fault", "noun") for lexeme in segment) or any(lexeme.has("make") for lexeme in segment):
        return keep_topic(segment)
    named = [lexeme for lexeme in segment if lexeme.has(*NAMED_ROLES, "fault", "noun", "left", "right", "degree")]
    if has_foreign_words(named):
        return segment
    return [lexeme if lexeme in named else lexeme.only(FILLER) for lexeme in segment]


def _drop_reporter(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "My cousin says my teeth are yellow", "the bride wants ...": who says so is no part of it."""
    for at in range(len(segment)):
        length = _reporting_words(segment, at, words)
        if length and not any(o.has("act", "add", "remove", "make") for o in segment[:at]):
            return [*blank_lexemes(segment[: at + length]), *segment[at + length :]]
    for at, lexeme in enumerate(segment):
        wished = lexeme.has("give") and words_of(lexeme).endswith(("s", "ed", "for"))
        if wished and _is_stranger(segment[:at]):
            return [*blank_lexemes(segment[:at]), *segment[at:]]
    return segment


def _reporting_words(segment: Sequence[Lexeme], at: int, words: Asides) -> int:
    """How many lexemes at a place report somebody's words: two, one or none."""
    if " ".join(words_of(other) for other in segment[at : at + 2]) in words.reporting:
        return 2
    return 1 if words_of(segment[at]) in words.reporting else 0


def _is_stranger(said: Sequence[Lexeme]) -> bool:
    """Whether words name somebody unknown: "the bride"."""
    return has_foreign_words(said) and all(one.has("article", "filler", *FOREIGN_ROLES) for one in said)
