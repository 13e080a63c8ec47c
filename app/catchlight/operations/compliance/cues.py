"""What covers, hides or opens a face: read from parsing, matte and colours, which must agree, on the sharpest picture there is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine import parsing
from catchlight.engine.landmarks import LEFT_EYE, LEFT_IRIS, LIPS_OUTER, RIGHT_EYE, RIGHT_IRIS
from catchlight.engine.portrait import Portrait
from catchlight.operations.compliance.face_crop import FaceCrop
from catchlight.operations.compliance.measures import polygon

_SURE = 0.5
_SOLID = 0.9
_HUE, _GREY = 25.0, 3.0
"""Degrees by which skin in another light turns in hue; chroma below which a picture has no hue to compare."""
_SMOOTH = 2.5
"""Local deviation in L* over 3 px, of skin in the crop at most; strands of hair and weaves have more."""


@dataclass(frozen=True)
class Cues:
    """What was read off a face.

    eye_contrast: of the less visible eye, L* between the white and the iris by the skin's L*; 0 behind opaque glasses.
    eye_hidden: percent of the more covered eye opening that hair or a hat covers. glasses, hat: percent of the face.
    mouth_open: area of the mouth's inside by the square of its width. teeth: that of teeth in it. hand: percent of the face's
    area that a hand takes at the face. hidden: percent of the face below the brows behind hair, cloth or anything else.
    chroma: 95th percentile of the face's CIELAB chroma by its median L*. hue_spread: standard deviation in a*b* of what
    lightness does not explain, near 0 for grey and toned prints.
    """

    eye_contrast: float
    eye_hidden: float
    glasses: float
    hat: float
    mouth_open: float
    teeth: float
    hand: float
    hidden: float
    chroma: float
    hue_spread: float


def read_cues(portrait: Portrait) -> Cues:
    """All cues of an upright portrait. Raises UnusablePicture where there is no readable face."""
    crop = FaceCrop.of(portrait)
    mouth_open, teeth = _read_mouth(crop)
    chroma, spread = _read_colour(crop)
    glasses = 100 * float((crop.share([parsing.GLASSES]) > _SURE).sum() / crop.face.sum())
    hat = 100 * float((crop.share([parsing.HAT]) > _SURE).sum() / crop.face.sum())
    eyes = [_read_eye(crop, ring, iris) for ring, iris in ((RIGHT_EYE, RIGHT_IRIS), (LEFT_EYE, LEFT_IRIS))]
    return Cues(
        eye_contrast=min(contrast for contrast, _ in eyes),
        eye_hidden=max(hidden for _, hidden in eyes),
        glasses=glasses,
        hat=hat,
        mouth_open=mouth_open,
        teeth=teeth,
        hand=_read_hand(crop),
        hidden=_read_hidden(crop),
        chroma=chroma,
        hue_spread=spread,
    )


def _read_eye(crop: FaceCrop, ring: tuple[int, ...], iris: tuple[int, ...]) -> tuple[float, float]:
    """Contrast of one eye, and percent of its opening that hair or a hat covers."""
    eye = polygon(crop.points[list(ring)], crop.rgb.shape)
    centre = crop.points[iris[0]]
    radius = float(np.linalg.norm(crop.points[list(iris[1:])] - centre, axis=1).mean())
    y, x = np.mgrid[: crop.rgb.shape[0], : crop.rgb.shape[1]]
    away = np.hypot(x - centre[0], y - centre[1])
    disc, white = eye & (away < 0.8 * radius), eye & (away > 1.15 * radius)
    hidden = 100 * float(crop.share([parsing.HAIR, parsing.HAT])[eye].mean()) if eye.any() else 100.0
    if not disc.any() or not white.any():
        return 0.0, hidden
    light = crop.lab[..., 0]
    contrast = float(np.percentile(light[white], 75) - np.median(light[disc])) / max(float(crop.skin[0]), 10.0)
    return contrast, hidden


def _read_mouth(crop: FaceCrop) -> tuple[float, float]:
    """Area of the mouth's inside, which parsing and the outline of the lips both see, and of teeth in it."""
    width = float(np.linalg.norm(crop.points[61] - crop.points[291]))
    lips = polygon(crop.points[list(LIPS_OUTER)], crop.rgb.shape)
    inside = lips & (crop.share([parsing.MOUTH]) > _SURE)
    values, skin = crop.lab[inside], crop.skin
    chroma = np.hypot(values[:, 1], values[:, 2])
    pale = (
        (values[:, 0] > 0.6 * skin[0]) & (chroma < 0.9 * np.hypot(*skin[1:]) + 3) & (values[:, 1] < 0.75 * skin[1] + 2)
    )
    return float(inside.sum()) / width**2, float(pale.sum()) / width**2


def _read_hand(crop: FaceCrop) -> float:
    """Smooth skin of the person near the face that parsing knows as neither face nor neck: a hand, by percent of the face."""
    import cv2

    values, skin = crop.lab, crop.skin
    hue = np.degrees(np.arctan2(values[..., 2], values[..., 1]) - np.arctan2(skin[2], skin[1]))
    turned = np.abs((hue + 180) % 360 - 180)
    chroma, usual = np.hypot(values[..., 1], values[..., 2]), float(np.hypot(*skin[1:]))
    like = (turned < _HUE) & (chroma > 0.25 * usual) & (chroma < 1.6 * usual) & (values[..., 0] > skin[0] - 25)
    if usual < _GREY:
        like = np.abs(values[..., 0] - skin[0]) < 15
    level = cv2.GaussianBlur(values[..., 0], (0, 0), 3)
    rough = np.sqrt(np.maximum(cv2.GaussianBlur(values[..., 0] ** 2, (0, 0), 3) - level**2, 0))
    other = crop.share([parsing.BACKGROUND, parsing.HAIR, parsing.CLOTH]) > _SURE
    near = cv2.dilate(crop.face.astype(np.uint8), np.ones((97, 97), np.uint8)) > 0
    found = np.asarray(like & (rough < _SMOOTH) & other & (crop.alpha > _SOLID) & near, np.uint8)
    return 100 * float(cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((13, 13), np.uint8)).sum() / crop.face.sum())


def _read_hidden(crop: FaceCrop) -> float:
    below = crop.face & (np.arange(crop.rgb.shape[0])[:, None] > crop.points[168][1])
    others = crop.share([parsing.HAIR, parsing.HAT, parsing.CLOTH, parsing.BACKGROUND])
    return 100 * float((others[below] > _SURE).mean())


def _read_colour(crop: FaceCrop) -> tuple[float, float]:
    values = crop.lab[crop.face]
    light = values[:, 0].astype(np.float64)
    chroma = float(np.percentile(np.hypot(values[:, 1], values[:, 2]), 95)) / max(float(np.median(light)), 10.0)
    unit = (light - light.mean()) / max(float(light.std()), 1e-3)
    terms = np.stack([np.ones_like(unit), unit, unit**2, unit**3], axis=1)
    explained = np.linalg.lstsq(terms, values[:, 1:].astype(np.float64), rcond=None)[0]
    rest = (values[:, 1:] - terms @ explained).T
    return chroma, float(np.hypot(rest[0].std(), rest[1].std()))
