"""What must be seen before it can be reshaped: a hairline."""

from __future__ import annotations

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

_HAIRLINE = tuple((x, y, 3.0) for x in np.linspace(-4.0, 4.0, 9) for y in np.linspace(8.0, 12.5, 7))
"""Places in canonical cm about the hairline."""
_HAIR, _HAT = 0.12, 0.3
"""Share of these places that must be hair, and may be hat."""


def require_hairline(portrait: Portrait) -> None:
    """Raise UnusablePicture where no hair begins above the forehead: bald, under a hat, or beyond the picture."""
    hair, hat = portrait.parsing.planes([[head_parsing.HAIR], [head_parsing.HAT]])
    places = portrait.pose.project(_HAIRLINE)
    if _share(hair, places) < _HAIR or _share(hat, places) > _HAT:
        raise _missing(Message("No hairline is seen, so the height of the forehead cannot be changed."))


def _share(plane: FloatPlane, places: Doubles) -> float:
    """Mean of a plane at places (Nx2 pixels); what lies beyond the picture counts as none."""
    x, y = np.round(places).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < plane.shape[1]) & (y < plane.shape[0])
    return float(plane[y[inside], x[inside]].sum() / len(places))


def _missing(sentence: Message) -> UnusablePicture:
    return UnusablePicture(sentence, code="nothing_at_hotspot")
