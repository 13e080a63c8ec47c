"""A person in another shape: fields summed, freed of folds, applied, and looked at again: is it the same person?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import Picture, Pixels
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait
from catchlight.shape import body, glasses, likeness, visible, warp
from catchlight.shape.face_shape import FaceShape
from catchlight.shape.field import Grid, grid_of, head_fields, invert, sum_fields, unfold
from catchlight.shape.layers import layers_of

_LEAST_PX = 5.0
"""Pixels for a cm of the face below which its features are a handful of pixels: nothing of them could be told afterwards."""
_SEEN_PX = 12.0
"""Pixels for a cm at which the result is looked at again: the network's own crop has 7."""
_WHOLE = 0.995
_WEAKER = (1.0, 0.85, 0.7, 0.55, 0.4)
_BODY = frozenset({"neck", "shoulders"})


@dataclass(frozen=True, eq=False)
class ShapeBasis:
    """Field of each feature over a grid of the picture, kept with the portrait. glasses: None where none are worn."""

    grid: Grid
    fields: dict[str, Singles]
    glasses: glasses.Glasses | None


def basis_of(portrait: Portrait) -> ShapeBasis:
    return portrait.kept("shape basis", lambda: _basis(portrait))


def _basis(portrait: Portrait) -> ShapeBasis:
    grid = grid_of(portrait.pose)
    fields = head_fields(portrait.landmarks, portrait.pose, portrait.canonical, grid)
    fields["neck"] = body.neck_field(portrait, grid)
    worn = glasses.find_glasses(portrait, grid)
    if worn is not None:
        fields = {name: worn.hold(field, grid, lenses=name != "eyes") for name, field in fields.items()}
    return ShapeBasis(grid, fields, worn)


@dataclass(frozen=True)
class Reshaped:
    """A picture of the same person in another shape.

    strength: share of the wish that was taken. likeness: cosine of the face's embeddings before and after; None where the face
    itself stays. notes: what limits the result, in sentences.
    """

    pixels: Pixels
    strength: float
    likeness: float | None
    notes: tuple[str, ...] = ()


def reshape(portrait: Portrait, shape: FaceShape, progress: Progress) -> Reshaped:
    """The portrait with the person in another shape; every pixel in which nobody moves is identical.

    Raises UnusablePicture: ``nothing_at_hotspot`` where what is to change is not seen or is so already, ``identity_lost``,
    ``face_too_small``, ``face_turned_away`` and what landmarks raise.
    """
    require_readable(portrait)
    amounts = shape.amounts()
    progress.report(0.05, "reading the face")
    basis = basis_of(portrait)
    total = wished_field(portrait, basis, amounts)
    progress.report(0.3, "reshaping")
    field, share = unfold(total)
    alike = None
    if not _BODY >= amounts.keys():
        field, weaker, alike = _recognised(portrait, field)
        share *= weaker
    pixels = _apply(portrait, basis, field)
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


def wished_field(portrait: Portrait, basis: ShapeBasis, amounts: Mapping[str, float]) -> Singles:
    """The field of a wish, in cm. Raises UnusablePicture ``nothing_at_hotspot``."""
    fields = basis.fields
    if "shoulders" in amounts:
        fields = fields | {"shoulders": body.shoulder_field(portrait, basis.grid, visible.require_slope(portrait))}
    if "forehead" in amounts:
        visible.require_hairline(portrait)
    if "double_chin" in amounts:
        visible.require_throat(portrait)
    if "neck" in amounts:
        visible.require_body(portrait)
    return sum_fields(fields, amounts, basis.grid)


def _apply(portrait: Portrait, basis: ShapeBasis, field: Singles) -> Pixels:
    picture, cm = portrait.picture, portrait.pose.px_per_cm
    most = np.abs(np.stack(list(basis.fields.values()))).max(axis=0)
    window = warp.moved_window(np.maximum(most, np.abs(field)), basis.grid, cm, picture.pixels.shape)
    if window is None:
        return picture.pixels
    layers = layers_of(portrait, window)
    return warp.warp_person(picture.pixels, layers, invert(field), basis.grid, cm, cut_out=portrait.is_cut_out)


def _recognised(portrait: Portrait, field: Singles) -> tuple[Singles, float, float]:
    """The furthest of a field after which it is still the same person, its share, and how alike both are (cosine).

    Raises UnusablePicture ``identity_lost``.
    """
    longest = max(portrait.picture.width, portrait.picture.height)
    small = view.view(portrait, longest=math.ceil(longest * min(1.0, _SEEN_PX / portrait.pose.px_per_cm)))
    basis = basis_of(small)
    least = likeness.LEAST
    for weaker in _WEAKER:
        tried = np.asarray(field * np.float32(weaker), np.float32)
        found = likeness.compare(small, Picture(_apply(small, basis, tried)), basis.grid, tried)
        if found < least:
            least = likeness.floor(small)
        if found >= least:
            return tried, weaker, found
    raise UnusablePicture(
        Message("With this shape the face would no longer be recognised as the same person. Choose less of it."),
        code="identity_lost",
    )
