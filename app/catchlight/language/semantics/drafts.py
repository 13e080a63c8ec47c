"""Actions, intents in the making, and what a sentence has said so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from catchlight.language.intents import ColourTerm, Region
from catchlight.language.lexicon import degrees
from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme

NOTHING = "@nothing"
"""Verb of a clause that only tells how something is."""


@dataclass(frozen=True)
class Action:
    """A verb with its direction, as said; ``usual`` is its strength where no amount is named."""

    verb: str
    sign: int
    colour: ColourTerm | None = None
    look: str | None = None
    usual: float = degrees.USUAL
    verbal: bool = False
    fault: bool = False
    stated: bool = False
    """The clause says how something is ("the beard is grey"), not how it should be."""


@dataclass
class IntentDraft:
    """An intent in the making."""

    clause: Clause
    action: Action
    regions: tuple[Region, ...]
    thing: str | None
    measure: Clause
    """Where its amount is said: its own clause or a later one ("but only a little")."""
    softened: bool = False
    spared: tuple[Region, ...] = ()
    """Kept from this wish alone: "brighten the face and darken everything else"."""


@dataclass
class Sentence:
    """What the clauses of a sentence have said so far."""

    drafts: list[IntentDraft] = field(default_factory=list)
    protected: list[Region] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    waiting: tuple[Region, ...] = ()
    """Regions named before any wish: "hair and beard darker"."""
    kept_faults: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    """Faults to be left, each with its words: "but leave the freckles"."""
    forbidden: list[tuple[tuple[str, ...], tuple[Region, ...]]] = field(default_factory=list)
    """Verbs not wanted on some regions: "don't darken the hair"."""
    topic: tuple[Region, ...] = ()
    """The regions last spoken of."""
    topic_thing: str | None = None
    """The thing that a statement was about."""
    spoken: tuple[Lexeme, ...] = ()
    """The words for what a statement was about."""
    told: bool = False
    """Whether the topic is that of a statement: "the background is so busy, blur it"."""
    waiting_thing: str | None = None
    """ "The sign on the left, remove it"."""
    before: Clause | None = None
    protecting: bool = False
    """Whether the clause before only protected."""
