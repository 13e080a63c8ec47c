"""Completion: the sentences that a beginning can become."""

from __future__ import annotations

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.text import language_of

_OFFERED = frozenset({"act", "noun", "fault", "region", "thing", "look", "colour"})


def completions(prefix: str, vocabulary: Vocabulary, most: int = 8) -> tuple[str, ...]:
    """Whole sentences that begin as typed: known phrases, then the last word completed.

    After a comma or "and" the phrases complete what follows it.
    """
    begun = prefix.lstrip()
    head, tail = split_last_clause(begun)
    plain = _normalise(tail)
    if not plain:
        return ()
    found = [head + phrase for phrase in phrases(tail, vocabulary) if _normalise(phrase).startswith(plain)]
    word = plain.rsplit(" ", 1)[-1]
    if len(word) > 1 and word.isascii() and not prefix[-1].isspace():
        stem = begun[: len(begun) - len(word)]
        words = {" ".join(phrase) for phrase, senses in vocabulary.phrases() if _is_offered(phrase, senses, word)}
        plain_words = {end for end in words if not (end.endswith("s") and end[:-1] in words)}
        found += [stem + end for end in sorted(plain_words, key=lambda end: (len(end), end))]
    return tuple(dict.fromkeys(entry for entry in found if _normalise(entry) != _normalise(begun)))[:most]


def _is_offered(phrase: tuple[str, ...], senses: tuple[Sense, ...], word: str) -> bool:
    """Whether a phrase ends a sentence well: something to do it to, with or by, in its plain form."""
    plain = any(sense.role in _OFFERED and not (sense.role == "colour" and sense.base) for sense in senses)
    return plain and " ".join(phrase).startswith(word)


def split_last_clause(text: str) -> tuple[str, str]:
    """What stands before the last clause, with its comma or "and", and that clause as far as it is written."""
    cut = max(
        (text.rfind(mark) + len(mark) for mark in (",", "，", ";", "；", " and ", "并且") if mark in text), default=0
    )
    while cut < len(text) and text[cut].isspace():
        cut += 1
    return text[:cut], text[cut:]


def _normalise(text: str) -> str:
    return " ".join(text.casefold().split())


def phrases(sentence: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The known phrases in the language of a sentence."""
    return vocabulary.templates[language_of(sentence)]
