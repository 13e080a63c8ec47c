"""ID photo: a document's photo in exact pixels and density, cut from a portrait and measured again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import Field, model_validator

from catchlight.catalogue.documents import MM_PER_INCH, Document
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import colour, composite, extend, geometry, upscale
from catchlight.engine.errors import Conflict, InvalidRequest, UnknownEntry
from catchlight.engine.extend import Room
from catchlight.engine.foreground import foreground
from catchlight.engine.picture import ByteImage, FloatPlane, Picture
from catchlight.engine.portrait import Portrait
from catchlight.engine.progress import Progress
from catchlight.engine.record import Kind
from catchlight.operations import framing
from catchlight.operations.base import Context, File, Operation, Outcome, Params
from catchlight.operations.compliance import Verdict, judge
from catchlight.operations.compliance.covers import covers
from catchlight.operations.compliance.judge import Making
from catchlight.operations.filesize import fitted
from catchlight.operations.framing import Framing

Ground = tuple[int, int, int] | None
TRANSPARENT, ORIGINAL = "transparent", "original"

MOST_ENLARGED = 3.0
"""Largest enlargement of the source: twice by super-resolution where ``hd`` asks for it, the rest by resampling."""
MOST_INVENTED = 0.3
"""Largest share of the photo's height that may be carried on below the source."""


class IdPhotoParams(Params):
    """What photo is wanted, and the user's own lines where the measured ones are to be corrected."""

    spec: str = Field("icao_35x45", title="Document", description="Catalogue id of the document.")
    width_mm: float | None = Field(
        None, title="Width", ge=10, le=200, description="A size of your own, with the height.", json_schema_extra={"unit": "mm"}
    )
    height_mm: float | None = Field(
        None, title="Height", ge=10, le=200, description="A size of your own, with the width.", json_schema_extra={"unit": "mm"}
    )
    dpi: int | None = Field(
        None, title="Resolution", ge=72, le=1200, description="Without it, the document's.", json_schema_extra={"unit": "dpi"}
    )
    hd: bool = Field(
        False, title="HD", description="Twice the resolution; super-resolution of the person where the source lacks pixels."
    )
    background: str = Field(
        "transparent",
        title="Background",
        description="transparent, document (the document's own colour), original (nothing but geometry), a catalogue id, "
        "or #rrggbb.",
    )
    max_kilobytes: int | None = Field(
        None, title="Largest file", ge=2, le=20_000, description="Target for the file's size.", json_schema_extra={"unit": "kB"}
    )
    align: bool = Field(True, title="Level the eyes", description="Turn the picture so that the eye line is level.")
    crown_y: float | None = Field(
        None, title="Crown", description="Your own crown line: y in pixels of the upright picture.", json_schema_extra={"unit": "px"}
    )
    chin_y: float | None = Field(
        None, title="Chin", description="Your own chin line: y in pixels of the upright picture.", json_schema_extra={"unit": "px"}
    )
    eye_y: float | None = Field(
        None, title="Eye line", description="Your own eye line: y in pixels of the upright picture.", json_schema_extra={"unit": "px"}
    )

    @model_validator(mode="after")
    def _whole(self) -> IdPhotoParams:
        if (self.width_mm is None) != (self.height_mm is None):
            raise ValueError("widthMm and heightMm belong together: give both or neither")
        return self


def document_of(params: IdPhotoParams, catalogue: Catalogue) -> Document:
    """The document that is asked for. Raises UnknownEntry."""
    if params.width_mm is not None and params.height_mm is not None:
        return framing.custom(params.width_mm, params.height_mm, params.dpi or 300)
    document = catalogue.documents.get(params.spec)
    if document is None:
        raise UnknownEntry("spec", params.spec, catalogue.documents.ids)
    return document


def size_of(params: IdPhotoParams, document: Document) -> tuple[int, int, int]:
    """Width and height in pixels, and dpi, of the finished photo."""
    dpi = params.dpi or document.dpi
    width, height = document.width_px, document.height_px
    if dpi != document.dpi:
        width, height = round(document.width_mm / MM_PER_INCH * dpi), round(document.height_mm / MM_PER_INCH * dpi)
    return (2 * width, 2 * height, 2 * dpi) if params.hd else (width, height, dpi)


def ground_of(params: IdPhotoParams, document: Document, catalogue: Catalogue) -> Ground:
    """The background colour, None for ``transparent`` and ``original``. Raises InvalidRequest."""
    if params.background in (TRANSPARENT, ORIGINAL):
        return None
    row = catalogue.backgrounds.get(params.background)
    name = document.background if params.background == "document" else row.hex if row else params.background
    found = colour.parse_hex(name)
    if found is None:
        known = ", ".join((TRANSPARENT, ORIGINAL, "document", *catalogue.backgrounds.ids))
        raise InvalidRequest(f"background {params.background!r} is neither #rrggbb nor one of {known}.")
    return found


def plan(portrait: Portrait, params: IdPhotoParams, catalogue: Catalogue) -> Framing:
    """Where the photo's frame lies in the source: geometry only.

    Raises UnknownEntry, UnusablePicture, and Conflict ``too_small_for_spec`` or ``does_not_fit``.
    """
    document = document_of(params, catalogue)
    portrait.require_frontal()
    width, height, _ = size_of(params, document)
    lines = framing.guides(portrait, params.crown_y, params.chin_y, params.eye_y)
    _check_lines(lines)
    source = (portrait.picture.width, portrait.picture.height)
    planned = framing.frame(portrait.landmarks, lines, document, (width, height), params.align, source)
    _check_size(planned)
    return planned


def run(portraits: Sequence[Portrait], params: IdPhotoParams, context: Context) -> Outcome:
    """The finished file with its verdict. Raises what ``plan`` raises, InvalidRequest, and ``cannot_reach_size``."""
    portrait, progress = portraits[0], context.progress
    document = document_of(params, context.catalogue)
    ground = ground_of(params, document, context.catalogue)
    progress.report(0.02, "finding the face")
    portrait.require_frontal()
    progress.report(0.15, "matting")
    planned = plan(portrait, params, context.catalogue)
    progress.report(0.55, "cutting")
    original = params.background == ORIGINAL
    made = _made(portrait, planned, params.hd, original, progress.part(0.55, 0.8))
    dpi = size_of(params, document)[2]
    kind: Kind = "pixels" if made.invented else "geometry" if original else "background"
    facts = {
        "document": document.id,
        "widthMm": document.width_mm,
        "heightMm": document.height_mm,
        "background": params.background,
        "enlargement": round(planned.scale, 3),
        "invented": list(made.invented),
    }
    if original:
        pixels = made.fore
    elif ground is None:
        pixels = np.dstack([made.fore, _bytes(made.alpha)])
    else:
        pixels = composite.on_colour(made.fore, made.alpha, ground)
    picture = Picture(pixels, dpi=float(dpi), record=portrait.picture.record.then(context.begin(kind, facts)))
    progress.report(0.85, "writing the file")
    file, picture = fitted(picture, document, params.output_format, params.max_kilobytes, portrait.picture.metadata.media_type)
    progress.report(0.9, "measuring the result")
    making = Making(planned.scale, made.invented, covers(portrait))
    verdict = judge(file, document, portrait.models, ground, size_of(params, document), making)
    return Outcome(picture, file, _details(document, picture, file, planned, made, params.background, ground, verdict))


def make(portrait: Portrait, params: IdPhotoParams, context: Context) -> Outcome:
    """An ID photo as a step of another operation (a print sheet made straight from a portrait)."""
    return run([portrait], params, context)


@dataclass(frozen=True)
class _Made:
    fore: ByteImage
    alpha: FloatPlane
    invented: tuple[str, ...]
    """What the photo holds that the source does not: ``bottom``, ``left``, ``right``, ``top``, ``super_resolution``."""


def _check_lines(lines: framing.Guides) -> None:
    if not lines.crown[1] < lines.eyes[1] < lines.chin[1]:
        raise InvalidRequest("The crown must lie above the eye line and the eye line above the chin; move the guides.")


def _check_size(planned: Framing) -> None:
    if planned.scale > MOST_ENLARGED:
        head = planned.head_mm * planned.px_per_mm
        have, need = head / planned.scale, head / MOST_ENLARGED
        raise Conflict(
            f"The head is {have:.0f} pixels tall; {planned.document.label} at this resolution needs at least {need:.0f} "
            f"({need - have:.0f} are missing). Use a larger picture, go nearer, or choose a lower resolution.",
            code="too_small_for_spec",
        )
    above, below = planned.missing
    if above - planned.top_margin_mm * planned.px_per_mm > 0:
        raise Conflict("The picture cuts the head off above. Use a picture with room above the head.", code="does_not_fit")
    if below > MOST_INVENTED * planned.height_px:
        raise Conflict(
            f"The picture ends {below / planned.px_per_mm:.0f} mm too early below the chin for {planned.document.label}. "
            "Use a picture with more room below the head.",
            code="does_not_fit",
        )


def _made(portrait: Portrait, planned: Framing, hd: bool, original: bool, progress: Progress) -> _Made:
    """Foreground colours (or the untouched ones, with the original background) and alpha at the photo's size."""
    x0, y0, x1, y1 = portrait.bust.box
    low, high = planned.corners.min(axis=0), planned.corners.max(axis=0)
    # The matted window, cut down to what the frame reads.
    a0, b0 = max(x0, int(low[0]) - 8), max(y0, int(low[1]) - 8)
    a1, b1 = min(x1, int(high[0]) + 9), min(y1, int(high[1]) + 9)
    rgb = portrait.picture.rgb8[b0:b1, a0:a1]
    alpha = portrait.bust.alpha[b0 - y0 : b1 - y0, a0 - x0 : a1 - x0]
    matrix = planned.matrix.copy()
    matrix[:, 2] += matrix[:, :2] @ np.array([a0, b0], float)
    invented: list[str] = []
    scale = planned.scale
    if scale < 0.5:
        rgb, alpha, matrix = _reduced(rgb, alpha, matrix, 2 * scale)
    room = _room(planned, matrix, alpha, (a0, b0, a1, b1), portrait)
    if room:
        chin = geometry.apply(np.array([[1.0, 0, -a0], [0, 1, -b0]]), [planned.chin])[0, 1] * alpha.shape[0] / (b1 - b0)
        rgb, alpha = extend.extend(rgb, alpha, room, float(chin))
        matrix = matrix.copy()
        matrix[:, 2] -= matrix[:, :2] @ np.array([room.left, room.top], float)
        invented += [side for side in ("left", "top", "right", "bottom") if getattr(room, side)]
    if hd and scale > 1:
        rgb = upscale.doubled(np.ascontiguousarray(rgb), portrait.models, progress.part(0, 0.8))
        half = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]])
        colour_matrix = (np.vstack([matrix, [0, 0, 1]]) @ half)[:2]
        invented.append("super_resolution")
    else:
        colour_matrix = matrix
    size = (planned.width_px, planned.height_px)
    photo = np.asarray(geometry.cut(np.ascontiguousarray(rgb), colour_matrix, size), np.uint8)
    if original:
        uncovered = _uncovered(planned, portrait)
        return _Made(photo, np.ones(photo.shape[:2], np.float32), tuple(invented) or (("background",) if uncovered else ()))
    mask = _cut_plane(alpha, matrix, size)
    progress.report(0.9, "cleaning the edges")
    return _Made(np.asarray(foreground(photo, mask), np.uint8), mask, tuple(invented))


def _uncovered(planned: Framing, portrait: Portrait) -> bool:
    """Whether the frame reaches beyond the picture by a pixel or more."""
    low, high = planned.corners.min(axis=0), planned.corners.max(axis=0)
    size = np.array([portrait.picture.width, portrait.picture.height])
    return bool((low < -1.5).any() or (high > size + 0.5).any())


def _reduced(
    rgb: ByteImage, alpha: FloatPlane, matrix: geometry.Matrix, factor: float
) -> tuple[ByteImage, FloatPlane, geometry.Matrix]:
    """Picture and alpha at ``factor`` of their size: nothing finer would survive in the photo."""
    import cv2

    width, height = max(2, round(rgb.shape[1] * factor)), max(2, round(rgb.shape[0] * factor))
    sx, sy = width / rgb.shape[1], height / rgb.shape[0]
    small = cv2.resize(rgb, (width, height), interpolation=cv2.INTER_AREA)
    mask = cv2.resize(alpha, (width, height), interpolation=cv2.INTER_AREA)
    grow = np.linalg.inv(np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, 0.5 * sy - 0.5], [0, 0, 1]]))
    return np.asarray(small, np.uint8), np.asarray(mask, np.float32), (np.vstack([matrix, [0, 0, 1]]) @ grow)[:2]


def _room(
    planned: Framing, matrix: geometry.Matrix, alpha: FloatPlane, box: tuple[int, int, int, int], portrait: Portrait
) -> Room:
    """Pixels of the window that have to be added where the person reaches the picture's own border inside the frame."""
    low, high = planned.corners.min(axis=0), planned.corners.max(axis=0)
    factor = alpha.shape[1] / (box[2] - box[0])
    width, height = portrait.picture.width, portrait.picture.height

    def needed(reach: float, at_border: bool) -> int:
        return int(np.ceil(max(0.0, reach) * factor)) + 2 if at_border and reach > 0.5 else 0

    room = Room(
        needed(box[0] - low[0], box[0] == 0),
        needed(box[1] - low[1], box[1] == 0),
        needed(high[0] - box[2], box[2] == width),
        needed(high[1] - box[3], box[3] == height),
    )
    return extend.touched(alpha, room)


def _cut_plane(plane: FloatPlane, matrix: geometry.Matrix, size: tuple[int, int]) -> FloatPlane:
    """A float plane through ``matrix``; 0 outside."""
    import cv2

    flags = cv2.INTER_CUBIC if geometry.scale_of(matrix) > 0.6 else cv2.INTER_AREA
    plane = np.ascontiguousarray(plane)
    if geometry.scale_of(matrix) < 0.6:
        plane = cv2.GaussianBlur(plane, (0, 0), 0.35 / geometry.scale_of(matrix))
        flags = cv2.INTER_LINEAR
    cut = cv2.warpAffine(plane, matrix, size, flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    return np.clip(cut, 0, 1)


def _bytes(plane: FloatPlane) -> ByteImage:
    return np.round(plane * 255).astype(np.uint8)


def _details(
    document: Document,
    picture: Picture,
    file: File,
    planned: Framing,
    made: _Made,
    background: str,
    ground: Ground,
    verdict: Verdict,
) -> dict[str, Any]:
    return {
        "document": document.id,
        "widthMm": document.width_mm,
        "heightMm": document.height_mm,
        "widthPx": picture.width,
        "heightPx": picture.height,
        "dpi": picture.dpi,
        "kilobytes": round(len(file.data) / 1000, 1),
        "background": background if ground is None else "#{:02x}{:02x}{:02x}".format(*ground),
        "enlargement": round(planned.scale, 3),
        "invented": list(made.invented),
        "guides": _guides(planned),
        "verdict": verdict.model_dump(mode="json", by_alias=True),
    }


def _guides(planned: Framing) -> dict[str, Any]:
    """Lines and tolerance bands, in mm from the top edge of the photo."""
    document = planned.document
    crown = planned.top_margin_mm
    chin = crown + planned.head_mm
    tops, heads, eyes = document.top_margin_mm, document.head_mm, document.eye_from_bottom_mm

    def band(low: float | None, high: float | None) -> list[float] | None:
        return None if low is None or high is None else [round(low, 3), round(high, 3)]

    return {
        "crownMm": round(crown, 3),
        "chinMm": round(chin, 3),
        "eyeMm": round(document.height_mm - planned.eye_from_bottom_mm, 3),
        "crownBand": band(tops.low, tops.high) if tops else None,
        "chinBand": band(crown + heads.low, crown + heads.high) if heads and heads.low and heads.high else None,
        "eyeBand": band(document.height_mm - eyes.high, document.height_mm - eyes.low)
        if eyes and eyes.low and eyes.high
        else None,
    }


OPERATION = Operation(
    id="id_photo", title="ID photo", path="/image-edit/id-photo/generate", params=IdPhotoParams, run=run
)
