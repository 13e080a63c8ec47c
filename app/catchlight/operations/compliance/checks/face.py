"""Checks of the face: eyes, mouth, light, colour, and what covers it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.messages import Message
from catchlight.imaging.picture import ByteImage
from catchlight.models.registry import Models
from catchlight.operations.compliance import limits
from catchlight.operations.compliance.cues import measures
from catchlight.operations.compliance.cues.coverings import Cues
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.sources import OFIQ, OWN
from catchlight.operations.compliance.verdict import judge_value
from catchlight.portrait.face import blendshapes
from catchlight.portrait.face.landmarks import Landmarks

_TONED, _HUES, _LEAST_SCORE, _SCORE_SIGMA = 1.0, 3.0, 0.928, 0.005
"""Spread of hues, in CIELAB units at L* 50, up to which a print is toned, and from which there is skin: 110 people have 2.6 and
more, 15 of 16 statues 2.9 and less. Score of the detector on a crop of one size, and its deviation: people of so few hues have
0.934 and more, those statues 0.933 and less."""
_SMILE, _SMILE_SIGMA = 60.0, 20.0
"""Strength of a smile or an open jaw, of 100, from which a face is not neutral, and how sure that is."""


def check_face(findings: Findings, rgb: ByteImage, points: Landmarks, models: Models, document: DocumentSpec) -> None:
    """What is seen on the photo itself, where nothing was read off a sharper source."""
    grey, face = measures.luminance(rgb), measures.face_mask(points, rgb.shape)
    ratios, shapes = blendshapes.openness(points), blendshapes.coefficients(points, models)
    findings.measure("eyes_open", ratios.eyes, "ratio", limits.EYES_OPEN, OFIQ, hard=True)
    _check_expression(findings, shapes, document)
    findings.measure("gaze", ratios.gaze, "ratio", limits.GAZE, OWN)
    findings.measure(
        "illumination", measures.illumination_overlap(grey, face, points), "0-100", limits.ILLUMINATION, OFIQ
    )
    brightest, burnt = measures.brightest(rgb, face), measures.burnt_share(rgb, face)
    findings.measure("exposure", brightest, "L*", limits.EXPOSURE, OWN, hard=True)
    findings.measure("overexposure", burnt, "% of face", limits.OVEREXPOSURE, OFIQ, hard=True)
    findings.least("dynamic_range", measures.entropy(grey, face), "bits", 6.0, 0.3, OFIQ)
    findings.least("sharpness", measures.sharpness(grey, face, points.eye_distance), "0-100", 20, 5, OFIQ)
    a, b = measures.skin_ab(rgb, face)
    off = max(0.0, 3 - a, a - 30, 3 - b, b - 40)
    findings.most("natural_colour", off, "CIELAB units", 4, 2, OFIQ)
    findings.most("red_eyes", 100 * measures.red_share(rgb, points), "% of pupil", 20, 8, OWN)


def _check_expression(findings: Findings, shapes: Mapping[str, float], document: DocumentSpec) -> None:
    """A smile is told and never fails: closed mouths that offices take read up to 92, laughs with teeth from 83 on.

    Teeth and open mouths have checks of their own.
    """
    jaw = 100 * shapes["jawOpen"]
    if document.expression == "natural":
        state, margin = judge_value(jaw, None, _SMILE, _SMILE_SIGMA)
        value, source = jaw, document.source
    else:
        value = max(50 * (shapes["mouthSmileLeft"] + shapes["mouthSmileRight"]), jaw)
        state, margin = judge_value(value, None, _SMILE, _SMILE_SIGMA)
        source = OFIQ
    findings.row(
        "expression",
        "uncertain" if state == "fail" else state,
        value=round(value, 3),
        unit="0-100",
        high=_SMILE,
        margin=None if margin is None else round(margin, 3),
        sigma=_SMILE_SIGMA,
        text=Message("a natural smile is allowed") if document.expression == "natural" else "",
        source=source,
    )


def check_cues(findings: Findings, cues: Cues, document: DocumentSpec, rgb: ByteImage, points: Landmarks) -> None:
    """What parsing, matte and colours agree on. Each of these alone has a photo refused."""
    findings.measure("eyes_visible", cues.eye_contrast, "of skin's L*", limits.EYES_VISIBLE, OWN, hard=True)
    findings.measure("occlusion", cues.eye_hidden, "% of eyes", limits.OCCLUSION, OFIQ, hard=True)
    findings.measure("mouth_closed", 100 * cues.mouth_open, "% of width squared", limits.MOUTH_CLOSED, OFIQ, hard=True)
    findings.measure("teeth", 100 * cues.teeth, "% of width squared", limits.TEETH, OWN, hard=True)
    findings.measure("mouth_seen", cues.lips, "% of lips", limits.MOUTH_SEEN, OWN, hard=True)
    findings.measure("face_outline", cues.hidden, "% of face", limits.FACE_OUTLINE, OFIQ, hard=True)
    beside = cues.hand_beside > cues.hand
    hand, unit = max(cues.hand, cues.hand_beside), "% of face" if beside else "% below the chin"
    findings.most("hand", hand, unit, 6, 3, OWN, hard=True)
    _check_colour(findings, cues, document)
    _check_person(findings, cues)
    _check_glasses(findings, cues, document, rgb, points)
    _check_headgear(findings, cues, document)


def _check_colour(findings: Findings, cues: Cues, document: DocumentSpec) -> None:
    """Grey and toned prints: no chroma, or no hue that lightness does not explain."""
    if document.colour_mode == "grey_allowed":
        findings.row("colour", "info", text=Message("grey is allowed"), source=document.source)
    elif cues.chroma < 0.2:
        findings.least("colour", cues.chroma, "chroma by L*", 0.12, 0.06, OWN, hard=True)
    else:
        findings.least("colour", cues.hue_spread, "CIELAB units at L* 50", 2.0, 0.5, OWN, hard=True)


def _check_person(findings: Findings, cues: Cues) -> None:
    """Statues: skin has several hues and the detector knows it; stone and metal have one, and less of a face's contrast.

    Either cue alone is met by people; only where both agree is a face none. Grey and toned prints have no hues to judge by.
    """
    if not _TONED < cues.hue_spread < _HUES or cues.face_score is None:
        findings.row("person", "pass", text=Message("nothing speaks against it"), source=OWN)
        return
    state, margin = judge_value(cues.face_score, _LEAST_SCORE, None, _SCORE_SIGMA)
    findings.row(
        "person",
        state,
        hard=True,
        value=round(cues.face_score, 3),
        unit="ratio",
        low=_LEAST_SCORE,
        margin=None if margin is None else round(margin, 3),
        sigma=_SCORE_SIGMA,
        source=OWN,
    )


def _check_glasses(findings: Findings, cues: Cues, document: DocumentSpec, rgb: ByteImage, points: Landmarks) -> None:
    worn = limits.GLASSES.beyond(cues.glasses) > 0
    if document.glasses == "forbidden":
        findings.measure("glasses", cues.glasses, "% of face", limits.GLASSES, document.source, hard=True)
    elif document.glasses == "discouraged":
        state = "uncertain" if worn else "pass"
        findings.row("glasses", state, value=round(cues.glasses, 1), unit="% of face", source=document.source)
    if worn:
        findings.most("glare", measures.glare_share(rgb, points), "% of eyes", 6, 3, OWN)


def _check_headgear(findings: Findings, cues: Cues, document: DocumentSpec) -> None:
    """A hat where none is allowed fails; where religion or health may excuse it, somebody must look."""
    value = round(float(np.clip(cues.hat, 0, 999)), 1)
    if document.headgear == "forbidden":
        findings.measure("head_covering", value, "% of face", limits.HEAD_COVERING, document.source, hard=True)
        return
    worn = limits.HEAD_COVERING.beyond(value) > 0 and document.headgear != "allowed"
    findings.row(
        "head_covering",
        "uncertain" if worn else "pass",
        hard=worn,
        value=value,
        unit="% of face",
        text=Message("covered") if worn else Message("none"),
        source=document.source if document.headgear else OFIQ,
    )
