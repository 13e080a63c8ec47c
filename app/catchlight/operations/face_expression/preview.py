"""Face expression on a small copy, in which the face keeps the size that it needs to be changed at all."""

from __future__ import annotations

import math
from collections.abc import Sequence

from catchlight.catalogue.catalogue import Catalogue
from catchlight.expression import believable_range
from catchlight.expression.analysis import face_reading
from catchlight.expression.movement_plan import plan_expression
from catchlight.imaging.picture import Picture
from catchlight.operations.face_expression.params import CUSTOM, FaceExpressionParams
from catchlight.operations.face_expression.run import apply_expression, facts_of, find_expression
from catchlight.operations.imagining.params import NOT_PAINTED
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view

_FINE_CM = 5.0
"""Pixels for a centimetre of the face that it is changed with at least, as far as the picture has them: from fewer its look is
read differently, and below 3 it is refused."""


def preview(portraits: Sequence[Portrait], params: FaceExpressionParams, size: int, context: Context) -> Preview:
    """The picture with the expression, ``size`` pixels long. Details: those of the run. Raises what ``run`` raises."""
    portrait = portraits[0]
    portrait.require_frontal()
    longest = max(portrait.picture.width, portrait.picture.height)
    needed = math.ceil(longest * _FINE_CM / portrait.pose.px_per_cm)
    small = view(portrait, longest=max(size, min(longest, needed)))
    found = apply_expression(small, params, context.catalogue, context.progress)
    pixels = reduce_pixels(found.pixels, size)
    details = facts_of(params, found)
    if params.imagine:
        details["notes"] = [*details["notes"], NOT_PAINTED]
    return Preview(Picture(pixels), portrait.picture.width, portrait.picture.height, details=details)


def is_limited(portrait: Portrait, params: FaceExpressionParams, catalogue: Catalogue) -> bool:
    """Whether this face can be believed with a catalogue's expression only in part: for its card, before it is chosen."""
    face = face_reading.of(portrait)
    plan = plan_expression(face, find_expression(params, catalogue))
    return bool(believable_range.limit(face, plan).reasons) and params.expression_key != CUSTOM
