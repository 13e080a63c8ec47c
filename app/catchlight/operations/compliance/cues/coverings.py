"""What covers, hides or opens a face: read from parsing, matte and colours, which must agree, on the sharper picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane
from catchlight.imaging.pyramid import Pyramid
from catchlight.matting.repair.scraps import alike_share, find_scraps
from catchlight.models.registry import Models
from catchlight.operations.compliance.cues.face_crop import EYE_DISTANCE, FaceCrop
from catchlight.operations.compliance.cues.measures import polygon
from catchlight.portrait.face import detect
from catchlight.portrait.face.landmarks import LEFT_EYE, LIPS_OUTER, RIGHT_EYE
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

_EYES_CM = 6.3
"""Distance between the pupils of adults, mean."""
_SURE = 0.5
_SOLID = 0.9
_NECK_SEEN, _LEAST_SEEN = 0.1, 100
"""Share of neck below the chin from which nothing hides it (0.16 and more but on beards, hands and high collars of 120 people),
and least pixels of the person there."""
_HUE, _GREY = 30.0, 3.0
"""Degrees by which skin in another light turns in hue; chroma below which a picture has no hues."""
_KNOWN = 0.95
_BEHIND, _ENTERED = 0.65, 0.38
"""Probability of background above the brows from which the matte is not believed: on messy walls parsing is less sure than 0.8.
Mean of it where the matte leaves the parsed part upwards: 0.5 under pieces of wall on two strangers' heads, 0.24 and less under
the hair of 20."""
_GROUND = 0.56
"""Parsed share of background from which there is nothing else: what surely is background has 0.7 to 0.8, cloth 0.25."""
_BIN, _BINS = 6.0, 41
"""Width in CIELAB units, and number along each axis, of the bins in which colours are counted."""
_SMOOTH, _CREASED = 3.0, 4.0
"""Local deviation in L* over 3 px, of skin in the crop and of fingers at most; strands of hair and weaves have more."""
_BESIDE_TOP, _BESIDE_END, _BESIDE_DEEP, _BESIDE_WIDE = 200, 0.4, 1.0, 2.6
"""Row of the crop from which hands are looked for beside the face; how far below the chin one must begin, as bare shoulders do
not, and may go on; how far from the middle. In distances of the eyes."""
_COMMON = 0.25
"""Share of wall and clothes in the skin's hue from which that tells nothing: skin-coloured walls, toned prints."""
_SEED = 1.0
"""Percent of the face that must be seen of it above ``_BESIDE_END``."""
_SCORED_SIDE, _ASIDE = 256, 20.0
"""Side in pixels at which the detector is asked how sure it is; degrees of yaw from which it is less so of anybody."""
_OF_A_HEAD = tuple(
    place
    for place in range(1, head_parsing.CLASSES)
    if place not in (head_parsing.CLOTH, head_parsing.HAIR, head_parsing.HAT)
)


@dataclass(frozen=True)
class Cues:
    """What was read off a face.

    eye_contrast: of the less visible eye, L* from its darkest to its brightest parts by the skin's L*; 0 behind opaque glasses.
    eye_hidden: percent of the more covered eye opening that hair or a hat covers. glasses, hat: percent of the face's area.
    mouth_open: area of the mouth's inside by the square of the mouth's width. teeth: the same of teeth in it. hand: percent of
    the area below the chin that something bright and smooth takes instead of the neck. hand_beside: percent of the face's area
    of the same beside it. lips: percent of the lips' outline in
    which lips or mouth are seen; 0 behind a mask, which parsing takes for skin. hidden: percent of the face below the
    brows behind hair, cloth or anything else. old_ground: background that the matte takes for the person, by percent of the
    face's area; old_rim: the same of scraps of it at the outline; alike: percent of the outline beside which both have one
    colour. chroma: 95th percentile of the face's CIELAB chroma by its median L*. hue_spread: standard deviation in a*b* of what
    lightness does not explain, at a median L* of 50; near 0 for grey and toned prints. face_score: 0..1, mean of the detector's
    scores on the crop and on its mirror image; None where it finds no face in either, and of turned heads.
    """

    eye_contrast: float
    eye_hidden: float
    glasses: float
    hat: float
    mouth_open: float
    teeth: float
    hand: float
    hand_beside: float
    lips: float
    hidden: float
    old_ground: float
    old_rim: float
    alike: float
    chroma: float
    hue_spread: float
    face_score: float | None


def measure_cues(portrait: Portrait) -> Cues:
    """All cues of an upright portrait. Raises UnusablePicture where there is no readable face."""
    crop = FaceCrop.of(portrait)
    mouth_open, teeth = read_mouth(crop)
    chroma, spread = _read_colour(crop)
    glasses, hat = read_worn(crop, head_parsing.GLASSES), read_worn(crop, head_parsing.HAT)
    eyes = [read_eye(crop, ring) for ring in (RIGHT_EYE, LEFT_EYE)]
    return Cues(
        eye_contrast=min(contrast for contrast, _ in eyes),
        eye_hidden=max(hidden for _, hidden in eyes),
        glasses=glasses,
        hat=hat,
        mouth_open=mouth_open,
        teeth=teeth,
        hand=_read_hand(crop),
        hand_beside=_read_hand_beside(crop),
        lips=read_lips(crop),
        hidden=read_hidden(crop),
        old_ground=measure_old_background(crop),
        old_rim=_read_old_rim(crop),
        alike=100 * alike_share(crop.lab, crop.alpha, crop.seen, EYE_DISTANCE / _EYES_CM),
        chroma=chroma,
        hue_spread=spread,
        face_score=_read_score(crop, portrait.models) if abs(portrait.pose.yaw) < _ASIDE else None,
    )


def _read_score(crop: FaceCrop, models: Models) -> float | None:
    """The detector's score of the face at one size and in one place, which makes scores of different pictures comparable."""
    views = (crop.rgb, np.ascontiguousarray(crop.rgb[:, ::-1]))
    found = [detect.detect(Pyramid(view), models, first=_SCORED_SIDE) for view in views]
    scores = [max(face.score for face in each) for each in found if each and each[0].detector == "yunet"]
    return float(np.mean(scores)) if scores else None


def read_worn(crop: FaceCrop, kind: int) -> float:
    """Area of glasses or a hat by percent of the face's. kind: class of face parsing."""
    return 100 * float((crop.share([kind]) > _SURE).sum() / crop.face.sum())


def read_eye(crop: FaceCrop, ring: tuple[int, ...]) -> tuple[float, float]:
    """Contrast of one eye, and percent of its opening that hair or a hat covers."""
    eye = polygon(crop.points[list(ring)], crop.rgb.shape)
    if not eye.any():
        return 0.0, 100.0
    hidden = 100 * float(crop.share([head_parsing.HAIR, head_parsing.HAT])[eye].mean())
    light, skin = crop.lab[..., 0][eye], max(float(crop.skin[0]), 10.0)
    contrast = float(np.percentile(light, 95) - np.percentile(light, 5)) / skin
    if crop.share([head_parsing.GLASSES])[eye].mean() > _SURE:
        # Behind tinted glass even the white of the eye is dark, whatever the glass reflects in a corner.
        contrast = min(contrast, float(np.percentile(light, 75)) / skin)
    return contrast, hidden


def read_mouth(crop: FaceCrop) -> tuple[float, float]:
    """Area of the mouth's inside, which parsing and the outline of the lips both see, and of teeth in it."""
    width = float(np.linalg.norm(crop.points[61] - crop.points[291]))
    lips = polygon(crop.points[list(LIPS_OUTER)], crop.rgb.shape)
    inside = lips & (crop.share([head_parsing.MOUTH]) > _SURE)
    values, skin = crop.lab[inside], crop.skin
    chroma = np.hypot(values[:, 1], values[:, 2])
    pale = (
        (values[:, 0] > 0.6 * skin[0]) & (chroma < 0.9 * np.hypot(*skin[1:]) + 3) & (values[:, 1] < 0.75 * skin[1] + 2)
    )
    return float(inside.sum()) / width**2, float(pale.sum()) / width**2


def read_lips(crop: FaceCrop) -> float:
    """Percent of the lips' outline in which lips or mouth are seen."""
    lips = polygon(crop.points[list(LIPS_OUTER)], crop.rgb.shape)
    return 100 * float(
        (crop.share([head_parsing.MOUTH, head_parsing.UPPER_LIP, head_parsing.LOWER_LIP])[lips] > _SURE).mean()
    )


def _read_hand(crop: FaceCrop) -> float:
    """Something like skin below the chin that parsing knows as no neck, by percent of the area looked at.

    Networks that parse faces never saw hands: one at the chin is background, hair or cloth to them, and the neck is gone. A
    beard hides the neck too, but is rough; a high collar has another colour.
    """
    chin = crop.points[152]
    y, x = np.mgrid[: crop.rgb.shape[0], : crop.rgb.shape[1]]
    below = (y > chin[1] + 0.05 * EYE_DISTANCE) & (crop.alpha > _SOLID)
    near = below & (y < chin[1] + 0.4 * EYE_DISTANCE) & (np.abs(x - chin[0]) < 0.4 * EYE_DISTANCE)
    wide = below & (y < chin[1] + 0.8 * EYE_DISTANCE) & (np.abs(x - chin[0]) < 0.7 * EYE_DISTANCE)
    neck = crop.share([head_parsing.NECK]) > _SURE
    if near.sum() < _LEAST_SEEN or neck[near].mean() > _NECK_SEEN:
        return 0.0
    return 100 * float((_like_skin(crop) & ~neck & (_roughness(crop) < _SMOOTH))[wide].mean())


def _read_hand_beside(crop: FaceCrop) -> float:
    """Something like skin beside the face that parsing takes for none of its classes for sure, by percent of the face's area.

    To parsing a hand at the cheek, in the hair or before the shoulder is a little of cloth, hair and background each. Bare
    shoulders are like that too, but do not reach up to the chin.
    """
    import cv2

    y, x = np.mgrid[: crop.rgb.shape[0], : crop.rgb.shape[1]]
    chin = crop.points[152]
    near = (y > _BESIDE_TOP) & (y < chin[1] + _BESIDE_DEEP * EYE_DISTANCE)
    near &= (np.abs(x - chin[0]) < _BESIDE_WIDE * EYE_DISTANCE) & ~crop.face
    head = crop.share(_OF_A_HEAD)
    unsure = (head < 0.3) & (crop.share([head_parsing.CLOTH]) < 0.9) & (crop.share([head_parsing.HAIR]) < 0.65)
    unsure &= (crop.share([head_parsing.HAT]) < 0.5) & (crop.share([head_parsing.BACKGROUND]) < 0.8)
    seen = cv2.erode((crop.share(range(head_parsing.CLASSES)) > _KNOWN).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    like, others = _like_skin(crop), (crop.alpha < 1 - _KNOWN) | (crop.share([head_parsing.CLOTH]) > _SURE)
    if others.any() and like[others].mean() > _COMMON:
        return 0.0
    found = near & unsure & seen & (crop.alpha > _SOLID) & like & (_roughness(crop) < _CREASED)
    opened = cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_OPEN, np.ones((11, 11), np.uint8))
    _, labels = cv2.connectedComponents(opened)
    size = float(crop.face.sum())
    above = np.bincount(labels[y < chin[1] + _BESIDE_END * EYE_DISTANCE], minlength=labels.max() + 1)
    hands = [label for label in range(1, len(above)) if 100 * above[label] > _SEED * size]
    return 100 * float(np.isin(labels, hands).sum()) / size


def _roughness(crop: FaceCrop) -> FloatPlane:
    """Local standard deviation of L*, over 3 px."""
    import cv2

    light = crop.lab[..., 0]
    level = cv2.GaussianBlur(light, (0, 0), 3)
    return np.asarray(np.sqrt(np.maximum(cv2.GaussianBlur(light**2, (0, 0), 3) - level**2, 0)), np.float32)


def _like_skin(crop: FaceCrop) -> Mask:
    """Where the hue is the cheeks', not much darker, or burnt to white; of a picture without hues, where the lightness is."""
    light, skin = crop.lab[..., 0], crop.skin
    chroma, usual = np.hypot(crop.lab[..., 1], crop.lab[..., 2]), float(np.hypot(*skin[1:]))
    if usual < _GREY:
        return np.asarray(np.abs(light - skin[0]) < 25)
    hue = np.degrees(np.arctan2(crop.lab[..., 2], crop.lab[..., 1]) - np.arctan2(skin[2], skin[1]))
    turned = np.abs((hue + 180) % 360 - 180)
    return np.asarray((turned < _HUE) & (chroma > 0.3 * usual) & (chroma < 1.7 * usual) & (light > skin[0] - 25))


def read_hidden(crop: FaceCrop) -> float:
    """Percent of the face below the brows that hair, hat, cloth or background takes."""
    below = crop.face & (np.arange(crop.rgb.shape[0])[:, None] > crop.points[168][1])
    others = crop.share([head_parsing.HAIR, head_parsing.HAT, head_parsing.CLOTH, head_parsing.BACKGROUND])
    return 100 * float((others[below] > _SURE).mean())


def measure_old_background(crop: FaceCrop) -> float:
    """Percent of the face's area that is old background in the matte: where parsing sees background in colours that are more
    usual on that than on the person, and above the brows in any colour."""
    import cv2

    behind = crop.share([head_parsing.BACKGROUND])
    known = (
        cv2.erode((behind + crop.share(range(1, head_parsing.CLASSES)) > _KNOWN).astype(np.uint8), np.ones((9, 9))) > 0
    )
    like, above = (
        np.asarray(cv2.morphologyEx(part.astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))) > 0
        for part in (_like_ground(crop, behind, known), _on_head(crop, behind, known))
    )
    return 100 * float((like | above).sum() / crop.face.sum())


def _read_old_rim(crop: FaceCrop) -> float:
    scraps = find_scraps(crop.rgb, crop.alpha, crop.share([head_parsing.BACKGROUND]), EYE_DISTANCE / _EYES_CM)
    return 100 * float((scraps & crop.seen).sum() / crop.face.sum())


def _like_ground(crop: FaceCrop, behind: FloatPlane, known: Mask) -> Mask:
    """Where parsing is sure of background, and the colour is more usual there than on the person."""
    bins = np.clip((crop.lab + np.array([0, 100, 100], np.float32)) / _BIN, 0, _BINS - 1).astype(np.int32)
    places = (bins[..., 0] * _BINS + bins[..., 1]) * _BINS + bins[..., 2]

    def usual(where: Mask) -> npt.NDArray[np.float64]:
        counts = np.bincount(places[where], minlength=_BINS**3).astype(np.float64)
        return np.asarray(counts / max(counts.sum(), 1.0))

    ground = usual((crop.alpha < 1 - _KNOWN) & ((behind > _GROUND) | ~known))
    person = usual((crop.alpha > _KNOWN) & (behind < 0.3) & known)
    like = (ground > 3 * person + 1e-5)[places]
    return np.asarray((crop.alpha > _SURE) & (behind > _GROUND) & known & crop.seen & like)


def _on_head(crop: FaceCrop, behind: FloatPlane, known: Mask) -> Mask:
    """Background that stands on the head like a hat, with what goes on from it beyond the part that parsing sees.

    Above the brows there is hair or hat or background, which parsing tells apart in any colour.
    """
    import cv2

    above = (np.arange(crop.rgb.shape[0])[:, None] < crop.points[168][1]) & (crop.alpha > _SOLID)
    found = above & known & (behind > _BEHIND)
    count, labels = cv2.connectedComponents((above & ~known).astype(np.uint8))
    for label in range(1, count):
        piece = (labels == label).astype(np.uint8)
        near = (cv2.dilate(piece, np.ones((15, 15), np.uint8)) > 0) & above & known
        if near.any() and behind[near].mean() > _ENTERED:
            found |= piece > 0
    return np.asarray(found)


def _read_colour(crop: FaceCrop) -> tuple[float, float]:
    values = crop.lab[crop.face]
    light = values[:, 0].astype(np.float64)
    chroma = float(np.percentile(np.hypot(values[:, 1], values[:, 2]), 95)) / max(float(np.median(light)), 10.0)
    unit = (light - light.mean()) / max(float(light.std()), 1e-3)
    terms = np.stack([np.ones_like(unit), unit, unit**2, unit**3], axis=1)
    explained = np.linalg.lstsq(terms, values[:, 1:].astype(np.float64), rcond=None)[0]
    rest = (values[:, 1:] - terms @ explained).T
    # In dim light all chroma shrinks with lightness.
    return chroma, float(np.hypot(rest[0].std(), rest[1].std())) * 50 / max(float(np.median(light)), 10.0)
