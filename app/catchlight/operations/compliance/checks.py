"""What is checked on an ID photo: file, geometry, face, background, and what was done to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catchlight.catalogue.documents import Document, Limits
from catchlight.engine import colour, expression, skull
from catchlight.engine.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE, Landmarks
from catchlight.engine.models import Models
from catchlight.engine.picture import ByteImage, FloatPlane, Picture
from catchlight.engine.pose import Pose
from catchlight.operations.base import File
from catchlight.operations.compliance import measures
from catchlight.operations.compliance.covers import Covers
from catchlight.operations.compliance.findings import Findings

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
    covers: Callable[[], Covers | None] = lambda: None
    """What covers the head, where that is known. Asked late: it may still be worked out while the rest is measured."""


def check_file(
    findings: Findings, file: File, picture: Picture, document: Document, expected: tuple[int, int, int]
) -> None:
    width, height, _ = expected
    right = (picture.width, picture.height) == (width, height)
    allowed = document.digital
    if not right and allowed is not None:
        right = _inside(picture.width, allowed.width) and _inside(picture.height, allowed.height)
    said = f"{picture.width} x {picture.height}, wanted {width} x {height}"
    findings.row("photo_size", "pass" if right else "fail", hard=True, text=said, unit="px", source=document.source)
    stated = picture.dpi or 0.0
    mm = picture.width / stated * 25.4 if stated else 0.0
    exact = abs(mm - document.width_mm) <= 0.15
    text = f"{stated:.0f} dpi, {mm:.1f} mm wide" if stated else "no density in the file"
    findings.row(
        "dpi_tag", "pass" if exact else "fail", hard=True, value=stated, unit="dpi", text=text, source=document.source
    )
    size = len(file.data) / 1000
    findings.range("file_kb", size, "kB", document.file_kb, 0, document.source, hard=False)
    quality = _jpeg_quality(file)
    if quality is not None:
        findings.least("compression", quality, "0-100", 60, 2, _OFIQ)


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


def check_geometry(
    findings: Findings,
    picture: Picture,
    document: Document,
    points: Landmarks,
    head: Pose,
    silhouette: FloatPlane | None,
) -> None:
    document = document.judged
    mm = picture.height / document.height_mm
    crown = skull.crown(points, head, silhouette)
    chin = skull.chin(points)
    slack = _LANDMARK_SIGMA_CM * head.px_per_cm / mm
    crown_sigma = crown.sigma_px / mm
    height = float(np.linalg.norm(chin - crown.point)) / mm
    findings.range("head_height", height, "mm", document.head_mm, float(np.hypot(crown_sigma, slack)), document.source)
    bottom = (picture.height - 0.5 - points.eyes[1]) / mm
    findings.range("eye_line", bottom, "mm", document.eye_from_bottom_mm, slack, document.source)
    findings.range(
        "top_margin", (crown.point[1] + 0.5) / mm, "mm", document.top_margin_mm, crown_sigma, document.source
    )
    width = float(np.linalg.norm(points.xy[LEFT_TEMPLE] - points.xy[RIGHT_TEMPLE])) * _EAR_TO_EAR / mm
    findings.range("head_width", width, "mm", document.head_width_mm, 0.04 * width, document.source)
    outline = float(points.xy[[RIGHT_TEMPLE, LEFT_TEMPLE], 0].mean())
    middle = 0.75 * float(points.eyes[0]) + 0.25 * outline
    off = abs(middle - (picture.width - 1) / 2) / picture.width * 100
    findings.most("centering", off, "% of width", 5, 0.5, _OWN)
    findings.most("roll", abs(np.degrees(points.roll)), "degrees", document.roll_limit, 1, _ICAO, hard=True)
    turned = max(abs(head.yaw), abs(head.pitch))
    findings.most("yaw_pitch", turned, "degrees", document.yaw_pitch_limit, 4, _ICAO)
    apart = Limits(low=document.inter_eye_px) if document.verified else None
    findings.range("inter_eye", points.eye_distance, "px", apart, 1, "ISO/IEC 19794-5", hard=True)


def check_face(
    findings: Findings, rgb: ByteImage, points: Landmarks, models: Models, covers: Callable[[], Covers | None]
) -> None:
    grey, face = measures.luminance(rgb), measures.face_mask(points, rgb.shape)
    ratios, shapes = expression.openness(points), expression.coefficients(points, models)
    findings.least("eyes_open", ratios.eyes, "ratio", 0.14, 0.03, _OFIQ, hard=True)
    findings.most("mouth_closed", ratios.mouth, "ratio", 0.08, 0.03, _OFIQ)
    smile = 100 * max((shapes["mouthSmileLeft"] + shapes["mouthSmileRight"]) / 2, shapes["jawOpen"])
    findings.most("expression", smile, "0-100", 40, 10, _OFIQ)
    findings.most("gaze", ratios.gaze, "ratio", 0.14, 0.04, _OWN)
    findings.least("illumination", measures.illumination_overlap(grey, face, points), "0-100", 45, 8, _OFIQ)
    findings.most("exposure", measures.clipped_share(grey, face), "% of face", 12, 4, _OFIQ)
    findings.least("dynamic_range", measures.entropy(grey, face), "bits", 6.0, 0.3, _OFIQ)
    findings.least("sharpness", measures.sharpness(grey, face, points.eye_distance), "0-100", 20, 5, _OFIQ)
    a, b = measures.skin_ab(rgb, face)
    off = max(0.0, 3 - a, a - 30, 3 - b, b - 40)
    findings.most("natural_colour", off, "CIELAB units", 4, 2, _OFIQ)
    findings.most("red_eyes", 100 * measures.red_share(rgb, points), "% of pupil", 20, 8, _OWN)
    covered = covers()
    if covered is None:
        return
    findings.most("occlusion", covered.hair_over_eyes, "% of eyes", 5, 3, _OFIQ)
    if covered.glasses:
        findings.most("glare", measures.glare_share(rgb, points), "% of eyes", 6, 3, _OWN)
    worn = covered.hat > 4
    findings.row(
        "head_covering",
        "uncertain" if worn else "pass",
        value=round(covered.hat, 1),
        unit="% of head",
        text="covered" if worn else "none",
        source=_OFIQ,
    )


def check_ground(findings: Findings, picture: Picture, document: Document, silhouette: FloatPlane | None) -> None:
    if picture.has_alpha:
        said = f"transparent; {document.background_label or 'plain'} ({document.background}) is wanted"
        findings.row("background_colour", "info", text=said, source=document.source)
        return
    if silhouette is None:
        return
    ground = measures.ground_mask(silhouette)
    if ground.mean() < 0.02:
        return
    findings.most("background_uniform", measures.ground_spread(picture.rgb8, ground), "L*", 4, 1, _OFIQ)
    wanted = colour.parse_hex(document.background)
    if wanted is not None and document.id != "custom":
        away = colour.delta_e2000(measures.ground_colour(picture.rgb8, ground), wanted)
        findings.most("background_colour", away, "dE00", 5, 1, document.source)


def check_making(findings: Findings, picture: Picture, document: Document, making: Making) -> None:
    if making.enlargement > 1:
        findings.most("resolution", making.enlargement, "times enlarged", 1.25, 0.25, _OWN)
    if making.invented:
        findings.row("complete", "fail", text=", ".join(making.invented).replace("_", " "), source=_OWN)
    steps = [step for step in picture.record.steps if step.kind not in ("geometry", "print")]
    if document.edit_policy == "geometry_only":
        said = ", ".join(f"{step.operation}: {step.kind}" for step in steps) or "geometry only"
        known = bool(picture.record.steps)
        state = "fail" if steps else "pass" if known else "info"
        findings.row("edit_provenance", state, text=said if known else "no record in the file", source=document.source)
