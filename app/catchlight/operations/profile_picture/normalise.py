"""Normalizing: the photo upright, its white balance and exposure set right by the skin of the face."""

from __future__ import annotations

from dataclasses import replace

from catchlight.core.progress import Progress
from catchlight.develop import auto
from catchlight.develop.pipeline import develop
from catchlight.operations.adjust.run import picture_statistics
from catchlight.operations.profile_picture.work import AvatarWork


def normalise_light(work: AvatarWork, progress: Progress) -> AvatarWork:
    """The work with its photo developed; a photo that is well lit is left as it is."""
    portrait = work.portrait
    seen = picture_statistics(portrait)
    progress.report(0.3, "measuring the light")
    settings = auto.exposure(seen).plus(auto.white_balance(seen))
    facts = work.facts | {"developed": settings.changed()}
    pixels = develop(work.pixels, settings, seen, progress.part(0.3, 1.0))
    if pixels is work.pixels:
        return replace(work, facts=facts, shown=portrait.picture.with_(pixels=pixels))
    picture = portrait.picture.with_(pixels=pixels)
    return replace(work, portrait=portrait.recoloured(picture), pixels=picture.pixels, shown=picture, facts=facts)
