"""Measuring a finished ID photo on its decoded file, as an office would: nothing of how it was made is trusted.

Only what cannot be seen in the file any more comes from its making: how far the source was enlarged, what was carried on
beyond it, and what covers the head in the sharper source.
"""

from __future__ import annotations

import numpy as np

from catchlight.catalogue.documents import Document
from catchlight.engine import codec, faces, pose
from catchlight.engine.errors import UnusablePicture
from catchlight.engine.landmarks import Landmarks
from catchlight.engine.models import Models
from catchlight.engine.picture import FloatPlane, Picture
from catchlight.engine.portrait import Portraits
from catchlight.engine.pose import CanonicalFace, Pose
from catchlight.engine.pyramid import Pyramid
from catchlight.operations.base import File
from catchlight.operations.compliance import checks
from catchlight.operations.compliance.checks import Making
from catchlight.operations.compliance.covers import Covers, covers
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.verdict import Verdict

Ground = tuple[int, int, int] | None

_PHOTO_SIDE = 256
"""Longer side at which a face is looked for first: it fills an ID photo."""
_ICAO = "ICAO 9303, ISO/IEC 19794-5"


def judge_file(data: bytes, media_type: str, document: Document, portraits: Portraits) -> Verdict:
    """The verdict on any file of a photo, made here or elsewhere. Raises what decoding raises."""
    picture = codec.decode(data, media_type=media_type)
    portrait = portraits.of(picture)
    made = picture.record.last("id_photo")
    facts = made.facts if made else {}
    silhouette: FloatPlane | None = None
    found: Covers | None = None
    try:
        bust = portrait.bust
        found = portrait.kept("covers", lambda: covers(portrait))
    except UnusablePicture:
        pass
    else:
        silhouette = np.zeros((picture.height, picture.width), np.float32)
        x0, y0, x1, y1 = bust.box
        silhouette[y0:y1, x0:x1] = bust.full()
    making = Making(float(facts.get("enlargement", 1.0)), tuple(facts.get("invented", ())), lambda: found)
    expected = (document.width_px, document.height_px, document.dpi)
    return _judged(File(data, media_type), picture, document, portrait.models, silhouette, expected, making)


def judge(
    file: File,
    document: Document,
    models: Models,
    ground: Ground,
    expected: tuple[int, int, int],
    making: Making,
) -> Verdict:
    """The verdict on a file just made. expected: width, height and dpi it should have; ground: None for transparent."""
    picture = codec.decode(file.data, media_type=file.media_type)
    return _judged(file, picture, document, models, _silhouette(picture, ground), expected, making)


def _silhouette(picture: Picture, ground: Ground) -> FloatPlane | None:
    """Where the person is: the file's own alpha, or what differs from the plain colour it was laid on."""
    if picture.has_alpha:
        return np.asarray(picture.pixels[..., 3] / np.float32(np.iinfo(picture.pixels.dtype).max), np.float32)
    if ground is None:
        return None
    away = np.abs(picture.rgb8.astype(np.int16) - np.array(ground, np.int16)).max(axis=2)
    return np.asarray(np.clip((away.astype(np.float32) - 4) / 24, 0, 1), np.float32)


def _judged(
    file: File,
    picture: Picture,
    document: Document,
    models: Models,
    silhouette: FloatPlane | None,
    expected: tuple[int, int, int],
    making: Making,
) -> Verdict:
    findings = Findings()
    checks.check_file(findings, file, picture, document, expected)
    rgb = picture.rgb8
    pyramid = Pyramid(rgb)
    found = faces.detect(pyramid, models, first=_PHOTO_SIDE)
    rivals = sum(face.size > 0.3 * found[0].size for face in found) if found else 0
    findings.row(
        "single_face", "pass" if rivals == 1 else "fail", hard=True, value=float(rivals), low=1, high=1, source=_ICAO
    )
    fitted = _fitted(pyramid, found, models)
    readable = fitted is not None
    findings.row(
        "readable_face", "pass" if readable else "fail", hard=True, text="yes" if readable else "no", source=_ICAO
    )
    if fitted is not None:
        points, head = fitted
        checks.check_geometry(findings, picture, document, points, head, silhouette)
        checks.check_face(findings, rgb, points, models, making.covers)
    checks.check_ground(findings, picture, document, silhouette)
    checks.check_making(findings, picture, document, making)
    notes = [document.notes] if document.notes else []
    if not document.verified:
        notes.insert(0, "Only the size of this document is known; no source for its other limits was found.")
    return Verdict.of(
        document.id,
        findings.checks,
        unofficial=picture.record.unfit_for_official_use,
        verified=document.verified,
        notes=notes,
    )


def _fitted(pyramid: Pyramid, found: tuple[faces.Face, ...], models: Models) -> tuple[Landmarks, Pose] | None:
    if not found:
        return None
    try:
        return pose.read(pyramid, found[0], models, CanonicalFace.of(models))
    except UnusablePicture:
        return None
