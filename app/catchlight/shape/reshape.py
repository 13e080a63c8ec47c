"""A person in another shape: fields summed, freed of folds, applied, and looked at again: is it the same person?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait
from catchlight.shape import glasses, likeness, uncovered, visible, warp
from catchlight.shape.face_shape import FaceShape
from catchlight.shape.field import FieldGrid, grid_of, head_fields, invert, sum_fields, unfold
from catchlight.shape.layers import layers_of

_LEAST_PX = 5.0
"""Pixels for a cm of the face below which its features are a handful of pixels: nothing of them could be told afterwards."""
_SEEN_PX, _SMALL_PX = 12.0, 36.0
"""Pixels for a cm at which tries are looked at, for the network's own crop has 7; and up to which the picture itself is."""
_STILL_CM = 0.004
"""Way of a feature at the end of its slider that is none."""
_WHOLE = 0.995
_LEAST_SHARE = 0.95
"""Share of the wish below which a ground that allows no more refuses it."""
_WEAKER = (1.0, 0.85, 0.7, 0.55, 0.4)


@dataclass(frozen=True, eq=False)
class ShapeBasis:
    """Field of each feature over a grid of the picture, kept with the portrait. glasses: None where none are worn."""

    grid: FieldGrid
    fields: dict[str, Singles]
    glasses: glasses.Glasses | None
    most: FloatPlane
    """The longest way of any of them along an axis, in cm."""


def basis_of(portrait: Portrait) -> ShapeBasis:
    return portrait.kept("shape basis", lambda: _basis(portrait))


def _basis(portrait: Portrait) -> ShapeBasis:
    grid = grid_of(portrait.pose)
    fields = head_fields(portrait.landmarks, portrait.pose, portrait.canonical, grid)
    worn = glasses.find_glasses(portrait, grid)
    if worn is not None:
        fields = {name: worn.hold(field, grid, lenses=name != "eyes") for name, field in fields.items()}
    return ShapeBasis(grid, fields, worn, _most_of(fields.values()))


@dataclass(frozen=True)
class Reshaped:
    """A picture of the same person in another shape.

    strength: share of the wish that was taken. likeness: cosine of the face's embeddings before and after. notes: what limits
    the result, in sentences.
    """

    pixels: Pixels
    strength: float
    likeness: float
    notes: tuple[str, ...] = ()


def reshape(portrait: Portrait, shape: FaceShape, progress: Progress) -> Reshaped:
    """The portrait with the person in another shape; every pixel in which nobody moves is identical.

    Raises UnusablePicture: ``nothing_at_hotspot`` where what is to change is not seen, or where the ground
    cannot be carried on, ``identity_lost``, ``face_too_small``, ``face_turned_away`` and what landmarks raise.
    """
    require_readable(portrait)
    amounts = shape.amounts()
    progress.report(0.05, "reading the face")
    basis = basis_of(portrait)
    fields = wished_fields(portrait, basis, amounts)
    field, share = unfold(sum_fields(fields, amounts, basis.grid))
    reach = reach_of(fields.values())
    progress.report(0.3, "reshaping")
    allowed = ground_share(portrait, field)
    field, share = np.asarray(field * np.float32(allowed), np.float32), share * allowed
    pixels, weaker, alike = _recognised(portrait, basis, field, reach)
    share *= weaker
    progress.report(1.0, "reshaping")
    said = Message("It is taken to {share} % of the way: further it would not look real.", share=round(100 * share))
    return Reshaped(pixels, share, alike, () if share >= _WHOLE else (said,))


def require_readable(portrait: Portrait) -> None:
    """Raise UnusablePicture unless one clear face, large enough, looks at the camera."""
    portrait.require_frontal()
    if portrait.pose.px_per_cm < _LEAST_PX:
        raise UnusablePicture(
            Message("The face is too small to be reshaped. Use a picture in which it is larger."), code="face_too_small"
        )


def wished_fields(portrait: Portrait, basis: ShapeBasis, amounts: Mapping[str, float]) -> dict[str, Singles]:
    """The fields of the features that change, in cm. Raises UnusablePicture ``nothing_at_hotspot``."""
    if "forehead" in amounts:
        visible.require_hairline(portrait)
    return {name: basis.fields[name] for name in amounts}


def ground_share(portrait: Portrait, field: Singles) -> float:
    """How much of a field in cm the ground allows, 1/3 to 1. Raises UnusablePicture ``nothing_at_hotspot`` where it is less."""
    if portrait.is_cut_out:
        return 1.0
    small = _seen_small(portrait)
    strip = uncovered.measure_strip(small, basis_of(small).grid, field)
    share = 1.0 if strip is None else 0.0 if portrait.shape is not None else strip.share
    if share < _LEAST_SHARE:
        raise UnusablePicture(  # a picture cut to a circle too: its edge would have to be drawn anew
            Message("What lies behind the person cannot be carried on believably there. Use a plainer background."),
            code="nothing_at_hotspot",
        )
    return share


def reach_of(fields: Iterable[Singles]) -> FloatPlane:
    """Over the grid, above 0 where any of the fields may move something."""
    return np.asarray(np.maximum(_most_of(fields) - _STILL_CM, 0), np.float32)


def _most_of(fields: Iterable[Singles]) -> FloatPlane:
    return np.asarray(np.max([np.abs(field).max(axis=2) for field in fields], axis=0), np.float32)


def _apply(portrait: Portrait, basis: ShapeBasis, field: Singles, reach: FloatPlane) -> Pixels:
    picture, cm = portrait.picture, portrait.pose.px_per_cm
    window = warp.moved_window(np.dstack([basis.most, reach]), basis.grid, cm, picture.pixels.shape)
    if window is None:
        return picture.pixels
    way = warp.PersonWarp(invert(field), reach, basis.grid, cm, portrait.is_cut_out)
    return warp.warp_person(picture.pixels, layers_of(portrait, window), way)


def _recognised(
    portrait: Portrait, basis: ShapeBasis, field: Singles, reach: FloatPlane
) -> tuple[Pixels, float, float]:
    """The furthest result in which it is still the same person, its share of the field, and how alike both are (cosine).

    Raises UnusablePicture ``identity_lost``.
    """
    small = _seen_small(portrait)
    own = small is portrait
    seen = basis if own else basis_of(small)
    least = likeness.LEAST
    for weaker in _WEAKER:
        tried = np.asarray(field * np.float32(weaker), np.float32)
        made = _apply(small, seen, tried, reach)
        found = likeness.compare(small, Picture(made), seen.grid, tried)
        if found < least:
            least = likeness.floor(small)
        if found >= least:
            return made if own else _apply(portrait, basis, tried, reach), weaker, found
    raise UnusablePicture(
        Message("With this shape the face would no longer be recognised as the same person. Choose less of it."),
        code="identity_lost",
    )


def _seen_small(portrait: Portrait) -> Portrait:
    """The portrait at a size at which tries cost little; itself where it is hardly larger."""
    longest, cm = max(portrait.picture.width, portrait.picture.height), portrait.pose.px_per_cm
    return portrait if cm <= _SMALL_PX else view.view(portrait, longest=math.ceil(longest * _SEEN_PX / cm))
