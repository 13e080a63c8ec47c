"""ID photo: a document's photo in exact pixels and density, cut from a portrait and measured again."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import MM_PER_INCH, DocumentSpec
from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.core.messages import Message
from catchlight.imaging import compositing, geometry
from catchlight.imaging.colour import srgb
from catchlight.imaging.picture import ByteImage, FloatPlane, Picture
from catchlight.imaging.record import Kind
from catchlight.operations.compliance import Verdict, judge
from catchlight.operations.compliance.cues.coverings import Cues, measure_cues
from catchlight.operations.compliance.cues.cut_shape import require_clear_outline
from catchlight.operations.compliance.provenance import PhotoProvenance
from catchlight.operations.id_photo import framing, guides, refusals
from catchlight.operations.id_photo.cutout import Cutout, cutout
from catchlight.operations.id_photo.filesize import PhotoFile, fit_file_size
from catchlight.operations.id_photo.framing import Framing
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait

BackgroundColour = tuple[int, int, int] | None
TRANSPARENT, ORIGINAL = "transparent", "original"
_SHOWN = 0.3
"""Alpha from which what lies there is seen in the photo."""


def document_of(params: IdPhotoParams, catalogue: Catalogue) -> DocumentSpec:
    """The document that is asked for. Raises UnknownEntry."""
    if params.width_mm is not None and params.height_mm is not None:
        return framing.custom_document(params.width_mm, params.height_mm, params.dpi or 300)
    document = catalogue.documents.get(params.spec)
    if document is None:
        raise UnknownEntry("spec", params.spec, catalogue.documents.ids)
    return document


def size_of(params: IdPhotoParams, document: DocumentSpec) -> tuple[int, int, int]:
    """Width and height in pixels, and dpi, of the finished photo."""
    dpi = params.dpi or document.dpi
    width, height = document.width_px, document.height_px
    if dpi != document.dpi:
        width, height = round(document.width_mm / MM_PER_INCH * dpi), round(document.height_mm / MM_PER_INCH * dpi)
    return (2 * width, 2 * height, 2 * dpi) if params.hd else (width, height, dpi)


def resolve_background(params: IdPhotoParams, document: DocumentSpec, catalogue: Catalogue) -> BackgroundColour:
    """The background colour, None for ``transparent`` and ``original``. Raises InvalidRequest."""
    if params.background in (TRANSPARENT, ORIGINAL):
        return None
    row = catalogue.backgrounds.get(params.background)
    name = document.background if params.background == "document" else row.hex if row else params.background
    found = srgb.parse_hex(name)
    if found is None:
        known = ", ".join((TRANSPARENT, ORIGINAL, "document", *catalogue.backgrounds.ids))
        raise InvalidRequest(
            Message(
                "background {background!r} is neither #rrggbb nor one of {known}.",
                background=params.background,
                known=known,
            )
        )
    return found


def plan(portrait: Portrait, params: IdPhotoParams, catalogue: Catalogue) -> Framing:
    """Where the photo's frame lies in the source: geometry only.

    Raises UnknownEntry, UnusablePicture, and Conflict ``too_small_for_spec`` or ``does_not_fit``.
    """
    upright = portrait.upright
    if upright is portrait:
        return plan_upright(portrait, params, catalogue)
    return plan_upright(upright, params, catalogue).seen_from(portrait.to_upright)


def run(portraits: Sequence[Portrait], params: IdPhotoParams, context: Context) -> Outcome:
    """The finished file with its verdict. Raises what ``plan`` raises, InvalidRequest, and ``cannot_reach_size``."""
    progress = context.progress
    document = document_of(params, context.catalogue)
    ground = resolve_background(params, document, context.catalogue)
    progress.report(0.02, "finding the face")
    portrait = upright_of(portraits[0], params)
    portrait.require_frontal()
    progress.report(0.15, "matting")
    planned = plan_upright(portrait, params, context.catalogue)
    with ThreadPoolExecutor(1, "cues") as side:
        # What follows keeps one core busy; parsing, which only the verdict's last checks need, takes the others meanwhile.
        # Begun beside matting it would only take its cores: two networks at once are slower than one after the other.
        cues = side.submit(portrait.kept, "cues", lambda: measure_cues(portrait))
        photo = _made(portrait, params, planned, ground, cues, context)
    refusals.check_readable(photo.verdict, portrait)
    return Outcome(photo.written.picture, photo.written.file, _details(photo, params.background, ground))


def upright_of(portrait: Portrait, params: IdPhotoParams) -> Portrait:
    """The portrait turned upright. Raises InvalidRequest for lines of a picture that is turned."""
    upright = portrait.upright
    if upright is not portrait and (params.crown_y, params.chin_y, params.eye_y) != (None, None, None):
        raise InvalidRequest(Message("Lines of your own need an upright picture; turn it first."))
    return upright


@dataclass(frozen=True)
class _Photo:
    """A finished photo with all that is known of it."""

    planned: Framing
    made: Cutout
    written: PhotoFile
    verdict: Verdict


def plan_upright(portrait: Portrait, params: IdPhotoParams, catalogue: Catalogue) -> Framing:
    """The frame in an upright portrait."""
    document = document_of(params, catalogue)
    refusals.check_source(portrait.picture)
    portrait.require_frontal()
    width, height, _ = size_of(params, document)
    lines = framing.measure_lines(portrait, document, params.crown_y, params.chin_y, params.eye_y)
    refusals.check_lines(lines)
    source = (portrait.picture.width, portrait.picture.height)
    cut = portrait.cut_sides
    planned = framing.plan_framing(portrait.landmarks, lines, document, (width, height), params.align, source, cut)
    refusals.check_size(planned)
    refusals.check_complete(planned, cut)
    refusals.check_shape(planned, portrait)
    refusals.check_sides(planned, portrait)
    return planned


def _made(
    portrait: Portrait,
    params: IdPhotoParams,
    planned: Framing,
    ground: BackgroundColour,
    cues: Future[Cues],
    context: Context,
) -> _Photo:
    """Cut, written and measured."""
    progress, document = context.progress, planned.document
    progress.report(0.55, "cutting")
    made = cutout(portrait, planned, params.hd, params.background == ORIGINAL, progress.part(0.55, 0.8))
    picture = _picture(portrait, params, planned, made, ground, context)
    progress.report(0.85, "writing the file")
    source_type = portrait.picture.metadata.media_type
    written = fit_file_size(picture, document, params.output_format, params.max_kilobytes, source_type)
    progress.report(0.9, "measuring the result")
    require_clear_outline(portrait, cues.result())
    progress.check()
    making = PhotoProvenance(
        planned.scale,
        made.invented,
        planned,
        _resized(made.silhouette, written.picture),
        _neighbours(portrait, planned, made),
        hair_cut=portrait.cut_sides.top and planned.guides.hair is None,
        replaced=params.background != ORIGINAL,
        cues=cues.result,
    )
    verdict = judge(written.file, document, portrait.models, size_of(params, document), making)
    return _Photo(planned, made, written, verdict)


def _resized(plane: FloatPlane, picture: Picture) -> FloatPlane:
    """A plane of the photo at the size that its file came to."""
    import cv2

    size = (picture.width, picture.height)
    return plane if plane.shape[::-1] == size else np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA))


def _neighbours(portrait: Portrait, planned: Framing, made: Cutout) -> int:
    """Other people's faces that the photo shows: in the frame, and not gone with the background."""
    count = 0
    for face in portrait.faces[1:]:
        x, y = geometry.apply(planned.matrix, [face.centre])[0]
        if 0 <= x < planned.width_px and 0 <= y < planned.height_px:
            count += bool(made.alpha[int(y), int(x)] > _SHOWN)
    return count


def _picture(
    portrait: Portrait,
    params: IdPhotoParams,
    planned: Framing,
    made: Cutout,
    ground: BackgroundColour,
    context: Context,
) -> Picture:
    """The photo on its background, with density and record."""
    original = params.background == ORIGINAL
    document = planned.document
    facts = {
        "document": document.id,
        "widthMm": document.width_mm,
        "heightMm": document.height_mm,
        "background": params.background,
        "enlargement": round(planned.scale, 3),
        "invented": list(made.invented),
    }
    kind: Kind = "pixels" if made.invented else "geometry" if original else "background"
    pixels = compose_photo(made, original, ground)
    dpi = float(size_of(params, document)[2])
    return Picture(pixels, dpi=dpi, record=portrait.picture.record.then(context.begin(kind, facts)))


def compose_photo(made: Cutout, original: bool, ground: BackgroundColour) -> ByteImage:
    """The cutout on its background: HxWx3, or x4 on none. original: on the one of the source."""
    if original:
        return made.fore
    if ground is None:
        return np.dstack([made.fore, _bytes(made.alpha)])
    return compositing.on_colour(made.fore, made.alpha, ground)


def make(portrait: Portrait, params: IdPhotoParams, context: Context) -> Outcome:
    """An ID photo as a step of another operation (a print sheet made straight from a portrait)."""
    return run([portrait], params, context)


def _bytes(plane: FloatPlane) -> ByteImage:
    return np.round(plane * 255).astype(np.uint8)


def _details(photo: _Photo, background: str, ground: BackgroundColour) -> dict[str, Any]:
    planned, picture, document = photo.planned, photo.written.picture, photo.planned.document
    return {
        "document": document.id,
        "widthMm": document.width_mm,
        "heightMm": document.height_mm,
        "digitalOnly": document.digital_only,
        "widthPx": picture.width,
        "heightPx": picture.height,
        "dpi": picture.dpi,
        "kilobytes": round(len(photo.written.file.data) / 1000, 1),
        "background": background if ground is None else "#{:02x}{:02x}{:02x}".format(*ground),
        "enlargement": round(planned.scale, 3),
        "invented": list(photo.made.invented),
        "guides": guides.lines_and_bands(planned),
        "notes": list(photo.written.notes),
        "verdict": photo.verdict.model_dump(mode="json", by_alias=True),
    }
