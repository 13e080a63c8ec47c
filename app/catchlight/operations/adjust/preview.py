"""Adjust on a small copy: the settings are found on the whole picture, and few pixels are developed by them."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.develop.development import Development
from catchlight.develop.pipeline import develop
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust import run as adjust
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.operation import Context, Preview
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize, view


def preview(portraits: Sequence[Portrait], params: AdjustParams, size: int, context: Context) -> Preview:
    """The developed picture, ``size`` pixels long. Raises what ``run`` raises."""
    portrait = portraits[0]
    seen = adjust.picture_statistics(portrait)
    wish, plain = adjust.plan_settings(params, seen, context.catalogue)
    mask = adjust.mask_of(portrait, plain)
    small = view(portrait, longest=size).picture
    if mask is not None:
        mask = resize(mask, (small.width, small.height))
    shown = _seen_from_afar(plain, small.width / portrait.picture.width)
    pixels = develop(small.pixels, shown, seen, context.progress, mask)
    details = {"settings": wish.changed(), "developed": plain.changed()}
    return Preview(Picture(pixels), portrait.picture.width, portrait.picture.height, details=details)


def _seen_from_afar(settings: Development, scale: float) -> Development:
    """Settings for a copy of ``scale`` (0..1) times the size: what is done to single pixels counts by it, for pixels that fall
    together even out (the deviation of noise falls with the length that is averaged)."""
    fine = {name: getattr(settings, name) * scale for name in ("sharpness", "noise_reduction", "grain")}
    return settings.model_copy(update=fine)
