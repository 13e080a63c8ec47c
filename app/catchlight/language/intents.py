"""Intents: what a sentence asks for, the spans they were read from, or the refusal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from catchlight.core.messages import Message

Domain = Literal["edit", "adjust"]
"""``edit``: a part of the picture, by a hotspot. ``adjust``: the development of the whole picture."""

LONGEST = 600
"""Characters of a sentence at most."""

Side = Literal["left", "right", "upper", "lower", "dark", "light"]
"""Left and right as one looks at the picture; ``dark`` and ``light``: the side that lies in shade, and the other."""

SpanKind = Literal[
    "verb",
    "region",
    "colour",
    "amount",
    "thing",
    "look",
    "style",
    "direction",
    "negation",
    "joint",
    "ignored",
    "unknown",
]


@dataclass(frozen=True)
class Region:
    """A part of the portrait (edit) or of the tones and colours (adjust: ``shadows``, ``blues``)."""

    name: str
    side: Side | None = None


@dataclass(frozen=True)
class ColourTerm:
    """A colour as named, with its value; ``transparent`` has none."""

    name: str
    hex: str | None
    """#RRGGBB."""


@dataclass(frozen=True)
class Amount:
    """How much. ``strength`` is signed in -1..1; in the edit domain always above 0.

    ``value`` and ``unit`` are what the sentence said outright: ``stops`` and ``percent`` and ``degrees`` with their
    sign, ``kelvin`` as a difference where ``absolute`` is false, ``gamma`` as the exponent whose inverse bends the tones.
    """

    strength: float
    value: float | None = None
    unit: Literal["stops", "kelvin", "percent", "degrees", "gamma"] | None = None
    absolute: bool = False


@dataclass(frozen=True)
class Intent:
    """One thing to do. No region and no thing: the whole picture (adjust), what lies under the hotspot (edit)."""

    verb: str
    regions: tuple[Region, ...] = ()
    colour: ColourTerm | None = None
    amount: Amount = Amount(0.5)
    thing: str | None = None
    """Something under the hotspot that is no region: ``lamp``."""
    look: str | None = None
    side: Side | None = None
    """Where it comes from: light from the left."""
    style: str | None = None
    """In which of its ways it is done: ``matte``, ``smoky``."""
    protected: tuple[Region, ...] = ()
    """Regions that must stay as they are."""
    kept: tuple[str, ...] = ()
    """Verbs whose effect is not wanted: ``temperature`` for "without making it warmer"."""
    complaint: str | None = None
    """What is wrong, as the setting and direction that mend it: ``temperature-`` for "too orange", ``exposure`` for "too dark".

    How much of it the picture itself tells.
    """


@dataclass(frozen=True)
class Span:
    """Characters ``start:end`` of the sentence and what they were taken for."""

    start: int
    end: int
    text: str
    kind: SpanKind
    meaning: str
    """Verb, region, colour or look by its id, an amount as ``slight``, ``strong``, ``+0.5 stops``; empty where ignored."""
    corrected: str | None = None
    """The word as it was read, where a misspelling was corrected."""


@dataclass(frozen=True)
class Understanding:
    """A sentence that was understood as a whole; at least one intent."""

    sentence: str
    intents: tuple[Intent, ...]
    spans: tuple[Span, ...] = field(default=())
    """In the sentence's order, never overlapping."""


class NotUnderstood(Exception):
    """The sentence, or an essential part of it, is nothing the program can do; nothing of it is to be applied."""

    def __init__(
        self, reason: Message, suggestions: tuple[str, ...], spans: tuple[Span, ...] = (), elsewhere: str | None = None
    ) -> None:
        """reason: one plain sentence; suggestions: up to three phrases that are understood, nearest first; elsewhere: the
        operation that does it, where it is another one (``hair``, ``headshot`` ...)."""
        super().__init__(reason)
        self.reason = reason
        self.suggestions = suggestions
        self.spans = spans
        self.elsewhere = elsewhere
