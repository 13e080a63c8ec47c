"""Hair on a small copy: the run's own way, with strands drawn a little coarser; and what counts as hair, for the brush."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from catchlight.catalogue.hairstyles import HairStyle
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.picture import FloatPlane, Picture
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.hair import run as hair
from catchlight.operations.hair import styles as hair_style
from catchlight.operations.hair.colour_choice import find_colour
from catchlight.operations.hair.params import HairParams
from catchlight.operations.operation import Context, Preview
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view


def preview(portraits: Sequence[Portrait], params: HairParams, size: int, context: Context) -> Preview:
    """The picture with its hair styled and coloured, ``size`` pixels long. Details: those of the run, and ``styleDoubts``, why
    the style alone may not look real. Raises what ``run`` raises."""
    portrait = portraits[0]
    donor = hair_style.find_reference(portraits, params)
    row = find_colour(params, context.catalogue, referenced=donor is not None)
    styles = hair_style.find_styles(params, context.catalogue)
    notes: tuple[Message, ...] = ()
    if donor is not None:
        donor, notes = _large_enough(portrait, donor, styles)
    small = view(portrait, longest=size)
    scale = small.picture.width / portrait.picture.width
    made = hair.style_and_colour(
        small, params, styles, row, context.progress, donor=donor, scale=scale, quick=scale < 1
    )
    made = replace(made, notes=(*notes, *made.notes))
    details = hair.details_of(params, row, made) | {"styleDoubts": list(made.worn.doubts)}
    return Preview(Picture(made.pixels), portrait.picture.width, portrait.picture.height, details=details)


def _large_enough(
    portrait: Portrait, donor: Portrait, styles: Sequence[HairStyle]
) -> tuple[Portrait | None, tuple[Message, ...]]:
    """The reference photo, where it is large enough for the whole picture; else None, and that a style is drawn instead."""
    from catchlight.hair import reference_styling

    try:
        reference_styling.require_large(portrait, reference_styling.read_reference(donor))
    except UnusablePicture as refusal:
        note = hair_style.draws_instead(refusal, styles)
        if note is None:
            raise
        return None, (note,)
    return donor, ()


def hair_plane(portrait: Portrait, strokes: Sequence[Stroke], size: int) -> FloatPlane:
    """What counts as hair, HxW in 0..1 of the whole picture at ``size`` pixels long, with the brush's corrections. Raises
    UnusablePicture ``no_hair`` and what landmarks raise."""
    small = view(portrait, longest=size)
    found = hair.hair_of(small, strokes, small.picture.width / portrait.picture.width)
    whole = np.zeros(found.shape, np.float32)
    x0, y0, x1, y1 = found.box
    whole[y0:y1, x0:x1] = found.mask / np.float32(65535)
    return whole
