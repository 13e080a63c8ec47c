"""How far the border of somebody's clothes can be believed: what of it does not show, and what was found of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.clothing import garment_matte
from catchlight.clothing.segment import cloth as cloths
from catchlight.clothing.segment import cloth_edge, fasteners
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait import view
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import hair_parts, head_parsing
from catchlight.portrait.parsing.part_masks import LEFT_CHEEK, RIGHT_CHEEK, hull_mask
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize


@dataclass(frozen=True)
class DoubtLimits:
    """What of a border of clothes does not show, or is doubtful. Lengths in cm. Set on the portraits whose clothes were
    recoloured; ``tests.benchmarks.recolour`` shows whether what passes looks right, and no benchmark yet counts what is refused
    without need."""

    beside_cm: float = 0.2
    step: float = 0.03
    """How far on both sides of an edge colours are taken, and the difference (OKLab) below which it does not show."""
    least_cm: float = 10.0
    """Edges shorter than this say nothing."""
    drawn: int = 1600
    """Longer side at which garments are drawn for painting."""
    throat_cm: tuple[float, float, float] = (6.0, 3.0, 11.0)
    rim_cm: tuple[float, float] = (0.35, 1.6)
    """Half the width of the throat, how far it reaches above and below the chin, and how far from cloth it is looked at."""
    smooth_skin: float = 1.6
    """Texture of the throat by that of the cheeks below which it is skin, wrinkled and grainy as it may be."""
    hair_cm: float = 2.5
    core_cm: float = 1.0
    mixed: float = 0.3
    off: float = 0.08
    """How far from cloth hair may be mixed with it, how far inside it is hair alone, the share of cloth in it that counts, and
    how far (sRGB) a colour may lie beside the line between both."""
    round_cm: float = 0.4
    surely_cm: float = 0.5
    """Blur of a border whose length is compared with its own; how far inside cloth parsing is sure of it."""
    dark_level: float = 40.0
    """Level (of 255) below which cloth is dark."""
    grey: float = 0.02
    unsure: float = 0.35
    """Spread of chroma (OKLab) below which a person is grey, and certainty of a border below which it is a guess there."""
    bin: float = 0.04
    bins: int = 26
    """Width in OKLab, and number along each axis, of the bins in which colours are counted."""
    likelier: float = 3.0
    """How much more usual a colour is on cloth than on hair and skin, to be cloth that was left out."""
    least_alike_cm: float = 0.4
    """How wide a place of such colours must be."""


_LIMITS = DoubtLimits()


@dataclass(frozen=True)
class HiddenBorder:
    """Shares 0..1 of the edge that do not show. inner: against skin and hair; outer: against what is behind."""

    inner: float
    outer: float


@dataclass(frozen=True)
class BorderQuality:
    """What the border that was found looks like.

    bristles: strength of fine texture (OKLab lightness) on the throat beside cloth, 0 for smooth skin: a beard lies over it.
    through: cm2 of hair through which cloth shows. ragged: length of the border by that of its smoothed form.
    missed: cm2 that parsing surely calls cloth and that are left out. alike: what lies beside it in the cloth's own colours, as
    a shoulder that was left out does, as a share of the cloth. vague: share of the border that is unsure, in grey.
    """

    bristles: float
    through: float
    ragged: float
    missed: float
    alike: float
    vague: float


def measure_hidden_border(portrait: Portrait) -> HiddenBorder:
    """What of the edge of the clothes does not show, kept with the portrait."""
    source = view.source(portrait)
    return source.kept("cloth_unseen", lambda: _measured(source))


def measure_border(portrait: Portrait) -> BorderQuality:
    """What was found of the border on skin and hair, kept with the portrait."""
    source = view.source(portrait)
    return source.kept("cloth_border_found", lambda: _judged(source))


def border_roughness(portrait: Portrait, name: str) -> float:
    """Length of the border between a garment and the others by that of its smoothed form; 1 where it borders on none."""
    source = view.source(portrait)

    def measured() -> float:
        seen = view.view(source, None, _LIMITS.drawn)
        seam = garment_matte.seam(seen, name)
        if seam is None:
            return 1.0
        smooth = gaussian_blur(seam.share, _LIMITS.round_cm * seen.pose.px_per_cm) > 0.5
        return _length(seam.share > 0.5, seam.near) / max(_length(smooth, seam.near), seen.pose.px_per_cm)

    return source.kept(f"cloth_frayed:{name}", measured)


def black_share(portrait: Portrait, mask: FloatPlane) -> float:
    """Share of a mask (HxW over the portrait) that is wholly black over some pixels: no light can bring folds out of it."""
    import cv2

    inside = mask > 0.5
    black = (portrait.picture.rgb8.max(axis=2) == 0).astype(np.uint8)
    flat = cv2.morphologyEx(black, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0
    return float((flat & inside).sum()) / max(float(inside.sum()), 1)


def grain_to_fold_ratio(portrait: Portrait, mask: FloatPlane) -> float:
    """Finest detail of dark cloth (mask: HxW over the portrait) by its folds, both in stops; 0 where cloth is not dark.

    What is made light shows both alike: above 1 there is more grain in it than folds.
    """
    import cv2

    inside = cv2.erode((mask > 0.5).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    level = portrait.picture.rgb8.mean(axis=2, dtype=np.float32)
    if not inside.any() or float(np.median(level[inside])) > _LIMITS.dark_level:
        return 0.0
    stops = np.log2(level + np.float32(1.5))
    even, broad = gaussian_blur(stops, 1.5), gaussian_blur(stops, 0.6 * portrait.pose.px_per_cm)
    return float((stops - even)[inside].std() / max(float((even - broad)[inside].std()), 1e-3))


def _measured(source: Portrait) -> HiddenBorder:
    import cv2

    seen = view.view(source, None, cloth_edge.LONGEST)
    cm = seen.pose.px_per_cm
    person = seen.alpha > 0.5 * (float(seen.alpha.max()) or 1.0)
    settled = cloth_edge.segment_cloth(source)
    cloth = settled & person
    lab = oklab.from_srgb(seen.picture.rgb8.astype(np.float32) / 255)
    sigma = max(1.0, _LIMITS.beside_cm * cm)

    def mean(mask: Any) -> Any:
        weight = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma)
        return cv2.GaussianBlur(lab * mask[..., None], (0, 0), sigma) / np.maximum(weight, 1e-3)[..., None]

    ours = mean(cloth)
    shares = []
    for other in (person & ~settled, ~person):
        rim = cloth & (cv2.dilate(other.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
        step = np.linalg.norm(ours - mean(other), axis=2)[rim]
        shares.append(float((step < _LIMITS.step).mean()) if len(step) > _LIMITS.least_cm * cm else 0.0)
    return HiddenBorder(*shares)


def _judged(source: Portrait) -> BorderQuality:
    import cv2

    if not cloth_edge.segment_cloth(source).any():
        return BorderQuality(0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    seen = view.view(source, None, cloth_edge.LONGEST)
    size = (seen.picture.width, seen.picture.height)
    cm = seen.pose.px_per_cm
    drawn = garment_matte.border(view.view(source, None, _LIMITS.drawn))
    share, sure, near = (resize(each.astype(np.float32), size) for each in (drawn.share, drawn.sure, drawn.near))
    cloth = share > 0.5
    rim = (cv2.morphologyEx(cloth.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0) & (near > 0.5)
    person = seen.alpha > 0.5 * (float(seen.alpha.max()) or 1.0)
    image = seen.picture.rgb8.astype(np.float32) / 255
    lab = oklab.from_srgb(image)
    worn = cloth & person
    grey = float(lab[person][:, 1:].std(axis=0).sum()) < _LIMITS.grey
    return BorderQuality(
        bristles=_bristles(seen, lab[..., 0], person & ~cloth, _away(worn)),
        through=_through(seen, image, worn, person),
        ragged=_length(cloth, near > 0.5)
        / max(_length(gaussian_blur(share, _LIMITS.round_cm * cm) > 0.5, near > 0.5), cm),
        missed=_missed(source, seen, cloth, person),
        alike=_alike(seen, lab, (cloth | cloth_edge.segment_cloth(source)) & person, person),
        vague=float((sure[rim] < _LIMITS.unsure).mean()) if grey and rim.any() else 0.0,
    )


def _bristles(seen: Portrait, light: FloatPlane, bare: Mask, away: FloatPlane) -> float:
    """Mean strength of forms between 0.4 and 1.6 mm on the throat, where it exceeds that of the cheeks."""
    cm = seen.pose.px_per_cm
    x, y = seen.landmarks.xy[mesh.CHIN]
    wide, above, below = _LIMITS.throat_cm
    rows, columns = np.arange(light.shape[0])[:, None] - y, np.abs(np.arange(light.shape[1])[None] - x)
    zone = bare & (columns < wide * cm) & (rows > -above * cm) & (rows < below * cm)
    zone &= (away > _LIMITS.rim_cm[0] * cm) & (away < _LIMITS.rim_cm[1] * cm) & (_away(~bare) > _LIMITS.beside_cm * cm)
    zone &= seen.parsing.plane([head_parsing.HAIR]) < 0.4
    cheeks = hull_mask(seen, RIGHT_CHEEK, LEFT_CHEEK)
    if float(zone.sum()) < 2 * cm**2 or not cheeks.any():
        return 0.0
    fine = np.abs(gaussian_blur(np.ascontiguousarray(light), max(0.6, 0.04 * cm)) - gaussian_blur(light, 0.16 * cm))
    strength = float(fine[zone].mean())
    return strength if strength > _LIMITS.smooth_skin * float(fine[cheeks].mean()) else 0.0


def _through(seen: Portrait, image: Any, cloth: Mask, person: Mask) -> float:
    """Cm2 of hair whose colours are a mixture of those of hair and of the cloth beside it."""
    cm = seen.pose.px_per_cm
    beard = seen.kept("region:beard", lambda: hair_parts.beard(seen))
    hair = (np.maximum(seen.parsing.plane([head_parsing.HAIR]), beard) > 0.4) & person & ~cloth
    away = _away(cloth)
    zone, core = hair & (away < _LIMITS.hair_cm * cm) & (away > 2), hair & (away > _LIMITS.core_cm * cm)
    if not zone.any() or not core.any():
        return 0.0
    ours, theirs = (
        blur_within_mask(image, each.astype(np.float32), wide * cm)
        for each, wide in ((cloth, 1.5), (core, _LIMITS.hair_cm))
    )
    axis = ours - theirs
    length = (axis * axis).sum(axis=2)
    along = ((image - theirs) * axis).sum(axis=2) / np.maximum(length, 1e-4)
    beside = np.linalg.norm(image - theirs - along[..., None] * axis, axis=2)
    return float((zone & (along > _LIMITS.mixed) & (length > 0.02) & (beside < _LIMITS.off)).sum()) / cm**2


def _missed(source: Portrait, seen: Portrait, cloth: Mask, person: Mask) -> float:
    """Cm2 deep within what parsing surely calls cloth that are none: neither skin by their colours nor sewn on."""
    import cv2

    cm = seen.pose.px_per_cm
    read = seen.parsing.plane([head_parsing.CLOTH]) > 0.5
    bare = cloths.find_cloth(source)
    skin = resize(bare.patches.drawn(bare.overruled).astype(np.float32), cloth.shape[::-1]) > 0.1
    things = cv2.dilate(fasteners.fittings(source).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    known = (seen.parsing.coverage() > 0.6) & (seen.parsing.plane([head_parsing.BACKGROUND]) < 0.2) & person
    return float((read & known & (_away(~read) > _LIMITS.surely_cm * cm) & ~cloth & ~things & ~skin).sum()) / cm**2


def _alike(seen: Portrait, lab: Any, worn: Mask, person: Mask) -> float:
    """What is worn below the chin by its colours, more usual on the cloth than on hair and skin, but not by the mask; as a
    share of the mask."""
    import cv2

    cm = seen.pose.px_per_cm
    bins = np.clip(np.round((lab - np.array([0, -0.4, -0.4])) / _LIMITS.bin), 0, _LIMITS.bins - 1).astype(np.int32)
    places = (bins[..., 0] * _LIMITS.bins + bins[..., 1]) * _LIMITS.bins + bins[..., 2]

    def usual(where: Mask) -> Any:
        counts = np.bincount(places[where], minlength=_LIMITS.bins**3).astype(np.float64)
        return counts / max(float(counts.sum()), 1.0)

    sure = (
        np.maximum(seen.parsing.plane([head_parsing.HAIR]), seen.parsing.plane([head_parsing.SKIN, head_parsing.NECK]))
        > 0.6
    )
    like = (usual(worn) > _LIMITS.likelier * usual(person & ~worn & sure) + 1e-4)[places]
    low = np.arange(lab.shape[0])[:, None] > seen.landmarks.xy[mesh.CHIN][1]
    apart = _away(worn) > _LIMITS.beside_cm * cm
    # Beyond what parsing sees lies what people hold: helmets and bags have colours of clothes, too.
    reached = seen.parsing.coverage() > 0.6
    left = (like & low & apart & person & reached & ~worn & ~sure).astype(np.uint8)
    width = max(3, round(_LIMITS.least_alike_cm * cm))
    found = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
    return float(found.sum()) / max(float(worn.sum()), 1.0)


def _length(mask: Mask, near: Mask) -> float:
    """Length of a mask's outline where it lies in ``near``, in pixels."""
    import cv2

    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    total = 0.0
    for outline in outlines:
        points = outline[:, 0]
        steps = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
        total += float(steps[near[points[:, 1], points[:, 0]]].sum())
    return total


def _away(mask: Mask) -> FloatPlane:
    import cv2

    return np.asarray(cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5), np.float32)
