"""Single strands that the matte has missed, before the background and on the forehead.

References:
    J. Canny, "A computational approach to edge detection", IEEE PAMI 8(6), 1986, doi:10.1109/TPAMI.1986.4767851 (two
    thresholds).
"""

from __future__ import annotations

import numpy as np

from catchlight.hair.removal import hairline_shade
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import blur_plane, dilate_mask
from catchlight.imaging.picture import FloatPlane

_LONG_CM = 0.35
"""How long a strand is that is told from grain."""
_WIDTHS_CM = ((0.12, 0.1), (0.35, 9.0))
"""Widths by which strands are told from the background, and how wide what is found may be: one strand, and several together."""
_ROUND_CM, _LEAST_PX = 0.1, 3.0
"""How far round strands they have dyed the background, and the width that is one strand's in any picture."""
_TIMES, _LEAST = (5.0, 2.5), (3.0, 1.5)
"""How much darker or lighter than the background a strand is, surely and where it goes on, in deviations of the photo's grain and
at least, 0..255."""
_FEWEST = 500
_HANGS_CM, _TIP_CM, _FINE_CM, _WIDE_CM, _STEEP = 1.8, 0.7, 0.06, 0.12, 0.6
"""How far from known hair a strand on the forehead may end, how near it begins, how far round it goes, the width by which it is
told from skin, and its height by its width at least: what lies across is a wrinkle."""
_SINGLE_CM, _EVENED_CM, _SIDE_CM, _TURNS, _FURTHEST_CM = 1.2, 0.4, 0.1, 16, 6.0
"""How long a single hair is that is hardly darker than skin is uneven, the length over which that is evened, in how many
directions, how far beside known hair it is told apart from that, and how far from it it ends at most."""
_APART_CM, _APART_PX, _CROSSING, _RIDGE = 0.06, 2.0, 2.0, (9.0, 4.5)
"""How far beside such a hair skin is seen, that at least in pixels, how much wider than one hair two are that cross, and how much
darker (0..255) than the skin one is at least."""


def find_stray_strands(scene: HairScene, within: Mask) -> Mask:
    """Strands and what is close to them in a part of the picture where nothing of the person is known to be, HxW.

    They are long and stand out towards the hair's lightness, found with two thresholds (Canny 1986); of a background that is
    sharp its own edges are found as well.
    """
    cm = scene.cm
    within = within & (scene.alpha < 0.03)
    solid = scene.hair > 0.7
    if within.sum() < _FEWEST or solid.sum() < _FEWEST:
        return np.zeros(scene.shape, bool)
    light, weight = vec3.mean(scene.rgb), within.astype(np.float32)
    fine, tint = blur_plane(light, 0.7), np.median(light[solid])
    found = np.zeros(scene.shape, bool)
    for width, widest in _WIDTHS_CM:
        local = blur_plane(light * weight, width * cm) / (blur_plane(weight, width * cm) + np.float32(1e-3))
        apart = np.where(local > tint, local - fine, fine - local)
        found |= find_lines(apart, within, max(widest * cm, _LEAST_PX), _LONG_CM * cm)
    return dilate_mask(found, _ROUND_CM * cm) & within


def find_forehead_strands(scene: HairScene, known: Mask) -> Mask:
    """Single strands that hang from ``known`` hair (HxW) over the bare forehead, with what is close to them, HxW."""
    import cv2

    cm = scene.cm
    found = np.zeros(scene.shape, bool)
    bare = (
        (hairline_shade.forehead_rows(scene) > 0) & (scene.skin > 0.5) & (scene.feature < 0.3) & ~dilate_mask(known, 1)
    )
    within = bare & dilate_mask(known, _FURTHEST_CM * cm)
    if within.sum() < _FEWEST:
        return found
    rows, columns = np.flatnonzero(within.any(axis=1)), np.flatnonzero(within.any(axis=0))
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    light, weight = vec3.mean(scene.rgb[part]), bare[part].astype(np.float32)
    local = blur_plane(light * weight, _WIDE_CM * cm) / (blur_plane(weight, _WIDE_CM * cm) + np.float32(1e-3))
    darker, widest = local - blur_plane(light, 0.7), max(0.1 * cm, _LEAST_PX)
    hanging = find_lines(darker, within[part] & dilate_mask(known, _HANGS_CM * cm)[part], widest, _LONG_CM * cm)
    beside = within[part] & ~dilate_mask(known[part], _SIDE_CM * cm)
    if beside.any():
        darker_lines = measure_ridges(light, _EVENED_CM * cm, max(_APART_CM * cm, _APART_PX))
        hanging |= find_lines(darker_lines, beside, _CROSSING * widest, _SINGLE_CM * cm, _RIDGE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(hanging.astype(np.uint8), connectivity=8)
    hangs = stats[:, cv2.CC_STAT_HEIGHT] > _STEEP * stats[:, cv2.CC_STAT_WIDTH]
    begins = np.zeros(len(stats), bool)
    begins[np.unique(labels[dilate_mask(known[part], _TIP_CM * cm)])] = True
    wanted = hangs & begins
    wanted[0] = False
    found[part] = dilate_mask(wanted[labels], max(_FINE_CM * cm, 1))
    return found & (scene.skin > 0.5)


def measure_ridges(light: FloatPlane, length: float, beside: float) -> FloatPlane:
    """How much darker lines of a ``length`` that hang are than ``light`` (HxW) on both their sides, ``beside`` off (both pixels):
    along a hair the mean stays, what is uneven about skin goes, and the border of a shade has one dark side."""
    import cv2

    most = np.zeros(light.shape, np.float32)
    middle = max(1, round(length / 2))
    size = light.shape[::-1]
    for turn in np.pi * np.arange(_TURNS) / _TURNS:
        way = np.array([np.cos(turn), np.sin(turn)])
        if way[1] < _STEEP * abs(way[0]):
            continue
        line = np.zeros((2 * middle + 1,) * 2, np.float32)
        first, last = (np.rint((middle + sign * middle * way) * 16).astype(int).tolist() for sign in (-1, 1))
        cv2.line(line, first, last, 1.0, 1, cv2.LINE_8, 4)
        even = cv2.filter2D(light, cv2.CV_32F, line / line.sum(), borderType=cv2.BORDER_REFLECT)
        darker = np.full(light.shape, np.inf, np.float32)
        for side in (-beside, beside):
            moved = np.array([[1, 0, -side * way[1]], [0, 1, side * way[0]]])
            there = cv2.warpAffine(even, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
            np.minimum(darker, there - even, out=darker)
        np.maximum(most, darker, out=most)
    return most


def find_lines(
    apart: FloatPlane, within: Mask, widest: float, shortest: float, least: tuple[float, float] = _LEAST
) -> Mask:
    """What stands out by ``apart`` (HxW, of 0..255) ``within`` a mask and is long and narrow: two thresholds, both in pixels.

    least: by how much it does at least, surely and where it goes on."""
    import cv2

    if not within.any():
        return within
    grain = float(np.median(np.abs(apart[within]))) * 1.48
    sure, maybe = (within & (apart > max(times * grain, by)) for times, by in zip(_TIMES, least, strict=True))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(maybe.astype(np.uint8), connectivity=8)
    length = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    wanted = np.zeros(len(stats), bool)
    wanted[np.unique(labels[sure])] = True
    wanted &= (length > shortest) & (stats[:, cv2.CC_STAT_AREA] < widest * length)
    wanted[0] = False
    return np.asarray(wanted[labels])
