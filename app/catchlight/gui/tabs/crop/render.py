"""What the crop tab shows: the picture as it lies in its frame, or the result with canvas around it."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import ImagePyramid, eight_bit, preview
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import Previewer, pyramid_of
from catchlight.imaging.frame.boxes import FrameBox
from catchlight.imaging.frame.resample import cut_box
from catchlight.imaging.picture import Picture
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import CropPlan, plan_crop
from catchlight.operations.operation import Preview
from catchlight.operations.reduce import reduce_pixels, size_within
from catchlight.portrait.portrait import Portraits

PROXY = 1280
"""Longer side of what follows the hand."""


@dataclass(frozen=True, eq=False)
class CropPreview:
    """What became of a wish. picture: the source; shown: its frame, or the result where ``result`` is set."""

    picture: Picture
    shown: ImagePyramid
    params: CropParams
    plan: CropPlan
    result: Preview | None = None


class CropRenderer:
    """Work for one tab."""

    def __init__(self, previewer: Previewer, portraits: Portraits) -> None:
        self._previewer = previewer
        self._portraits = portraits
        self._last: CropPreview | None = None

    def frame(self, picture: Picture, params: CropParams) -> Work:
        """A CropPreview of the whole frame; the last one's pixels where only the box is another."""

        def work(progress: Progress) -> CropPreview:
            portrait = self._portraits.of(picture)
            plan, last = plan_crop(portrait, params), self._last
            if last is not None and last.picture is picture and last.plan.frame.shape == plan.frame.shape:
                return CropPreview(picture, last.shown, params, plan)
            copy = portrait.kept("reduced_1280", lambda: reduce_pixels(picture.pixels, PROXY))
            frame = plan.frame
            small = size_within(*frame.size, PROXY)
            progress.check()
            pixels = eight_bit(cut_box(copy, frame, FrameBox(0, 0, *frame.size), small))
            self._last = CropPreview(picture, preview(pixels, *frame.size), params, plan)
            return self._last

        return work

    def result(self, picture: Picture, params: CropParams) -> Work:
        """A CropPreview of the result, with its canvas."""

        def work(progress: Progress) -> CropPreview:
            plan = plan_crop(self._portraits.of(picture), params)
            made = self._previewer.ask("crop", params, picture, PROXY, progress)
            return CropPreview(picture, pyramid_of(made, PROXY), params, plan, made)

        return work
