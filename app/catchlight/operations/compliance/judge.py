"""Measuring a finished ID photo on its decoded file, as an office would: nothing of how it was made is trusted.

Only what cannot be seen in the file any more comes from its making: how far the source was enlarged, what was carried on
beyond it, and what covers the head in the sharper source.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from catchlight.catalogue.documents import Document, Limits
from catchlight.engine import codec, colour, expression, faces, pose, skull
from catchlight.engine.errors import UnusablePicture
from catchlight.engine.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE, Landmarks
from catchlight.engine.models import Models
from catchlight.engine.picture import ByteImage, FloatPlane, Picture
from catchlight.engine.portrait import Portraits
from catchlight.engine.pose import CanonicalFace, Pose
from catchlight.engine.pyramid import Pyramid
from catchlight.operations.base import File
from catchlight.operations.compliance import measures
from catchlight.operations.compliance.covers import Covers, covers
from catchlight.operations.compliance.titles import TITLES
from catchlight.operations.compliance.verdict import Check, Verdict, judged

Ground = tuple[int, int, int] | None

_PHOTO_SIDE = 256
"""Longer side at which a face is looked for first: it fills an ID photo."""
_EAR_TO_EAR = 1.06
_LANDMARK_SIGMA_CM = 0.12
_ICAO = "ICAO 9303, ISO/IEC 19794-5"
_OFIQ = "ISO/IEC 29794-5 (OFIQ)"
_OWN = "engineering choice"


@dataclass(frozen=True)
class Making:
    """What the file cannot tell any more."""

    enlargement: float = 1.0
    invented: tuple[str, ...] = ()
    covers: Covers | None = None


@dataclass
class _Sheet:
    """The checks as they are written down."""

    checks: list[Check] = field(default_factory=list)

    def row(self, check: str, state: Any, **facts: Any) -> None:
        title, title_zh, advice = TITLES[check]
        helped = "" if state in ("pass", "info") else advice
        self.checks.append(Check(id=check, title=title, title_zh=title_zh, state=state, advice=helped, **facts))

    def range(
        self, check: str, value: float, unit: str, limits: Limits | None, sigma: float, source: str, hard: bool = True
    ) -> None:
        """A measure against a document's limits; ``info`` where the document states none."""
        low, high = (limits.low, limits.high) if limits else (None, None)
        state, margin = judged(value, low, high, sigma)
        self.row(
            check,
            state,
            hard=hard and state != "info",
            value=round(value, 3),
            unit=unit,
            low=low,
            high=high,
            margin=None if margin is None else round(margin, 3),
            sigma=round(sigma, 3),
            source=source if limits else "",
        )

    def most(
        self, check: str, value: float, unit: str, high: float, sigma: float, source: str, hard: bool = False
    ) -> None:
        self.range(check, value, unit, Limits(high=high), sigma, source, hard)

    def least(
        self, check: str, value: float, unit: str, low: float, sigma: float, source: str, hard: bool = False
    ) -> None:
        self.range(check, value, unit, Limits(low=low), sigma, source, hard)


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
    making = Making(float(facts.get("enlargement", 1.0)), tuple(facts.get("invented", ())), found)
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
    sheet = _Sheet()
    _check_file(sheet, file, picture, document, expected)
    rgb = picture.rgb8
    pyramid = Pyramid(rgb)
    found = faces.detect(pyramid, models, first=_PHOTO_SIDE)
    rivals = sum(face.size > 0.3 * found[0].size for face in found) if found else 0
    sheet.row(
        "single_face", "pass" if rivals == 1 else "fail", hard=True, value=float(rivals), low=1, high=1, source=_ICAO
    )
    fitted = _fitted(pyramid, found, models)
    readable = fitted is not None
    sheet.row(
        "readable_face", "pass" if readable else "fail", hard=True, text="yes" if readable else "no", source=_ICAO
    )
    if fitted is not None:
        points, head = fitted
        _check_geometry(sheet, picture, document, points, head, silhouette)
        _check_face(sheet, rgb, points, models, making.covers)
    _check_ground(sheet, picture, document, silhouette)
    _check_making(sheet, picture, document, making)
    notes = [document.notes] if document.notes else []
    if not document.verified:
        notes.insert(0, "Only the size of this document is known; no source for its other limits was found.")
    return Verdict.of(
        document.id,
        sheet.checks,
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


def _check_file(
    sheet: _Sheet, file: File, picture: Picture, document: Document, expected: tuple[int, int, int]
) -> None:
    width, height, _ = expected
    right = (picture.width, picture.height) == (width, height)
    allowed = document.digital
    if not right and allowed is not None:
        right = _inside(picture.width, allowed.width) and _inside(picture.height, allowed.height)
    said = f"{picture.width} x {picture.height}, wanted {width} x {height}"
    sheet.row("photo_size", "pass" if right else "fail", hard=True, text=said, unit="px", source=document.source)
    stated = picture.dpi or 0.0
    mm = picture.width / stated * 25.4 if stated else 0.0
    exact = abs(mm - document.width_mm) <= 0.15
    text = f"{stated:.0f} dpi, {mm:.1f} mm wide" if stated else "no density in the file"
    sheet.row(
        "dpi_tag", "pass" if exact else "fail", hard=True, value=stated, unit="dpi", text=text, source=document.source
    )
    size = len(file.data) / 1000
    sheet.range("file_kb", size, "kB", document.file_kb, 0, document.source, hard=False)
    quality = _jpeg_quality(file)
    if quality is not None:
        sheet.least("compression", quality, "0-100", 60, 2, _OFIQ)


def _inside(value: float, limits: Limits) -> bool:
    return (limits.low or 0) <= value <= (limits.high or float("inf"))


def _jpeg_quality(file: File) -> float | None:
    """Quality 0..100 by the first quantisation table against the standard's (ITU-T T.81, annex K); None for other types."""
    if file.media_type != "image/jpeg":
        return None
    import io

    from PIL import Image

    tables = getattr(Image.open(io.BytesIO(file.data)), "quantization", None)
    if not tables:
        return None
    mean = float(np.mean(tables[min(tables)]))
    scale = mean / 57.625  # mean of the standard's luminance table
    return float(np.clip(100 - 50 * scale if scale <= 1 else 50 / scale, 1, 100))


def _check_geometry(
    sheet: _Sheet, picture: Picture, document: Document, points: Landmarks, head: Pose, silhouette: FloatPlane | None
) -> None:
    document = document.judged
    mm = picture.height / document.height_mm
    crown = skull.crown(points, head, silhouette)
    chin = skull.chin(points)
    slack = _LANDMARK_SIGMA_CM * head.px_per_cm / mm
    crown_sigma = crown.sigma_px / mm
    height = float(np.linalg.norm(chin - crown.point)) / mm
    sheet.range("head_height", height, "mm", document.head_mm, float(np.hypot(crown_sigma, slack)), document.source)
    bottom = (picture.height - 0.5 - points.eyes[1]) / mm
    sheet.range("eye_line", bottom, "mm", document.eye_from_bottom_mm, slack, document.source)
    sheet.range("top_margin", (crown.point[1] + 0.5) / mm, "mm", document.top_margin_mm, crown_sigma, document.source)
    width = float(np.linalg.norm(points.xy[LEFT_TEMPLE] - points.xy[RIGHT_TEMPLE])) * _EAR_TO_EAR / mm
    sheet.range("head_width", width, "mm", document.head_width_mm, 0.04 * width, document.source)
    outline = float(points.xy[[RIGHT_TEMPLE, LEFT_TEMPLE], 0].mean())
    middle = 0.75 * float(points.eyes[0]) + 0.25 * outline
    off = abs(middle - (picture.width - 1) / 2) / picture.width * 100
    sheet.most("centering", off, "% of width", 5, 0.5, _OWN)
    sheet.most("roll", abs(np.degrees(points.roll)), "degrees", document.roll_limit, 1, _ICAO, hard=True)
    turned = max(abs(head.yaw), abs(head.pitch))
    sheet.most("yaw_pitch", turned, "degrees", document.yaw_pitch_limit, 4, _ICAO)
    apart = Limits(low=document.inter_eye_px) if document.verified else None
    sheet.range("inter_eye", points.eye_distance, "px", apart, 1, "ISO/IEC 19794-5", hard=True)


def _check_face(sheet: _Sheet, rgb: ByteImage, points: Landmarks, models: Models, covered: Covers | None) -> None:
    grey, face = measures.luminance(rgb), measures.face_mask(points, rgb.shape)
    ratios, shapes = expression.openness(points), expression.coefficients(points, models)
    sheet.least("eyes_open", ratios.eyes, "ratio", 0.14, 0.03, _OFIQ, hard=True)
    sheet.most("mouth_closed", ratios.mouth, "ratio", 0.08, 0.03, _OFIQ)
    smile = 100 * max((shapes["mouthSmileLeft"] + shapes["mouthSmileRight"]) / 2, shapes["jawOpen"])
    sheet.most("expression", smile, "0-100", 40, 10, _OFIQ)
    sheet.most("gaze", ratios.gaze, "ratio", 0.14, 0.04, _OWN)
    sheet.least("illumination", measures.illumination_overlap(grey, face, points), "0-100", 45, 8, _OFIQ)
    sheet.most("exposure", measures.clipped_share(grey, face), "% of face", 12, 4, _OFIQ)
    sheet.least("dynamic_range", measures.entropy(grey, face), "bits", 6.0, 0.3, _OFIQ)
    sheet.least("sharpness", measures.sharpness(grey, face, points.eye_distance), "0-100", 20, 5, _OFIQ)
    a, b = measures.skin_ab(rgb, face)
    off = max(0.0, 3 - a, a - 30, 3 - b, b - 40)
    sheet.most("natural_colour", off, "CIELAB units", 4, 2, _OFIQ)
    sheet.most("red_eyes", 100 * measures.red_share(rgb, points), "% of pupil", 20, 8, _OWN)
    if covered is None:
        return
    sheet.most("occlusion", covered.hair_over_eyes, "% of eyes", 5, 3, _OFIQ)
    if covered.glasses:
        sheet.most("glare", measures.glare_share(rgb, points), "% of eyes", 6, 3, _OWN)
    worn = covered.hat > 4
    sheet.row(
        "head_covering",
        "uncertain" if worn else "pass",
        value=round(covered.hat, 1),
        unit="% of head",
        text="covered" if worn else "none",
        source=_OFIQ,
    )


def _check_ground(sheet: _Sheet, picture: Picture, document: Document, silhouette: FloatPlane | None) -> None:
    if picture.has_alpha:
        said = f"transparent; {document.background_label or 'plain'} ({document.background}) is wanted"
        sheet.row("background_colour", "info", text=said, source=document.source)
        return
    if silhouette is None:
        return
    ground = measures.ground_mask(silhouette)
    if ground.mean() < 0.02:
        return
    sheet.most("background_uniform", measures.ground_spread(picture.rgb8, ground), "L*", 4, 1, _OFIQ)
    wanted = colour.parse_hex(document.background)
    if wanted is not None and document.id != "custom":
        away = colour.delta_e2000(measures.ground_colour(picture.rgb8, ground), wanted)
        sheet.most("background_colour", away, "dE00", 5, 1, document.source)


def _check_making(sheet: _Sheet, picture: Picture, document: Document, making: Making) -> None:
    if making.enlargement > 1:
        sheet.most("resolution", making.enlargement, "times enlarged", 1.25, 0.25, _OWN)
    if making.invented:
        sheet.row("complete", "fail", text=", ".join(making.invented).replace("_", " "), source=_OWN)
    steps = [step for step in picture.record.steps if step.kind not in ("geometry", "print")]
    if document.edit_policy == "geometry_only":
        said = ", ".join(f"{step.operation}: {step.kind}" for step in steps) or "geometry only"
        known = bool(picture.record.steps)
        state = "fail" if steps else "pass" if known else "info"
        sheet.row("edit_provenance", state, text=said if known else "no record in the file", source=document.source)
