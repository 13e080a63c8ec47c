"""The English sentences that engines with words are given, by what is to be painted: rows of ``resources/imagining``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from catchlight.paths import resources

Purpose = Literal["remove", "framing", "add", "test", "hair", "clothes", "background", "mouth"]


@dataclass(frozen=True)
class PromptPair:
    """What is to be seen, and what is not."""

    prompt: str
    avoid: str


def prompt_for(purpose: Purpose, what: str = "") -> PromptPair:
    """what: the user's own words for what is added; they stand as they are, and nothing is said of age or gender."""
    row = _rows()[purpose]
    return PromptPair(str(row["prompt"]).replace("{what}", what), str(row["avoid"]))


def style_words(style: str, label: str) -> str:
    """A hair style in words. label: its name, for one of the user's own."""
    words: dict[str, str] = _rows()["hair"]["styles"]
    return words.get(style, label.lower())


@lru_cache
def _rows() -> dict[str, Any]:
    rows: dict[str, Any] = json.loads((resources() / "imagining" / "prompts.json").read_text(encoding="utf-8"))
    return rows
