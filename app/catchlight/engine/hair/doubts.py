"""Why a colour may not look real on one head: black hair shows too little of its strands to be made light."""

from __future__ import annotations

from catchlight.engine import oklab
from catchlight.engine.hair.analysis import Hair
from catchlight.engine.hair.colouring import Wish

_BLACK, _LIGHT = 0.25, 0.66
"""OKLab lightness of hair below which its strands are lost to the camera, and of colours that would need them. Set by eye on
twelve heads in eight colours."""


def lost(hair: Hair, wish: Wish) -> bool:
    """Whether ``wish`` makes black hair lighter than its strands are seen: what takes their place looks flat."""
    colours = (wish.colour, wish.second, wish.ends)
    lightest = max(float(oklab.from_hex(colour)[0]) for colour in colours if colour is not None)
    return float(hair.tones.base[0]) < _BLACK and lightest > _LIGHT
