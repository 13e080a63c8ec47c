"""An ID photo small: framed, cut and laid on its background, without its file and its verdict, which take most of a run."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.operations.compliance.cues.cut_shape import require_clear_outline
from catchlight.operations.id_photo import run as id_photo
from catchlight.operations.id_photo.cutout import cutout
from catchlight.operations.id_photo.framing import Framing
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait


def preview(portraits: Sequence[Portrait], params: IdPhotoParams, size: int, context: Context) -> Preview:
    """The photo, ``size`` pixels long, before a limit of its file changes anything. Raises what planning and cutting raise; a
    refusal that the verdict gives is the run's alone."""
    portrait = id_photo.upright_of(portraits[0], params)
    planned = id_photo.plan_upright(portrait, params, context.catalogue)
    if params.hd and 2 * size <= max(planned.width_px, planned.height_px):
        # Twice the pixels that are shown are not worth enlarging the source for.
        plain = params.model_copy(update={"hd": False})
        pixels = cut_photo(portrait, plain, id_photo.plan_upright(portrait, plain, context.catalogue), context)
    else:
        pixels = cut_photo(portrait, params, planned, context)
    placement = geometry.compose(planned.matrix, portraits[0].to_upright)
    return Preview(Picture(reduce_pixels(pixels, size)), planned.width_px, planned.height_px, placement)


def cut_photo(portrait: Portrait, params: IdPhotoParams, planned: Framing, context: Context) -> ByteImage:
    """The photo of an upright portrait at its own size: HxWx3, or x4 on no background. Raises InvalidRequest, Conflict."""
    ground = id_photo.resolve_background(params, planned.document, context.catalogue)
    original = params.background == id_photo.ORIGINAL
    require_clear_outline(portrait)
    made = cutout(portrait, planned, params.hd, original, context.progress)
    return id_photo.compose_photo(made, original, ground)
