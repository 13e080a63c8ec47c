"""Checks in millimetres and degrees: head, eyes, margins, centre, how the head is held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.documents import Bounds, DocumentSpec
from catchlight.core.messages import Message, mark
from catchlight.imaging.picture import FloatPlane, Picture
from catchlight.operations.compliance.cues.angles import Angles
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.limits import ROLL_SIGMA
from catchlight.operations.compliance.sources import ICAO, OFIQ, OWN
from catchlight.operations.compliance.verdict import judge_value
from catchlight.portrait import skull
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE, Landmarks
from catchlight.portrait.face.pose import Pose

if TYPE_CHECKING:
    from catchlight.operations.id_photo.framing import Framing

_LANDMARK_SIGMA_CM = 0.12
"""Standard deviation of eyes and chin between readings of one face at several sizes."""
_SEEN_TURNED = 7.0
"""Degrees beyond the limit from which an eye sees a head as turned or bowed. 24 strangers called frontal by eye, before the
program saw them, read up to 11 degrees of yaw or pitch, and two detectors of their own agree with that."""
_LINES = {"crown": mark("crown {up:+.1f} mm"), "chin": mark("chin {up:+.1f} mm"), "eyes": mark("eyes {up:+.1f} mm")}
_LINE_MM = 1.0
"""Distance between a person's own line and the measured one that is worth a word."""


def check_geometry(
    findings: Findings,
    picture: Picture,
    document: DocumentSpec,
    points: Landmarks,
    head: Pose,
    silhouette: FloatPlane | None,
    framing: Framing | None,
) -> None:
    """framing: of a photo made here. Its crown was measured on the source, where hair and skull are seen best, and lies in the
    photo where the cut put it; lines that a person moved are taken as they are. The rest is measured again on the photo."""
    document = document.judged
    mm = picture.height / document.height_mm
    slack = _LANDMARK_SIGMA_CM * head.px_per_cm / mm
    crown_y, chin_y, eyes_y = (0.0, float(skull.chin(points)[1]), float(points.eyes[1]))
    if framing is None:
        crown, sigma = _crown_in(points, head, silhouette, document)
        crown_y, crown_sigma = float(crown[1]), sigma / mm
    else:
        crown_y, crown_sigma = framing.top_margin_mm * mm - 0.5, framing.crown_sigma_mm
        moved = framing.guides.moved_px
        planned_chin = (framing.top_margin_mm + framing.head_mm) * mm - 0.5
        # Two readings of one chin, at two sizes: their mean is steadier than either, which tells under beards.
        chin_y = planned_chin if "chin" in moved else (planned_chin + chin_y) / 2
        if "eyes" in moved:
            eyes_y = picture.height - framing.eye_from_bottom_mm * mm - 0.5
        _tell_lines(findings, framing)
    level = max(float(np.cos(points.roll)), 0.5)
    height = (chin_y - crown_y) / level / mm
    source = document.source
    findings.range("head_height", height, "mm", document.head_mm, float(np.hypot(crown_sigma, slack)), source)
    bottom = (picture.height - 0.5 - eyes_y) / mm
    findings.range("eye_line", bottom, "mm", document.eye_from_bottom_mm, slack, source)
    findings.range("top_margin", (crown_y + 0.5) / mm, "mm", document.top_margin_mm, crown_sigma, source)
    width = float(np.linalg.norm(points.xy[LEFT_TEMPLE] - points.xy[RIGHT_TEMPLE])) * skull.EAR_TO_EAR / mm
    findings.range("head_width", width, "mm", document.head_width_mm, 0.04 * width, source)
    outline = float(points.xy[[RIGHT_TEMPLE, LEFT_TEMPLE], 0].mean())
    middle = 0.75 * float(points.eyes[0]) + 0.25 * outline
    off = abs(middle - (picture.width - 1) / 2) / picture.width * 100
    findings.most("centering", off, "% of width", 5, 0.5, OWN)
    findings.most("roll", abs(np.degrees(points.roll)), "degrees", document.roll_limit, ROLL_SIGMA, ICAO, hard=True)
    if "inter_eye_px" in document.model_fields_set:
        apart = Bounds(low=document.inter_eye_px) if document.verified else None
        findings.range("inter_eye", points.eye_distance, "px", apart, 1, source)
    else:
        findings.least("inter_eye", points.eye_distance, "px", 70, 10, OFIQ)


def check_angles(findings: Findings, angles: Angles, document: DocumentSpec) -> None:
    """The worse of yaw and pitch. A head that an eye sees turned is refused; one nearer to the limit is told."""
    limit = document.yaw_pitch_limit
    yaw, pitch = (abs(angles.yaw), angles.yaw_sigma), (abs(angles.pitch), angles.pitch_sigma)
    value, sigma = max(yaw, pitch, key=lambda pair: (pair[0] - limit) / pair[1])
    state, margin = judge_value(value, None, limit, sigma)
    if state == "fail" and value < limit + max(_SEEN_TURNED, sigma):
        state = "uncertain"
    findings.row(
        "yaw_pitch",
        state,
        hard=state == "fail",
        value=round(value, 3),
        unit="degrees",
        high=limit,
        margin=None if margin is None else round(margin, 3),
        sigma=round(sigma, 3),
        source=ICAO,
    )


def _crown_in(
    points: Landmarks, head: Pose, silhouette: FloatPlane | None, document: DocumentSpec
) -> tuple[npt.NDArray[np.float64], float]:
    """The crown of a photo that was made elsewhere, by the document's rule, and its standard deviation in pixels."""
    found = skull.crown(points, head, silhouette)
    if document.crown == "hair" and found.hair is not None:
        return found.hair, found.hair_sigma_px
    return found.point, found.sigma_px


def _tell_lines(findings: Findings, framing: Framing) -> None:
    """How far a person's own lines lie from the measured ones: told, never corrected."""
    moved = {name: up * framing.scale / framing.px_per_mm for name, up in framing.guides.moved_px.items()}
    if not moved:
        return
    far = {name: up for name, up in moved.items() if abs(up) > _LINE_MM}
    said = ", ".join(Message(_LINES[name], up=up) for name, up in sorted(moved.items()))
    findings.row("own_lines", "uncertain" if far else "info", text=said, source=OWN)
