"""The slower look at a face that is otherwise right: what covers it, and whether teeth are seen, by face parsing."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.imaging.picture import ByteImage
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.operations.compliance.cues import coverings
from catchlight.operations.compliance.cues.face_crop import FaceCrop
from catchlight.portrait.face.landmarks import LEFT_EYE, RIGHT_EYE, Landmarks
from catchlight.portrait.parsing import head_parsing


@dataclass(frozen=True)
class FaceCoverings:
    """As ``compliance.cues.Cues`` has them: glasses, hat, hidden, lips, eye_hidden in percent, mouth_open and teeth in percent of
    the mouth's width squared, eye_contrast by the skin's L*."""

    glasses: float
    hat: float
    eye_contrast: float
    eye_hidden: float
    mouth_open: float
    teeth: float
    lips: float
    hidden: float


def read_coverings(rgb: ByteImage, found: Landmarks, models: Models) -> FaceCoverings | None:
    """rgb: HxWx3, found: the face's points in it. None where parsing is switched off: what covers a face is not told then."""
    if not models.face_parsing:
        return None
    crop = FaceCrop.of_frame(rgb, found, head_parsing.parse_face(Pyramid(rgb), found, models))
    eyes = [coverings.read_eye(crop, ring) for ring in (RIGHT_EYE, LEFT_EYE)]
    mouth_open, teeth = coverings.read_mouth(crop)
    return FaceCoverings(
        glasses=coverings.read_worn(crop, head_parsing.GLASSES),
        hat=coverings.read_worn(crop, head_parsing.HAT),
        eye_contrast=min(contrast for contrast, _ in eyes),
        eye_hidden=max(hidden for _, hidden in eyes),
        mouth_open=100 * mouth_open,
        teeth=100 * teeth,
        lips=coverings.read_lips(crop),
        hidden=coverings.read_hidden(crop),
    )
