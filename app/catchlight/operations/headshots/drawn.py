"""A drawn garment on the person of a headshot."""

from __future__ import annotations

from catchlight.engine.garment import dressing
from catchlight.engine.garment.dressing import Dressed
from catchlight.engine.garment.fabric import Fabric
from catchlight.engine.garment.pattern import Garment, Neckline
from catchlight.engine.picture import FloatPlane, Pixels
from catchlight.engine.portrait import Portrait
from catchlight.operations.headshots.choices import Dress


def garment_of(dress: Dress) -> Garment:
    """The pattern of a catalogue's garment."""
    shape = dress.shape
    return Garment(dress.id, dress.label, Neckline(**shape.neckline.model_dump()), Fabric(**shape.fabric.model_dump()))


def put_on(portrait: Portrait, pixels: Pixels, alpha: FloatPlane, dress: Dress) -> Dressed:
    """Raises what ``dressing.dressed`` raises: Conflict ``does_not_fit`` where the garment would not look worn."""
    return dressing.dressed(portrait, pixels, alpha, garment_of(dress), dress.rgb)
