"""Edges of a person who is laid before another background: haze thinned, old background taken back from the colours."""

from __future__ import annotations

from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.repair.haze import clear_haze
from catchlight.matting.repair.old_background import take_back_spill

_CM_PER_MM = 0.65
"""Centimetres of a person for one millimetre of an ID photo, by which depths are told: a head of 22 cm is 34 mm tall on it."""


def clean_edges(colours: Pixels, photo: Pixels, alpha: FloatPlane, px_per_cm: float) -> tuple[Pixels, FloatPlane]:
    """Colours and alpha with clean edges.

    colours: HxWx3, estimated foreground. photo: the same as taken, with the old background. alpha: HxW in 0..1.
    px_per_cm: pixels for one centimetre of the person.
    """
    thinned = clear_haze(alpha, _CM_PER_MM * px_per_cm)
    return take_back_spill(colours, photo, thinned, _CM_PER_MM * px_per_cm), thinned
