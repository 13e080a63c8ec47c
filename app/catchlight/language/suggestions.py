"""The phrases nearest to a sentence, and those that a beginning can become."""

from __future__ import annotations

import itertools

from catchlight.language.text import tokens
from catchlight.language.vocabulary import Sense, Vocabulary

_MOST = 3
_OFFERED = frozenset({"act", "noun", "fault", "region", "thing", "look", "colour"})


def nearest_phrases(sentence: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Three understandable phrases, the one most alike first, in the language of the sentence."""
    wanted = _features(sentence)
    ranked = sorted(_phrases(sentence, vocabulary), key=lambda phrase: -_likeness(wanted, _features(phrase)))
    return tuple(ranked[:_MOST])


def completions(prefix: str, vocabulary: Vocabulary, most: int = 8) -> tuple[str, ...]:
    """Whole sentences that begin as typed: known phrases, then the last word completed.

    After a comma or "and" the phrases complete what follows it.
    """
    begun = prefix.lstrip()
    head, tail = _last_wish(begun)
    plain = _plain(tail)
    if not plain:
        return ()
    found = [head + phrase for phrase in _phrases(tail, vocabulary) if _plain(phrase).startswith(plain)]
    word = plain.rsplit(" ", 1)[-1]
    if len(word) > 1 and word.isascii() and not prefix[-1].isspace():
        stem = begun[: len(begun) - len(word)]
        words = {" ".join(phrase) for phrase, senses in vocabulary.phrases() if _offered(phrase, senses, word)}
        plain_words = {end for end in words if not (end.endswith("s") and end[:-1] in words)}
        found += [stem + end for end in sorted(plain_words, key=lambda end: (len(end), end))]
    return tuple(dict.fromkeys(entry for entry in found if _plain(entry) != _plain(begun)))[:most]


def _offered(phrase: tuple[str, ...], senses: tuple[Sense, ...], word: str) -> bool:
    """Whether a phrase ends a sentence well: something to do it to, with or by, in its plain form."""
    plain = any(sense.role in _OFFERED and not (sense.role == "colour" and sense.base) for sense in senses)
    return plain and " ".join(phrase).startswith(word)


def _last_wish(text: str) -> tuple[str, str]:
    cut = max(
        (text.rfind(mark) + len(mark) for mark in (",", "，", ";", "；", " and ", "并且") if mark in text), default=0
    )
    while cut < len(text) and text[cut].isspace():
        cut += 1
    return text[:cut], text[cut:]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _phrases(sentence: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    chinese = any(token.kind == "ideograph" for token in tokens(sentence))
    return vocabulary.templates["zh" if chinese else "en"]


def _features(text: str) -> frozenset[str]:
    """Words and letter triples; for Chinese characters and their pairs."""
    texts = [token.text for token in tokens(text)]
    joined = f" {' '.join(texts)} "
    triples = {joined[i : i + 3] for i in range(len(joined) - 2)}
    pairs = {a + b for a, b in itertools.pairwise(texts)}
    return frozenset({f"={text}" for text in texts if len(text) > 2 or not text.isascii()} | triples | pairs)


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0
