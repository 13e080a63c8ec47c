"""The lips to their edges, as a lip brush follows them: the upper lip too, however wide the smile."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.curves import smooth_curve
from catchlight.retouch.makeup.geometry.face_window import FaceWindow

LOWER_OUTER = (61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291)
LOWER_INNER = (78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308)
UPPER_OUTER = (61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291)
UPPER_INNER = (78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308)
_SOFT_CM = 0.035


def lip_shape(person: Portrait) -> Area:
    """Both lips between their outlines, by landmarks, without what lies over them."""
    xy = person.landmarks.xy
    upper_out, lower_out, upper_in, lower_in = (
        smooth_curve(xy[list(ring)]) for ring in (UPPER_OUTER, LOWER_OUTER, UPPER_INNER, LOWER_INNER)
    )
    window = FaceWindow.around(person, np.concatenate([upper_out, lower_out]), 0.3 * person.pose.px_per_cm)
    whole = window.polygons([np.concatenate([upper_out, lower_out[::-1]])])
    opening = window.polygons([np.concatenate([upper_in, lower_in[::-1]])])
    soft = gaussian_blur(np.clip(whole - opening, 0, 1), max(0.6, _SOFT_CM * person.pose.px_per_cm))
    return Area(window.box, np.asarray(soft * window.uncovered(), np.float32))
