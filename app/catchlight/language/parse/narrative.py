"""Parts of a sentence that only tell something, found when the sentence is not understood as a whole.

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
from catchlight.language.parse.adjuncts import FILLER, FOREIGN_ROLES, TOLD, has_foreign_words, words_of
from catchlight.language.parse.lexing import Lexeme

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
    parts = list(_parts(found))
    for at, part in enumerate(parts[:-2]):
        if (
            [one.text for one in parts[at + 1]] == [":"]
            and _heads(part)
            and any(one.has(*_DOING) for one in parts[at + 2])
        ):
            parts[at] = _emptied(part)
    for at, part in enumerate(parts[1:], 1):
        if [words_of(one) for one in parts[at - 1]] == ["so"] and any(words_of(one) in _ENABLING for one in part):
            parts[at] = _emptied(part)  # "so the eyes can be seen"
    seen: list[list[Lexeme]] = []
    for known, way in product((False, True), ("tail", "topic", "nothing")):
        heard = _all_heard(parts, vocabulary, known, way)
        reading = [one for at, part in enumerate(heard) for one in _after(part, heard, parts, at)]
        if reading != list(found) and reading not in seen:
            seen.append(reading)
            yield reading


def _parts(found: Sequence[Lexeme]) -> Iterator[list[Lexeme]]:
    part: list[Lexeme] = []
    for lexeme in found:
        so = words_of(lexeme) == "so" and bool(part)
        if so or lexeme.text == ":" or (lexeme.has(*_JOINTS) and words_of(lexeme) not in _WITHIN):
            yield from (part, [lexeme])
            part = []
        else:
            part.append(lexeme)
    yield part


def _all_heard(parts: list[list[Lexeme]], vocabulary: Vocabulary, known: bool, way: str) -> list[list[Lexeme]]:
    heard: list[list[Lexeme]] = []
    for at, part in enumerate(parts):
        goes_on = (
            at > 1
            and any(one.has("and") for one in parts[at - 1])
            and heard[at - 2] != parts[at - 2]
            and _describes(part)
        )
        if goes_on:
            heard.append(_emptied(part))  # "the shirt is creased and grey"
        else:
            heard.append(_heard(part, vocabulary, way) if known or has_foreign_words(part) else part)
    return heard


def _describes(part: Sequence[Lexeme]) -> bool:
    return bool(part) and all(
        one.has("degree", "filler", "article", "colour", "unknown", "foreign", "too", "modifier")
        or (one.has("act", "fault") and not any(sense.verbal for sense in one.senses))
        for one in part
    )


def _after(part: list[Lexeme], heard: list[list[Lexeme]], parts: list[list[Lexeme]], at: int) -> list[Lexeme]:
    """A colon after what only tells ends it: "for the badge: a white background"."""
    ends = at > 0 and len(part) == 1 and part[0].text == ":" and heard[at - 1] != parts[at - 1]
    return [part[0].only(Sense("stop"))] if ends else part


def _heads(part: Sequence[Lexeme]) -> bool:
    """ "Selective: darken the background": a heading before a colon."""
    return not any(lexeme.has(*_CONTENT, *_DEMANDING, "too", "not") and not lexeme.has("foreign") for lexeme in part)


def _heard(part: list[Lexeme], vocabulary: Vocabulary, way: str) -> list[Lexeme]:
    """A part as it is heard: what tells is emptied. way: its tail alone, all but what it is about, or everything."""
    words = vocabulary.asides.narrative
    if way != "tail" and tells(part, words):
        return _topic(part, vocabulary) if way == "topic" else _emptied(part)
    for at in range(len(part) - 2, 0, -1):
        if not has_foreign_words([one for one in part[:at] if words_of(one) != "as"]) and _goes_on(part, at, words):
            cut = at
            while cut > 1 and words_of(part[cut - 1]) in words.joining:
                cut -= 1
            return [*part[:cut], *_emptied(part[cut:])]
    return part


def _goes_on(part: Sequence[Lexeme], at: int, words: Narrative) -> bool:
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
    if not "".join(lexeme.text for lexeme in said).isascii() and any(not words_of(o).isascii() for o in said):
        return _tells_in_chinese(said, words)
    texts = [words_of(lexeme) for lexeme in said]
    if _holds(texts, words.wishing) or said[-1].has("not"):
        return False
    told = (*words.past, *words.finite)
    if any(lexeme.has(*_CHANGING) and words_of(lexeme) not in told for lexeme in said):
        return False
    if _labels(said, texts, words):
        return True
    start = next((at for at, text in enumerate(texts) if text not in words.joining), len(texts))
    begun = texts[start : start + 1]
    if not begun or begun[0].split()[0] in words.asking or not _is_subject(said[start], begun[0], words):
        return False
    if begun[0].split()[0] in words.people and start + 1 < len(said):
        return not said[start + 1].has("make") and not _judges(said, texts, start, words)
    for at in range(start, min(start + _REACH, len(said))):
        if at == start and begun[0].split()[0] not in words.subjects:
            continue
        if at > start and said[at].has(*_DEMANDING) and not _is_finite(texts, at, words):
            return False
        if _is_finite(texts, at, words) and not said[at].has("degree"):
            return not _judges(said, texts, at, words)
    return False


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


def _topic(part: Sequence[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    return [lexeme.only(_about(lexeme, vocabulary) or lexeme.sense("left", "right") or FILLER) for lexeme in part]


def _about(lexeme: Lexeme, vocabulary: Vocabulary) -> Sense | None:
    """The place or thing that a word names, or where its verb works: lipstick on the lips."""
    if (named := lexeme.sense(*_NAMED)) and named.value != "person" and not lexeme.has(*FOREIGN_ROLES):
        return replace(named, role=f"topic_{named.role}")
    verb = vocabulary.grammar.verbs[said.value] if (said := lexeme.sense("noun")) else None
    if verb and verb.colour == "may" and verb.regions:
        return Sense("topic_region", verb.regions[0])
    return replace(said, role="topic_noun") if said and vocabulary.domain == "adjust" else None


def _emptied(part: Sequence[Lexeme]) -> list[Lexeme]:
    return [lexeme.only(TOLD) for lexeme in part]
