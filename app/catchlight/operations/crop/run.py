"""Crop: the picture turned, flipped, straightened and cut, resampled once at most, and canvas added around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.imaging.colour.source_colours import transformed
from catchlight.imaging.frame.resample import cut_box
from catchlight.imaging.io import icc
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.imaging.record import MIRRORED, PERSPECTIVE, Kind
from catchlight.matting import modnet
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import CropPlan, plan_crop, require_wish
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.canvas.ground import Space, continue_ground, surround


def run(portraits: Sequence[Portrait], params: CropParams, context: Context) -> Outcome:
    """The picture in its new frame. Turns, flips and boxes alone copy pixels; else it is resampled once.

    Raises InvalidRequest where nothing is asked for or the box is not on the picture, UnusablePicture ``no_face`` where a face is
    to be framed, Conflict ``does_not_fit`` where the ground cannot be carried on.
    """
    portrait, progress = portraits[0], context.progress
    require_wish(params)
    plan = plan_crop(portrait, params)
    progress.report(0.1, "cropping")
    picture = transformed(portrait.picture, lambda pixels: cut_box(pixels, plan.frame, plan.box))
    if plan.space:
        progress.report(0.3, "adding canvas")
        person = person_in(portrait, plan) if params.canvas_fill == "continue" else None
        picture = _widened(picture, fill_space(picture.pixels, person, plan.space, params), plan.space)
    facts = facts_of(params, plan)
    record = portrait.picture.record.then(context.begin(kind_of(params, plan), facts))
    return Outcome(picture.with_(record=record), details=facts)


def kind_of(params: CropParams, plan: CropPlan) -> Kind:
    """What the record says was touched: a mirrored face, or one in another perspective, is not as the camera saw it; a plain
    colour around the picture neither; and canvas that is carried on is invented ground."""
    mirrored = params.flip_horizontal != params.flip_vertical
    if mirrored or params.corners or params.vertical or params.horizontal:
        return "pixels"
    if plan.space:
        return "background" if params.canvas_fill == "continue" else "pixels"
    return "geometry"


def facts_of(params: CropParams, plan: CropPlan) -> dict[str, Any]:
    """What was done, for the record: the box where none was given, the angle, and whatever a judge of documents must know."""
    box, space = plan.box, plan.space
    facts: dict[str, Any] = {}
    if not params.has_box:
        facts["box"] = [box.x, box.y, box.width, box.height]
    if params.flip_horizontal != params.flip_vertical:
        facts[MIRRORED] = True
    if params.corners or params.vertical or params.horizontal:
        facts[PERSPECTIVE] = True
    if plan.frame.shape.angle:
        facts["angle"] = round(plan.frame.shape.angle, 3)
    if params.ratio is not None and not params.has_box:
        facts["placedBy"] = "face" if plan.by_face else "middle"
    if space:
        facts["canvas"] = {"top": space.top, "bottom": space.bottom, "left": space.left, "right": space.right}
        facts["canvasFill"] = params.canvas_fill
    return facts


def person_in(portrait: Portrait, plan: CropPlan, size: tuple[int, int] | None = None) -> FloatPlane:
    """Where people are in the box of a plan, 0..1; size: width and height of the plane, where smaller than the box."""
    try:
        alpha = portrait.alpha
    except UnusablePicture:  # several people, or a head that cannot be read: the network alone says where people are
        alpha = modnet.whole_matte(portrait.pyramid, None, portrait.models).full()
    seen: Any = np.round(alpha * 255).astype(np.uint8)[..., None]
    for face in portrait.faces[1:]:
        x, y = max(0, round(face.x - face.width / 2)), max(0, round(face.y - face.height / 2))
        seen[y : round(face.y + 1.5 * face.height), x : round(face.x + 1.5 * face.width)] = 255
    cut: Any = cut_box(np.repeat(seen, 3, axis=2), plan.frame, plan.box, size)
    return np.asarray(cut[..., 0] / np.float32(255), np.float32)


def fill_space(pixels: Pixels, person: FloatPlane | None, space: Space, params: CropParams) -> Pixels:
    """HxWx3 or x4 with canvas around it. person: where people are; None for a colour. Raises Conflict ``does_not_fit``."""
    if person is None:
        red, green, blue = (int(params.canvas_color[at : at + 2], 16) for at in (1, 3, 5))
        return surround(pixels, space, (red, green, blue))
    return continue_ground(pixels, person, space)


def _widened(picture: Picture, grown: Pixels, space: Space) -> Picture:
    """The picture with canvas, and with the file's own colours in its middle."""
    own = picture.source_colours
    if own is None:
        return picture.with_(pixels=grown)
    colours: Any = icc.from_srgb(plane(grown[..., :3]), own.profile)
    colours = np.array(colours)
    height, width = own.pixels.shape[:2]
    colours[space.top : space.top + height, space.left : space.left + width] = own.pixels
    return picture.with_(pixels=grown, source_colours=replace(own, pixels=plane(colours), base=grown))
