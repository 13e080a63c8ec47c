"""Drawn hair in the grain of the photo's own: small pieces of that, turned as the strands lie, are laid over each other.

Which piece lies where is told by what was drawn there (Hertzmann et al., Image Analogies, 2001): so neighbours are alike, and
strands go on. Pieces overlap as in Efros and Freeman, Image Quilting, 2001, but pass softly into each other, along the strands
more slowly than across. Lens, noise and the way strands cross are the photo's own then.

References:
    A. Hertzmann et al., "Image analogies", SIGGRAPH 2001, doi:10.1145/383259.383295.
    A. A. Efros, W. T. Freeman, "Image quilting for texture synthesis and transfer", SIGGRAPH 2001,
    doi:10.1145/383259.383296.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.texture import contrast as texture
from catchlight.hair.synthesis.texture import patches, strand_grain
from catchlight.hair.synthesis.texture.contrast import DARK_OFFSET
from catchlight.hair.synthesis.texture.flow import StrandFlow
from catchlight.hair.synthesis.texture.patches import FLIPS, PATCH_LENGTH, PATCH_WIDTH, HairPatches
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats, Indices, Mask
from catchlight.imaging.filters.planes import blur_plane, erode_mask
from catchlight.imaging.picture import FloatImage, FloatPlane

LEAST_COVER = 0.5
"""Coverage from which hair shows the photo's."""
_BROAD_CM = 0.4
"""Width from which light and dark are what was drawn; narrower, pieces bring their own."""
_FALLS, _ENDS = 9.0, 1.6
"""How fast it falls how far a piece counts, with the distance along its strands and across; and where it ends, in distances of
pieces."""
_SOLID, _INSIDE_CM, _MARGIN = 0.85, 0.1, 1.1
"""What is solid hair, how far inside of it nothing else shows through, and how far from its border pieces have their middle."""
_FEWEST, _MOST_PIECES = 200, 2500
"""Pieces from which hair can be laid, and how many are compared at most."""
_TURNS, _UNEVEN = 64, 0.3
"""Turns for which it is told how far a piece counts, and how far pieces lie from even places, in distances of pieces."""
_OWN, _OWN_CALM = 0.6, 0.35
"""Share of the pieces in what is seen in the end, and where the photo's hair lies otherwise, and much of it would cross the drawn
strands; the rest is these, which are longer."""
_LEAST, _MOST = 0.6, 1.35
"""Factor of contrast that may bring it to the photo's own."""
_AROUND_CM, _ALIKE, _LOCALLY = 0.5, 0.6, (0.6, 1.6)
"""Width around a place within which contrast is told, the power by which it comes nearer to that of all the hair, and by which
factors at most. In photos that of the darkest fifth of hair is 0.6 to 1.3 of that in the middle (eleven heads)."""
_STRAIGHT = 0.27
"""Contrast at most where hair lies otherwise than in the photo, or is braided there. Hair of five heads in photos (d12, d02, d08,
d05, d34) that is neither braided nor coiled has 0.14 to 0.27 on the median of its places."""
_STRAIGHT_FINE, _CRISPER = 0.12, 0.7
"""The same within a pixel (``texture.fine_of``), as in ``quilt_texture``; and how far the finest that was drawn is added at most:
what a grainy photo has there is not all strands."""
_BAND = 4
"""Distances of pieces that are laid by one thread at a time."""


@dataclass(frozen=True)
class Exemplar:
    """The photo's own hair. detail: hxwx3 float16, logarithms without what is broad, 0 outside of it. pieces: places in it.
    contrast: deviation of its brightness. fine: that within a pixel. grain: that of the
    brightness (0..255) along strands, see ``grainy``."""

    detail: npt.NDArray[np.float16]
    pieces: HairPatches
    contrast: float
    fine: float
    grain: float


def build_exemplar(scene: HairScene) -> Exemplar | None:
    """None where too little hair is seen."""
    import cv2

    core = erode_mask((scene.hair > _SOLID) & (scene.alpha > _SOLID), _INSIDE_CM * scene.cm)
    part = _around(core)
    if part is None:
        return None
    core, image = core[part], scene.rgb[part].astype(np.float32)
    grey = vec3.mean(image)
    detail, broad = _split(image, core, scene.cm)
    size = patches.patch_spacing(scene.cm)
    inside = cv2.distanceTransform(core.astype(np.uint8), cv2.DIST_L2, 3)
    y, x = np.nonzero(inside > _MARGIN * size)
    if len(y) < _FEWEST:
        return None
    chosen = np.random.default_rng(0).choice(len(y), min(_MOST_PIECES, len(y)), replace=False)
    bright = vec3.mean(detail)
    flow = StrandFlow.of(grey, core.astype(np.float32), scene.cm)
    known = patches.describe_patches(bright, broad, flow, x[chosen], y[chosen], size)
    fine, grain = texture.fine_deviation(bright, core), strand_grain.grain_along_strands(grey, flow, core)
    return Exemplar(detail.astype(np.float16), known, float(bright[core].std()), fine, grain)


def quilt_texture(
    colours: FloatImage,
    cover: FloatPlane,
    exemplar: Exemplar,
    grain: FloatPlane,
    cm: float,
    seed: int,
    *,
    calm: bool,
    where: Mask | None = None,
) -> FloatImage:
    """``colours`` (HxWx3, 0..255, times ``cover``, HxW) of drawn hair in the grain of the photo's own; changes and returns them.

    grain: HxW, 0..255, as it is on skin. cm: pixels for a centimetre. where: HxW, what of it is seen; None for all. calm: it has
    no more contrast than straight hair, as where that lies otherwise or is braided.
    """
    worn = cover > LEAST_COVER if where is None else (cover > LEAST_COVER) & where
    part = _around(worn)
    if part is None:
        return colours
    worn, covered, image = worn[part], cover[part], colours[part]
    image /= np.maximum(covered, np.float32(1e-3))[..., None]
    drawn, broad = _split(image, worn, cm)
    bright = vec3.mean(drawn)
    size = patches.patch_spacing(cm)
    random = np.random.default_rng(seed)
    flow = StrandFlow.of(vec3.mean(image), covered, cm)
    wanted = patches.describe_patches(bright, broad, flow, *_spread(worn, size, random), size)
    change = _woven(worn.shape, wanted, exemplar, patches.match_patches(wanted, exemplar.pieces, random), size)
    own = np.float32(_OWN_CALM if calm else _OWN)
    change *= own
    change += (1 - own) * drawn
    finest = min(exemplar.fine, _STRAIGHT_FINE) if calm else exemplar.fine
    contrast = min(exemplar.contrast, _STRAIGHT) if calm else exemplar.contrast
    vec3.scale(change, _evenly(vec3.mean(change), worn, contrast, cm))
    light = vec3.mean(image) + np.float32(DARK_OFFSET)
    vec3.shift(change, strand_grain.grain_to_add(vec3.mean(change), light, grain[part], flow, worn, exemplar.grain))
    vec3.shift(change, _crisp(change, bright, worn, finest))
    change -= drawn
    vec3.scale(change, blur_plane(worn, 1.0))
    image += np.float32(DARK_OFFSET)
    image *= np.exp(change, out=change)
    image -= np.float32(DARK_OFFSET)
    np.maximum(image, 0, out=image)
    vec3.scale(image, covered)
    return colours


def _evenly(bright: FloatPlane, worn: Mask, contrast: float, cm: float) -> FloatPlane:
    """Factor (HxW) that brings the contrast of ``bright`` to ``contrast``, and near to it at each place: in the shade strands are
    told apart as well as in the light."""
    weight = worn.astype(np.float32)
    around = blur_plane(weight, _AROUND_CM * cm) + np.float32(1e-3)
    local = np.sqrt(np.maximum(blur_plane(np.square(bright) * weight, _AROUND_CM * cm) / around, 0)) + np.float32(1e-4)
    whole = max(float(bright[worn].std()), 1e-4)
    factor = np.clip(contrast / whole, _LEAST, _MOST) * np.clip((whole / local) ** np.float32(_ALIKE), *_LOCALLY)
    return np.asarray(factor, np.float32)


def _crisp(change: FloatImage, drawn: FloatPlane, worn: Mask, wanted: float) -> FloatPlane:
    """What is to be added of the finest that was drawn (HxW) where pieces that overlap have lost contrast within a pixel."""
    import cv2

    finest: Any = drawn - cv2.GaussianBlur(drawn, (0, 0), 1.0)
    there, own = texture.fine_deviation(vec3.mean(change), worn), texture.fine_deviation(drawn, worn)
    return np.asarray(finest * np.float32(min(np.sqrt(max(wanted**2 - there**2, 0)) / max(own, 1e-4), _CRISPER)))


def _around(where: Mask) -> tuple[slice, slice] | None:
    """The part of a picture in which something is so; None where that is hardly more than nothing."""
    rows, columns = np.flatnonzero(where.any(axis=1)), np.flatnonzero(where.any(axis=0))
    if len(rows) < 8 or len(columns) < 8:
        return None
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _split(image: FloatImage, inside: Mask, cm: float) -> tuple[FloatImage, FloatPlane]:
    """Logarithms of a picture's colours (HxWx3, 0..255) without what is broad, and brightness of that (HxW), both ``inside``."""
    # Grain takes the darkest hair below black.
    detail = np.log(np.maximum(image, 0) + np.float32(DARK_OFFSET))
    weight = inside.astype(np.float32)
    vec3.scale(detail, weight)
    broad = blur_plane(detail, _BROAD_CM * cm)
    vec3.scale(broad, 1 / (blur_plane(weight, _BROAD_CM * cm) + np.float32(1e-3)))
    bright = vec3.mean(broad)
    vec3.scale(broad, weight)
    detail -= broad
    return detail, bright


def _spread(worn: Mask, size: float, random: np.random.Generator) -> tuple[Indices, Indices]:
    """Pixels, x and y, all over the hair and a little beyond, unevenly ``size`` from each other."""
    import cv2

    height, width = worn.shape
    lattice = np.mgrid[0 : height + size : size, 0 : width + size : size].reshape(2, -1)
    lattice += random.uniform(-_UNEVEN * size, _UNEVEN * size, lattice.shape)
    y, x = np.rint(lattice).astype(np.intp)
    y, x = y.clip(0, height - 1), x.clip(0, width - 1)
    near = cv2.dilate(worn.astype(np.uint8), np.ones((2 * round(size) + 1,) * 2, np.uint8))[y, x] > 0
    return x[near], y[near]


def _woven(
    shape: tuple[int, int], wanted: HairPatches, exemplar: Exemplar, chosen: tuple[Indices, Indices], size: float
) -> FloatImage:
    """The detail of pieces of the photo's hair laid over each other at the places of ``wanted``, HxWx3."""
    import cv2

    best, flip = chosen
    reach = int(np.ceil(_ENDS * size))
    side = 2 * reach + 1
    windows = _windows(reach, size)
    which = np.rint(wanted.turn * np.float32(_TURNS / np.pi)).astype(np.intp) % _TURNS
    matrices = _moves(wanted, exemplar.pieces, best, flip, reach)
    height, width = shape
    step = max(1, round(_BAND * size))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    # The fourth channel sums up how far pieces count.
    detail = np.ones((*exemplar.detail.shape[:2], 4), np.float32)
    detail[..., :3] = exemplar.detail

    def sewn(top: int) -> Floats:
        strip = np.zeros((step + 2 * reach, width + 2 * reach, 4), np.float32)
        for at in np.flatnonzero((wanted.y >= top) & (wanted.y < top + step)):
            low, left = int(wanted.y[at]) - top, int(wanted.x[at])
            piece = cv2.warpAffine(detail, matrices[at], (side, side), flags=flags, borderMode=cv2.BORDER_REFLECT)
            piece *= windows[which[at]]
            strip[low : low + side, left : left + side] += piece
        return strip

    tops = range(0, height, step)
    total = np.zeros((height + step + 2 * reach, width + 2 * reach, 4), np.float32)
    for top, strip in zip(tops, each(sewn, tops), strict=True):
        total[top : top + len(strip)] += strip
    total = total[reach : reach + height, reach : reach + width]
    result = np.ascontiguousarray(total[..., :3])
    vec3.scale(result, 1 / np.maximum(total[..., 3], np.float32(1e-3)))
    return result


def _windows(reach: int, size: float) -> Floats:
    """How far a piece counts round its middle, for each of some turns: TxSxSx4, S = 2 ``reach`` + 1."""
    gap = np.arange(-reach, reach + 1, dtype=np.float32) / np.float32(size)
    turn = np.arange(_TURNS, dtype=np.float32)[:, None, None] * np.float32(np.pi / _TURNS)
    cos, sin = np.cos(turn), np.sin(turn)
    along = cos * gap[None, None] + sin * gap[None, :, None]
    across = cos * gap[None, :, None] - sin * gap[None, None]
    found = np.exp(-_FALLS * ((along / PATCH_LENGTH) ** 2 + (across / PATCH_WIDTH) ** 2)).astype(np.float32)
    return np.repeat(found[..., None], 4, axis=3)


def _moves(wanted: HairPatches, known: HairPatches, best: Indices, flip: Indices, reach: int) -> Floats:
    """Nx2x3: where in the photo's hair each pixel of a window of ``reach`` about a piece is read."""
    along, across = np.array(FLIPS, np.float64)[flip].T
    cos, sin = np.cos(wanted.turn), np.sin(wanted.turn)
    to_cos, to_sin = np.cos(known.turn[best]), np.sin(known.turn[best])
    matrices = np.empty((len(best), 2, 3))
    matrices[:, 0, 0] = to_cos * along * cos + to_sin * across * sin
    matrices[:, 0, 1] = to_cos * along * sin - to_sin * across * cos
    matrices[:, 1, 0] = to_sin * along * cos - to_cos * across * sin
    matrices[:, 1, 1] = to_sin * along * sin + to_cos * across * cos
    middle = np.stack([known.x[best], known.y[best]], axis=1)
    matrices[:, :, 2] = middle - reach * matrices[:, :, :2].sum(axis=2)
    return matrices
