"""Clothes of another picture that an engine makes look worn: what was laid over the person is its draft."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.core.progress import Progress
from catchlight.imagine import gates
from catchlight.imagine.fill import FillTask, Imagine, ImaginedFill
from catchlight.imagine.prompts import prompt_for
from catchlight.imaging.picture import FloatPlane
from catchlight.operations.headshot.reference.dress import DressedPortrait, Fitting
from catchlight.operations.imagining.drafts import STRENGTH, beside_face, light_words
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize
from catchlight.retouch.area import Area

_WORN = "well fitting clothes of real cloth, the collar lies at the neck"


@dataclass(frozen=True)
class ClothesDraft:
    """portrait: the person as our own means have dressed them. area: garment, rebuilt neck and uncovered ground, where the engine
    may paint; cloth: the share of the garment in each pixel."""

    portrait: Portrait
    area: Area
    cloth: Area

    @classmethod
    def of(cls, worn: DressedPortrait, fitted: Fitting, width: int) -> ClothesDraft:
        """width: of the upright picture that ``worn`` is a part of, pixels."""
        laid, front = fitted.layers, fitted.sitter.front
        free = np.clip(1 - 2 * front, 0, 1)
        touched = np.maximum.reduce([laid.cloth, laid.skin, laid.ground]) * free
        factor = width / touched.shape[1]
        size = (width, round(touched.shape[0] * factor))
        x, y = worn.origin
        picture = worn.portrait.picture
        box = (0, 0, picture.width, picture.height)

        def at_full(plane: FloatPlane) -> FloatPlane:
            whole = np.asarray(resize(np.asarray(plane, np.float32), size), np.float32)
            return np.ascontiguousarray(whole[y : y + picture.height, x : x + picture.width])

        beside = beside_face(worn.portrait, box)
        area = Area(box, np.asarray(at_full(touched) * beside, np.float32))
        return cls(worn.portrait, area, Area(box, at_full(laid.cloth * free)))

    def finish(self, imagine: Imagine, seed: int, progress: Progress) -> tuple[Portrait, ImaginedFill]:
        """The person in the finished clothes. Raises EngineFault, ImaginingFailed, Cancelled."""
        words = prompt_for("clothes", f"{_WORN}, {light_words(self.portrait)}")
        picture = self.portrait.picture
        task = FillTask(
            picture.pixels, picture.pixels, self.area, words.prompt, words.avoid, seed, STRENGTH,
            needs_words=True, draft=True, tone=self.cloth,
        )  # fmt: skip
        made = imagine.fill(task, progress)
        gates.require_same_person(self.portrait, made.pixels)
        return self.portrait.recoloured(picture.with_(pixels=made.pixels)), made
