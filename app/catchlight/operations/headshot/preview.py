"""Headshot on a small copy of what its frame shows; the frame itself is planned on the whole picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from catchlight.imaging import geometry
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot import choices
from catchlight.operations.headshot import run as headshot
from catchlight.operations.headshot.assemble import HeadshotRequest, make_headshot
from catchlight.operations.headshot.frame import HeadshotFrame
from catchlight.operations.headshot.imagining.ground import spread_ground
from catchlight.operations.headshot.nearest_framing import find_frame
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.reference import dress
from catchlight.operations.headshot.reference.dressed_frame import enlarged_frame, require_reach
from catchlight.operations.headshot.small_frame import shrink_into_frame
from catchlight.operations.imagining.params import NOT_PAINTED
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait


def preview(portraits: Sequence[Portrait], params: HeadshotParams, size: int, context: Context) -> Preview:
    """The headshot, ``size`` pixels long. Details: those of the run but for the identity, which it does not measure.

    Raises what ``run`` raises, never ``identity_lost``.
    """
    portrait = portraits[0].upright
    ground, donor = choices.split_pictures(params.clothing_styles, portraits[1:])
    own = None if ground is None else ground.picture
    wish = headshot.parse_request(params, context.catalogue, own is not None)
    if donor is not None:
        return _dressed(portraits[0], donor, wish, own, size, context)
    planned = find_frame(portrait, wish.view, wish.straighten, wish.ground.mild)
    own = own or _unpainted(portrait, wish, planned)
    # Clothes are told apart on the person as a whole.
    small, frame = shrink_into_frame(portrait, planned, size, all_of_it=bool(wish.dyes))
    made = make_headshot(small, wish, own, context.progress, frame)
    placement = geometry.compose(planned.matrix, portraits[0].to_upright)
    details = _told(headshot.facts_of(wish, replace(made, frame=planned)), wish)
    return Preview(Picture(reduce_pixels(made.pixels, size)), planned.width, planned.height, placement, details)


def _dressed(
    source: Portrait, donor: Portrait, wish: HeadshotRequest, own: Picture | None, size: int, context: Context
) -> Preview:
    """The preview of a person in the clothes of another picture, which are laid on at working size."""
    portrait = source.upright
    reduced = dress.small(portrait)
    worn = dress.dress(reduced, donor, context.progress.part(0, 0.6))
    require_reach(worn, reduced, wish.view, wish.straighten, wish.ground.mild)
    planned = find_frame(worn.portrait, wish.view, wish.straighten, wish.ground.mild)
    whole, origin = enlarged_frame(planned, worn, portrait.picture.width / reduced.picture.width)
    own = own or _unpainted(worn.portrait, wish, planned)
    small, frame = shrink_into_frame(worn.portrait, planned, size)
    made = make_headshot(small, wish, own, context.progress.part(0.6, 1), frame)
    placement = geometry.compose(geometry.compose(whole.matrix, origin), source.to_upright)
    facts = _told(headshot.facts_of(wish, replace(made, frame=whole)), wish)
    details = headshot.join_facts(facts, dress.facts_of(worn, donor))
    return Preview(Picture(reduce_pixels(made.pixels, size)), whole.width, whole.height, placement, details)


def _unpainted(portrait: Portrait, wish: HeadshotRequest, planned: HeadshotFrame) -> Picture | None:
    """What stands for a background that an engine is to paint from a sentence: what it goes on from."""
    return spread_ground(portrait, planned.width, planned.height) if wish.ground.id == choices.IMAGINED else None


def _told(facts: dict[str, Any], wish: HeadshotRequest) -> dict[str, Any]:
    """Facts, with the note that a background is not painted yet."""
    if wish.ground.id != choices.IMAGINED:
        return facts
    return facts | {"notes": [*facts.get("notes", ()), NOT_PAINTED]}
