"""Headshot: clothing, background and framing for the job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imagine.fill import Imagine
from catchlight.imaging import geometry
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind
from catchlight.operations.headshot import assemble, choices
from catchlight.operations.headshot.assemble import HeadshotRequest, HeadshotResult
from catchlight.operations.headshot.frame import HeadshotFrame, notes_on_size
from catchlight.operations.headshot.imagining.clothes import ClothesDraft
from catchlight.operations.headshot.imagining.paint import HeadshotPainter
from catchlight.operations.headshot.nearest_framing import find_frame
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.reference import dress
from catchlight.operations.headshot.reference.dressed_frame import enlarged_frame, require_reach
from catchlight.operations.imagining import framing
from catchlight.operations.imagining.variants import make_variants
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.face import identity
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.relight import Lamps

LEAST_ALIKE = 0.75
"""Likeness below which a headshot is refused."""


def parse_request(params: HeadshotParams, catalogue: Catalogue, has_picture: bool = False) -> HeadshotRequest:
    """The lists, read. has_picture: whether a background of one's own came along.

    Raises UnknownEntry ``unknown_style``, Conflict ``conflicting_styles``, InvalidRequest.
    """
    return HeadshotRequest(
        choices.parse_clothing(params.clothing_styles, catalogue),
        choices.parse_background(
            params.background_styles,
            params.background_color,
            has_picture,
            catalogue,
            described=params.background_prompt is not None,
        ),
        choices.parse_framing(params.framing_styles, catalogue),
        params.straighten,
        params.match,
        Lamps(params.key_light, params.fill_light, params.rim_light),
        params.skin,
        params.seed,
    )


def placement_of(
    portrait: Portrait,
    params: HeadshotParams,
    catalogue: Catalogue,
    has_picture: bool = False,
    donor: Portrait | None = None,
) -> geometry.Matrix:
    """2x3, pixels of the picture to those of its headshot. donor: the reference picture of the clothes, where they are of one.

    Raises what ``run`` raises for the lists, the face and the clothes.
    """
    wish = parse_request(params, catalogue, has_picture)
    upright = portrait.upright
    if donor is None:
        planned = find_frame(upright, wish.view, wish.straighten, wish.ground.mild)
        return geometry.compose(planned.matrix, portrait.to_upright)
    planned, origin = plan_dressed(upright, donor, wish, Progress())
    return geometry.compose(geometry.compose(planned.matrix, origin), portrait.to_upright)


def plan_dressed(
    upright: Portrait, donor: Portrait, wish: HeadshotRequest, progress: Progress
) -> tuple[HeadshotFrame, geometry.Matrix]:
    """The frame of a person in the clothes of another picture, from pixels of that part of the upright picture in which they are
    whole, and the matrix (2x3) from the picture to that part; told at working size."""
    small = dress.small(upright)
    worn = dress.dress(small, donor, progress)
    require_reach(worn, small, wish.view, wish.straighten, wish.ground.mild)
    planned = find_frame(worn.portrait, wish.view, wish.straighten, wish.ground.mild)
    return enlarged_frame(planned, worn, upright.picture.width / small.picture.width)


def run(portraits: Sequence[Portrait], params: HeadshotParams, context: Context) -> Outcome:
    """The headshot. Of further portraits one is the picture for the background, of which nothing else is used, and the last one,
    where the clothes are to be ``reference``, that of the clothes.

    With an engine, clothes of another picture are finished by it, and what a sentence says of the background and what the frame
    shows beyond the photo are painted.

    Raises what ``parse_request`` raises, UnusablePicture where no single face can be read, ``identity_lost`` or
    ``reference_unsuited``, Conflict ``does_not_fit`` for clothes that do not show, or that no other's can be laid over.
    """
    ground, donor = choices.split_pictures(params.clothing_styles, portraits[1:])
    own = None if ground is None else ground.picture
    wish = parse_request(params, context.catalogue, own is not None)
    portrait, progress, told, draft = portraits[0].upright, context.progress, {}, None
    if donor is not None:
        worn = dress.dress(portrait, donor, progress.part(0, 0.5))
        require_reach(worn, portrait, wish.view, wish.straighten, wish.ground.mild)
        if params.imagine:
            draft = ClothesDraft.of(worn, dress.fit(portrait, donor, progress), portrait.picture.width)
        portrait, progress, told = worn.portrait, progress.part(0.5, 1), dress.facts_of(worn, donor)
    context = replace(context, progress=progress)
    if params.imagine:
        return _run_imagined(portrait, params, wish, own, draft, told, context)
    result = assemble.make_headshot(portrait, wish, own, progress)
    facts = join_facts(facts_of(wish, result), told)
    picture = _recorded(portrait, result, facts, "pixels" if told else _kind(wish, result), context)
    return Outcome(picture, details=facts)


def _run_imagined(
    portrait: Portrait,
    params: HeadshotParams,
    wish: HeadshotRequest,
    own: Picture | None,
    clothes: ClothesDraft | None,
    told: dict[str, Any],
    context: Context,
) -> Outcome:
    """The headshot with an engine, once for each variant; the best first. clothes: those of another picture that the portrait
    wears, to be finished; told: facts of them."""
    imagine = context.imagine
    assert imagine is not None, "whoever runs a wish that asks for an engine brings one, or refuses"
    painter = _painter(imagine, portrait, params, wish, own, clothes)
    if painter.idle:
        plain = painter.plain(context.progress)
        facts = join_facts(facts_of(wish, plain), told)
        facts["notes"] = [*facts.get("notes", ()), framing.NOTHING_BEYOND]
        return Outcome(
            _recorded(portrait, plain, facts, "pixels" if told else _kind(wish, plain), context), details=facts
        )
    found = make_variants(imagine, params.variants, params.seed, painter.paint, lambda one: one.rim, context.progress)
    pictures = []
    for one in found.made:
        facts = join_facts(join_facts(facts_of(wish, one.result), one.facts), told)
        pictures.append(_recorded(portrait, one.result, facts, "imagined", context))
    details = pictures[0].record.steps[-1].facts | {"variants": found.facts}
    return Outcome(pictures[0], details=details, variants=tuple(pictures[1:]))


def _painter(
    imagine: Imagine,
    portrait: Portrait,
    params: HeadshotParams,
    wish: HeadshotRequest,
    own: Picture | None,
    clothes: ClothesDraft | None,
) -> HeadshotPainter:
    """What is to be painted. Raises InvalidRequest where nothing of the wish is for an engine."""
    carries_on = wish.ground.kind == "keep" and not portrait.is_cut_out
    if clothes is None and params.background_prompt is None:
        framing.require_own_ground(wish.ground.kind == "keep", portrait.is_cut_out)
    planned, picture = find_frame(portrait, wish.view, wish.straighten, wish.ground.mild), portrait.picture
    beyond = None
    if carries_on and not planned.whole:
        area = framing.area_beyond(planned.matrix, (picture.height, picture.width), (planned.height, planned.width))
        beyond = None if area.trimmed().empty else area
    return HeadshotPainter(imagine, portrait, wish, own, planned, clothes, params.background_prompt, beyond)


def _recorded(
    portrait: Portrait, result: HeadshotResult, facts: dict[str, Any], kind: Kind, context: Context
) -> Picture:
    """The finished picture with its step, whose likeness goes to ``facts``. Raises UnusablePicture ``identity_lost``."""
    facts["identity"] = face_similarity(portrait, result)
    if facts["identity"] < LEAST_ALIKE:
        raise UnusablePicture(
            Message(
                "With this light and skin the face is no longer surely the same person ({likeness:.2f}); use less of them.",
                likeness=facts["identity"],
            ),
            code="identity_lost",
        )
    return Picture(
        result.pixels,
        dpi=portrait.picture.dpi,
        metadata=portrait.picture.metadata,
        record=portrait.picture.record.then(context.begin(kind, facts)),
        source_colours=portrait.picture.source_colours,
    )


def face_similarity(portrait: Portrait, result: HeadshotResult) -> float:
    """How much the face of the result is that of the photo: cosine of their embeddings. Light and tidy skin stay near 1."""
    points = portrait.landmarks.points
    moved = np.column_stack([geometry.apply(result.frame.matrix, points[:, :2]), points[:, 2]])
    seen = Picture(result.pixels).rgb8
    found = identity.embedding(seen, Landmarks(moved, portrait.landmarks.presence), portrait.models)
    return round(identity.likeness(found, portrait.identity), 3)


def _kind(wish: HeadshotRequest, result: HeadshotResult) -> Kind:
    if wish.touches_person or result.fitted or result.carried_on or result.background_carried_on:
        return "pixels"
    return "geometry" if wish.ground.kind == "keep" else "background"


def join_facts(facts: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The facts of a headshot and of its clothes of another picture, their notes one after the other."""
    notes = [*told.get("notes", ()), *facts.get("notes", ())]
    return facts | told | ({"notes": notes} if notes else {})


def _clothing(result: HeadshotResult) -> list[dict[str, Any]]:
    """The own clothes that took another colour."""
    return [{"part": dye.part or "jacket", "color": dye.id, "how": "recolour"} for dye in result.dyes]


def facts_of(wish: HeadshotRequest, result: HeadshotResult) -> dict[str, Any]:
    """What was done, for the record and for the generation."""
    ground = wish.ground
    notes = notes_on_size(result.frame.width, result.frame.height) if wish.view.style.aspect is not None else ()
    return ({"notes": list(notes)} if notes else {}) | {
        "clothing": _clothing(result),
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
