"""Brush on a small copy; in the whole size it goes on from what is kept, so that a stroke more is soon seen."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.brushes.apply import apply_edits
from catchlight.brushes.detail import seen_from_afar
from catchlight.brushes.edits import strikes
from catchlight.brushes.placing import scale_edits
from catchlight.imaging.picture import Picture
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.brush.run import edits_on, facts_of, ground_of, results_of
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait


def preview(portraits: Sequence[Portrait], params: BrushParams, size: int, context: Context) -> Preview:
    """The picture with all edits done, ``size`` pixels long. Raises what ``run`` raises."""
    portrait = portraits[0]
    picture = portrait.picture
    edits = edits_on(portrait, params)
    if max(picture.width, picture.height) <= size:
        pixels = results_of(portrait).result(strikes(edits), ground_of(portrait), context.progress)
    else:
        small = reduce_pixels(picture.pixels, size)
        share = small.shape[1] / picture.width
        placed = seen_from_afar(scale_edits(edits, share, small.shape[0] / picture.height), share)
        pixels = apply_edits(small, strikes(placed), ground_of(portrait, size), context.progress)
    return Preview(Picture(pixels), picture.width, picture.height, details=facts_of(edits))
