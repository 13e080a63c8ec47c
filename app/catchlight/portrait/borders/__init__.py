"""Where a source cuts its person: at the sides of the picture, and along a shape such as the circle of an avatar."""

from catchlight.portrait.borders.even_sides import find_uneven_sides
from catchlight.portrait.borders.shape import MOST_TOUCHED, border_contact_share, find_shape
from catchlight.portrait.borders.sides import STRIP_ABOVE, STRIP_BELOW, STRIP_BESIDE, CutSides, find_cut_sides

__all__ = [
    "MOST_TOUCHED",
    "STRIP_ABOVE",
    "STRIP_BELOW",
    "STRIP_BESIDE",
    "CutSides",
    "border_contact_share",
    "find_cut_sides",
    "find_shape",
    "find_uneven_sides",
]
