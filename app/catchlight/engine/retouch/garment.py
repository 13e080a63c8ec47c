"""One garment of several, to its very edge: what ``wardrobe`` tells apart, unmixed from what it borders on."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.engine import cloth as cloths
from catchlight.engine import clothes, regions, wardrobe
from catchlight.engine.picture import FloatPlane
from catchlight.engine.portrait import Portrait
from catchlight.engine.retouch import veil
from catchlight.engine.retouch.bands import ramp, within
from catchlight.engine.view import sized

GARMENTS = {"jacket": wardrobe.JACKET, "shirt": wardrobe.SHIRT, "tie": wardrobe.TIE}
_HAIRY = 0.3
"""Share of hair or beard from which it hides the cloth under it."""
_LEAST = 0.002
"""Share of the picture below which a garment does not show."""


def garment(portrait: Portrait, name: str) -> FloatPlane:
    """``clothes`` or one of GARMENTS as a soft mask of the portrait's size that ends where the cloth ends.

    All clothes, where the wished one cannot be told from the rest (a jacket alone); empty for a shirt or tie that does not show.
    """
    return portrait.kept(f"garment:{name}", lambda: _drawn(portrait, name))


def _drawn(portrait: Portrait, name: str) -> FloatPlane:
    import cv2

    height, width = portrait.picture.height, portrait.picture.width
    worn = wardrobe.split(portrait).labels
    size = (worn.shape[1], worn.shape[0])
    hairy = np.maximum(sized(regions.region(portrait, "hair"), size), sized(regions.region(portrait, "beard"), size))
    found = cloths.found(portrait)
    bare = (hairy < _HAIRY) | found.patches.drawn(found.plain)
    cloth = ((worn != wardrobe.NONE) & bare).astype(np.uint8)
    label = cloth if name == "clothes" else cloth * (worn == GARMENTS[name]).astype(np.uint8)
    if label.sum() < _LEAST * label.size:
        return np.zeros((height, width), np.float32)
    solid = float(portrait.alpha.max()) or 1.0  # below 1 in a picture that is translucent itself
    person = np.maximum(portrait.alpha / np.float32(solid), clothes.lost(portrait))
    # Beyond the person's outline the label goes on, so that the matte alone decides where the cloth ends.
    # A thin rim of person without a class is cloth that the analysis was unsure of.
    other = cv2.morphologyEx(
        ((sized(person, size) >= 0.9) & (cloth == 0)).astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)
    )
    nearest = _carried(label, (cloth > 0) | (other > 0))
    inside = _grown(nearest, (width, height)) * (person > 0.5)
    edged = _edged(np.asarray(inside, np.float32), portrait.picture.rgb8, 1.7 * width / size[0])
    return veil.shown(portrait, edged, _grown(_carried(label, cloth > 0), (width, height)))


def _grown(label: Any, size: tuple[int, int]) -> FloatPlane:
    """A label at another size (width, height), its border softened."""
    import cv2

    soft = cv2.GaussianBlur(label.astype(np.float32), (0, 0), 0.9)
    return np.clip(np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_CUBIC), np.float32), 0, 1)


def _carried(label: Any, known: Any) -> Any:
    """The label of the nearest known pixel."""
    import cv2

    if known.all() or not known.any():
        return label
    _, nearest = cv2.distanceTransformWithLabels(
        (~known).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    table = np.zeros(int(nearest.max()) + 1, label.dtype)
    table[nearest[known]] = label[known]
    return table[nearest]


def _edged(plane: FloatPlane, rgb: Any, reach: float) -> FloatPlane:
    """The mask drawn to the picture's edge: within ``reach`` pixels each is unmixed between both sides."""
    import cv2

    sure: Any = (plane > 0.5).astype(np.uint8)
    other: Any = 1 - sure
    side = 2 * max(1, round(reach)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    sure, other = cv2.erode(sure, kernel), cv2.erode(other, kernel)
    band = (sure == 0) & (other == 0)
    image = rgb.astype(np.float32) / 255
    fore = within(image, sure.astype(np.float32), 1.5 * reach)
    back = within(image, other.astype(np.float32), 1.5 * reach)
    axis = fore - back
    length = (axis * axis).sum(axis=2)
    share = ((image - back) * axis).sum(axis=2) / np.maximum(length, 1e-4)
    trust = ramp(np.sqrt(length), 0.06, 0.2)
    unmixed = np.clip((share - 0.06) / 0.88, 0, 1)
    mask = np.where(band, plane + (unmixed - plane) * trust, sure)
    return np.asarray(mask, np.float32)
