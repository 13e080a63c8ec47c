"""One wish at one target: what every verb of an edit is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from catchlight.core.progress import Progress
from catchlight.imaging.colour import srgb
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import Pixels
from catchlight.language.intents import Intent
from catchlight.operations.edit.aiming import TargetRegion
from catchlight.operations.edit.areas import AreaMarks, area_of, subtract_protected_areas
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.imagining.painter import EnginePainter
from catchlight.retouch.area import Area
from catchlight.retouch.paint import BrushPlan, paint

USUAL = 0.5
"""The strength of a wish whose sentence says nothing of how much."""


@dataclass(frozen=True)
class EditJob:
    """One wish at one target. amount: strength -1..1, the sentence's times the request's."""

    scene: EditScene
    pixels: Pixels
    intent: Intent
    target: TargetRegion
    marks: AreaMarks
    amount: float
    progress: Progress
    singular: bool = False
    """The sentence speaks of one blemish, not of all."""
    notes: list[str] = field(default_factory=list)
    """Sentences on what limits the result, added to as it is made."""
    painter: EnginePainter | None = None
    """The engine, where one is to paint what is taken away."""

    areas: list[Area] = field(default_factory=list)
    """The named region, once a verb has asked for it: what was changed is held against it."""

    def area(self) -> Area:
        found = subtract_protected_areas(
            self.scene, area_of(self.scene, self.target, self.intent, self.marks), self.intent
        )
        self.areas.append(found)
        return found

    def painted(self, plan: BrushPlan, area: Area | None = None) -> Pixels:
        return paint(self.pixels, area or self.area(), plan, self.scene.cm, self.progress)

    def dyed(self, plan: BrushPlan) -> Pixels:
        """What is worn, painted; its sample is kept with the picture, as long as neither has been changed."""
        plain = self.pixels is self.scene.picture.pixels and self.marks == AreaMarks() and not self.intent.protected
        keep = (lambda make: self.scene.person.kept(f"sample:{self.target.label}", make)) if plain else None
        return paint(self.pixels, self.area(), plan, self.scene.cm, self.progress, keep)

    @property
    def rgb(self) -> tuple[int, int, int] | None:
        """The colour that is named, sRGB 0..255."""
        said = self.intent.colour
        return None if said is None or said.hex is None else srgb.parse_hex(said.hex.lower())

    @property
    def share(self) -> float:
        """0..1: the usual amount and more is all of the way."""
        return float(min(1.0, abs(self.amount) / USUAL))


EditFunction = Callable[[EditJob], Pixels]


def blend_pixels(before: Pixels, after: Pixels, share: float) -> Pixels:
    """``share`` 0..1 of the way from one picture to another of its size."""
    mixed = np.round(before + (after.astype(np.float32) - before) * np.float32(share))
    return plane(mixed.astype(before.dtype))
