"""Drawn hair in the grain of the photo's own: small pieces of that, turned as the strands lie, are laid over each other.

Which piece lies where is told by what was drawn there (Hertzmann et al., Image Analogies, 2001): so neighbours are alike, and
strands go on. Pieces overlap as in Efros and Freeman, Image Quilting, 2001, but pass softly into each other, along the strands
more slowly than across. Lens, noise and the way strands cross are the photo's own then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import triples
from catchlight.engine.groom import texture
from catchlight.engine.groom.flow import Flow
from catchlight.engine.groom.scene import Scene, shrunk, soft
from catchlight.engine.groom.texture import DARK
from catchlight.engine.picture import FloatImage, FloatPlane
from catchlight.engine.side_by_side import each

Floats = npt.NDArray[np.floating[Any]]
Indices = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]

WORN = 0.5
"""Coverage from which hair shows the photo's."""
_BROAD_CM = 0.3
"""Width from which light and dark are what was drawn; narrower, pieces bring their own."""
_PIECE_CM, _LEAST_PX = 0.3, 5.0
"""Distance of pieces, and the least in pixels: of smaller ones none would show how strands lie."""
_LONG, _WIDE, _FALLS, _ENDS = 1.3, 0.9, 3.0, 1.6
"""How far a piece counts along its strands and across, in distances of pieces; how fast that falls; and where it ends."""
_SOLID, _INSIDE_CM, _MARGIN = 0.85, 0.1, 1.1
"""What is solid hair, how far inside of it nothing else shows through, and how far from its border pieces have their middle."""
_FEWEST, _MOST_PIECES = 200, 2500
"""Pieces from which hair can be laid, and how many are compared at most."""
_ALONG, _ACROSS = np.linspace(-1.3, 1.3, 5), np.linspace(-1.1, 1.1, 9)
_STRANDS_PX = 0.8
"""Places, in distances of pieces, at which pieces are compared, and the blur (pixels) they are seen with there."""
_LIGHT, _CHANCE = 0.5, 0.1
"""How much it counts that a piece was as bright or dark as the hair is where it is laid, and how far chance decides."""
_FLIPS = ((1, 1), (-1, -1), (-1, 1), (1, -1))
"""Along and across: pieces may lie the other way round, and mirrored."""
_TURNS, _UNEVEN = 64, 0.3
"""Turns for which it is told how far a piece counts, and how far pieces lie from even places, in distances of pieces."""
_AT_ONCE, _COMPARED = 30_000, 256
"""Rows that OpenCV reads at once at most, which it counts in 16 bits; and pieces that are compared at once."""
_OWN = 0.68
"""Share of the pieces in what is seen in the end; the rest is the drawn strands', which are longer."""
_LEAST, _MOST = 0.6, 1.35
"""Factor of contrast that may bring it to the photo's own."""
_STRAIGHT = 0.24
"""Contrast at most where hair lies straight that is braided or coiled in the photo. Straight hair of four heads in photos has
0.16 to 0.27."""
_STRAIGHT_FINE, _CRISPER = 0.12, 1.2
"""The same within a pixel, where those four have 0.11 to 0.15; and how far the finest that was drawn is added at most:
what a grainy photo has there is not all strands."""
_BAND = 4
"""Distances of pieces that are laid by one thread at a time."""


@dataclass(frozen=True)
class Pieces:
    """Pieces in a picture. x, y: N, pixels of their middles. turn: N, radians, the direction of their strands, either way. forms:
    NxD, what each shows across and along them. light: N, how bright it is there, in deviations."""

    x: Indices
    y: Indices
    turn: Floats
    forms: Floats
    light: Floats


@dataclass(frozen=True)
class Exemplar:
    """The photo's own hair. detail: hxwx3 float16, logarithms without what is broad, 0 outside of it. pieces: places in it.
    contrast: deviation of its brightness. fine: that within a pixel."""

    detail: npt.NDArray[np.float16]
    pieces: Pieces
    contrast: float
    fine: float


def read(scene: Scene) -> Exemplar | None:
    """None where too little hair is seen."""
    import cv2

    core = shrunk((scene.hair > _SOLID) & (scene.alpha > _SOLID), _INSIDE_CM * scene.cm)
    part = _around(core)
    if part is None:
        return None
    core, image = core[part], scene.rgb[part].astype(np.float32)
    grey = triples.mean(image)
    detail, broad = _split(image, core, scene.cm)
    size = _size(scene.cm)
    inside = cv2.distanceTransform(core.astype(np.uint8), cv2.DIST_L2, 3)
    y, x = np.nonzero(inside > _MARGIN * size)
    if len(y) < _FEWEST:
        return None
    chosen = np.random.default_rng(0).choice(len(y), min(_MOST_PIECES, len(y)), replace=False)
    bright = triples.mean(detail)
    flow = Flow.of(grey, core.astype(np.float32), scene.cm)
    pieces = _pieces(bright, broad, flow, x[chosen], y[chosen], size)
    return Exemplar(detail.astype(np.float16), pieces, float(bright[core].std()), texture.fine_of(bright, core))


def laid(
    colours: FloatImage, cover: FloatPlane, exemplar: Exemplar, cm: float, seed: int, *, unlike: bool
) -> FloatImage:
    """``colours`` (HxWx3, 0..255, times ``cover``, HxW) of drawn hair in the grain of the photo's own; changes and returns them.

    cm: pixels for a centimetre. unlike: it lies straight where that is braided or coiled.
    """
    worn = cover > WORN
    part = _around(worn)
    if part is None:
        return colours
    worn, covered, image = worn[part], cover[part], colours[part]
    image /= np.maximum(covered, np.float32(1e-3))[..., None]
    drawn, broad = _split(image, worn, cm)
    bright = triples.mean(drawn)
    size = _size(cm)
    random = np.random.default_rng(seed)
    flow = Flow.of(triples.mean(image), covered, cm)
    pieces = _pieces(bright, broad, flow, *_spread(worn, size, random), size)
    change = _woven(worn.shape, pieces, exemplar, _chosen(pieces, exemplar.pieces, random), size)
    change *= np.float32(_OWN)
    change += np.float32(1 - _OWN) * drawn
    finest = min(exemplar.fine, _STRAIGHT_FINE) if unlike else exemplar.fine
    triples.shift(change, _crisp(change, bright, worn, finest))
    wanted = min(exemplar.contrast, _STRAIGHT) if unlike else exemplar.contrast
    change *= np.float32(np.clip(wanted / max(float(triples.mean(change)[worn].std()), 1e-4), _LEAST, _MOST))
    change -= drawn
    triples.scale(change, soft(worn, 1.0))
    image += np.float32(DARK)
    image *= np.exp(change, out=change)
    image -= np.float32(DARK)
    np.maximum(image, 0, out=image)
    triples.scale(image, covered)
    return colours


def _crisp(change: FloatImage, drawn: FloatPlane, worn: Mask, wanted: float) -> FloatPlane:
    """What is to be added of the finest that was drawn (HxW) where pieces that overlap have lost contrast within a pixel."""
    import cv2

    finest: Any = drawn - cv2.GaussianBlur(drawn, (0, 0), 1.0)
    there, own = texture.fine_of(triples.mean(change), worn), texture.fine_of(drawn, worn)
    return np.asarray(finest * np.float32(min(np.sqrt(max(wanted**2 - there**2, 0)) / max(own, 1e-4), _CRISPER)))


def _size(cm: float) -> float:
    """Pixels from one piece to the next."""
    return max(_PIECE_CM * cm, _LEAST_PX)


def _around(where: Mask) -> tuple[slice, slice] | None:
    """The part of a picture in which something is so; None where that is hardly more than nothing."""
    rows, columns = np.flatnonzero(where.any(axis=1)), np.flatnonzero(where.any(axis=0))
    if len(rows) < 8 or len(columns) < 8:
        return None
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _split(image: FloatImage, inside: Mask, cm: float) -> tuple[FloatImage, FloatPlane]:
    """Logarithms of a picture's colours (HxWx3, 0..255) without what is broad, and brightness of that (HxW), both ``inside``."""
    detail = np.log(image + np.float32(DARK))
    weight = inside.astype(np.float32)
    triples.scale(detail, weight)
    broad = soft(detail, _BROAD_CM * cm)
    triples.scale(broad, 1 / (soft(weight, _BROAD_CM * cm) + np.float32(1e-3)))
    bright = triples.mean(broad)
    triples.scale(broad, weight)
    detail -= broad
    return detail, bright


def _pieces(bright: FloatPlane, broad: FloatPlane, flow: Flow, x: Indices, y: Indices, size: float) -> Pieces:
    """Pieces at some pixels of a picture, of which ``bright`` is the detail and ``broad`` the rest of the brightness (HxW)."""
    import cv2

    height, width = flow.along.shape[:2]
    row = np.minimum((y / flow.size[1]).astype(np.intp), height - 1)
    column = np.minimum((x / flow.size[0]).astype(np.intp), width - 1)
    way = flow.along[row, column]
    turn = np.arctan2(way[:, 1], way[:, 0]).astype(np.float32)
    along, across = (np.asarray(side, np.float32).ravel() for side in np.meshgrid(_ALONG, _ACROSS))
    cos, sin = np.float32(size) * np.cos(turn)[:, None], np.float32(size) * np.sin(turn)[:, None]
    to_x = x[:, None].astype(np.float32) + cos * along - sin * across
    to_y = y[:, None].astype(np.float32) + sin * along + cos * across
    seen = cv2.GaussianBlur(bright, (0, 0), _STRANDS_PX)
    forms = np.empty(to_x.shape, np.float32)
    for first in range(0, len(forms), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        forms[some] = cv2.remap(seen, to_x[some], to_y[some], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    forms *= np.exp(-0.5 * ((along / np.float32(_LONG)) ** 2 + (across / np.float32(_WIDE)) ** 2))
    light = broad[y, x]
    light = (light - np.median(light)) / (light.std() + np.float32(1e-3))
    return Pieces(x, y, turn, forms, light)


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


def _chosen(wanted: Pieces, known: Pieces, random: np.random.Generator) -> tuple[Indices, Indices]:
    """For each piece wanted the one that is most like it, and which of ``_FLIPS`` makes it so."""
    size = float(np.sqrt((known.forms**2).sum(axis=1).mean()))
    like = size / max(float(np.sqrt((wanted.forms**2).sum(axis=1).mean())), 1e-6)
    weight = np.float32(_LIGHT * size)
    forms = known.forms.reshape(-1, len(_ACROSS), len(_ALONG))
    turned = [forms[:, ::across, ::along].reshape(len(forms), -1) for along, across in _FLIPS]
    every = np.hstack([np.vstack(turned), np.tile(weight * known.light, len(_FLIPS))[:, None]])
    goal = np.hstack([wanted.forms * np.float32(like), (weight * wanted.light)[:, None]])
    # Half the squared distance, but for what all have alike.
    least = 0.5 * (every**2).sum(axis=1)
    least += np.float32(_CHANCE * size**2) * random.random(len(every), np.float32)
    across = np.ascontiguousarray(every.T)

    def compared(some: slice) -> Indices:
        return np.asarray((least - goal[some] @ across).argmin(axis=1))

    blocks = (slice(first, first + _COMPARED) for first in range(0, len(goal), _COMPARED))
    flip, best = np.divmod(np.concatenate(each(compared, blocks)), len(known.x))
    return best, flip


def _woven(
    shape: tuple[int, int], pieces: Pieces, exemplar: Exemplar, chosen: tuple[Indices, Indices], size: float
) -> FloatImage:
    """The detail of pieces of the photo's hair laid over each other at the places of ``pieces``, HxWx3."""
    import cv2

    best, flip = chosen
    reach = int(np.ceil(_ENDS * size))
    side = 2 * reach + 1
    windows = _windows(reach, size)
    which = np.rint(pieces.turn * np.float32(_TURNS / np.pi)).astype(np.intp) % _TURNS
    matrices = _moves(pieces, exemplar.pieces, best, flip, reach)
    height, width = shape
    step = max(1, round(_BAND * size))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    # The fourth channel sums up how far pieces count.
    detail = np.ones((*exemplar.detail.shape[:2], 4), np.float32)
    detail[..., :3] = exemplar.detail

    def sewn(top: int) -> Floats:
        strip = np.zeros((step + 2 * reach, width + 2 * reach, 4), np.float32)
        for at in np.flatnonzero((pieces.y >= top) & (pieces.y < top + step)):
            low, left = int(pieces.y[at]) - top, int(pieces.x[at])
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
    triples.scale(result, 1 / np.maximum(total[..., 3], np.float32(1e-3)))
    return result


def _windows(reach: int, size: float) -> Floats:
    """How far a piece counts round its middle, for each of some turns: TxSxSx4, S = 2 ``reach`` + 1."""
    gap = np.arange(-reach, reach + 1, dtype=np.float32) / np.float32(size)
    turn = np.arange(_TURNS, dtype=np.float32)[:, None, None] * np.float32(np.pi / _TURNS)
    cos, sin = np.cos(turn), np.sin(turn)
    along = cos * gap[None, None] + sin * gap[None, :, None]
    across = cos * gap[None, :, None] - sin * gap[None, None]
    found = np.exp(-_FALLS * ((along / _LONG) ** 2 + (across / _WIDE) ** 2)).astype(np.float32)
    return np.repeat(found[..., None], 4, axis=3)


def _moves(pieces: Pieces, known: Pieces, best: Indices, flip: Indices, reach: int) -> Floats:
    """Nx2x3: where in the photo's hair each pixel of a window of ``reach`` about a piece is read."""
    along, across = np.array(_FLIPS, np.float64)[flip].T
    cos, sin = np.cos(pieces.turn), np.sin(pieces.turn)
    to_cos, to_sin = np.cos(known.turn[best]), np.sin(known.turn[best])
    matrices = np.empty((len(best), 2, 3))
    matrices[:, 0, 0] = to_cos * along * cos + to_sin * across * sin
    matrices[:, 0, 1] = to_cos * along * sin - to_sin * across * cos
    matrices[:, 1, 0] = to_sin * along * cos - to_cos * across * sin
    matrices[:, 1, 1] = to_sin * along * sin + to_cos * across * cos
    middle = np.stack([known.x[best], known.y[best]], axis=1)
    matrices[:, :, 2] = middle - reach * matrices[:, :, :2].sum(axis=2)
    return matrices
