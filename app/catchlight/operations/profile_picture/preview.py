"""A profile picture small: the square as a job would make it, by the steps that a job takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from catchlight.core.progress import Progress
from catchlight.imaging import geometry
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.run import picture_statistics
from catchlight.operations.headshot.frame import HeadshotFrame
from catchlight.operations.headshot.nearest_framing import find_frame
from catchlight.operations.headshot.small_frame import shrink_into_frame
from catchlight.operations.operation import Context, Preview
from catchlight.operations.profile_picture import run as profile_picture
from catchlight.operations.profile_picture.crop_square import crop_square
from catchlight.operations.profile_picture.matte import composite_square
from catchlight.operations.profile_picture.normalise import normalise_light
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.operations.profile_picture.resize import cut_circle, encode_srgb, premultiply
from catchlight.operations.profile_picture.style import prepare_scene
from catchlight.operations.profile_picture.work import AvatarWork
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait

_KEPT = 1_700_000
"""Pixels of a picture up to which its square is kept: one background after another is laid behind the same one."""


def preview(portraits: Sequence[Portrait], params: ProfilePictureParams, size: int, context: Context) -> Preview:
    """The finished square or circle, ``size`` pixels long; the size that is told is that of the square in the photo, before a job
    scales it to the sizes that are asked for. Raises what the steps raise."""
    portrait, progress = portraits[0], context.progress
    portrait.require_frontal()
    upright = portrait.upright
    wish = profile_picture.start_work(upright, params, context.catalogue, datetime.now(UTC)).wish
    planned = find_frame(upright, wish.view, wish.straighten, wish.ground.mild)
    small, frame = shrink_into_frame(upright, planned, size)
    small.kept("seen", lambda: picture_statistics(upright))  # the light is measured on the whole picture
    begun = profile_picture.start_work(small, params, context.catalogue, datetime.now(UTC))
    square = _square(begun, frame, progress)
    progress.check()
    laid = prepare_scene(replace(square, wish=begun.wish, step=begun.step), progress)
    progress.check()
    made = composite_square(laid, progress)
    pixels = reduce_pixels(made.pixels, size)
    if begun.circle:
        pixels = encode_srgb(cut_circle(premultiply(pixels)))
    placement = geometry.compose(planned.matrix, portrait.to_upright)
    return Preview(Picture(pixels), planned.width, planned.height, placement, made.facts)


def _square(begun: AvatarWork, frame: HeadshotFrame, progress: Progress) -> AvatarWork:
    """Developed and cut; of a small picture kept with it."""

    def make() -> AvatarWork:
        developed = normalise_light(begun, progress)
        progress.check()
        return crop_square(developed, progress, frame)

    picture = begun.portrait.picture
    if picture.width * picture.height > _KEPT:
        return make()
    return begun.portrait.kept(f"profile picture:square:{begun.wish.ground.mild}", make)
