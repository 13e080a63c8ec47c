"""Glasses beyond the outline of a turned face: their frame stays before the new hair, which is seen through the lens."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.byte_planes import Window
from catchlight.imaging.filters.planes import as_bytes, as_float, blur_plane, dilate_mask
from catchlight.imaging.picture import ByteImage, FloatPlane

_THIN_CM = 0.5
"""Half the width up to which what stands out from a head can be a frame: ears and noses are wider."""
_SHARE = 0.4
"""Share of features, of which beside a face only glasses are some, from which what stands out is theirs."""
_EDGE_CM = 0.08
"""How far beyond what is told to be a frame its soft edge reaches."""
_SOLID, _BESIDE_CM, _DEEPEST, _EDGE_PX = 0.97, 0.12, 3, 2.0
"""Coverage from which a frame's own colour is seen, how far off an edge finds that, the power with which what lies deeper in it
counts more, and the width of an edge inside, in pixels."""
_LEAST_CM2 = 0.05
"""Area of frame from which one is drawn."""


def find_frame(scene: HairScene, bare: CleanPlate) -> tuple[Window, FloatPlane] | None:
    """The part of the picture (x0, y0, x1, y1) with the frame where it stands out from the head, and its matte there; None
    where none does."""
    import cv2

    likely = (scene.feature > _SHARE) & (scene.oval < 0.5) & (bare.body > 0.5)
    if not likely.any():
        return None
    x0, y0, x1, y1 = window = _around(likely, round((2 * _THIN_CM + _EDGE_CM) * scene.cm) + 2)
    part = (slice(y0, y1), slice(x0, x1))
    body = (bare.body[part] > 0.5).astype(np.uint8)
    kernel: Any = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(_THIN_CM * scene.cm) + 1,) * 2)
    solid = cv2.morphologyEx(body, cv2.MORPH_OPEN, kernel, borderType=cv2.BORDER_REPLICATE)
    thin = likely[part] & (solid == 0)
    if thin.sum() < _LEAST_CM2 * scene.cm**2:
        return None
    near = dilate_mask(thin, _EDGE_CM * scene.cm) & ((body == 0) | thin)
    return window, np.asarray(np.where(near, bare.body[part], 0), np.float32)


def _around(mask: npt.NDArray[np.bool_], room: int) -> Window:
    """The part of a picture that holds a mask, with some room."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    low = max(0, int(columns[0]) - room), max(0, int(rows[0]) - room)
    return *low, min(mask.shape[1], int(columns[-1]) + 1 + room), min(mask.shape[0], int(rows[-1]) + 1 + room)


def restore_frame(picture: ByteImage, worn: FloatPlane, scene: HairScene, bare: CleanPlate) -> None:
    """The frame laid over ``picture`` (HxWx3) and taken from its hair ``worn`` (HxW); changes both."""
    import cv2

    found = find_frame(scene, bare)
    if found is None:
        return
    (x0, y0, x1, y1), matte = found
    part = (slice(y0, y1), slice(x0, x1))
    own = as_float(scene.rgb[part])
    # At its edge the background shines through, which is hair now: that has the colour of what lies deepest in it near by.
    deep = cv2.distanceTransform((matte > _SOLID).astype(np.uint8), cv2.DIST_L2, 5)
    weight = np.asarray(deep**_DEEPEST, np.float32)[..., None]
    edge = blur_plane(own * weight, _BESIDE_CM * scene.cm)
    edge /= np.maximum(blur_plane(weight, _BESIDE_CM * scene.cm), np.float32(1e-6)).reshape(weight.shape)
    colours = np.where(deep[..., None] < _EDGE_PX, edge, own)
    before = as_float(picture[part])
    picture[part] = as_bytes(before + (colours - before) * matte[..., None])
    worn[part] *= 1 - matte
