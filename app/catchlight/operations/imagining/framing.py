"""What lies beyond a photo's edges, painted by an engine where a frame shows more than the photo has."""

from __future__ import annotations

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imagine.fill import FillTask, Imagine, ImaginedFill
from catchlight.imagine.prompts import prompt_for
from catchlight.imaging.geometry import Matrix
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.retouch.area import Area

NOTHING_BEYOND = Message("The photo fills this frame: nothing had to be imagined beyond it.")
_FEATHER = 0.012
"""Width over which what is painted comes in beyond the photo's edge, as a share of the frame's longer side."""


def require_own_ground(keeps_ground: bool, cut_out: bool) -> None:
    """Raise InvalidRequest where the photo's own background is not what is seen: then there is nothing to carry on."""
    if not keeps_ground:
        raise InvalidRequest(
            Message(
                "An engine carries on the photo's own background, and this wish replaces it. Use the background keep_original, "
                "or do it without imagine."
            )
        )
    if cut_out:
        raise InvalidRequest(
            Message(
                "This picture is cut out: there is no background that an engine could carry on. Do it without imagine."
            )
        )


def area_beyond(matrix: Matrix, source: tuple[int, int], frame: tuple[int, int]) -> Area:
    """What of a frame the photo does not reach, soft at the photo's edge and nowhere within it.

    matrix: 2x3, pixels of the photo to those of the frame. source, frame: height and width.
    """
    import cv2

    # Half a pixel around the middle of a pixel still belongs to it: a turned photo covers those that it touches.
    corners = np.array(
        [[-0.5, -0.5], [source[1] - 0.5, -0.5], [source[1] - 0.5, source[0] - 0.5], [-0.5, source[0] - 0.5]]
    )
    placed = corners @ matrix[:, :2].T + matrix[:, 2]
    covered = np.zeros(frame, np.uint8)
    cv2.fillConvexPoly(covered, np.round(placed * 256).astype(np.int32), 1, cv2.LINE_8, 8)
    away = cv2.distanceTransform(1 - covered, cv2.DIST_L2, 5)
    feather = max(4.0, _FEATHER * max(frame))
    mask: FloatPlane = np.asarray(np.clip((away - 1) / feather, 0, 1), np.float32)
    return Area((0, 0, frame[1], frame[0]), mask)


def paint_beyond(imagine: Imagine, pixels: Pixels, area: Area, seed: int, progress: Progress) -> ImaginedFill:
    """The frame with the area painted; what our own means put there (``pixels``) is what the engine goes on from.

    Raises EngineFault, ImaginingFailed, Cancelled.
    """
    words = prompt_for("framing")
    return imagine.fill(FillTask(pixels, pixels, area, words.prompt, words.avoid, seed), progress)
