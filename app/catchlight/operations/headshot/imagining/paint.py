"""All that an engine paints of one headshot, in the order in which one thing lies over the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from catchlight.core.progress import Progress
from catchlight.imagine.fill import Imagine, ImaginedFill
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot import assemble
from catchlight.operations.headshot.assemble import HeadshotRequest, HeadshotResult
from catchlight.operations.headshot.frame import HeadshotFrame
from catchlight.operations.headshot.imagining.clothes import ClothesDraft
from catchlight.operations.headshot.imagining.ground import paint_ground, spread_ground
from catchlight.operations.imagining import framing
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area


@dataclass(frozen=True)
class PaintedHeadshot:
    """result: the headshot. painted: what an engine made of it, one after the other."""

    result: HeadshotResult
    painted: tuple[ImaginedFill, ...]

    @property
    def facts(self) -> dict[str, Any]:
        """Of the engine's part, JSON-ready."""
        notes = [note for one in self.painted for note in one.notes]
        return {"imagined": [one.facts for one in self.painted]} | ({"notes": notes} if notes else {})

    @property
    def rim(self) -> float:
        """How much the edges show of what was painted."""
        return max(float(one.facts["seam"]) for one in self.painted)


@dataclass
class HeadshotPainter:
    """What is asked of an engine. own: the background's picture, where one came along. clothes: those to be finished; sentence:
    what is to be behind the person; beyond: what the frame shows beyond the photo."""

    imagine: Imagine
    portrait: Portrait
    wish: HeadshotRequest
    own: Picture | None
    planned: HeadshotFrame
    clothes: ClothesDraft | None
    sentence: str | None
    beyond: Area | None
    _plain: HeadshotResult | None = None

    @property
    def idle(self) -> bool:
        """Whether there is nothing to paint."""
        return self.clothes is None and self.sentence is None and self.beyond is None

    def plain(self, progress: Progress) -> HeadshotResult:
        """The headshot without an engine; made once."""
        if self._plain is None:
            self._plain = assemble.make_headshot(self.portrait, self.wish, self.own, progress, self.planned)
        return self._plain

    def paint(self, seed: int, progress: Progress) -> PaintedHeadshot:
        """Raises EngineFault, ImaginingFailed, Cancelled."""
        painted: list[ImaginedFill] = []
        portrait, own = self.portrait, self.own
        if self.clothes is not None:
            portrait, made = self.clothes.finish(self.imagine, seed, progress.part(0.0, 0.4))
            painted.append(made)
        if self.sentence is not None:
            plate = spread_ground(portrait, self.planned.width, self.planned.height)
            made = paint_ground(self.imagine, portrait, plate, self.sentence, seed, progress.part(0.4, 0.7))
            own = Picture(made.pixels)
            painted.append(made)
        if painted:
            left = progress.part(0.7, 0.9)
            result = assemble.make_headshot(portrait, self.wish, own, left, self.planned)
        else:
            result = self.plain(progress.part(0.0, 0.5))
        if self.beyond is not None:
            made = framing.paint_beyond(self.imagine, result.pixels, self.beyond, seed, progress.part(0.9, 1.0))
            result = replace(result, pixels=made.pixels)
            painted.append(made)
        return PaintedHeadshot(result, tuple(painted))
