"""Light and dark along drawn strands, read along the strands of the photo's own hair."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.hair import orientation_field
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.strands.strands import Strands, strand_blocks
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane, erode_mask

_DARK = 6.0
_BROAD_CM = 0.9
"""What is broader is the light's on another shape of head."""
_INSIDE_CM = 0.25
_LEAST_CM2 = 12.0
"""Square centimetres of solid hair from which its strands can be followed."""
_SLOW_CM = 2.0
"""Half the length over which light and dark of a strand are evened along it."""
_MOST, _CALM = 0.7, 0.22
"""How far a factor goes, as a logarithm, and the deviation that it may have."""


def sample_gloss(scene: HairScene, strands: Strands, viewed: Floats, random: np.random.Generator) -> Floats | None:
    """Factor of brightness at each point (NxS); None where the photo shows too little hair. viewed: NxSx3 in view cm.

    Each bundle follows one strand of the photo and its neighbours, so that strands that lie together are as alike, and change as
    slowly from root to tip, as they do there.
    """
    import cv2
    from scipy.ndimage import uniform_filter1d

    own = scene.own
    if own is None:
        return None
    x0, y0, x1, y1 = own.box
    known = own.lie
    height, width = known.mask.shape
    inside = erode_mask(known.mask > 0.9, _INSIDE_CM * known.cm)
    if inside.sum() < _LEAST_CM2 * known.cm**2:
        return None
    lying = orientation_field.orientation_of_photo(own, own.box, scene.cm)
    if (
        float(lying.agreement[orientation_field.resample_to_cells(inside.astype(np.float32), lying) > 0.5].mean())
        < orientation_field.STRAIGHT_AGREEMENT
    ):
        return None
    scale = np.array([(x1 - x0) / width, (y1 - y0) / height], np.float32)
    whole: Any = cv2.resize(inside.astype(np.uint8), (x1 - x0, y1 - y0), interpolation=cv2.INTER_NEAREST)
    plane = _contrast(scene, whole)
    middle, aside = _within_bundles(strands, viewed)
    bundles, steps = len(middle), viewed.shape[1]
    pace = vec3.length(np.diff(viewed[middle], axis=1)).mean(axis=1).astype(np.float32) * np.float32(known.cm)
    rows, columns = np.nonzero(inside)
    chosen = random.integers(0, len(rows), bundles)
    start = np.stack([columns[chosen], rows[chosen]], axis=1).astype(np.float32)
    start += random.random((bundles, 2), np.float32) - np.float32(0.5)
    places, across = _followed(start, pace, steps, known.streams.onward, inside, random)
    result = np.empty(viewed.shape[:2], np.float32)

    def read(part: slice) -> None:
        guide, beside = strands.guide[part], (aside[part] * np.float32(known.cm))[:, None]
        x, y = (
            (ways[guide] + sideways[guide] * beside + np.float32(0.5)) * size - np.float32(0.5)
            for ways, sideways, size in zip(places, across, scale, strict=True)
        )
        result[part] = cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)

    each(read, strand_blocks(len(viewed)))
    # A strand changes slowly: what is followed through a soft photo runs from one strand to the next.
    width = 2 * round(_SLOW_CM * known.cm / max(float(np.median(pace)), 1e-3)) + 1
    if width > 1:
        for _ in range(2):
            uniform_filter1d(result, width, axis=1, output=result, mode="nearest")
    result *= np.float32(min(1.0, _CALM / max(float(result.std()), 1e-4)))
    return np.asarray(np.exp(np.clip(result, -_MOST, _MOST)), np.float32)


def _contrast(scene: HairScene, inside: npt.NDArray[np.uint8]) -> Floats:
    """Logarithm of brightness without what is broad, in the hair's box; 0 outside of the hair."""
    import cv2

    assert scene.own is not None
    x0, y0, x1, y1 = scene.own.box
    grey = cv2.cvtColor(np.ascontiguousarray(scene.rgb[y0:y1, x0:x1]), cv2.COLOR_RGB2GRAY)
    light = np.log(grey.astype(np.float32) + np.float32(_DARK))
    weight = inside.astype(np.float32)
    sigma = _BROAD_CM * scene.cm
    light -= blur_plane(light * weight, sigma) / (blur_plane(weight, sigma) + np.float32(1e-3))
    return np.asarray(light * weight, np.float32)


def _within_bundles(strands: Strands, viewed: Floats) -> tuple[npt.NDArray[np.intp], Floats]:
    """One strand of each bundle, and how far (cm, as seen) each strand lies beside its bundle's middle."""
    half = viewed.shape[1] // 2
    bundles = int(strands.guide.max()) + 1
    count = np.maximum(np.bincount(strands.guide, minlength=bundles), 1)
    place, on = viewed[:, half, :2], viewed[:, half, :2] - viewed[:, half - 1, :2]
    mean = np.stack([np.bincount(strands.guide, place[:, axis], bundles) / count for axis in (0, 1)], axis=1)
    way = np.stack([np.bincount(strands.guide, on[:, axis], bundles) for axis in (0, 1)], axis=1)
    way = way / (np.linalg.norm(way, axis=1, keepdims=True) + 1e-9)
    apart = place - mean[strands.guide]
    aside = apart[:, 0] * -way[strands.guide, 1] + apart[:, 1] * way[strands.guide, 0]
    first = np.zeros(bundles, np.intp)
    first[strands.guide] = np.arange(len(strands.guide))
    return first, np.asarray(aside, np.float32)


def _followed(
    start: Floats,
    pace: Floats,
    steps: int,
    flow: tuple[Floats, Floats],
    inside: npt.NDArray[np.bool_],
    random: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Points (2xNxS) along the strands of the photo from ``start`` on, turned back where the hair ends, and unit vectors across.

    flow: where the next step from each place leads, x and y as hxw.
    """
    height, width = inside.shape
    places = np.empty((2, len(start), steps), np.float32)
    across = np.empty_like(places)
    at, sign = start, np.where(random.random(len(start)) < 0.5, -1, 1).astype(np.float32)
    last = np.zeros_like(start)
    for step in range(steps):
        column = np.clip(np.rint(at[:, 0]), 0, width - 1).astype(np.intp)
        row = np.clip(np.rint(at[:, 1]), 0, height - 1).astype(np.intp)
        way = np.stack([flow[0][row, column] - column, flow[1][row, column] - row], axis=1)
        way /= np.linalg.norm(way, axis=1, keepdims=True) + np.float32(1e-9)
        # A direction has no sign: the next goes on from the last.
        if step:
            way *= np.where((way * last).sum(axis=1) < 0, -1, 1)[:, None]
        else:
            way *= sign[:, None]
        places[..., step] = at.T
        across[0, :, step], across[1, :, step] = -way[:, 1], way[:, 0]
        new = at + way * pace[:, None]
        out = ~inside[
            np.clip(np.rint(new[:, 1]), 0, height - 1).astype(np.intp),
            np.clip(np.rint(new[:, 0]), 0, width - 1).astype(np.intp),
        ]
        way[out] *= -1
        at = np.where(out[:, None], at + way * pace[:, None], new)
        last = way
    return places, across
