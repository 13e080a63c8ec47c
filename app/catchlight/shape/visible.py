"""What must be seen before it can be reshaped: a hairline, a throat, a body, both shoulders."""

from __future__ import annotations

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.shape import body

_HAIRLINE = tuple((x, y, 3.0) for x in np.linspace(-4.0, 4.0, 9) for y in np.linspace(8.0, 12.5, 7))
_THROAT = tuple((x, y, 3.0) for x in np.linspace(-2.5, 2.5, 6) for y in np.linspace(-10.5, -12.0, 4))
"""Places in canonical cm: about the hairline, and below the chin."""
_HAIR, _HAT, _SKIN = 0.12, 0.3, 0.55
"""Share of these places that must be hair, may be hat, must be skin."""


def require_hairline(portrait: Portrait) -> None:
    """Raise UnusablePicture where no hair begins above the forehead: bald, under a hat, or beyond the picture."""
    hair, hat = portrait.parsing.planes([[head_parsing.HAIR], [head_parsing.HAT]])
    places = portrait.pose.project(_HAIRLINE)
    if _share(hair, places) < _HAIR or _share(hat, places) > _HAT:
        raise _missing(Message("No hairline is seen, so the height of the forehead cannot be changed."))


def require_throat(portrait: Portrait) -> None:
    """Raise UnusablePicture where no bare skin is seen below the chin: under a beard, scarf or hand, or beyond the picture."""
    skin, hair = portrait.parsing.planes([[head_parsing.SKIN, head_parsing.NECK], [head_parsing.HAIR]])
    if _share(skin, portrait.pose.project(_THROAT)) < _SKIN or _share(hair, portrait.pose.project(_THROAT)) > _HAIR:
        raise _missing(Message("No skin is seen below the chin, so a double chin cannot be taken away."))


def require_body(portrait: Portrait) -> None:
    """Raise UnusablePicture where the picture ends before the shoulders."""
    if not body.has_room(portrait):
        raise _missing(Message("The picture ends above the shoulders, so the neck cannot be changed."))


def require_slope(portrait: Portrait) -> body.ShoulderSlope:
    """How the shoulders slope. Raises UnusablePicture where they are not both seen, or are level already."""
    slope = body.measure_slope(portrait)
    if slope is None:
        raise _missing(
            Message("Both shoulders must be seen to be levelled: not under hair, and not cut by the border.")
        )
    if slope.level:
        raise _missing(Message("The shoulders are level already."))
    return slope


def _share(plane: FloatPlane, places: Doubles) -> float:
    """Mean of a plane at places (Nx2 pixels); what lies beyond the picture counts as none."""
    x, y = np.round(places).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < plane.shape[1]) & (y < plane.shape[0])
    return float(plane[y[inside], x[inside]].sum() / len(places))


def _missing(sentence: Message) -> UnusablePicture:
    return UnusablePicture(sentence, code="nothing_at_hotspot")
