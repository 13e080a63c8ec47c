"""Why a colour may not look real on one head, or cannot: hair too short for it, not plainly told, or in a picture without
colours."""

from __future__ import annotations

import numpy as np

from catchlight.hair.analysis import Hair
from catchlight.hair.colour.coats import ColourRequest
from catchlight.imaging.colour import oklab

_UNSURE = 0.67
"""Certainty of parsing below which a shadow on the wall is taken for hair, or hair behind an ear for shadow. Where it is plain
where hair ends it is above 0.7."""
_UNCLEAR, _SHOWN = 0.5, 0.12
"""Certainty below which a colour is refused that lies this far, in OKLab, from the hair's own: 0.44 on hair before a black car
seat, 0.46 and 0.49 on cropped hair whose end on the forehead is a guess; everybody else of thirty heads has 0.51 or more."""
_BLACK, _MOST_LIFT = 0.2, 0.155
"""OKLab lightness from which hair counts as black however little light it had, and by how much a colour may be lighter. On twelve
strangers blind judges gave the 13 colours that were lighter by more 2.4 of 5 on the mean, one above 3; the 30 others 3.3, and
3.5 without three people of whom some hair kept its colour."""
_SHORT_CM = 8.0
"""Length of the longest strands seen below which hair has no ends that could differ from its roots: both lie everywhere."""
_GREY, _COLOUR = 0.012, 0.02
"""Difference of the channels (three steps of 8 bits) up to which hair has no colour at all, as in grey pictures, and OKLab chroma
of a wish from which it is a colour."""


def is_mask_unsure(hair: Hair) -> bool:
    """Whether it is not plain in the picture what is hair: colour may lie beside it, or miss some."""
    return hair.certainty < _UNSURE


def would_show_mask_errors(hair: Hair, wish: ColourRequest) -> bool:
    """Whether what is hair is so uncertain that ``wish``, seen where it lies, would show that."""
    own = np.asarray(hair.tones.base, float)
    away = max(float(np.linalg.norm(oklab.from_hex(colour) - own)) for colour in _colours(wish))
    return hair.certainty < _UNCLEAR and away > _SHOWN


def needs_synthetic_strands(hair: Hair, wish: ColourRequest, strength: float) -> bool:
    """Whether hair would become so much lighter that what shows of its strands is drawn. strength: 0..1, of the colour."""
    own = max(float(hair.tones.base[0]), _BLACK)
    lift = strength * (max(float(oklab.from_hex(colour)[0]) for colour in _colours(wish)) - own)
    return lift > _MOST_LIFT


def is_too_short(hair: Hair, wish: ColourRequest) -> bool:
    """Whether ``wish`` differs between roots and ends on hair that is too short to show both."""
    return hair.lie.growth.length < _SHORT_CM and (wish.technique in ("ombre", "balayage") or wish.ends is not None)


def would_colour_grey_picture(hair: Hair, wish: ColourRequest) -> bool:
    """Whether ``wish`` would be the only colour in a grey picture: grey hair in a coloured one is never quite grey."""
    wanted = np.array([oklab.from_hex(colour) for colour in _colours(wish)])
    coloured = np.hypot(wanted[:, 1], wanted[:, 2]).max() > _COLOUR
    return bool(coloured and np.percentile(np.ptp(hair.tones.samples, axis=1), 99) < _GREY)


def _colours(wish: ColourRequest) -> list[str]:
    return [colour for colour in (wish.colour, wish.second, wish.ends) if colour is not None]
