"""One picture on a sheet of paper: where it lies, and its numbers for the printer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.imaging.colour.output_profiles import OutputProfile
from catchlight.imaging.colour.output_transform import Intent, to_printer
from catchlight.imaging.colour.source_colours import in_source_colours
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.print.render_sheet import MM_PER_INCH, PrintPhoto
from catchlight.print.sheet import Layout, Placement

Orientation = Literal["auto", "portrait", "landscape"]
LEAST_MM = 10.0
"""Nothing smaller is printed."""


@dataclass(frozen=True)
class PagePlan:
    """paper: width and height in mm, either way up. width_mm: of the picture; None for as large as fits. border_mm: stays white
    all around.
    """

    paper: tuple[float, float]
    orientation: Orientation = "auto"
    width_mm: float | None = None
    border_mm: float = 5.0


def lay_out(size: tuple[int, int], plan: PagePlan) -> Layout:
    """The picture in the middle of the page. size: its width and height in pixels.

    Raises InvalidRequest where it does not fit, with what does.
    """
    page = _turned(plan, size)
    room = tuple(side - 2 * plan.border_mm for side in page)
    most = min(room[0] / size[0], room[1] / size[1])
    scale = most if plan.width_mm is None else plan.width_mm / size[0]
    width, height = (side * scale for side in size)
    if scale > most + 1e-9:
        raise InvalidRequest(
            Message(
                "{width:.0f} × {height:.0f} mm do not fit on this paper with its border. At most {most:.0f} mm wide fits: choose "
                "a smaller size, a larger paper or a narrower border.",
                width=width,
                height=height,
                most=max(0.0, most * size[0]),
            )
        )
    if min(width, height) < LEAST_MM:
        raise InvalidRequest(
            Message("The picture would be smaller than {least:.0f} mm. Choose a larger size.", least=LEAST_MM)
        )
    place = Placement((page[0] - width) / 2, (page[1] - height) / 2, width, height, False, 0)
    return Layout(*page, (place,), (1,), 1, 1, 1, False)


def density(size: tuple[int, int], layout: Layout) -> float:
    """Pixels of the picture per inch of paper."""
    return size[0] / layout.placements[0].width * MM_PER_INCH


def printed_photo(
    picture: Picture, layout: Layout, printer: OutputProfile | None, intent: Intent, black_point: bool
) -> PrintPhoto:
    """The picture opaque on white, in sRGB, or as numbers for a printer with that profile."""
    place = layout.placements[0]
    if printer is None:
        return PrintPhoto(picture.rgb8, place.width, place.height)
    own, profile = in_source_colours(picture)
    return PrintPhoto(to_printer(own.rgb8, profile, printer, intent, black_point), place.width, place.height)


def resampled(photo: PrintPhoto, dots: tuple[int, int]) -> ByteImage:
    """The pixels of a photo at so many dots, width and height."""
    import cv2

    height, width = photo.pixels.shape[:2]
    if (width, height) == dots:
        return photo.pixels
    how = cv2.INTER_AREA if dots[0] < width else cv2.INTER_CUBIC
    made: Any = cv2.resize(photo.pixels, dots, interpolation=how)
    return np.ascontiguousarray(made, np.uint8)


def _turned(plan: PagePlan, size: tuple[int, int]) -> tuple[float, float]:
    short, long = sorted(plan.paper)
    wide = plan.orientation == "landscape" or (plan.orientation == "auto" and size[0] > size[1])
    return (long, short) if wide else (short, long)
