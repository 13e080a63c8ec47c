"""Headshot: clothing, background and framing for the job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import Field

from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import geometry, identity
from catchlight.engine.errors import UnusablePicture
from catchlight.engine.landmarks import Landmarks
from catchlight.engine.picture import Picture
from catchlight.engine.portrait import Portrait
from catchlight.engine.record import Kind
from catchlight.engine.relight import Lamps
from catchlight.operations.base import Context, Operation, Outcome, Params
from catchlight.operations.headshots import choices, frame, making, outfit
from catchlight.operations.headshots.making import Made, Wish

LEAST_ALIKE = 0.75
"""Likeness below which a headshot is refused."""


class HeadshotParams(Params):
    """What to wear, what to stand before, and how to be framed; the entries of a list combine."""

    clothing_styles: tuple[str, ...] = Field(
        (),
        title="Clothing",
        max_length=8,
        description="keep_original, or colours (ids, #rrggbb) for what is worn; a part (own_jacket, own_shirt, own_tie) "
        "before a colour takes it. Or a garment (suit, blazer, polo, turtleneck, t_shirt, lab_coat and others), its colour, "
        "and what is worn with it (tie, bow_tie, pocket_square, no_tie) with a colour after it. None keeps the clothes.",
    )
    background_styles: tuple[str, ...] = Field(
        (),
        title="Background",
        max_length=8,
        description="keep_original, transparent, blur, own_picture, or a backdrop; with softer, sharper, brighter, darker, "
        "warmer, cooler, mirrored. None keeps the background.",
    )
    framing_styles: tuple[str, ...] = Field(
        (), title="Framing", max_length=4, description="A framing, and circle_safe. None means head_shoulders."
    )
    background_color: str | None = Field(
        None,
        title="Brand colour",
        pattern=r"^#[0-9A-Fa-f]{6}$",
        description="#rrggbb for the backdrop brand_color, which it means by itself.",
    )
    straighten: bool = Field(
        True, title="Straighten the head", description="A head that leans a little stands upright."
    )
    match: float = Field(
        1.0,
        title="Fit to the background",
        ge=0,
        le=1,
        description="White balance, black point and light of the person.",
    )
    key_light: float = Field(
        0.0,
        title="Key light",
        ge=-1,
        le=1,
        description="A soft lamp from the left (below 0) or the right of the picture.",
    )
    fill_light: float = Field(0.0, title="Fill light", ge=0, le=1, description="Lifts the shadows of the face.")
    rim_light: float = Field(0.0, title="Rim light", ge=0, le=1, description="A light from behind along the outline.")
    skin: float = Field(0.0, title="Tidy skin", ge=0, le=1, description="Evens blotches and shine; pores stay.")
    seed: int = Field(
        0,
        title="Variation",
        ge=0,
        le=2**31 - 1,
        description="Another arrangement of the backdrop; the same number, the same.",
    )


def wish_of(params: HeadshotParams, catalogue: Catalogue, has_picture: bool = False) -> Wish:
    """The lists, read. has_picture: whether a background of one's own came along.

    Raises UnknownEntry ``unknown_style``, Conflict ``conflicting_styles``, InvalidRequest.
    """
    return Wish(
        choices.worn(params.clothing_styles, catalogue),
        choices.ground(params.background_styles, params.background_color, has_picture, catalogue),
        choices.view(params.framing_styles, catalogue),
        params.straighten,
        params.match,
        Lamps(params.key_light, params.fill_light, params.rim_light),
        params.skin,
        params.seed,
        outfit.dress(params.clothing_styles, catalogue),
    )


def placement_of(
    portrait: Portrait, params: HeadshotParams, catalogue: Catalogue, has_picture: bool = False
) -> geometry.Matrix:
    """2x3, pixels of the picture to those of its headshot. Raises what ``run`` raises for the lists and the face."""
    wish = wish_of(params, catalogue, has_picture)
    planned = frame.framed(portrait.upright, wish.view.style, wish.view.circle, wish.straighten)
    return geometry.joined(planned.matrix, portrait.to_upright)


def run(portraits: Sequence[Portrait], params: HeadshotParams, context: Context) -> Outcome:
    """The headshot. A second portrait is the picture for the background, of which nothing else is used.

    Raises what ``wish_of`` raises, UnusablePicture where no single face can be read or ``identity_lost``, Conflict
    ``does_not_fit`` for a garment that does not show.
    """
    own = portraits[1].picture if len(portraits) > 1 else None
    wish = wish_of(params, context.catalogue, own is not None)
    portrait = portraits[0].upright
    result = making.made(portrait, wish, own, context.progress)
    facts = _facts(wish, result) | {"identity": alike(portrait, result)}
    if facts["identity"] < LEAST_ALIKE:
        raise UnusablePicture(
            f"With this light and skin the face is no longer surely the same person ({facts['identity']:.2f}); use less of them.",
            code="identity_lost",
        )
    step = context.begin(_kind(wish, result), facts)
    picture = Picture(
        result.pixels,
        dpi=portrait.picture.dpi,
        metadata=portrait.picture.metadata,
        record=portrait.picture.record.then(step),
    )
    return Outcome(picture, details=facts)


def alike(portrait: Portrait, result: Made) -> float:
    """How much the face of the result is that of the photo: cosine of their embeddings. Light and tidy skin stay near 1."""
    points = portrait.landmarks.points
    moved = np.column_stack([geometry.apply(result.frame.matrix, points[:, :2]), points[:, 2]])
    seen = Picture(result.pixels).rgb8
    found = identity.embedding(seen, Landmarks(moved, portrait.landmarks.presence), portrait.models)
    return round(identity.likeness(found, portrait.identity), 3)


def _kind(wish: Wish, result: Made) -> Kind:
    if wish.touches_person or result.fitted or result.carried_on or result.background_carried_on:
        return "pixels"
    return "geometry" if wish.ground.kind == "keep" else "background"


def _clothing(wish: Wish, result: Made) -> list[dict[str, Any]]:
    """What is worn now and how it came about: the own clothes dyed, or a garment drawn."""
    dress = wish.dress
    if dress is None:
        return [{"part": dye.part or "jacket", "color": dye.id, "how": "recolour"} for dye in result.dyes]
    if result.dyes:
        # The like is worn already: its own folds and seams look better than drawn ones.
        return [
            {"part": dye.part or "jacket", "color": dye.id, "how": "recolour", "insteadOf": dress.id}
            for dye in result.dyes
        ]
    worn: dict[str, Any] = {"part": dress.id, "color": dress.color, "how": "drawn"}
    worn["inventedSkinCm2"] = round(result.invented or 0.0, 1)
    worn["doubts"] = ["style"] if result.is_doubtful else []
    named = [
        {"part": accessory, "color": dress.dyes[accessory][0] if accessory in dress.dyes else accessory, "how": "drawn"}
        for accessory in dress.accessories
    ]
    return [worn, *named]


def _facts(wish: Wish, result: Made) -> dict[str, Any]:
    """What was done, for the record and for the generation."""
    ground = wish.ground
    return {
        "clothing": _clothing(wish, result),
        "background": ground.id,
        "backgroundColor": None if ground.tint is None else "#{:02x}{:02x}{:02x}".format(*ground.tint),
        "framing": wish.view.style.id,
        "circleSafe": wish.view.circle,
        "straightenedDegrees": round(float(result.frame.angle) * 57.29578, 2),
        "tightened": round(result.frame.tightened, 3),
        "carriedOn": list(result.carried_on),
        "backgroundCarriedOn": result.background_carried_on,
        "fitted": result.fitted,
    }


OPERATION = Operation(id="headshot", title="Headshot", path="/image-edit/headshot", params=HeadshotParams, run=run)
