"""A trial of an engine: it is asked what it can do, and fills a square of the shipped sample."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catchlight.core.progress import Progress
from catchlight.imagine.port import Abilities
from catchlight.paths import resources

if TYPE_CHECKING:
    from catchlight.imagine.fill import Imagine
    from catchlight.imaging.picture import FloatPlane, Picture

_SQUARE = (16, 16, 116, 116)
"""Of the sample, in pixels: wall and flag beside the person."""
_SOFT = 5
"""Pixels of the square's rim."""


@dataclass(frozen=True)
class EngineTrial:
    """picture: the sample with the square filled. seconds: that filling it took, without asking what the engine can do. seam: how
    much the square's rim shows, 1 as its surroundings."""

    abilities: Abilities
    picture: Picture
    seconds: float
    seam: float


def try_engine(imagine: Imagine, progress: Progress) -> EngineTrial:
    """Raises EngineFault, ImaginingFailed for a square that shows another face, Cancelled."""
    from catchlight.imagine.fill import FillTask
    from catchlight.imagine.prompts import prompt_for
    from catchlight.imaging.inpaint import fill_smoothly
    from catchlight.imaging.io import codec
    from catchlight.retouch.area import Area
    from catchlight.retouch.removal.seam import seam

    abilities = imagine.generator.abilities(progress.part(0.0, 0.2))
    sample = codec.decode((resources() / "samples" / "astronaut.png").read_bytes())
    area = Area(_SQUARE, _soft_square(_SQUARE[2] - _SQUARE[0]))
    free = area.on((sample.height, sample.width)) == 0
    smooth = fill_smoothly(np.asarray(sample.pixels, np.float32), np.asarray(free, np.float32))
    plate = np.where(free[..., None], sample.pixels, np.round(smooth)).astype(np.uint8)
    words = prompt_for("test")
    seed = time.time_ns() % 2**31  # so that no answer is taken for this one that was kept
    began = time.perf_counter()
    made = imagine.fill(
        FillTask(sample.pixels, plate, area, words.prompt, words.avoid, seed, seam=False), progress.part(0.2, 1.0)
    )
    seconds = time.perf_counter() - began
    return EngineTrial(abilities, sample.with_(pixels=made.pixels), seconds, seam(made.pixels, area))


def _soft_square(side: int) -> FloatPlane:
    """A mask that comes in over a few pixels at its rim, whose steepness can be measured then."""
    line = np.clip((np.minimum(np.arange(side), np.arange(side)[::-1]) + 1) / (_SOFT + 1), 0, 1)
    return np.asarray(np.minimum(line[:, None], line[None]), np.float32)
