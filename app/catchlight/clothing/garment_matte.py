"""One garment of several, to its very edge: what ``wardrobe`` tells apart, unmixed from what it borders on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.clothing import cloth_between_strands, clothes_rim
from catchlight.clothing.cloth_beside_hair import ClothMatte, estimate_cloth_matte
from catchlight.clothing.segment import cloth_edge, clothes, fasteners
from catchlight.clothing.segment import garments as wardrobe
from catchlight.imaging.filters.frequency_bands import blur_within_mask, ramp
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

GARMENTS = {"jacket": wardrobe.JACKET, "shirt": wardrobe.SHIRT, "tie": wardrobe.TIE}


@dataclass(frozen=True)
class MatteLimits:
    """How a garment is drawn to its edge. Set by eye on the portraits; ``tests.benchmarks.recolour`` renews them: it counts old
    colour that is left at a rim, and changes of what is no cloth."""

    edge: float = 2.2
    """Pixels of ``cloth_edge`` beside a border within which each pixel is unmixed between both sides."""
    within: tuple[float, float] = (0.6, 0.95)
    """How far inside, by the softened mask, the share of cloth begins to be sure, and where it is."""
    least: float = 0.002
    """Share of the picture below which a garment does not show."""


_LIMITS = MatteLimits()


def garment(portrait: Portrait, name: str) -> FloatPlane:
    """``clothes`` or one of GARMENTS as a soft mask of the portrait's size that ends where the cloth ends.

    All clothes, where the wished one cannot be told from the rest (a jacket alone); empty for a shirt or tie that does not show.
    """
    return portrait.kept(f"garment:{name}", lambda: _drawn(portrait, name))


def rough_garment_mask(portrait: Portrait, name: str) -> FloatPlane:
    """The same for aiming: its place without its exact edge, in a fraction of the time."""

    def drawn() -> FloatPlane:
        label, _ = _label(portrait, name)
        return np.asarray(_grown(label, (portrait.picture.width, portrait.picture.height)), np.float32)

    return portrait.kept(f"garment_sketch:{name}", drawn)


def _label(portrait: Portrait, name: str) -> tuple[Any, Any]:
    """Where a garment lies, and where all cloth does, uint8 at the size of ``cloth_edge``; nothing for too little of it."""
    import cv2

    settled = cloth_edge.segment_cloth(portrait)
    size = settled.shape[::-1]
    worn = cv2.resize(wardrobe.segment_garments(portrait).labels, size, interpolation=cv2.INTER_NEAREST)
    bare = settled & ~fasteners.fittings(portrait)
    garments = _carried(worn, (worn != wardrobe.NONE) & settled) * settled
    cloth = settled.astype(np.uint8)
    label = bare.astype(np.uint8) if name == "clothes" else (bare & (garments == GARMENTS[name])).astype(np.uint8)
    return label * np.uint8(label.sum() >= _LIMITS.least * label.size), cloth


def border(portrait: Portrait) -> clothes_rim.Rim:
    """Where all clothes end on skin, hair and beard."""
    cloth = cloth_edge.segment_cloth(portrait)
    return clothes_rim.find_cloth_rim(portrait, cloth, _other(_person(portrait), cloth))


def seam(portrait: Portrait, name: str) -> clothes_rim.Rim | None:
    """Where one of GARMENTS ends on another; None where it borders on none."""
    if name not in GARMENTS:
        return None
    label, cloth = _label(portrait, name)
    rest = (cloth > 0) & (label == 0) & ~fasteners.fittings(portrait)
    if not label.any() or not rest.any():
        return None
    return clothes_rim.find_cloth_rim(portrait, label > 0, rest, name)


def _person(portrait: Portrait) -> FloatPlane:
    """The matte without its holes; a picture that is translucent itself counts as solid."""
    solid = float(portrait.alpha.max()) or 1.0
    return np.asarray(
        np.maximum(portrait.alpha / np.float32(solid), clothes.cloth_missing_from_matte(portrait)), np.float32
    )


def _other(person: FloatPlane, cloth: Any) -> Any:
    """What of the person is no cloth, at the cloth's size; a thin rim of it is cloth that the analysis was unsure of."""
    import cv2

    bare = ((resize(person, cloth.shape[::-1]) >= 0.5) & ~cloth).astype(np.uint8)
    return cv2.morphologyEx(bare, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) > 0


def strands(portrait: Portrait) -> ClothMatte | None:
    """All clothes beside hair, kept with the portrait; None where no hair lies on them."""
    return portrait.kept("cloth_strands", lambda: estimate_cloth_matte(portrait, _outlined(portrait, "clothes")))


def _drawn(portrait: Portrait, name: str) -> FloatPlane:
    mask, hairy = _outlined(portrait, name), strands(portrait)
    if hairy is None or not mask.any():
        return mask
    label, cloth = _label(portrait, name)
    fixed = fasteners.fittings(portrait)
    whole = _grown(_carried(label, (cloth > 0) & ~fixed), mask.shape[::-1])
    return np.where(hairy.where, hairy.share * whole, mask).astype(np.float32)


def _outlined(portrait: Portrait, name: str) -> FloatPlane:
    """The mask as outlines and borders say, without a look at the strands of hair over it."""
    height, width = portrait.picture.height, portrait.picture.width
    label, cloth = _label(portrait, name)
    if not label.any():
        return np.zeros((height, width), np.float32)
    size = (label.shape[1], label.shape[0])
    person = _person(portrait)
    # Beyond the person's outline, and on skin, the label goes on, so that matte and rim alone decide where the cloth ends.
    nearest = _carried(label, cloth > 0)
    person = np.maximum(person, _grown(_holes(resize(person, size) >= 0.5, cloth), (width, height)))
    inside = _grown(nearest, (width, height))
    edged = _edged(inside, person, portrait.picture.rgb8, _LIMITS.edge * width / size[0])
    edged *= np.minimum(person * np.float32(20), 1)  # like colours behind the person are not worn
    found = border(portrait)
    edged *= found.share
    between = seam(portrait, name)
    if between is not None:
        edged = np.where(between.near, between.share * found.share * np.minimum(person, 1), edged).astype(np.float32)
    return cloth_between_strands.unmix_cloth_and_hair(
        portrait, edged, _grown(_carried(label, cloth > 0), (width, height)), 1 - found.strands
    )


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


def _holes(person: Any, cloth: Any) -> Any:
    """Holes of the matte that cloth surrounds on all sides, uint8."""
    import cv2

    _, pieces = cv2.connectedComponents((~person).astype(np.uint8), connectivity=4)
    rim = cv2.dilate((cloth == 0).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    rim[[0, -1]], rim[:, [0, -1]] = True, True
    return ((pieces > 0) & ~np.isin(pieces, np.unique(pieces[rim]))).astype(np.uint8)


def _edged(inside: FloatPlane, person: FloatPlane, rgb: Any, reach: float) -> FloatPlane:
    """The mask drawn to the picture's edge: within ``reach`` pixels each is unmixed between both sides."""
    import cv2

    plane = np.asarray(inside * (person > 0.5), np.float32)
    sure: Any = (plane > 0.5).astype(np.uint8)
    other: Any = 1 - sure
    side = 2 * max(1, round(reach)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    sure, other = cv2.erode(sure, kernel), cv2.erode(other, kernel)
    band = (sure == 0) & (other == 0)
    rows, columns = np.flatnonzero(band.any(axis=1)), np.flatnonzero(band.any(axis=0))
    if not len(rows):
        return np.asarray(sure, np.float32)
    edge = 2 * round(reach) + 2
    box = np.s_[max(0, rows[0] - edge) : rows[-1] + edge + 1, max(0, columns[0] - edge) : columns[-1] + edge + 1]
    image = rgb[box].astype(np.float32) / 255
    size = (image.shape[1], image.shape[0])
    half = (max(1, size[0] // 2), max(1, size[1] // 2))
    small = cv2.resize(image, half, interpolation=cv2.INTER_AREA)
    fore, back = (
        cv2.resize(blur_within_mask(small, resize(each[box].astype(np.float32), half), 0.75 * reach), size)
        for each in (sure, other)
    )
    where = band[box]
    axis = fore[where] - back[where]
    length = (axis * axis).sum(axis=1)
    share = ((image[where] - back[where]) * axis).sum(axis=1) / np.maximum(length, 1e-4)
    trust = ramp(np.sqrt(length), 0.06, 0.2)
    drawn = plane[box][where]
    # What is mixed of both is narrow: farther in and out no likeness of colours counts.
    soft, solid = inside[box][where], ramp(person[box][where], 0.9, 0.99)
    least, most = (
        ramp(soft, *_LIMITS.within) * solid,
        1 - (1 - ramp(soft, 1 - _LIMITS.within[1], 1 - _LIMITS.within[0])) * solid,
    )
    unmixed = np.clip((share - 0.06) / 0.88, least, most)
    mask = sure.astype(np.float32)
    mask[box][where] = drawn + (unmixed - drawn) * trust
    return np.asarray(mask, np.float32)
