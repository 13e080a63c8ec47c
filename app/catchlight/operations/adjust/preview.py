"""Adjust on a small copy: the settings are found on the whole picture, and few pixels are developed by them."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.core.progress import Progress
from catchlight.develop.development import Development
from catchlight.develop.pipeline import develop
from catchlight.develop.raw import RawDevelopment
from catchlight.imaging.picture import Picture, Pixels
from catchlight.operations.adjust import run as adjust
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.adjust.raw_source import half_of, redevelop
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize, small_pixels


def preview(portraits: Sequence[Portrait], params: AdjustParams, size: int, context: Context) -> Preview:
    """The developed picture, ``size`` pixels long. Raises what ``run`` raises."""
    portrait = portraits[0]
    if params.raw.at_rest:
        small, seen = small_pixels(portrait, size), adjust.picture_statistics(portrait)
    else:
        small = _raw_at(portrait, params.raw, size, context.progress)
        seen = adjust.statistics_of(small, portrait)
    wish, plain = adjust.plan_settings(params, seen, context.catalogue)
    mask = adjust.mask_of(portrait, plain)
    height, width = small.shape[:2]
    if mask is not None:
        mask = resize(mask, (width, height))
    shown = _seen_from_afar(plain, width / portrait.picture.width)
    pixels = small if plain.is_neutral else develop(small, shown, seen, context.progress, mask)
    details = {"settings": wish.changed(), "developed": plain.changed()}
    return Preview(Picture(pixels), portrait.picture.width, portrait.picture.height, details=details)


def _raw_at(portrait: Portrait, settings: RawDevelopment, size: int, progress: Progress) -> Pixels:
    """The raw file developed, ``size`` pixels long: of half its size as far as that reaches, else whole and scaled down."""
    half = half_of(portrait, progress)
    if size <= max(half.pixels.shape[:2]):
        return half.develop(settings.plain, size)
    return reduce_pixels(redevelop(portrait.picture, settings, progress).pixels, size)


def _seen_from_afar(settings: Development, scale: float) -> Development:
    """Settings for a copy of ``scale`` (0..1) times the size: what is done to single pixels counts by it, for pixels that fall
    together even out (the deviation of noise falls with the length that is averaged)."""
    fine = {name: getattr(settings, name) * scale for name in ("sharpness", "noise_reduction", "grain")}
    return settings.model_copy(update=fine)
