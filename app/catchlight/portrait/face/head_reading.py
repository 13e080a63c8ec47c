"""Landmarks and pose of the one person shown, with a second look where the face that was found cannot be read."""

from __future__ import annotations

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import detect, pose
from catchlight.portrait.face.detect import Face
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace, Pose

_HALF_TURNED = 25.0
"""Degrees of yaw from which a person's face is as strange to networks as an animal's."""


def read_head(face: Face, seen: Pyramid, models: Models, canonical: CanonicalFace) -> tuple[Landmarks, Pose]:
    """Landmarks and pose of a person's face; where the face found first cannot be read, a second look may find it."""
    from catchlight.portrait.face.human_face import require_human

    try:
        found = pose.estimate_head_pose(seen, face, models, canonical)
    except UnusablePicture:
        face, found = _read_second(seen, models, canonical)
    if abs(found[1].yaw) <= _HALF_TURNED:
        require_human(seen, face, found[0], models)
    return found


def _read_second(seen: Pyramid, models: Models, canonical: CanonicalFace) -> tuple[Face, tuple[Landmarks, Pose]]:
    """The first candidate of a second look that can be read. Raises what reading the last one raises."""
    refusal: UnusablePicture | None = None
    for face in detect.fallback_candidates(seen, models):
        try:
            return face, pose.estimate_head_pose(seen, face, models, canonical)
        except UnusablePicture as fault:
            refusal = refusal or fault
    raise refusal or UnusablePicture(
        Message("The face cannot be read. Use a photograph in which it is sharp, lit and uncovered."),
        code="no_face",
    )


def require_frontal(seen: Pose) -> None:
    """Raise UnusablePicture ``face_turned_away`` where a face is turned more than ``pose.FRONTAL_YAW`` degrees."""
    turned = abs(seen.yaw)
    if turned > pose.FRONTAL_YAW:
        raise UnusablePicture(
            Message(
                "The face is turned {turned:.0f} degrees to the side; at most {most:.0f} can be used. "
                "Take a picture in which the person looks at the camera.",
                turned=turned,
                most=pose.FRONTAL_YAW,
            ),
            code="face_turned_away",
        )
