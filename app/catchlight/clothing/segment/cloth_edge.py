"""Where cloth meets skin, hair and beard, pixel by pixel: parsing and the colours found around decide, along the picture's edges.

Superpixels know which things are cloth, but not where a collar ends: they are as large as the collar's edge is wide.

References:
    L. Grady, "Random walks for image segmentation", IEEE PAMI 28(11), 2006, doi:10.1109/TPAMI.2006.233.
    L. Grady, "Multilabel random walker image segmentation using prior models", CVPR 2005, doi:10.1109/CVPR.2005.239.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.clothing.segment import accessories
from catchlight.clothing.segment import cloth as cloths
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait import view
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import hair_parts, head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

LONGEST = 1000
"""Longer side at which borders are drawn, in pixels."""


@dataclass(frozen=True)
class EdgeLimits:
    """How the border of cloth is settled between parsing and colours. Lengths in cm, shares and trust in 0..1. Set by eye on the
    portraits, one fault at a time; ``tests.benchmarks.recolour`` renews them: it counts old colour that is left at a rim, and
    changes of what is no cloth."""

    band_cm: float = 0.7
    safe_cm: float = 0.35
    """How far from a border of superpixels the true one may lie, and how far from any border colours are learnt."""
    far_cm: float = 1.5
    covered: float = 0.6
    """The same where parsing does not reach."""
    read: float = 0.4
    said: float = 0.2
    """Certainty of parsing from which it may disagree with superpixels anywhere, and from which colours are learnt only there
    where both agree."""
    around_cm: float = 1.3
    """Standard deviation of the surroundings whose colours count."""
    shades: int = 28
    """Number of shades that colours around a border are reduced to."""
    samples: int = 6000
    """Pixels from which these shades are learnt."""
    light: float = 0.7
    """Weight of lightness beside chroma where colours are compared."""
    seen: float = 0.004
    """Share of the surroundings that must be of a shade before it tells anything."""
    step: float = 0.035
    """Difference of neighbouring pixels (OKLab) at which a decision spreads with 1/e of its strength."""
    pull: float = 1.5
    """How strongly neighbouring pixels of one colour agree, beside the trust in what is known of each."""
    shade: float = 0.9
    held: float = 0.06
    """Trust in colours that are found on one side alone, and in superpixels, beside parsing's 1."""
    exact_cm: tuple[float, float] = (0.25, 0.6)
    beyond: tuple[float, float] = (0.6, 4.0)
    """How exactly parsing knows where a border lies, and what its word counts nearer to its own border than that and beyond."""
    telling: tuple[float, float] = (0.7, 0.9)
    """How surely colours tell what a pixel is where parsing's word counts no more than theirs."""
    below_cm: float = 3.0
    """Below the chin by more, a hat is worn as cloth."""
    strands_cm: float = 1.8
    told: float = 0.75
    """How far from cloth hair is looked into for the cloth between its strands, where colours tell both apart so surely."""
    beneath_cm: float = 2.5
    vague: float = 0.75
    """How far below a beard parsing may take it for cloth, where it is less certain than this of what the beard is."""
    unread: float = 0.3
    """What parsing's word still counts among strands and below beards, which it is too coarse to see."""
    shadow_cm2: float = 8.0
    string_cm: float = 1.1
    """Enclosed gaps closed where parsing calls them cloth; the height up to which cloth with skin above and below is a
    necklace."""
    bust_cm: float = 10.0
    necklace: float = 0.4
    strung: float = 3.0
    """Half the width of the throat and chest, where necklaces lie; certainty of parsing from which something is one, and what its
    word counts then."""
    beside_cm: float = 0.5
    core_cm: float = 0.15
    laid: float = 0.4
    """How far around a necklace skin is looked for, how far its own edge may lie within what parsing calls so, and the share of
    skin around it."""
    overruled_cm: float = 1.6
    """Width of skin below which colours alone do not overrule parsing, which calls it cloth: the pink in a checked shirt."""
    grey: float = 0.02
    """Spread of a person's chroma (OKLab) below which colours tell less."""


_LIMITS = EdgeLimits()


def segment_cloth(portrait: Portrait) -> Mask:
    """Cloth over the whole picture, at most LONGEST pixels long, kept with it; what is no person is left as superpixels say."""
    source = view.source(portrait)
    return source.kept("cloth_edge", lambda: _settled(source))


def _settled(source: Portrait) -> Mask:
    import cv2

    found = cloths.find_cloth(source)
    seen = view.view(source, None, LONGEST)
    size = (seen.picture.width, seen.picture.height)
    cm = seen.pose.px_per_cm
    beside = accessories.objects_beside(found)
    label, overruled = (
        resize(found.patches.drawn(each).astype(np.float32), size) > 0.5
        for each in (found.cloth & ~beside, found.overruled | beside)
    )
    if not label.any():
        return np.asarray(label, bool)  # where there is no sure cloth, parsing alone is not believed
    solid = float(seen.alpha.max()) or 1.0
    person = seen.alpha > 0.5 * solid
    worn, sure, hair = _read(seen)
    sure = sure * ~_broad(overruled, _LIMITS.overruled_cm * cm)
    disagree = (sure > _LIMITS.read) & ((worn > 0.5) != label) & person
    border, far = (
        _grown(label, reach * cm) & _grown(~label, reach * cm) for reach in (_LIMITS.band_cm, _LIMITS.far_cm)
    )
    border |= far & (seen.parsing.coverage() < _LIMITS.covered)
    strands = np.zeros_like(label)
    if found.told > _LIMITS.told:
        strands = (hair > 0.5) & _grown(label, _LIMITS.strands_cm * cm)
        sure = sure * (1 - (1 - _LIMITS.unread) * hair)
    beard = seen.kept("region:beard", lambda: hair_parts.beard(seen)) > 0.5
    beneath = np.zeros_like(label)
    if beard.any():
        x, y = seen.landmarks.xy[mesh.CHIN]
        throat = np.abs(np.arange(size[0])[None] - x) < _LIMITS.bust_cm * cm
        low = np.arange(size[1])[:, None] > y - _LIMITS.beneath_cm * cm
        vague = ~label & person & throat & low & (sure < _LIMITS.vague)
        beneath = _grown(vague, _LIMITS.beneath_cm * cm) & label
    sure = sure * (1 - (1 - _LIMITS.unread) * beneath)
    open_ = (border | _grown(disagree, _LIMITS.safe_cm * cm) | strands | beneath) & person
    if not open_.any():
        return np.asarray(label, bool)
    settled_ = ~_grown(disagree, _LIMITS.safe_cm * cm) & person & ~strands & ~beneath
    ours = label & settled_ & ~_grown(~label & person, _LIMITS.safe_cm * cm) & ((worn > 0.5) | (sure < _LIMITS.said))
    theirs = ~label & settled_ & ~_grown(label, _LIMITS.safe_cm * cm) & ((worn < 0.5) | (sure < _LIMITS.said))
    lab = oklab.from_srgb(cv2.GaussianBlur(seen.picture.rgb8, (0, 0), 0.8).astype(np.float32) / 255)
    lab[..., 0] *= _LIMITS.light
    colour, telling = _coloured(lab, ours, theirs, open_, _LIMITS.around_cm * cm)
    spread = float(lab[person][:, 1:].std(axis=0).sum())
    certain = 1 + (_certain(worn, cm) - 1) * (1 - ramp(telling, *_LIMITS.telling))
    of_parsing, of_colour = sure * certain, _LIMITS.shade * min(1.0, spread / _LIMITS.grey) * telling
    trust = of_parsing + of_colour + _LIMITS.held
    prior = (of_parsing * worn + of_colour * colour + _LIMITS.held * label) / trust
    result = label.copy()
    result[open_] = _walked(lab, open_, label, person, prior[open_], trust[open_])
    return _tidied(seen, result, person, worn)


def _tidied(seen: Portrait, cloth: Mask, person: Mask, worn: FloatPlane) -> Mask:
    """Cloth with the gaps that are its own shadows closed, and without the strings of pearls that lie on skin."""
    import cv2

    cm = seen.pose.px_per_cm
    result = cloth.copy()
    count, pieces, stats, _ = cv2.connectedComponentsWithStats((person & ~cloth).astype(np.uint8), connectivity=4)
    small = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] < _LIMITS.shadow_cm2 * cm**2)
    called = np.bincount(pieces.ravel(), worn.ravel(), minlength=count) / np.maximum(stats[:, cv2.CC_STAT_AREA], 1)
    rim = cv2.dilate((~person).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    enclosed = np.setdiff1d(small, np.append(np.unique(pieces[rim]), 0))
    result |= np.isin(pieces, enclosed[called[enclosed] > 0.5])
    bare = (person & ~result).astype(np.uint8)
    across = np.abs(np.arange(cloth.shape[1]) - seen.landmarks.xy[mesh.CHIN, 0]) < _LIMITS.bust_cm * cm
    bare = cv2.erode(bare, np.ones((3, 3), np.uint8)) * across[None].astype(np.uint8)
    strung = cv2.morphologyEx(bare, cv2.MORPH_CLOSE, np.ones((max(3, round(_LIMITS.string_cm * cm)), 1), np.uint8))
    return np.asarray(result & (strung == 0), bool)


def _read(seen: Portrait) -> tuple[FloatPlane, FloatPlane, FloatPlane]:
    """Share of cloth in what parsing sees of the person, how surely it sees it, and how much hair."""
    read = seen.parsing.plane
    behind = read([head_parsing.BACKGROUND])
    y = np.arange(seen.picture.height, dtype=np.float32)[:, None]
    below = y > seen.landmarks.xy[mesh.CHIN, 1] + _LIMITS.below_cm * seen.pose.px_per_cm
    cloth = read([head_parsing.CLOTH]) + read([head_parsing.HAT]) * below
    worn = np.clip(cloth / np.maximum(1 - behind, 0.05), 0, 1)
    sure = seen.parsing.coverage() * (1 - behind) * np.abs(2 * worn - 1)
    string = _strung(
        read([head_parsing.NECKLACE]) > _LIMITS.necklace, read([head_parsing.SKIN, head_parsing.NECK]), cloth, seen
    )
    worn, sure = np.where(string, 0, worn), np.where(string, _LIMITS.strung, sure)
    return np.asarray(worn, np.float32), np.asarray(sure, np.float32), read([head_parsing.HAIR])


def _strung(string: Mask, bare: FloatPlane, cloth: FloatPlane, seen: Portrait) -> Mask:
    """The core of what parsing takes for a necklace, where skin lies beside it; on cloth it is a button or a pattern."""
    import cv2

    count, pieces = cv2.connectedComponents(string.astype(np.uint8))
    side = 2 * max(1, round(_LIMITS.beside_cm * seen.pose.px_per_cm)) + 1
    kept = np.zeros_like(string)
    for piece in range(1, count):
        shown = (pieces == piece).astype(np.uint8)
        ring = (cv2.dilate(shown, np.ones((side, side), np.uint8)) > shown) & ~string
        kept |= (shown > 0) & (float(bare[ring].sum()) > _LIMITS.laid * float((bare + cloth)[ring].sum()))
    reach = cv2.getStructuringElement(
        cv2.MORPH_ELLIPSE, (2 * max(1, round(_LIMITS.core_cm * seen.pose.px_per_cm)) + 1,) * 2
    )
    return np.asarray(cv2.erode(kept.astype(np.uint8), reach) > 0, bool)


def _broad(mask: Mask, width: float) -> Mask:
    """What of a mask is at least ``width`` pixels wide."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * max(1, round(0.5 * width)) + 1,) * 2)
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel) > 0, bool)


def _certain(worn: FloatPlane, cm: float) -> FloatPlane:
    """What parsing's word counts: little along its own border, which it knows to half a centimetre, and much beyond."""
    import cv2

    inside = (worn > 0.5).astype(np.uint8)
    away: Any = np.maximum(*(cv2.distanceTransform(each, cv2.DIST_L2, 5) for each in (inside, 1 - inside)))
    near, far = _LIMITS.beyond
    return np.asarray(near + (far - near) * ramp(away, _LIMITS.exact_cm[0] * cm, _LIMITS.exact_cm[1] * cm), np.float32)


def _grown(mask: Mask, reach: float) -> Mask:
    """All pixels within ``reach`` of the mask."""
    import cv2

    if not mask.any():
        return mask
    away = cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(away <= reach, bool)


def _coloured(lab: Any, ours: Mask, theirs: Mask, wanted: Mask, sigma: float) -> tuple[FloatPlane, FloatPlane]:
    """How far each pixel's shade is one of ``ours`` rather than ``theirs`` around it, and how surely that can be told, 0..1."""
    import cv2

    both = np.flatnonzero((ours | theirs | wanted).ravel())
    rng = np.random.default_rng(7)
    chosen = rng.choice(both, min(_LIMITS.samples, len(both)), replace=False)
    flat = lab.reshape(-1, 3)
    cv2.setRNGSeed(7)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 1e-3)
    count = min(_LIMITS.shades, len(chosen))
    _, _, centres = cv2.kmeans(flat[chosen], count, None, criteria, 1, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    points = flat[both]
    away = (points**2).sum(axis=1)[:, None] - 2 * points @ centres.T + (centres**2).sum(axis=1)[None]
    shade = np.full(lab.shape[:2], -1, np.int16)
    shade.ravel()[both] = away.argmin(axis=1)
    share = np.full(lab.shape[:2], 0.5, np.float32)
    telling = np.zeros(lab.shape[:2], np.float32)
    # Shades are no islands: neighbouring ones count by their nearness.
    near = np.exp(-((centres[:, None] - centres[None]) ** 2).sum(axis=2) / (2 * 0.03**2)).astype(np.float32)
    maps = [
        [gaussian_blur(((shade == one) & side).astype(np.float32), sigma) for one in range(count)]
        for side in (ours, theirs)
    ]
    for one in range(count):
        at = (shade == one) & wanted
        if not at.any():
            continue
        first, second = (sum(near[one, k] * side[k][at] for k in range(count) if near[one, k] > 0.02) for side in maps)
        first, second = np.maximum(first, 0), np.maximum(second, 0)
        total = first + second + _LIMITS.seen
        share[at] = (first + 0.5 * _LIMITS.seen) / total
        telling[at] = (np.abs(first - second) / total) ** 2
    return share, telling


def _walked(lab: Any, open_: Mask, label: Mask, person: Mask, prior: Any, trust: Any) -> Mask:
    """Decisions for the open pixels that agree along the picture's edges (random walker with priors, Grady 2006)."""
    import scipy.sparse as sp
    from scipy.sparse.linalg import spsolve

    index = np.full(open_.shape, -1, np.int64)
    count = int(open_.sum())
    index[open_] = np.arange(count)
    held, target = trust.astype(np.float64) + 1e-4, (trust * prior).astype(np.float64)
    rows, columns, weights = [], [], []
    for first, second in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        one, other = index[first], index[second]
        step = ((lab[first] - lab[second]) ** 2).sum(axis=2)
        weight = _LIMITS.pull * (np.exp(-step / _LIMITS.step**2) + 0.02)
        joined = (one >= 0) & (other >= 0)
        rows.append(one[joined])
        columns.append(other[joined])
        weights.append(weight[joined])
        for here, there, far in ((one, other, second), (other, one, first)):  # held by what is decided beside them
            edge = (here >= 0) & (there < 0) & person[far]
            np.add.at(held, here[edge], weight[edge])
            np.add.at(target, here[edge], weight[edge] * label[far][edge])
    i, j, w = (np.concatenate(each) for each in (rows, columns, weights))
    joint = sp.coo_matrix((np.r_[w, w], (np.r_[i, j], np.r_[j, i])), shape=(count, count)).tocsr()
    degree = np.asarray(joint.sum(axis=1)).ravel()
    system = (sp.diags(degree + held) - joint).tocsc()
    return np.asarray(spsolve(system, target) > 0.5, bool)
