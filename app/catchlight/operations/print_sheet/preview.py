"""A print sheet small: its photos are made without their verdicts."""

from __future__ import annotations

import math
from collections.abc import Sequence

from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Context, Preview
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.operations.print_sheet.run import details_of, lay_out
from catchlight.operations.reduce import size_within
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize
from catchlight.print import render_sheet

_MOST_DOTS = 36_000_000
"""Dots that are drawn at most: A4 at 600 dpi. A finer sheet is drawn at fewer, its lines a little wider than they will be."""


def preview(portraits: Sequence[Portrait], params: LayoutParams, size: int, context: Context) -> Preview:
    """The sheet, ``size`` pixels long, also of one that becomes a PDF. Details: those of the run. Raises what ``run`` raises but
    for refusals of a photo's verdict."""
    paper, photos, layout = lay_out(portraits, params, context, judged=False)
    drawn = [render_sheet.PrintPhoto(photo.pixels, photo.width_mm, photo.height_mm) for photo in photos]
    details = details_of(layout, paper, params.dpi)
    width, height = details["widthPx"], details["heightPx"]
    finest = params.dpi * math.sqrt(min(1.0, _MOST_DOTS / (width * height)))
    sheet = render_sheet.raster(layout, drawn, math.floor(finest), params.cut_lines)
    return Preview(Picture(resize(sheet, size_within(width, height, size))), width, height, details=details)
