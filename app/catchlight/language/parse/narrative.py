"""Narrative: parts of a sentence that only tell something, found when the sentence is not understood as a whole.

A part that tells has somebody or something and a verb that states ("we were in a cave", "my mum took it in the car"), and
asks for nothing. Only such parts are left out, and only so that the rest is understood without them; an object, a likeness,
an imperative or a wish that is unknown is never left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.row_types import Narrative
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.adjuncts import FILLER, FOREIGN_ROLES, has_foreign_words, words_of
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.parse.rewording import blank_lexemes

_JOINTS = ("stop", "and", "but")
_WITHIN = ("before", "after")
"""Joints that belong to what follows: "before the shoot"."""
_NAMED = ("region", "thing")
_CHANGING = ("more", "less", "add", "remove", "keep", "touch", "except")
_DEMANDING = ("make", "give", "add", "remove", "more", "less", "keep", "touch", "except")
_CONTENT = ("act", "noun", "fault", "colour", "look", "region", "thing")
_DOING = ("act", "noun", "fault", "look", "region", "remove", "more", "less")
_ENABLING = ("can", "could", "can't", "cannot", "doesn't", "don't", "won't", "will", "stands out", "stand out")
_REACH = 7
"""Phrases from the beginning of a statement to its verb at most."""


def without_narrative(found: Sequence[Lexeme], vocabulary: Vocabulary) -> Iterator[list[Lexeme]]:
    """Readings of a sentence without what only tells, the most careful first; none where nothing tells."""
    parts = list(_split_parts(found))
    parts = [
        blank_lexemes(part) if _is_heading(parts, at) or _is_result(parts, at) else part
        for at, part in enumerate(parts)
    ]
    seen: list[list[Lexeme]] = []
    for known, way in product((False, True), ("tail", "topic", "nothing")):
        read = _read_parts(parts, vocabulary, known, way)
        reading = [one for at, part in enumerate(read) for one in _end_heading(part, read, parts, at)]
        if reading != list(found) and reading not in seen:
            seen.append(reading)
            yield reading


def _split_parts(found: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    part: list[Lexeme] = []
    for lexeme in found:
        so = words_of(lexeme) == "so" and bool(part)
        if so or lexeme.text == ":" or (lexeme.has(*_JOINTS) and words_of(lexeme) not in _WITHIN):
            yield from (part, [lexeme])
            part = []
        else:
            part.append(lexeme)
    yield part


def _read_parts(parts: list[list[Lexeme]], vocabulary: Vocabulary, known: bool, way: str) -> list[list[Lexeme]]:
    read: list[list[Lexeme]] = []
    for at, part in enumerate(parts):
        goes_on = (
            at > 1
            and any(one.has("and") for one in parts[at - 1])
            and read[at - 2] != parts[at - 2]
            and _describes(part)
        )
        if goes_on:
            read.append(blank_lexemes(part))  # "the shirt is creased and grey"
        else:
            read.append(_read_part(part, vocabulary, way) if known or has_foreign_words(part) else part)
    return read


def _describes(part: Sequence[Lexeme]) -> bool:
    return bool(part) and all(
        one.has("degree", "filler", "article", "colour", "unknown", "foreign", "too", "modifier")
        or (one.has("act", "fault") and not any(sense.verbal for sense in one.senses))
        for one in part
    )


def _end_heading(part: list[Lexeme], read: list[list[Lexeme]], parts: list[list[Lexeme]], at: int) -> list[Lexeme]:
    """A colon after what only tells ends it: "for the badge: a white background"."""
    ends = at > 0 and len(part) == 1 and part[0].text == ":" and read[at - 1] != parts[at - 1]
    return [part[0].only(Sense("stop"))] if ends else part


def _is_heading(parts: Sequence[Sequence[Lexeme]], at: int) -> bool:
    """ "Selective: darken the background": nothing is asked for before a colon, something after it."""
    if at + 2 >= len(parts) or [lexeme.text for lexeme in parts[at + 1]] != [":"]:
        return False
    asked = any(lexeme.has(*_CONTENT, *_DEMANDING, "too", "not") and not lexeme.has("foreign") for lexeme in parts[at])
    return not asked and any(lexeme.has(*_DOING) for lexeme in parts[at + 2])


def _is_result(parts: Sequence[Sequence[Lexeme]], at: int) -> bool:
    """ "So the eyes can be seen": what a wish is to make possible."""
    if not at or [words_of(lexeme) for lexeme in parts[at - 1]] != ["so"]:
        return False
    return any(words_of(lexeme) in _ENABLING for lexeme in parts[at])


def _read_part(part: list[Lexeme], vocabulary: Vocabulary, way: str) -> list[Lexeme]:
    """A part as it is read: what tells is emptied. way: its tail alone, all but what it is about, or everything."""
    words = vocabulary.asides.narrative
    if way != "tail" and tells(part, words):
        return _keep_topic(part, vocabulary) if way == "topic" else blank_lexemes(part)
    for at in range(len(part) - 2, 0, -1):
        if not has_foreign_words([one for one in part[:at] if words_of(one) != "as"]) and _starts_statement(
            part, at, words
        ):
            cut = at
            while cut > 1 and words_of(part[cut - 1]) in words.joining:
                cut -= 1
            return [*part[:cut], *blank_lexemes(part[cut:])]
    return part


def _starts_statement(part: Sequence[Lexeme], at: int, words: Narrative) -> bool:
    """Whether a statement of its own is joined to a wish at ``at``: "make it brighter my mum took it in the car"."""
    first = words_of(part[at])
    if words_of(part[at - 1]) == "like":
        return False  # "bronzed like after a holiday" is a likeness
    begins = first in words.joining or first.split()[0] in words.people or first in words.owners
    return (
        begins
        and any(o.has(*_CONTENT, "more", "less", "too", "lacking") for o in part[:at])
        and tells(part[at:], words)
    )


def tells(part: Sequence[Lexeme], words: Narrative) -> bool:
    """Whether a part between two joints states something and asks for nothing."""
    said = [lexeme for lexeme in part if words_of(lexeme)]
    if not said:
        return False
    texts = [words_of(lexeme) for lexeme in said]
    if not all(map(str.isascii, texts)) and not all(lexeme.text.isascii() for lexeme in said):
        return _tells_in_chinese(said, words)
    if _asks(said, texts, words):
        return False
    if _labels(said, texts, words):
        return True
    start = next((at for at, text in enumerate(texts) if text not in words.joining), None)
    if start is None or not _is_subject(said[start], texts[start], words):
        return False
    return _has_predicate(said, texts, start, words)


def _has_predicate(said: Sequence[Lexeme], texts: Sequence[str], start: int, words: Narrative) -> bool:
    """Whether the subject at ``start`` is said to do or to be something, and is not judged."""
    if texts[start].split()[0] in words.people and start + 1 < len(said):
        return not said[start + 1].has("make") and not _judges(said, texts, start, words)
    verb = _finite_verb(said, texts, start, words)
    return verb is not None and not _judges(said, texts, verb, words)


def _asks(said: Sequence[Lexeme], texts: Sequence[str], words: Narrative) -> bool:
    """Whether a part wishes, ends in a negation, or holds a word of change that does not state anything."""
    if _holds(texts, words.wishing) or said[-1].has("not"):
        return True
    stating = (*words.past, *words.finite)
    return any(lexeme.has(*_CHANGING) and text not in stating for lexeme, text in zip(said, texts, strict=True))


def _finite_verb(said: Sequence[Lexeme], texts: Sequence[str], start: int, words: Narrative) -> int | None:
    """Place of the verb that states; None where there is none within reach, or a word that demands before it."""
    first = start if texts[start].split()[0] in words.subjects else start + 1
    for at in range(first, min(start + _REACH, len(said))):
        finite = _is_finite(texts, at, words)
        if at > start and said[at].has(*_DEMANDING) and not finite:
            return None
        if finite and not said[at].has("degree"):
            return at
    return None


def _labels(said: Sequence[Lexeme], texts: Sequence[str], words: Narrative) -> bool:
    """ "Photo for a visa to India", "for the yearbook of 2019": what it is, or what for."""
    if any(o.has("act", "noun", "fault", "colour", "look", *_DEMANDING) and not o.has("whole") for o in said):
        return False
    opened = ("please", "hi", "hello")
    start = next(
        (at for at, one in enumerate(said) if not one.has("whole", "article") and texts[at] not in opened), len(said)
    )
    return start < len(said) - 1 and texts[start] in words.labelling and not any(o.has("region") for o in said[start:])


def _is_subject(lexeme: Lexeme, text: str, words: Narrative) -> bool:
    first = text.split()[0]
    if first in words.asking:
        return False
    named = lexeme.has(*_NAMED, "noun", "whole", "unknown", "foreign", "filler") and not lexeme.has(*_DEMANDING)
    return first in words.people or first in words.owners or first in words.subjects or named


def _is_finite(texts: Sequence[str], at: int, words: Narrative) -> bool:
    return any(word in words.finite or word in words.past for word in texts[at].split())


def _judges(said: Sequence[Lexeme], texts: Sequence[str], at: int, words: Narrative) -> bool:
    """ "My nose is too big" wishes for another one; "the flash was too weak" does not: told of the past, or of strangers."""
    if not any(lexeme.has("too", "lacking") for lexeme in said):
        return False
    past = any(word in words.past for text in texts[at:] for word in text.split())
    return not past and any(lexeme.has(*_NAMED) for lexeme in said[:at])


def _tells_in_chinese(said: Sequence[Lexeme], words: Narrative) -> bool:
    text = "".join(lexeme.text.casefold() for lexeme in said)
    if any(wish in text for wish in words.wishing_zh) or any(o.has("remove", "keep", "touch", "look") for o in said):
        return False
    return any(mark in text for mark in words.stating_zh)


def _holds(texts: Sequence[str], phrases: Sequence[str]) -> bool:
    said = f" {' '.join(texts)} "
    return any(f" {phrase} " in said for phrase in phrases)


def _keep_topic(part: Sequence[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    return [lexeme.only(_topic_sense(lexeme, vocabulary) or lexeme.sense("left", "right") or FILLER) for lexeme in part]


def _topic_sense(lexeme: Lexeme, vocabulary: Vocabulary) -> Sense | None:
    """The place or thing that a word names, or where its verb works: lipstick on the lips."""
    if (named := lexeme.sense(*_NAMED)) and named.value != "person" and not lexeme.has(*FOREIGN_ROLES):
        return replace(named, role=f"topic_{named.role}")
    verb = vocabulary.grammar.verbs[said.value] if (said := lexeme.sense("noun")) else None
    if verb and verb.colour == "may" and verb.regions:
        return Sense("topic_region", verb.regions[0])
    return replace(said, role="topic_noun") if said and vocabulary.domain == "adjust" else None
