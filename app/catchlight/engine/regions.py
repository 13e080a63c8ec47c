"""The parts of a portrait that a person can name, as soft masks at full resolution."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from catchlight.engine import geometry, parsing
from catchlight.engine import landmarks as mesh
from catchlight.engine.picture import FloatPlane
from catchlight.engine.portrait import Portrait

_FACE = (
    parsing.SKIN,
    parsing.RIGHT_BROW,
    parsing.LEFT_BROW,
    parsing.RIGHT_EYE,
    parsing.LEFT_EYE,
    parsing.NOSE,
    parsing.MOUTH,
    parsing.UPPER_LIP,
    parsing.LOWER_LIP,
)
_EARS = (parsing.RIGHT_EAR, parsing.LEFT_EAR, parsing.EARRING)
# fmt: off
_FOREHEAD = (54, 103, 67, 109, 10, 338, 297, 332, 284, 301, 293, 334, 296, 336, 9, 107, 66, 105, 63, 71)
_RIGHT_CHEEK = (117, 118, 101, 36, 206, 207, 187, 147, 123)
_LEFT_CHEEK = (346, 347, 330, 266, 426, 427, 411, 376, 352)
_RIGHT_UNDER_EYE = (226, 25, 110, 24, 23, 22, 26, 112, 232, 231, 230, 229, 228, 31)
_LEFT_UNDER_EYE = (446, 255, 339, 254, 253, 252, 256, 341, 452, 451, 450, 449, 448, 261)
_BEARD = (132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 411, 426, 327, 2, 98, 206,
          187)
# fmt: on
_CHIN = (32, 171, 175, 396, 262, 200, 194, 418)
_LIP_BEARD = (2, 165, 92, 40, 37, 0, 267, 270, 322, 391)
_BEARDED = 0.45
"""Mean darkness of chin and upper lip against the cheeks from which there is a beard; shadows stay below 0.3."""
_LEVEL = 0.5


def _everything(portrait: Portrait) -> FloatPlane:
    return np.ones((portrait.picture.height, portrait.picture.width), np.float32)


def _person(portrait: Portrait) -> FloatPlane:
    return portrait.alpha


def _background(portrait: Portrait) -> FloatPlane:
    return np.asarray(1 - portrait.alpha, np.float32)


def _shared(portrait: Portrait, classes: tuple[int, ...]) -> FloatPlane:
    """Classes as a share of the person, drawn to the picture's edges, within the matte.

    As a share, so that outer wisps, of which parsing is unsure, come from the matte.
    """
    part = portrait.parsing.plane(classes)
    person = 1 - portrait.parsing.plane([parsing.BACKGROUND])
    share = part / np.maximum(person, 0.05)
    share[person < 0.02] = 0
    edged = parsing.refined(np.clip(share, 0, 1), portrait.picture.rgb8, 0.45 * portrait.pose.px_per_cm)
    return np.asarray(edged * portrait.alpha, np.float32)


def _hair_and_beard(portrait: Portrait) -> FloatPlane:
    return _shared(portrait, (parsing.HAIR,))


def _hair(portrait: Portrait) -> FloatPlane:
    """Hair of the head: parsing counts a long beard as hair, a colourist does not."""
    return np.asarray(_hair_and_beard(portrait) * (1 - region(portrait, "beard")), np.float32)


def _clothes(portrait: Portrait) -> FloatPlane:
    """Cloth by parsing above the chest; below the reach of its crop, all of the person that is not skin-coloured."""
    cloth = _shared(portrait, (parsing.CLOTH, parsing.NECKLACE))
    bottom = _crop_bottom(portrait)
    if bottom < portrait.picture.height:
        y = np.arange(portrait.picture.height, dtype=np.float32)[:, None]
        below = np.clip((y - bottom) / (2 * portrait.pose.px_per_cm), 0, 1)
        rest = portrait.alpha * (1 - _skin_likeness(portrait))
        cloth = cloth * (1 - below) + rest * below
    return np.asarray(cloth, np.float32)


def _skin(portrait: Portrait) -> FloatPlane:
    """Face, ears, neck, and what has the face's own colour elsewhere on the person (arms and hands have no class)."""
    known = _shared(portrait, (*_FACE[:1], parsing.NOSE, *_EARS[:2], parsing.NECK))
    elsewhere = portrait.alpha * _skin_likeness(portrait)
    wide = portrait.parsing.plane([parsing.HAIR, parsing.CLOTH, parsing.HAT, *_FACE[1:5], *_FACE[6:], parsing.GLASSES])
    y = np.arange(portrait.picture.height, dtype=np.float32)[:, None]
    chin = portrait.landmarks.xy[mesh.CHIN, 1]
    low = np.clip((y - chin) / (2 * portrait.pose.px_per_cm), 0, 1)
    return np.asarray(np.maximum(known, elsewhere * np.clip(1 - wide, 0, 1) * low), np.float32)


def _skin_likeness(portrait: Portrait) -> FloatPlane:
    """How near each pixel's chroma is to that of the cheeks, 0..1."""
    import cv2

    rgb = portrait.picture.rgb8
    lab = cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), max(1.0, portrait.pose.px_per_cm / 12)), cv2.COLOR_RGB2LAB)
    cheeks = _filled(portrait, _RIGHT_CHEEK) | _filled(portrait, _LEFT_CHEEK)
    sample = lab[cheeks].astype(np.float32)
    centre, spread = np.median(sample, axis=0), np.maximum(sample.std(axis=0), [30, 5, 5])
    away = np.zeros(lab.shape[:2], np.float32)
    for channel in range(3):
        away += ((lab[..., channel].astype(np.float32) - centre[channel]) / (2.5 * spread[channel])) ** 2
    return np.asarray(np.exp(-away), np.float32)


def _crop_bottom(portrait: Portrait) -> float:
    """Row below which parsing knows nothing, less a margin."""
    matrix = portrait.parsing.matrices[-1]
    return float(geometry.apply(geometry.inverse(matrix), [[256, 480]])[0, 1])


def _filled(portrait: Portrait, *rings: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    import cv2

    mask = np.zeros((portrait.picture.height, portrait.picture.width), np.uint8)
    for ring in rings:
        hull = cv2.convexHull(np.round(portrait.landmarks.ring(ring) * 8).astype(np.int32))
        cv2.fillPoly(mask, [hull], 1, shift=3)
    return mask > 0


def _drawn(portrait: Portrait, *rings: tuple[int, ...], soft_cm: float) -> FloatPlane:
    """Filled hulls of landmark rings with a soft edge."""
    import cv2

    sigma = max(0.6, soft_cm * portrait.pose.px_per_cm)
    return np.asarray(cv2.GaussianBlur(_filled(portrait, *rings).astype(np.float32), (0, 0), sigma), np.float32)


def _on_skin(plane: FloatPlane, portrait: Portrait) -> FloatPlane:
    """A drawn part without the hair, glasses and hands that lie over it."""
    return np.asarray(plane * _shared(portrait, (parsing.SKIN, parsing.NOSE)), np.float32)


def _face(portrait: Portrait) -> FloatPlane:
    return _shared(portrait, _FACE)


def _forehead(portrait: Portrait) -> FloatPlane:
    return _on_skin(_drawn(portrait, _FOREHEAD, soft_cm=0.35), portrait)


def _cheek(portrait: Portrait) -> FloatPlane:
    return _on_skin(_drawn(portrait, _RIGHT_CHEEK, _LEFT_CHEEK, soft_cm=0.6), portrait)


def _under_eye(portrait: Portrait) -> FloatPlane:
    return _on_skin(_drawn(portrait, _RIGHT_UNDER_EYE, _LEFT_UNDER_EYE, soft_cm=0.2), portrait)


def _eye(portrait: Portrait) -> FloatPlane:
    return _drawn(portrait, mesh.RIGHT_EYE, mesh.LEFT_EYE, soft_cm=0.04)


def _irises(portrait: Portrait, grow: float) -> FloatPlane:
    import cv2

    mask = np.zeros((portrait.picture.height, portrait.picture.width), np.float32)
    for iris in (mesh.RIGHT_IRIS, mesh.LEFT_IRIS):
        centre = portrait.landmarks.xy[iris[0]]
        radius = np.linalg.norm(portrait.landmarks.ring(iris[1:]) - centre, axis=1).mean() * grow
        cv2.circle(mask, tuple(np.round(centre * 8).astype(int)), round(float(radius) * 8), 1.0, cv2.FILLED, shift=3)
    soft = max(0.5, 0.03 * portrait.pose.px_per_cm)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float32)


def _iris(portrait: Portrait) -> FloatPlane:
    return np.asarray(_irises(portrait, 1.0) * _eye(portrait), np.float32)


def _eye_white(portrait: Portrait) -> FloatPlane:
    return np.asarray(_eye(portrait) * (1 - _irises(portrait, 1.08)), np.float32)


def _brow(portrait: Portrait) -> FloatPlane:
    parsed = _shared(portrait, (parsing.RIGHT_BROW, parsing.LEFT_BROW))
    return np.asarray(parsed * _drawn(portrait, mesh.RIGHT_BROW, mesh.LEFT_BROW, soft_cm=0.5).clip(0, 1), np.float32)


def _mouth_opening(portrait: Portrait) -> FloatPlane:
    return _drawn(portrait, mesh.LIPS_INNER, soft_cm=0.03)


def _lips(portrait: Portrait) -> FloatPlane:
    outline = _drawn(portrait, mesh.LIPS_OUTER, soft_cm=0.05)
    return np.asarray(outline * (1 - _mouth_opening(portrait)), np.float32)


def _teeth(portrait: Portrait) -> FloatPlane:
    """What is bright and pale in the mouth's opening; empty where the lips are closed."""
    import cv2

    opening = _mouth_opening(portrait)
    inside = opening > _LEVEL
    if inside.sum() < 12:
        return np.zeros_like(opening)
    lab = cv2.cvtColor(portrait.picture.rgb8, cv2.COLOR_RGB2LAB).astype(np.float32)
    light = np.percentile(lab[..., 0][inside], 85)
    pale = 1 / (1 + np.exp((lab[..., 1] - 128 - 16) / 3))
    bright = 1 / (1 + np.exp((0.62 * light - lab[..., 0]) / 6))
    return np.asarray(opening * pale * bright, np.float32)


def _beard(portrait: Portrait) -> FloatPlane:
    """Hair on the lower face and what hangs from it; empty on a shaven face."""
    dark = _dark_below(portrait)
    core = _filled(portrait, _CHIN) | _filled(portrait, _LIP_BEARD)
    if not core.any() or float(dark[core].mean()) < _BEARDED:
        return np.zeros_like(dark)
    zone = _drawn(portrait, _BEARD, soft_cm=0.5) * (1 - _drawn(portrait, mesh.LIPS_OUTER, soft_cm=0.1))
    hanging = _hair_and_beard(portrait) * _below_mouth(portrait)
    return np.asarray(np.clip(np.maximum(zone * dark, hanging), 0, 1) * portrait.alpha, np.float32)


def _dark_below(portrait: Portrait) -> FloatPlane:
    """How much darker than the cheeks each pixel is, 0..1."""
    import cv2

    sigma = max(1.0, 0.1 * portrait.pose.px_per_cm)
    lab = cv2.cvtColor(cv2.GaussianBlur(portrait.picture.rgb8, (0, 0), sigma), cv2.COLOR_RGB2LAB)
    light = np.asarray(lab[..., 0], np.float32)
    skin = np.median(light[_filled(portrait, _RIGHT_CHEEK, _LEFT_CHEEK)])
    return np.asarray(np.clip((skin - light - 28) / 24, 0, 1), np.float32)


def _below_mouth(portrait: Portrait) -> FloatPlane:
    """1 under the mouth within the width of the jaw, falling off softly."""
    pose = portrait.pose
    height, width = portrait.picture.height, portrait.picture.width
    y, x = np.mgrid[:height, :width].astype(np.float32)
    mouth = portrait.landmarks.xy[14]
    down = np.clip((y - mouth[1]) / pose.px_per_cm, 0, 1)
    aside = np.clip((7.5 - np.abs(x - mouth[0]) / pose.px_per_cm) / 1.5, 0, 1)
    return np.asarray(down * aside, np.float32)


def _ear(portrait: Portrait) -> FloatPlane:
    return _shared(portrait, _EARS)


def _neck(portrait: Portrait) -> FloatPlane:
    return _shared(portrait, (parsing.NECK, parsing.NECKLACE))


def _glasses(portrait: Portrait) -> FloatPlane:
    return _shared(portrait, (parsing.GLASSES,))


def _hat(portrait: Portrait) -> FloatPlane:
    return _shared(portrait, (parsing.HAT,))


def _shirt_colour(portrait: Portrait, centre: bool) -> FloatPlane:
    """Split of the clothes by colour: what lies under the chin in the middle (shirt, tie) and what lies outside (jacket)."""
    import cv2

    clothes = _clothes(portrait)
    rgb = cv2.GaussianBlur(portrait.picture.rgb8, (0, 0), max(1.0, 0.2 * portrait.pose.px_per_cm))
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    pose, height, width = portrait.pose, portrait.picture.height, portrait.picture.width
    x = np.arange(width, dtype=np.float32)[None]
    middle = portrait.landmarks.xy[mesh.CHIN, 0]
    across = np.broadcast_to(np.abs(x - middle) / pose.px_per_cm, (height, width))
    solid = clothes > 0.8
    inner, outer = solid & (across < 3), solid & (across > 11)
    if inner.sum() < 50 or outer.sum() < 50:
        return np.zeros_like(clothes) if centre else clothes
    first, second = np.median(lab[inner], axis=0), np.median(lab[outer], axis=0)
    if np.linalg.norm(first - second) < 18:
        return np.zeros_like(clothes) if centre else clothes
    near, far = np.linalg.norm(lab - first, axis=2), np.linalg.norm(lab - second, axis=2)
    share = 1 / (1 + np.exp((near - far) / 8 + (across - 9) / 3))
    return np.asarray(clothes * (share if centre else 1 - share), np.float32)


def _jacket(portrait: Portrait) -> FloatPlane:
    return _shirt_colour(portrait, centre=False)


def _shirt(portrait: Portrait) -> FloatPlane:
    """The inner garment where its colour differs from the outer one, without a tie; empty for one garment alone."""
    return np.asarray(_shirt_colour(portrait, centre=True) * (1 - _tie_share(portrait)), np.float32)


def _tie(portrait: Portrait) -> FloatPlane:
    return np.asarray(_shirt_colour(portrait, centre=True) * _tie_share(portrait), np.float32)


def _tie_share(portrait: Portrait) -> FloatPlane:
    """A narrow strip below the chin whose colour differs from the inner garment on both sides of it."""
    import cv2

    pose, height, width = portrait.pose, portrait.picture.height, portrait.picture.width
    inner = _shirt_colour(portrait, centre=True)
    middle, chin = portrait.landmarks.xy[mesh.CHIN]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    across = np.abs(x - middle) / pose.px_per_cm
    solid = (inner > _LEVEL) & (y > chin + 4 * pose.px_per_cm)
    strip, beside = solid & (across < 1.5), solid & (across > 4) & (across < 8)
    if strip.sum() < 30 or beside.sum() < 30:
        return np.zeros_like(inner)
    rgb = cv2.GaussianBlur(portrait.picture.rgb8, (0, 0), max(1.0, 0.15 * pose.px_per_cm))
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    tie, shirt = np.median(lab[strip], axis=0), np.median(lab[beside], axis=0)
    if np.linalg.norm(tie - shirt) < 25:
        return np.zeros_like(inner)
    near, far = np.linalg.norm(lab - tie, axis=2), np.linalg.norm(lab - shirt, axis=2)
    return np.asarray(1 / (1 + np.exp((near - far) / 6 + (across - 5) / 1)), np.float32)


REGIONS: dict[str, Callable[[Portrait], FloatPlane]] = {
    "everything": _everything,
    "person": _person,
    "background": _background,
    "face": _face,
    "skin": _skin,
    "forehead": _forehead,
    "cheek": _cheek,
    "under_eye": _under_eye,
    "eye": _eye,
    "iris": _iris,
    "eye_white": _eye_white,
    "brow": _brow,
    "lips": _lips,
    "teeth": _teeth,
    "beard": _beard,
    "ear": _ear,
    "neck": _neck,
    "hair": _hair,
    "hat": _hat,
    "glasses": _glasses,
    "clothes": _clothes,
    "jacket": _jacket,
    "shirt": _shirt,
    "tie": _tie,
}
"""Name of a region to the function that draws it: HxW float32 in 0..1, the picture's size."""


def region(portrait: Portrait, name: str) -> FloatPlane:
    """A named region of a portrait, kept with it. Raises KeyError for a name that is not in REGIONS."""
    return portrait.kept(f"region:{name}", lambda: REGIONS[name](portrait))
