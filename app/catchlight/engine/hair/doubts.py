"""Why a colour may not look real on one head: hair too black for it, too dark beside skin, too short, not plainly told,
or in a picture without colours."""

from __future__ import annotations

import numpy as np

from catchlight.engine import oklab
from catchlight.engine.hair.analysis import Hair
from catchlight.engine.hair.colouring import Wish

_BLACK, _SEEN, _LIGHT = 0.265, 0.36, 0.66
"""OKLab lightness of hair below which its strands are lost to the camera, of colours that would need them (copper, auburn,
chestnut, blue and pink are flat paint without), and of light ones. Set by eye on twelve heads in eight colours."""
_LIFT = 0.28
"""Difference of OKLab lightness from which the shade of dark hair on the skin beside it is seen as a rim."""
_UNSURE = 0.67
"""Certainty of parsing below which a shadow on the wall is taken for hair, or hair behind an ear for shadow. Where it is plain
where hair ends it is above 0.7."""
_SHORT_CM = 8.0
"""Length of the longest strands seen below which hair has no ends that could differ from its roots: both lie everywhere."""
_GREY, _COLOUR = 0.012, 0.02
"""Difference of the channels (three steps of 8 bits) up to which hair has no colour at all, as in grey pictures, and OKLab chroma
of a wish from which it is a colour."""


def lost(hair: Hair, wish: Wish) -> bool:
    """Whether ``wish`` makes black hair lighter than its strands are seen: what takes their place looks flat."""
    return float(hair.tones.base[0]) < _BLACK and _lightest(wish) > _SEEN


def rimmed(hair: Hair, wish: Wish) -> bool:
    """Whether ``wish`` makes hair so much lighter that the skin along it, which lies in its shade, looks like a rim."""
    light = _lightest(wish)
    return light > _LIGHT and light - float(hair.tones.base[0]) > _LIFT


def _lightest(wish: Wish) -> float:
    colours = (wish.colour, wish.second, wish.ends)
    return max(float(oklab.from_hex(colour)[0]) for colour in colours if colour is not None)


def unsure(hair: Hair) -> bool:
    """Whether it is not plain in the picture what is hair: colour may lie beside it, or miss some."""
    return hair.certainty < _UNSURE


def short(hair: Hair, wish: Wish) -> bool:
    """Whether ``wish`` differs between roots and ends on hair that is too short to show both."""
    return hair.lie.growth.length < _SHORT_CM and (wish.technique in ("ombre", "balayage") or wish.ends is not None)


def colourless(hair: Hair, wish: Wish) -> bool:
    """Whether ``wish`` would be the only colour in a grey picture: grey hair in a coloured one is never quite grey."""
    wanted = np.array(
        [oklab.from_hex(colour) for colour in (wish.colour, wish.second, wish.ends) if colour is not None]
    )
    coloured = np.hypot(wanted[:, 1], wanted[:, 2]).max() > _COLOUR
    return bool(coloured and np.percentile(np.ptp(hair.tones.samples, axis=1), 99) < _GREY)
