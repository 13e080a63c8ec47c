"""The port that image generators plug into: what one is asked for, what it can do, and what it gives back. Knows no network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from catchlight.core.progress import Progress
from catchlight.imaging.picture import ByteImage, FloatPlane

MaskUse = Literal["exact", "guide", "none"]
"""Whether an engine paints inside the mask alone, takes it as a hint, or knows none. Ours is laid over its answer in any case."""
CancelUse = Literal["running", "queued", "no"]
"""What an engine can be told to stop: the work under way, what waits, or nothing (then the connection is dropped)."""

Place = Literal["computer", "network", "internet"]
"""Where an engine is: on this computer, on another of the own network, or beyond."""


@dataclass(frozen=True)
class EngineAccess:
    """Where parts of pictures may go besides this computer, by what a person has said."""

    network: bool = False
    internet: bool = False


@dataclass(frozen=True)
class GenerationRequest:
    """One window to be painted, at the engine's own size; the arrays are read-only.

    picture: HxWx3 uint8 sRGB, the hole already filled by our own means. mask: HxW float32, 1 where something may be put. prompt,
    avoid: English sentences, empty for engines without words. strength: 1 invents, less keeps more of what ``picture`` shows.
    """

    picture: ByteImage
    mask: FloatPlane
    prompt: str
    avoid: str
    strength: float
    seed: int

    @property
    def width(self) -> int:
        return int(self.picture.shape[1])

    @property
    def height(self) -> int:
        return int(self.picture.shape[0])


@dataclass(frozen=True)
class Abilities:
    """What an engine says of itself.

    native: longer side in pixels that its model was made for. multiple, least, most: what its sides must be a multiple of, and
    their bounds in pixels; least and most the same: squares of that side alone.
    """

    engine: str
    version: str
    models: tuple[str, ...]
    masks: MaskUse
    prompts: bool
    seeds: bool
    multiple: int
    native: int
    least: int
    most: int
    progress: bool
    cancels: CancelUse


@dataclass(frozen=True)
class Imagined:
    """An engine's answer: HxWx3 uint8 of the size that was asked for. notes: what is to be told of how it came about."""

    picture: ByteImage
    model: str
    seconds: float
    notes: tuple[str, ...] = ()


class Generator(Protocol):
    """An engine that paints. Both methods block; raise EngineFault, or Cancelled within a second of ``Progress.cancel``."""

    @property
    def name(self) -> str:
        """As the user called it: never an address."""
        ...

    def abilities(self, progress: Progress) -> Abilities:
        """Ask the engine what it can do. Raises EngineFault."""
        ...

    def generate(self, request: GenerationRequest, progress: Progress) -> Imagined:
        """One picture for one seed; leaves nothing of the sitter behind on the engine as far as that can be had."""
        ...
