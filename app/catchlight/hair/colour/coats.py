"""From a wish for a colour to the coats that make it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hair import Technique
from catchlight.hair.analysis import Hair
from catchlight.hair.colour import palette, technique
from catchlight.hair.colour.palette import HairColourCurve
from catchlight.hair.colour.recolour import ColourLayer
from catchlight.imaging.colour import oklab

T = TypeVar("T")

_KEPT = 16
_ROOT_SHADE, _ROOT_CM = 0.7, 1.7
_ROOM = 0.15
"""Hair that is lighter than the shade's roots by as much keeps no darker roots."""
_SHORT_CM = 5.0
"""Nor does hair shorter than this: it was cut since it grew, at both ends."""


@dataclass(frozen=True)
class ColourRequest:
    """A colour as ``#rrggbb``, with those near the scalp and at the tips where it has them.

    With ``second``, colour goes all over and the second one where the technique lays it; without, colour goes where the
    technique lays it and the rest keeps its own.
    """

    colour: str
    roots: str | None = None
    ends: str | None = None
    second: str | None = None
    technique: Technique = "all_over"
    seed: int = 0


def plan_layers(hair: Hair, wish: ColourRequest) -> Sequence[ColourLayer]:
    """The coats of a wish on this hair, first to last, kept for the last few wishes. Raises ValueError for no colour."""
    return _kept(hair, wish, lambda: _coats(hair, wish))


def _kept(hair: Hair, key: Hashable, make: Callable[[], T]) -> T:
    """``make()`` once for a key while it is among the last ones."""
    known: T | None = hair.coats.get(key)
    if known is None:
        known = make()
        while len(hair.coats) >= _KEPT:
            hair.coats.pop(next(iter(hair.coats)), None)
        hair.coats[key] = known
    return known


def _coats(hair: Hair, wish: ColourRequest) -> Sequence[ColourLayer]:
    lie, seed = hair.lie, wish.seed
    base = ColourLayer(_fitted(hair, oklab.from_hex(wish.colour)))
    if wish.technique in ("all_over", "roots_kept"):
        laid = [base, *_ends(hair, wish), *_roots(hair, wish)]
        if wish.technique == "all_over":
            return laid
        kept = _kept(hair, ("kept", seed), lambda: 1 - technique.root_weights(lie, seed))
        return [ColourLayer(coat.palette, kept if coat.weight is None else kept * coat.weight) for coat in laid]
    if wish.technique == "cover_grey":
        return [ColourLayer(base.palette, None, technique.grey_weights(hair))]
    where = {
        "balayage": technique.balayage_weights,
        "ombre": technique.end_weights,
        "highlights": technique.highlight_weights,
    }[wish.technique]
    weight = _kept(hair, (wish.technique, seed), lambda: where(lie, seed))
    shades = None if wish.technique == "ombre" else technique.top_strand_weights(hair)
    if wish.second is None:
        return [ColourLayer(base.palette, weight, shades)]
    return [base, ColourLayer(_fitted(hair, oklab.from_hex(wish.second)), weight, shades)]


def _fitted(hair: Hair, target: npt.ArrayLike) -> HairColourCurve:
    made = palette.fit_colour_curve(hair.tones, target)
    share = palette.relief_share(hair.tones, target)
    if share == 0:
        return made
    return replace(made, lifted=share, light=palette.colours_by_relief(hair.tones, target, hair.relief))


def _ends(hair: Hair, wish: ColourRequest) -> list[ColourLayer]:
    long = _grown_out(hair)
    if wish.ends is None or long == 0:
        return []
    where = _kept(hair, ("ends", wish.seed), lambda: technique.end_weights(hair.lie, wish.seed))
    return [ColourLayer(_fitted(hair, oklab.from_hex(wish.ends)), long * where)]


def _roots(hair: Hair, wish: ColourRequest) -> list[ColourLayer]:
    if wish.roots is None:
        return []
    target = oklab.from_hex(wish.roots)
    darker = float(np.clip((target[0] + _ROOM - float(hair.tones.base[0])) / _ROOM, 0, 1)) * _ROOT_SHADE
    darker *= _grown_out(hair)
    if darker == 0:
        return []
    where = _kept(hair, ("roots", wish.seed), lambda: technique.root_weights(hair.lie, wish.seed, _ROOT_CM))
    return [ColourLayer(_fitted(hair, target), darker * where)]


def _grown_out(hair: Hair) -> float:
    """1 for hair long enough to show darker roots and lighter tips, 0 for short hair."""
    return float(np.clip((hair.lie.growth.length - _SHORT_CM) / _SHORT_CM, 0, 1))
