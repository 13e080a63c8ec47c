"""What is said beside a wish and asks for nothing: how the picture came to be, how one feels, who says so.

An unknown word is passed over only by its place in the sentence: in an adjunct ("for my album"), before a known thing ("the
woollen jacket"), in a statement ("I was exhausted that day"). An unknown object, likeness or imperative stays unknown, so
that the sentence is refused. Nothing is ever added to a wish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
from catchlight.language.parse.descriptive_words import SIZE
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.parse.phrases import begins, holds
from catchlight.language.parse.phrases import segment_text as words_said
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
from catchlight.language.semantics.colour_bands import with_bands
from catchlight.language.semantics.people import with_people

_JOINTS = ("stop", "and", "but")
_NAMED = ("region", "thing")
_STATING = ("is", "too", "lacking")
_BETWEEN = ("degree", "too", "filler", "article", "not", "is", "lacking", "more", "less", "modifier", "pronoun")


def without_asides(found: Sequence[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """The lexemes with those of asides as fillers; what a statement is about has the role ``topic_region`` or ``topic_thing``."""
    kept: list[Lexeme] = []
    segment: list[Lexeme] = []
    found = mark_question(without_reasons(found))
    for at, lexeme in enumerate(found):
        follows = words_of(found[at + 1]) if at + 1 < len(found) else ""
        ahead = follows.split()[0] if follows else ""
        if words_of(lexeme) == "so" and segment and ahead in (*vocabulary.asides.owners, "everything", "it", "it's"):
            lexeme = lexeme.only(Sense("stop"))  # "it was hot so my face is shiny"
        if lexeme.has(*_JOINTS):
            kept += [*_read(segment, vocabulary), lexeme]
            segment = []
        else:
            segment.append(lexeme)
    return kept + _read(segment, vocabulary)


def _read(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    words, whole = vocabulary.asides, True
    if segment:
        asked, segment = segment, drop_trailing_narrative(segment, words)
        whole = asked == segment
        segment = with_people(
            drop_causal_subject(with_bands(drop_circumstances(normalise_phrases(segment)), vocabulary), words),
            vocabulary,
        )
        segment = parse_easing(segment, vocabulary)
    if is_recollection(segment, words):
        return _topic(segment)
    said = words_said([one for one in segment if words_of(one) not in CANNOT_SEE or not one.has("filler")])
    if not segment:
        return segment
    if (denied := _denied(segment)) is not None:
        return denied
    if holds(said, words.disliked) and not segment[0].has("make"):
        return _displeased(segment, words)
    if is_passive_statement(segment) and not _wishes(segment, words):
        return _topic(segment)
    if _compares(said) and not _wishes(segment, words):
        return blank_lexemes(segment)
    if not has_foreign_words(segment) and not (whole and holds(said, words.told)):
        return mark_existential_topic(segment)
    if whole and holds(said, words.told) and not _wishes(segment, words):
        return _topic(segment)
    segment = _reported(segment, words)
    segment = without_attributes(without_adverbs(segment, words), words)
    if not has_foreign_words(segment):
        return segment
    if _states(segment, words):
        return _stated(segment, vocabulary)
    return without_adjuncts(segment, words)


def _denied(segment: list[Lexeme]) -> list[Lexeme] | None:
    """ "Not fake", "not too plasticky", "don't crop it": an unknown way or deed is not wanted, so nothing is to be done."""
    said = [lexeme for lexeme in segment if not lexeme.has("filler", "pronoun", "and", "but", "make", "is")]
    likened = any(words_of(lexeme) == "like" for lexeme in segment)
    measured = bool(said) and said[0].has("degree") and words_of(said[0]).startswith("not so much that")
    if len(said) < 2 or not (measured or said[0].has("not", "nothing")) or not has_foreign_words(said[1:]):
        return None
    if not all(lexeme.has("too", "degree", *(("colour",) if likened else ()), *FOREIGN_ROLES) for lexeme in said[1:]):
        return None
    if any(lexeme.has("article") and not lexeme.has("pronoun") for lexeme in segment):
        return None
    denied = [lexeme if measured and lexeme is said[0] else lexeme.only(FILLER) for lexeme in segment]
    if any(lexeme.has("too") for lexeme in said):
        denied[-1] = segment[-1].only(Sense("degree", "0.25"))
    return denied


def _wishes(segment: Sequence[Lexeme], words: Asides) -> bool:
    """Whether something is asked for: such a segment is never a statement, and no likeness or question is one."""
    said = words_said(segment)
    return holds(said.replace(" wants ", " "), words.wishes) or begins(said, words.asking)


_OUR_OWN = tuple(f"like {whose}" for whose in ("my", "our", "his", "her", "their"))
_LOOKS_LIKE = tuple(f"{who} {looks} like" for who, looks in (
    ("i", "look"), ("we", "look"), ("they", "look"), ("you", "look"), ("he", "looks"), ("she", "looks"), ("i", "feel")
))  # fmt: skip


def _compares(said: str) -> bool:
    """ "I look like a tomato" asks for nothing, nor does a memory: "like my mother's album"."""
    return begins(said, (*_LOOKS_LIKE, *_OUR_OWN))


def _topic(segment: Sequence[Lexeme]) -> list[Lexeme]:
    """Only what it is about is left."""
    about = _NAMED if any(lexeme.has(*_NAMED) for lexeme in segment) else (*_NAMED, "noun")
    return [
        lexeme.only(replace(named, role=f"topic_{named.role}"))
        if (named := lexeme.sense(*about)) and named.value != "person"
        else lexeme.only(lexeme.sense("left", "right") or FILLER)
        for lexeme in segment
    ]


def _displeased(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "I don't like the red tie": what is disliked is what the next wish is about; a disliked fault is to go."""
    if any(lexeme.has("fault", "noun") for lexeme in segment) and not any(lexeme.has("make") for lexeme in segment):
        end = max(at for at, lexeme in enumerate(segment) if lexeme.has("fault", "noun"))
        named = [lexeme for lexeme in segment if lexeme.has(*_NAMED, "fault", "noun", "left", "right", "degree")]
        kept = [lexeme if lexeme in named else lexeme.only(FILLER) for lexeme in segment]
        return [*kept[:end], *kept[end:]] if not has_foreign_words(named) else segment
    return _topic(segment)


def _reported(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "My cousin says my teeth are yellow": who says so is no part of it."""
    for at, lexeme in enumerate(segment):
        told = " ".join(words_of(other) for other in segment[at : at + 2])
        length = 2 if told in words.reporting else 1 if words_of(lexeme) in words.reporting else 0
        if length and not any(o.has("act", "add", "remove", "make") for o in segment[:at]):
            return [*blank_lexemes(segment[: at + length]), *segment[at + length :]]
    for at, lexeme in enumerate(segment):
        wished = lexeme.has("give") and words_of(lexeme).endswith(("s", "ed", "for"))
        if (
            wished
            and at
            and has_foreign_words(segment[:at])
            and all(o.has("article", "filler", *FOREIGN_ROLES) for o in segment[:at])
        ):
            return [*blank_lexemes(segment[:at]), *segment[at:]]
    return segment


def _states(segment: Sequence[Lexeme], words: Asides) -> bool:
    said = words_said(segment)
    if _wishes(segment, words) or any(one.has("foreign") and one.value == SIZE for one in segment):
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


def _stated(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """A statement: what it complains of in known words stays, else only what it is about."""
    words = vocabulary.asides
    if holds(words_said(segment), words.likenesses):
        return blank_lexemes(segment)
    first = next((at for at, lexeme in enumerate(segment) if _is_stating(lexeme)), None)
    if first is None:
        return _topic(segment)
    subject, rest = segment[:first], segment[first:]
    judged = any(o.has("too") for o in rest) and any(_measurable(o, vocabulary) for o in subject)
    left = without_adjuncts(rest, words)
    judged = judged and sum(lexeme.has(*FOREIGN_ROLES) for lexeme in left) == 1 and left[-1].has(*FOREIGN_ROLES)
    judged = judged and len(left) > 1 and left[-2].has("too") and left[-2].text.isascii()
    clean = judged or (not has_foreign_words(left) and (not has_foreign_words(rest) or _complains(left)))
    if has_foreign_words(subject) and vocabulary.domain == "edit":
        return blank_lexemes(segment)
    if clean and (judged or any(o.has("act", "fault", "noun", "colour", "region") for o in rest)):
        told = [o.only(FILLER) if o.has(*FOREIGN_ROLES) else o for o in (*subject, *without_adjuncts(rest, words))]
        return [o.only(Sense("too")) if judged and o.has("too") else o for o in told]
    return _topic(segment)


def _measurable(lexeme: Lexeme, vocabulary: Vocabulary) -> bool:
    """Something there can be too much of: the highlights, the colours."""
    named = lexeme.sense("region")
    return lexeme.has("noun") or (named is not None and vocabulary.kind(named.value) != "@part")


def _complains(rest: Sequence[Lexeme]) -> bool:
    """Whether the word said of the subject is a known one: "is too dark to recognise anybody"."""
    said = next((lexeme for lexeme in rest if not lexeme.has(*_BETWEEN) or lexeme.has("act", "fault")), None)
    return said is not None and said.has("act", "fault", "noun", "colour")
