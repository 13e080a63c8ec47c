"""What was done to a picture: the edit record that travels inside the file and in the store."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

Kind = Literal["geometry", "background", "pixels", "print", "imagined"]
"""What a step touched. ``geometry``: crop, rotation, scale only. ``background``: what is behind the person was
replaced or made transparent. ``pixels``: the person was changed. ``print``: laid out on a sheet, nothing changed.
``imagined``: a generative engine has painted a part of it."""

CAPTURED_COMPOSITE, TRAINED_COMPOSITE = "compositeCapture", "compositeWithTrainedAlgorithmicMedia"
"""IPTC's words (NewsCodes, Digital Source Type) for a picture put together from several photographs (``digitalSource`` of a
step's facts), and for a photo of which a part was made by a trained model."""
TRAINED = "trainedAlgorithmicMedia"
"""IPTC's word for media that a trained model made as a whole."""
GENERATIVE = (TRAINED, TRAINED_COMPOSITE, "compositeSynthetic")
"""IPTC's words for media that a generator had a part in, the strongest first."""
SOURCE_FACT = "digitalSource"
"""The fact of a step that holds such a word."""
RESHAPED = "shape"
"""The fact of a step that gave the person another shape: which features, and how much of each."""
MIRRORED, PERSPECTIVE = "mirrored", "perspective"
"""Facts of a step that mirrored the picture, and of one that changed its perspective."""


class Step(BaseModel):
    """One applied edit."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    operation: str
    parameters: dict[str, Any]
    kind: Kind
    source: str
    """sha256 of the pixels that the step started from."""
    generation: str | None = None
    parent: str | None = None
    program: str = ""
    """Name and version of the program, as ``Catchlight 0.1.0``."""
    made: datetime | None = None
    facts: dict[str, Any] = {}
    """What a later step needs to know, for example the document's id and millimetres of an ID photo."""


class Record(BaseModel):
    """All steps since the picture came into the program, oldest first."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    steps: tuple[Step, ...] = ()

    def then(self, step: Step) -> Record:
        return Record(steps=(*self.steps, step))

    def last(self, operation: str) -> Step | None:
        """The newest step of an operation."""
        return next((step for step in reversed(self.steps) if step.operation == operation), None)

    @property
    def unfit_for_official_use(self) -> bool:
        """True when more than geometry was changed: several authorities refuse such a photo."""
        return any(step.kind not in ("geometry", "print") for step in self.steps)

    @property
    def imagined(self) -> bool:
        """Whether a generative engine has painted in the picture: it is fit for no document then, whatever came after."""
        return any(step.kind == "imagined" for step in self.steps)

    @property
    def reshaped(self) -> bool:
        """Whether the person's form was changed: the picture is fit for no document then, whatever came after."""
        return any(step.facts.get(RESHAPED) for step in self.steps)

    @property
    def mirrored(self) -> bool:
        """Whether left and right are exchanged: mirrored twice they are not."""
        return sum(bool(step.facts.get(MIRRORED)) for step in self.steps) % 2 == 1

    @property
    def perspective_changed(self) -> bool:
        """Whether a step changed the perspective, and with it the proportions of a face."""
        return any(step.facts.get(PERSPECTIVE) for step in self.steps)

    @property
    def digital_source(self) -> str | None:
        """IPTC's word for what the picture was made from, where that is more than one photograph; what an engine painted
        weighs more than what was put together."""
        told = [str(step.facts[SOURCE_FACT]) for step in self.steps if SOURCE_FACT in step.facts]
        if self.imagined:
            told.append(TRAINED_COMPOSITE)
        return next((word for word in GENERATIVE if word in told), told[0] if told else None)

    @property
    def said_generative(self) -> str:
        """IPTC's word where the file that the picture came from said that a generator had a part in it; empty otherwise."""
        told = [str(step.facts.get(SOURCE_FACT, "")) for step in self.steps]
        return next((word for word in GENERATIVE if word in told), "")
