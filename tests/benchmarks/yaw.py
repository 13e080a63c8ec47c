"""How near the yaw of heads lies to that of a detector that sees ears: two networks that share neither weights nor points.

python -m tests.benchmarks.yaw --portraits DIR

BlazeFace gives both ears (tragi) and the tip of the nose. The nose's place between the ears is the tangent of the yaw but for a
factor, which is fitted on every other picture; the rest is measured.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.operations.compliance.cues.angles import measure_head_angles
from catchlight.portrait.face import detect, pose
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace

from tests.benchmarks.common import arguments, pictures

_SIDE = 128
_WIDTHS = (1.7, 2.0, 2.4)
"""Side of what the detector sees, by the height of the face."""
_RIGHT_EYE, _LEFT_EYE = 33, 263
_NOSE, _RIGHT_EAR, _LEFT_EAR = 2, 4, 5
_TILTED = 25.0
_LIMITS = (4, 6, 8, 15, 30)
"""Degrees by the detector up to which heads are counted together."""


def main() -> None:
    options = arguments(__doc__ or "")
    models = Models(threads=2)
    read = [angles for path in pictures(options.portraits) if (angles := _read(path, models)) is not None]
    ours, seen = np.array(read).T
    fitted = np.arange(len(ours)) % 2 == 0
    factor = float((ours * seen)[fitted].sum() / (seen[fitted] ** 2).sum())
    theirs, ours = factor * seen[~fitted], ours[~fitted]
    print(f"{len(read)} heads, factor {factor:.3f}; the half it was not fitted on:")
    print("detector's yaw   heads  median     rms  95th percentile, degrees")
    for limit in _LIMITS:
        apart = np.abs(ours - theirs)[np.abs(theirs) < limit]
        if len(apart):
            rms, most = math.sqrt(float((apart**2).mean())), np.percentile(apart, 95)
            print(f"below {limit:2d}        {len(apart):6d}  {np.median(apart):6.2f}  {rms:6.2f}  {most:6.2f}")


def _read(path: Path, models: Models) -> tuple[float, float] | None:
    """Our yaw in degrees, and the arc tangent of the nose's place between the ears; None where either does not see a head."""
    try:
        rgb = codec.decode(path.read_bytes()).rgb8
        pyramid = Pyramid(rgb)
        found = detect.detect(pyramid, models)
        if not found:
            return None
        face = max(found, key=lambda one: one.size)
        landmarks, fitted = pose.estimate_head_pose(pyramid, face, models, CanonicalFace.of(models))
    except CatchlightError:
        return None
    if abs(fitted.roll) > _TILTED:
        return None
    place = _nose_between_ears(rgb, landmarks, models)
    return None if place is None else (measure_head_angles(rgb, landmarks, models).yaw, math.degrees(math.atan(place)))


def _nose_between_ears(rgb: ByteImage, landmarks: Landmarks, models: Models) -> float | None:
    """Offset of the nose from the middle of the ears by their distance, positive to the right, also read in a mirror."""
    import cv2

    eyes = landmarks.xy[_LEFT_EYE] - landmarks.xy[_RIGHT_EYE]
    centre, high = landmarks.xy[:468].mean(axis=0), float(np.ptp(landmarks.xy[:468, 1]))
    found = []
    for width in _WIDTHS:
        turn = math.degrees(math.atan2(eyes[1], eyes[0]))
        matrix = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), turn, _SIDE / (width * high))
        matrix[:, 2] += _SIDE / 2 - centre
        square = np.asarray(cv2.warpAffine(rgb, matrix, (_SIDE, _SIDE)), np.uint8)
        for sign, view in ((1, square), (-1, np.ascontiguousarray(square[:, ::-1]))):
            faces_seen = detect._blaze_once(view, models)
            if faces_seen:
                nose, right, left = faces_seen[0][1][[_NOSE, _RIGHT_EAR, _LEFT_EAR], 0]
                found.append(sign * (nose - (right + left) / 2) / abs(left - right))
    return float(np.mean(found)) if len(found) > len(_WIDTHS) else None


if __name__ == "__main__":
    main()
