"""Composition: what the clauses of a sentence have said so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from catchlight.language.intents import ColourTerm, Region
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.slots.colours import WishedColour

CERTAIN = 0.3
"""Least score at which a sentence is taken to mean a label.

Of phrases that nothing was learned from, those above it were right in four of five cases, those below it in two of five.
"""
WHOLE = 0.6
"""Weight of the whole sentence's score beside that of a clause; best of 0.3, 0.6, 1 on phrases not learned from."""


@dataclass
class Wish:
    """A clause that asks for something, with the label it was taken for."""

    label: str
    score: float
    """Of the clause and the whole sentence together: 0 to about 1.6."""
    clause: Clause
    measure: Clause
    """Where its amount is said: its own clause or a later one."""
    regions: tuple[Region, ...] = ()
    thing: str | None = None
    colour: ColourTerm | None = None
    softened: bool = False
    complaint: str | None = None
    """Label of what is complained of, where this wish sets it right or is itself said as a complaint."""

    @property
    def is_complaint(self) -> bool:
        """Whether it says what is wrong, and not by how much: "way too orange", "it is washed out"."""
        sign = -1 if self.label.endswith("-") else 1
        states = any(
            sense.base and sense.sign != sign
            for one in self.clause.lexemes
            for sense in one.senses
            if sense.role == "act"
        )
        return (states or self.clause.has("too", "fault")) and not self.measure.has("measure", "number")


@dataclass
class Composition:
    """What the clauses of a sentence have said so far."""

    vocabulary: Vocabulary
    labels: tuple[str, ...]
    whole: np.ndarray
    """Scores of the whole sentence, float32, labels."""
    place: str | None
    """Region under the hotspot, where it is known: other objects only say where."""
    clauses: int
    wishes: list[Wish] = field(default_factory=list)
    protected: list[Region] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    waiting: tuple[Region, ...] = ()
    """Regions named before any wish: "hair and beard darker"."""
    waiting_thing: str | None = None
    topic: tuple[Region, ...] = ()
    """Regions last spoken of."""
    topic_thing: str | None = None
    colours: list[WishedColour] = field(default_factory=list)
    """The colours of all clauses that wish or tell."""
    forbidding: bool = False
    """Whether the clause before said what is not wanted."""

    def verb(self, label: str) -> Verb | None:
        """The grammar of a label's verb; None for a label that is no verb."""
        return self.vocabulary.grammar.verbs.get(verb_of(label))

    def support(self, label: str) -> float:
        """Score that the whole sentence gives a label, or its verb in the other direction."""
        same = [
            at
            for at, one in enumerate(self.labels)
            if one == label or (":" not in label and verb_of(one) == verb_of(label))
        ]
        return float(self.whole[same].max())


def verb_of(label: str) -> str:
    """The verb of a label: ``exposure-`` and ``look:film`` are those of ``exposure`` and ``look``."""
    return label.partition(":")[0].rstrip("-")
