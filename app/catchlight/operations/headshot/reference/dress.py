"""A portrait in the clothes of another picture: what a headshot is then made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.clothing.reference import closing, compose, layers, match, piece, placement, read_photo, read_template
from catchlight.clothing.reference.garment import Garment
from catchlight.clothing.reference.layers import Layers
from catchlight.clothing.reference.match import Match
from catchlight.clothing.reference.placement import GarmentPlacement
from catchlight.clothing.reference.sitter import Sitter
from catchlight.clothing.reference.unsuited import unsuited
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.imaging.record import CAPTURED_COMPOSITE
from catchlight.matting.modnet import Window
from catchlight.operations.headshot.reference.sitter import read_sitter
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize, view

WORKED = 1400
"""Longer side at which it is told what shows where."""
MOST_YAW = 20.0
"""Degrees that a person may be turned who is to wear a garment taken from the front."""
_TO_TRY_ON = Message(
    "Clothes of another picture are to try on: seen at full size, hair, beard and neck give them away."
)
"""Blind judges marked 24 of them 2.6 of 5 on the mean, untouched photos 5.0."""
_LEAST_SCALE, _SOFT_SCALE = 0.22, 0.5
"""Pixels of the garment for one of the picture, below which it is refused, and below which it is told that it is soft."""
_BELOW_CM, _BESIDE_CM = 5.0, 9.0
"""How far below the chin, and beside the neck's axis, a garment must reach."""


@dataclass(frozen=True)
class Fitting:
    """All that is known of a garment on a person, at working size. box: the part of the working picture in which it is whole."""

    garment: Garment
    sitter: Sitter
    placement: GarmentPlacement
    layers: Layers
    match: Match
    box: Window


@dataclass(frozen=True)
class DressedPortrait:
    """portrait: the person in the garment, cut to where it is whole. origin: x, y of that in the upright picture. cut: whether
    anything was cut off; ends_below: at the bottom. notes: what a user should know."""

    portrait: Portrait
    origin: tuple[int, int]
    cut: bool
    ends_below: bool
    notes: tuple[Message, ...]

    @property
    def matrix(self) -> geometry.Matrix:
        """2x3, pixels of the upright picture to those of the portrait."""
        return np.array([[1.0, 0, -float(self.origin[0])], [0, 1.0, -float(self.origin[1])]])


def read_garment(donor: Portrait, progress: Progress) -> Garment:
    """The garment of a reference picture, kept with it: of its wearer, of a cut-out without one; or that of a
    piece of the style book (``reference.piece``).

    Raises UnusablePicture ``reference_unsuited``, ``several_faces`` and those of landmarks.
    """
    if piece.is_piece(donor.picture):
        return piece.read_piece(donor.picture)

    def read() -> Garment:
        if donor.faces or not read_template.is_template(donor.picture):
            try:
                return read_photo.read_photo(donor, progress)
            except UnusablePicture as refusal:
                if refusal.code != "no_face":
                    raise
        return read_template.read_template(donor.picture)

    return donor.kept("reference garment", read)


def dress(portrait: Portrait, donor: Portrait, progress: Progress) -> DressedPortrait:
    """An upright portrait in the garment of a reference picture, at its own size.

    Raises what ``read_garment`` raises, UnusablePicture ``reference_unsuited`` for a garment that does not suit this picture, and
    Conflict ``does_not_fit`` for a person it cannot be laid over.
    """
    fitted = fit(portrait, donor, progress.part(0, 0.6))
    picture = portrait.picture
    progress.report(0.6, "laying the clothes")
    pixels = compose.compose(
        picture.pixels, fitted.garment, fitted.placement, fitted.sitter, fitted.layers, fitted.match, seed=0
    )
    alpha = _alpha(portrait, fitted)
    if picture.has_alpha:
        pixels = _with_alpha(pixels, portrait.alpha, alpha)
    twin = Portrait(picture.with_(pixels=pixels), portrait.models)
    twin.kept("faces", lambda: portrait.faces)
    twin.kept("head", lambda: (portrait.landmarks, portrait.pose))
    twin.kept("alpha", lambda: alpha)
    box = _scaled(fitted.box, picture.width / fitted.sitter.shape[1], (picture.width, picture.height))
    cut = box != (0, 0, picture.width, picture.height)
    return DressedPortrait(
        view(twin, box), (box[0], box[1]), cut, box[3] < picture.height, _notes(fitted, picture.width)
    )


def fit(portrait: Portrait, donor: Portrait, progress: Progress) -> Fitting:
    """What shows where, kept with the portrait for this donor. Raises what ``dress`` raises."""
    _require_wearable(portrait)
    garment = read_garment(donor, progress.part(0, 0.4))
    # Two pieces with the same pixels may have other places.
    key = f"fitting:{donor.picture.digest}:{garment.anchors}:{garment.px_per_cm}"
    return portrait.kept(key, lambda: _fitted(portrait, garment, progress.part(0.4, 1.0)))


def small(portrait: Portrait) -> Portrait:
    """The portrait at working size, on which previews are made."""
    return view(portrait, None, WORKED)


def facts_of(worn: DressedPortrait, donor: Portrait) -> dict[str, Any]:
    """What is told of the clothes in the record and the generation."""
    told: dict[str, Any] = {"notes": list(worn.notes)} if worn.notes else {}
    return told | {
        "clothing": [{"part": "all", "how": "reference", "reference": donor.picture.digest}],
        "digitalSource": CAPTURED_COMPOSITE,
        "clothesEndAtFrame": worn.cut,
    }


def _fitted(portrait: Portrait, garment: Garment, progress: Progress) -> Fitting:
    seen = small(portrait)
    sitter = seen.kept("sitter", lambda: read_sitter(seen, progress.part(0, 0.6)))
    _require_suited(garment, sitter, portrait.picture.width / seen.picture.width)
    progress.report(0.6, "fitting the clothes")
    garment = closing.close_holes(garment)
    # Much finer than the picture it is laid into, a weave would shimmer.
    coarser = garment.scaled(1.25 * portrait.picture.width / seen.picture.width / _scale(garment, sitter))
    placed = placement.place(coarser, sitter)
    laid = layers.lay(coarser, placed, sitter)
    return Fitting(
        coarser, sitter, placed, laid, match.match_light(coarser, sitter, placed.scale), _whole(placed, sitter)
    )


def _scale(garment: Garment, sitter: Sitter) -> float:
    return garment.px_per_cm / sitter.cm


def _require_wearable(portrait: Portrait) -> None:
    """Raise for a person over whom no garment can be laid."""
    turned = abs(portrait.pose.yaw)
    if turned > MOST_YAW:
        raise Conflict(
            Message(
                "The person is turned {turned:.0f} degrees to the side; clothes of another picture fit up to {most:.0f}. "
                "Use a picture taken from the front.",
                turned=turned,
                most=MOST_YAW,
            )
        )
    if portrait.shape is not None:
        raise Conflict(
            Message(
                "The picture is cut to a round or rounded shape, and clothes of another picture would go beyond it. "
                "Use the uncut picture."
            )
        )


def _require_suited(garment: Garment, sitter: Sitter, enlarged: float) -> None:
    """enlarged: pixels of the picture for one of the working size."""
    if _scale(garment, sitter) / enlarged < _LEAST_SCALE:
        raise unsuited(
            Message(
                "The clothes of the reference picture are too small for this picture. Use a larger reference picture."
            )
        )
    if garment.grey and not sitter.grey:
        raise unsuited(
            Message(
                "The reference picture is black and white, and this picture is not. Use a reference picture in colour."
            )
        )


def _whole(placed: GarmentPlacement, sitter: Sitter) -> Window:
    """The part of the working picture in which the garment is whole. Raises Conflict ``does_not_fit``, and
    ``reference_unsuited`` where that cuts the person."""
    height, width = sitter.shape
    bottom = int(np.floor(min(placed.hem, height)))
    left = 0 if placed.left is None else int(np.ceil(max(0.0, placed.left)))
    right = width if placed.right is None else int(np.floor(min(float(width), placed.right)))
    if bottom < min(height, sitter.chin[1] + _BELOW_CM * sitter.cm):
        raise Conflict(
            Message(
                "The clothes of the reference picture end too close below the chin. Use one that shows more of them."
            )
        )
    reach = _BESIDE_CM * sitter.cm
    if left > max(0.0, sitter.axis - reach) or right < min(float(width), sitter.axis + reach):
        raise unsuited(
            Message("The frame of the reference picture cuts the shoulders. Use one that shows both shoulders whole.")
        )
    return left, 0, right, bottom


def _scaled(box: Window, factor: float, size: tuple[int, int]) -> Window:
    x0, y0, x1, y1 = (round(value * factor) for value in box)
    return x0, y0, min(size[0], x1), min(size[1], y1)


def _alpha(portrait: Portrait, fitted: Fitting) -> FloatPlane:
    """The person's alpha at full size: the photo's own wherever the clothes changed nothing."""
    size = (portrait.picture.width, portrait.picture.height)
    grown = np.asarray(resize(np.asarray(fitted.layers.body - fitted.sitter.alpha, np.float32), size), np.float32)
    grown[np.abs(grown) < 0.01] = 0
    return np.asarray(np.clip(portrait.alpha + grown, 0, 1), np.float32)


def _with_alpha(pixels: Pixels, before: FloatPlane, after: FloatPlane) -> Pixels:
    """A picture with alpha of its own, which follows the person's."""
    top = np.iinfo(pixels.dtype).max
    result: Any = pixels.copy()
    own = result[..., 3].astype(np.float32)
    change = after - before
    result[..., 3] = np.where(change == 0, own, np.clip(np.rint(own + change * top), 0, top)).astype(pixels.dtype)
    finished: Pixels = result
    return finished


def _notes(fitted: Fitting, width: int) -> tuple[Message, ...]:
    scale = fitted.placement.scale * fitted.sitter.shape[1] / width
    soft = Message("The reference picture is small for this one; its clothes look a little soft.")
    return (_TO_TRY_ON,) if scale >= _SOFT_SCALE else (_TO_TRY_ON, soft)
