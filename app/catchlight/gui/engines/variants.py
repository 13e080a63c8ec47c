"""The variants of a wish that an engine paints, one after another, as the tray takes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import THUMBNAIL, ImagePyramid, build_pyramid, to_screen_format
from catchlight.gui.jobs.jobs import Source
from catchlight.imagine.errors import ImaginingFailed
from catchlight.imagine.window import CONTEXT
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Params
from catchlight.service.editor import Editor, EditRequest
from catchlight.service.imagining.engines import Engines

Region = tuple[int, ...]
"""x, y, width and height in pixels of the whole result."""
_LEAST = 48


@dataclass(frozen=True, eq=False)
class Variant:
    """picture: the source. params: the wish with this variant's seed; run again they give the same picture, whose answer the
    engine has kept. shown: None where it failed a check, and why is in ``refusal``. region: what has changed, in its pixels."""

    picture: Picture
    params: Params
    shown: ImagePyramid | None
    region: Region | None = None
    refusal: CatchlightError | None = None

    @property
    def card(self) -> QImage | None:
        """The place that was painted, for a card."""
        return None if self.shown is None else crop_of(self.shown, self.region)


@dataclass(frozen=True)
class PaintedWish:
    """What variants are painted of. params: of an operation that has ``imagine`` and ``seed``. more: pictures that go along with
    the source."""

    operation: str
    params: Params
    picture: Picture
    more: tuple[Picture, ...] = ()


def seed_of(params: Params) -> int:
    return int(params.model_dump(include={"seed"})["seed"])


def paint_variants(editor: Editor, engines: Engines, wished: PaintedWish, count: int) -> Source:
    """Gives Variants as they come, from the seed of the wish on. An engine without seeds makes one."""
    params, picture = wished.params, wished.picture

    def source(progress: Progress) -> Iterator[Variant]:
        able = engines.imagine().abilities(progress)
        first = seed_of(params)
        seeds = range(first, first + (count if able.seeds else 1))
        for number, seed in enumerate(seeds):
            part = progress.part(number / len(seeds), (number + 1) / len(seeds))
            wish = params.model_copy(update={"imagine": True, "variants": 1, "seed": seed})
            try:
                made = editor.run(EditRequest(wished.operation, wish, [picture, *wished.more]), part)
            except ImaginingFailed as fault:
                yield Variant(picture, wish, None, refusal=fault)
                continue
            changed = made.details.get("changed")
            yield Variant(picture, wish, build_pyramid(made.picture), tuple(changed) if changed else None)

    return source


def crop_of(shown: ImagePyramid, region: Region | None) -> QImage:
    """A square of a rendering around a region, at most THUMBNAIL pixels long; all of it without one."""
    if region is None:
        return shown.thumbnail
    x, y, width, height = (value / shown.reduction for value in region)
    rows, columns = shown.pixels.shape[:2]
    side = min(rows, columns, max(_LEAST, round((1 + CONTEXT) * max(width, height))))
    left = round(min(max(0, x + width / 2 - side / 2), columns - side))
    top = round(min(max(0, y + height / 2 - side / 2), rows - side))
    part = np.ascontiguousarray(shown.pixels[top : top + side, left : left + side])
    image = to_screen_format(part)
    smooth = Qt.TransformationMode.SmoothTransformation
    return image if side <= THUMBNAIL else image.scaledToWidth(THUMBNAIL, smooth)
