"""Generators that answer as they are told, for tests of what stands around the port."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from catchlight.core.progress import Progress
from catchlight.imagine.port import Abilities, GenerationRequest, Imagined
from catchlight.imaging.picture import ByteImage

Answer = Callable[[GenerationRequest], ByteImage]


@dataclass
class ToldEngine:
    """Answers with what ``answer`` makes of a request; remembers the requests."""

    answer: Answer = lambda request: request.picture
    words: bool = True
    seeds: bool = True
    name: str = "told"
    requests: list[GenerationRequest] = field(default_factory=list)

    def abilities(self, progress: Progress) -> Abilities:
        return Abilities("Told", "1", ("model",), "guide", self.words, self.seeds, 8, 512, 64, 1024, False, "no")

    def generate(self, request: GenerationRequest, progress: Progress) -> Imagined:
        self.requests.append(request)
        progress.report(0.5, "painting")
        return Imagined(np.array(self.answer(request)), "model", 0.1)


def repainted(request: GenerationRequest) -> ByteImage:
    """The whole window in other colours, as engines do that take a mask for a hint."""
    return np.asarray(np.clip(request.picture.astype(int) + np.array([18, -9, 12]), 0, 255), np.uint8)
