"""Photos for a sheet: an ID photo made before is recognised and used as it is, a portrait becomes one first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import Conflict, InvalidRequest, UnknownEntry
from catchlight.core.messages import Message
from catchlight.imaging import compositing
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.imaging.record import Kind, Record, Step
from catchlight.operations.id_photo import framing, refusals
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Context
from catchlight.portrait.portrait import Portrait

DEFAULT_SPEC = "icao_35x45"


@dataclass(frozen=True, eq=False)
class Print:
    """An opaque ID photo (HxWx3 uint8), its size on paper in mm, and where it comes from."""

    pixels: ByteImage
    width_mm: float
    height_mm: float
    document: str | None
    record: Record


@dataclass(frozen=True)
class PhotoIdentity:
    """What a picture was recognised as; document is None for a size of one's own."""

    document: DocumentSpec | None
    width_mm: float
    height_mm: float


def photo(
    portrait: Portrait, spec: str | None, background: str, dpi: int, context: Context, *, judged: bool = True
) -> Print:
    """The ID photo of a portrait, made at ``dpi``, or the portrait itself where it is an ID photo already.

    judged: whether one that is made gets its verdict and its record, which a preview can do without.

    Raises UnknownEntry, Conflict ``digital_only`` for a document of which there are no prints, ``does_not_fit`` for a
    picture that an engine has painted in, and what making raises.
    """
    catalogue = context.catalogue
    refusals.check_source(portrait.picture)
    wanted = None if spec is None else catalogue.documents.get(spec)
    if spec is not None and wanted is None:
        raise UnknownEntry("spec", spec, catalogue.documents.ids)
    known = recognise_photo(portrait.picture, spec, catalogue)
    refused = no_print(wanted if known is None else known.document)
    if refused is not None:
        raise refused
    if known is None:
        make = _made if judged else _cut
        return make(portrait, spec or DEFAULT_SPEC, background, dpi, context)
    context.progress.report(1.0, "recognising")
    pixels = _opaque(portrait.picture, background, known.document, catalogue)
    entry = known.document.id if known.document else None
    return Print(pixels, known.width_mm, known.height_mm, entry, portrait.picture.record)


def no_print(document: DocumentSpec | None) -> Conflict | None:
    """Why a document's photo has no place on paper; None where it has."""
    if document is None or not document.digital_only:
        return None
    return Conflict(
        Message(
            "{document}: this photo is uploaded as a file, and no size on paper is known. Save the file instead.",
            document=Message(document.label),
        ),
        code="digital_only",
    )


def recognise_photo(picture: Picture, spec: str | None, catalogue: Catalogue) -> PhotoIdentity | None:
    """What the picture is an ID photo of: by its record, by the exact pixels of ``spec`` (or twice as many: HD), or
    without ``spec`` by the exact pixels and the density of any document. None for any other picture.
    """
    step = picture.record.last("id_photo")
    if step is not None and (known := _recorded(picture, step, spec, catalogue)) is not None:
        return known
    document: DocumentSpec | None
    if spec is not None:
        document = catalogue.documents.get(spec)
        fits = document is not None and _times(picture, document) is not None
    else:
        default = catalogue.documents.get(DEFAULT_SPEC)
        document = _by_density(picture, [*([default] if default else []), *catalogue.documents])
        fits = document is not None
    return PhotoIdentity(document, document.width_mm, document.height_mm) if document is not None and fits else None


def _recorded(picture: Picture, step: Step, spec: str | None, catalogue: Catalogue) -> PhotoIdentity | None:
    entry, width, height = (step.facts.get(key) for key in ("document", "widthMm", "heightMm"))
    if not isinstance(width, int | float) or not isinstance(height, int | float) or width <= 0 or height <= 0:
        return None
    if spec is not None and spec != entry:
        return None
    # Two pixels of rounding; anything else was cropped after it became an ID photo.
    if abs(picture.width * height - picture.height * width) > 2 * max(width, height):
        return None
    return PhotoIdentity(
        catalogue.documents.get(entry) if isinstance(entry, str) else None, float(width), float(height)
    )


def _times(picture: Picture, document: DocumentSpec) -> int | None:
    """1 where the picture has the document's pixels, 2 where it has twice as many on each side."""
    for times in (1, 2):
        if (picture.width, picture.height) == (document.width_px * times, document.height_px * times):
            return times
    return None


def _by_density(picture: Picture, documents: Iterable[DocumentSpec]) -> DocumentSpec | None:
    if picture.dpi is None:
        return None
    for document in documents:
        times = _times(picture, document)
        if times is not None and not document.digital_only and abs(picture.dpi - document.dpi * times) < 1:
            return document
    return None


def _made(portrait: Portrait, spec: str, background: str, dpi: int, context: Context) -> Print:
    from catchlight.operations.id_photo import run as id_photo

    params = _photo_params(spec, background, dpi, context.catalogue)

    def begin(kind: Kind, facts: dict[str, Any]) -> Step:
        parameters = params.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return context.begin(kind, facts).model_copy(update={"operation": "id_photo", "parameters": parameters})

    made = id_photo.make(portrait, params, replace(context, begin=begin))
    width, height = float(made.details["widthMm"]), float(made.details["heightMm"])
    return Print(made.picture.rgb8, width, height, spec, made.picture.record)


def _cut(portrait: Portrait, spec: str, background: str, dpi: int, context: Context) -> Print:
    """The same photo, not judged."""
    from catchlight.operations.id_photo.preview import cut_photo
    from catchlight.operations.id_photo.run import plan_upright

    params = _photo_params(spec, background, dpi, context.catalogue)
    planned = plan_upright(portrait.upright, params, context.catalogue)
    pixels = cut_photo(portrait.upright, params, planned, context)
    return Print(pixels, planned.document.width_mm, planned.document.height_mm, spec, portrait.picture.record)


def _photo_params(spec: str, background: str, dpi: int, catalogue: Catalogue) -> IdPhotoParams:
    """What a photo for paper is asked for. Raises InvalidRequest without a background."""
    from catchlight.operations.id_photo.run import TRANSPARENT

    if background == TRANSPARENT:
        raise InvalidRequest(
            Message("A photo on paper needs a background; choose document, original, an id, or #rrggbb.")
        )
    document = catalogue.documents.get(spec)
    return IdPhotoParams(spec=spec, background=background, dpi=None if document is None or document.dpi == dpi else dpi)


def _opaque(picture: Picture, background: str, document: DocumentSpec | None, catalogue: Catalogue) -> ByteImage:
    """The picture on the wished colour where it is transparent, as it is where it is not. Raises InvalidRequest."""
    from catchlight.operations.id_photo import run as id_photo

    below = document or framing.custom_document(35, 45, 300)
    ground = id_photo.resolve_background(IdPhotoParams(background=background), below, catalogue)
    if not picture.has_alpha:
        return picture.rgb8
    if ground is None:
        raise InvalidRequest(
            Message("A transparent photo needs a colour to be printed on; choose document, an id, or #rrggbb.")
        )
    values = (picture.pixels >> 8 if picture.depth == 16 else picture.pixels).astype(np.uint8)
    alpha = picture.pixels[..., 3].astype(np.float32) / np.float32(2**picture.depth - 1)
    return compositing.on_colour(values[..., :3], alpha, ground)
