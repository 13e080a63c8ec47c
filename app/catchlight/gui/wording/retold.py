"""Sentences that the engine and the service say in English, told in the language of the window.

``resources/i18n/retold.<language>.json`` maps them with the parts that change in braces. A part may be such a sentence
itself, or a word of the window's dictionary.
"""

from __future__ import annotations

import json
import re
from functools import cache

from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.paths import resources

_LISTED = "、"
_PART = re.compile(r"\{(\w+)\}")


def translate_sentence(said: str) -> str | None:
    """The same in the window's language; None where it is not known there. In an English window the sentence itself."""
    if not is_chinese():
        return said
    for pattern, translation in _patterns("zh"):
        found = pattern.fullmatch(said)
        if found is not None:
            return translation.format(**{name: _part(text) for name, text in found.groupdict().items()})
    translated = tr(said)
    return translated if translated != said else None


def translate_or_keep(said: str) -> str:
    """The same in the window's language, or as it stands where it is not known there."""
    return translate_sentence(said) or said


def load_sentences(language: str) -> dict[str, str]:
    """Sentence to sentence, the parts that change in braces."""
    loaded: dict[str, str] = json.loads((resources() / "i18n" / f"retold.{language}.json").read_text(encoding="utf-8"))
    return loaded


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The most definite first: those with the most letters that stand fast."""
    known = sorted(load_sentences(language).items(), key=lambda pair: -len(_PART.sub("", pair[0])))
    return tuple((_pattern(said), translation) for said, translation in known)


def _pattern(said: str) -> re.Pattern[str]:
    parts = _PART.split(said)
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)), re.S
    )


def _part(text: str) -> str:
    """A part of a sentence: a sentence, a word, or a list of words."""
    if not re.search(r"[A-Za-z]{2}", text):
        return text
    known = translate_sentence(text)
    return known if known is not None else _LISTED.join(translate_or_keep(word) for word in text.split(", "))
