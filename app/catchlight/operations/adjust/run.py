"""Adjust: the whole picture developed by words, by settings, or by both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.core.messages import Message
from catchlight.develop import auto
from catchlight.develop.development import PARTS, Development
from catchlight.develop.picture_statistics import PictureStats, measure_picture
from catchlight.develop.pipeline import develop
from catchlight.imaging.picture import ByteImage, Pixels
from catchlight.operations import sentences
from catchlight.operations.adjust import sentence_settings
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.adjust.raw_source import redevelop
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait
from catchlight.retouch import regions


def picture_statistics(portrait: Portrait) -> PictureStats:
    """What the picture shows, kept with it."""
    return portrait.kept("seen", lambda: statistics_of(portrait.picture.pixels, portrait))


def statistics_of(pixels: Pixels, portrait: Portrait) -> PictureStats:
    """What another development of the portrait's picture shows, of whatever size."""
    scale = pixels.shape[1] / portrait.picture.width
    boxes = [
        (face.x * scale, face.y * scale, (face.x + face.width) * scale, (face.y + face.height) * scale)
        for face in portrait.faces
    ]
    return measure_picture(pixels, boxes)


def parse_settings(prompt: str, seen: PictureStats, catalogue: Catalogue) -> Development:
    """The settings that a sentence asks for; look and auto by name. Raises UnusablePicture ``prompt_not_understood``."""
    if not prompt.strip():
        return Development()
    understanding = sentences.parse_sentence("adjust", prompt)
    return sentence_settings.settings_of(understanding, seen, lambda entry: look_settings(entry, catalogue))


def look_settings(entry: str, catalogue: Catalogue) -> Development:
    """A look at full strength. Raises InvalidRequest."""
    row = catalogue.looks.get(entry)
    if row is None:
        raise InvalidRequest(
            Message("settings.look: {why}", why=UnknownEntry("look", entry, catalogue.looks.ids).message)
        )
    return Development.model_validate_json(row.settings_json)


def resolve_settings(settings: Development, seen: PictureStats, catalogue: Catalogue) -> Development:
    """Plain settings: the look and what auto finds for this picture written out. Raises InvalidRequest."""
    plain = Development()
    if settings.look is not None:
        plain = look_settings(settings.look, catalogue).scaled(settings.look_strength / 100)
    if settings.auto_exposure:
        plain = plain.plus(auto.exposure(seen))
    if settings.auto_white_balance:
        plain = plain.plus(auto.white_balance(seen))
    bare = {"look": None, "look_strength": 100.0, "auto_exposure": False, "auto_white_balance": False}
    return plain.plus(settings.model_copy(update=bare))


def plan_settings(params: AdjustParams, seen: PictureStats, catalogue: Catalogue) -> tuple[Development, Development]:
    """What is wished, words and settings together, and the plain settings that it comes to on this picture at its strength.

    Raises UnusablePicture ``prompt_not_understood``, InvalidRequest.
    """
    wish = parse_settings(params.adjustment_prompt, seen, catalogue).plus(params.settings)
    return wish, resolve_settings(wish, seen, catalogue).scaled(params.strength)


def mask_of(portrait: Portrait, settings: Development) -> ByteImage | None:
    """HxW, 255 where the parts of the picture are that are to stay as they are; None where none is named.

    Raises UnusablePicture where there is no face to find them by.
    """
    names = ["eye" if name == "eyes" else name for name in settings.protect if name in PARTS]
    if not names:
        return None
    kept = regions.region(portrait, names[0])
    for name in names[1:]:
        kept = np.maximum(kept, regions.region(portrait, name))
    return np.round(kept * 255).astype(np.uint8)


def run(portraits: Sequence[Portrait], params: AdjustParams, context: Context) -> Outcome:
    """The developed picture; details and record hold the settings that were used.

    A raw file is developed anew first where raw settings are given. Raises UnusablePicture ``prompt_not_understood``,
    InvalidRequest for an unknown look and for raw settings where there is no raw file, what finding protected parts raises, and
    what reading the raw file raises.
    """
    portrait, progress = portraits[0], context.progress
    progress.report(0.02, "reading the wish")
    if params.adjustment_prompt.strip():
        sentences.parse_sentence(
            "adjust", params.adjustment_prompt
        )  # a sentence that is not understood costs no measuring
    progress.report(0.05, "looking at the light")
    picture = portrait.picture
    if params.raw.at_rest:
        seen = picture_statistics(portrait)
    else:
        progress.report(0.06, "developing the raw file")
        picture = redevelop(picture, params.raw, progress)
        seen = statistics_of(picture.pixels, portrait)
    wish, plain = plan_settings(params, seen, context.catalogue)
    progress.report(0.15, "developing")
    mask = mask_of(portrait, plain)
    facts: dict[str, Any] = {"settings": wish.changed(), "developed": plain.changed()}
    if not params.raw.at_rest:
        facts["raw"] = params.raw.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if params.raw.at_rest or not plain.is_neutral:
        picture = picture.with_(pixels=develop(picture.pixels, plain, seen, progress.part(0.2, 1.0), mask))
    return Outcome(picture.with_(record=picture.record.then(context.begin("pixels", facts))), details=facts)
