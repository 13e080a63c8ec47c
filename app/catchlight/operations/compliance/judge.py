"""Measuring a finished ID photo on its decoded file, as an office would.

Only what cannot be seen in the file any more comes from its making: where the crown was measured, how far the source was
enlarged, what was carried on beyond it, and what covers the face in the sharper source.
"""

from __future__ import annotations

from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.io import codec
from catchlight.imaging.picture import FloatPlane, Picture
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.operations.compliance.checks.background import (
    check_background,
    check_edge,
    check_leftover,
    check_making,
)
from catchlight.operations.compliance.checks.face import check_cues, check_face
from catchlight.operations.compliance.checks.file import check_file
from catchlight.operations.compliance.checks.head_geometry import check_angles, check_geometry
from catchlight.operations.compliance.cues.angles import measure_head_angles
from catchlight.operations.compliance.cues.coverings import Cues, measure_cues
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.provenance import PhotoProvenance
from catchlight.operations.compliance.sources import ICAO
from catchlight.operations.compliance.verdict import Verdict
from catchlight.operations.operation import File
from catchlight.portrait.face import detect, pose
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace, Pose
from catchlight.portrait.portrait import Portrait, Portraits

_PHOTO_SIDE = 256
"""Longer side at which a face is looked for first: it fills an ID photo."""
_SMALL_FACE = 0.12
"""Size of another face by that of the main one from which somebody else is in the photo."""


def judge_file(
    data: bytes,
    media_type: str,
    document: DocumentSpec,
    limits: codec.DecodeLimits | None = None,
    *,
    portraits: Portraits,
) -> Verdict:
    """The verdict on any file of a photo, made here or elsewhere. Raises what decoding raises."""
    picture = codec.decode(data, limits, media_type=media_type)
    portrait = portraits.of(picture)
    made = picture.record.last("id_photo")
    facts = made.facts if made else {}
    silhouette: FloatPlane | None = None
    cues: Cues | None = None
    hair_cut = False
    try:
        silhouette = portrait.bust_plane
        cues = portrait.kept("cues", lambda: measure_cues(portrait))
        hair_cut = portrait.cut_sides.top
    except UnusablePicture:
        pass  # the verdict says that there is no readable face
    making = PhotoProvenance(
        float(facts.get("enlargement", 1.0)),
        tuple(facts.get("invented", ())),
        silhouette=silhouette,
        neighbours=count_neighbours(portrait),
        replaced=bool(facts) and facts.get("background") != "original",
        hair_cut=hair_cut,
        cues=lambda: cues,
    )
    expected = (document.width_px, document.height_px, document.dpi)
    return _judged(File(data, media_type), picture, document, portrait.models, expected, making)


def judge(
    file: File, document: DocumentSpec, models: Models, expected: tuple[int, int, int], making: PhotoProvenance
) -> Verdict:
    """The verdict on a file just made. expected: width, height and dpi it should have."""
    picture = codec.decode(file.data, media_type=file.media_type)
    return _judged(file, picture, document, models, expected, making)


def count_neighbours(portrait: Portrait) -> int:
    """Other faces in the whole picture of a photo: anything from an eighth of the main face's size."""
    found = portrait.faces
    return sum(face.size > _SMALL_FACE * found[0].size for face in found[1:]) if found else 0


def _judged(
    file: File,
    picture: Picture,
    document: DocumentSpec,
    models: Models,
    expected: tuple[int, int, int],
    making: PhotoProvenance,
) -> Verdict:
    findings = Findings()
    check_file(findings, file, picture, document, expected)
    rgb = picture.rgb8
    pyramid = Pyramid(rgb)
    found = detect.detect(pyramid, models, first=_PHOTO_SIDE)
    rivals = sum(face.size > 0.3 * found[0].size for face in found) if found else 0
    findings.row(
        "single_face", "pass" if rivals == 1 else "fail", hard=True, value=float(rivals), low=1, high=1, source=ICAO
    )
    fitted = _fitted(pyramid, found, models)
    readable = fitted is not None
    findings.row(
        "readable_face",
        "pass" if readable else "fail",
        hard=True,
        text=Message("yes") if readable else Message("no"),
        source=ICAO,
    )
    cues = making.cues()
    if fitted is not None:
        points, head = fitted
        check_geometry(findings, picture, document, points, head, making.silhouette, making.framing)
        check_angles(findings, measure_head_angles(rgb, points, models), document)
        check_face(findings, rgb, points, models, document)
        if cues is not None:
            check_cues(findings, cues, document, rgb, points)
    check_background(findings, picture, document, making.silhouette)
    if cues is not None:
        check_leftover(findings, cues, making.replaced)
    if making.replaced:
        check_edge(findings, making.silhouette, making.framing)
    check_making(findings, picture, document, making)
    notes: list[str] = [Message(document.notes)] if document.notes else []
    if not document.verified:
        notes.insert(0, Message("Only the size of this document is known; no source for its other limits was found."))
    return Verdict.of(
        document.id,
        findings.checks,
        unofficial=picture.record.unfit_for_official_use,
        verified=document.verified,
        notes=notes,
    )


def _fitted(pyramid: Pyramid, found: tuple[detect.Face, ...], models: Models) -> tuple[Landmarks, Pose] | None:
    if not found:
        return None
    try:
        return pose.estimate_head_pose(pyramid, found[0], models, CanonicalFace.of(models))
    except UnusablePicture:
        return None
