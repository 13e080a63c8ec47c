"""Layers of a garment laid over the photo's own pixels, at their resolution, with the fabric's texture and the photo's grain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from catchlight.engine.garment import fabric as cloth
from catchlight.engine.garment.fabric import Fabric
from catchlight.engine.garment.pattern import MAIN
from catchlight.engine.garment.wearing import Layers
from catchlight.engine.groom import fill
from catchlight.engine.picture import FloatImage, FloatPlane, Pixels
from catchlight.engine.side_by_side import both, each

_NOISE_PX = 512
_TILE = 256
"""Pixels on a side of what is worked on at once."""
_COARSE = 1.5
"""How much larger than the working picture a photo is whose edges of cloth would look soft."""
_STEEP, _NARROW, _FARTHEST = 0.06, 1.2, 0.9
"""Slope (sRGB 0..1 a pixel) from which an edge is one, how far cloth is looked up from it, and at most, working pixels."""

_DRAWN_PX, _LEAST_PX = 0.7, 0.35
"""How soft cloth is drawn, and how much softer it must be to be blurred, pixels of the photo."""
_COLOURED, _BLOTCH_PX = 0.55, 1.5
"""Deviation of noise in colour over that in lightness, and how wide it is: cameras smooth it, and JPEG halves its resolution."""

Box = tuple[int, int, int, int]
"""y0, x0, y1, x1."""


def laid(
    pixels: Pixels,
    layers: Layers,
    first: int,
    shape: tuple[int, int],
    fabrics: Mapping[str, Fabric],
    px_per_cm: float,
    soft: float = 0.0,
    seed: int = 3,
) -> Pixels:
    """A copy of ``pixels`` (HxWx3 of the size that ``px_per_cm`` belongs to) in the new clothes; same type.

    first: row of the working picture, of ``shape``, at which the layers begin. soft: how soft the photo draws what is sharp,
    Gaussian width in its pixels.
    """
    import cv2

    result = pixels.copy()
    height, width = pixels.shape[:2]
    top = np.float32(np.iinfo(pixels.dtype).max)
    tiles = {role: cloth.tile(fabric, px_per_cm, seed) ** np.float32(1 / 2.2) for role, fabric in fabrics.items()}
    noise = _noise(seed, layers.grain)
    blur = float(np.sqrt(max(0.0, soft**2 - _DRAWN_PX**2)))
    pad = int(np.ceil(2.5 * blur)) if blur > _LEAST_PX else 0
    narrowed, (stack, fresh) = both(
        lambda: _narrowing(layers.cloth) if height > _COARSE * shape[0] else None,
        lambda: (
            np.dstack([layers.changed, layers.mixed, layers.cover, layers.hairy]),
            np.dstack([layers.ground, layers.fresh]),
        ),
    )
    notions = layers.notions.scaled((width / shape[1], height / shape[0]), first)

    start = _start((height, width), first, shape)

    def drawn(box: Box, roles: Sequence[str]) -> FloatImage:
        y0, x0, y1, x1 = box
        if len(roles) < 2:
            only = roles[0] if roles else MAIN
            weave = cloth.laid(tiles[only], x0, y0, x1 - x0, y1 - y0)[..., None]
        else:
            weave = np.zeros((y1 - y0, x1 - x0, 1), np.float32)
            for role in roles:
                share = _part(layers.shares[role][..., None], box, (height, width), first, shape)
                weave[..., 0] += share.reshape(weave.shape[:2]) * cloth.laid(tiles[role], x0, y0, x1 - x0, y1 - y0)
        worn = _enlarged(layers.cloth, narrowed, box, (height, width), first, shape) * weave
        notions.onto(worn, x0, y0)
        return np.asarray(worn, np.float32)

    def work(box: Box) -> None:
        y0, x0, y1, x1 = box
        near = _near(box, (height, width), first, shape)
        if not layers.touched[near].any():
            return
        grain = cloth.laid(noise, x0, y0, x1 - x0, y1 - y0)
        roles = [role for role, plane in layers.shares.items() if plane[near].any()]
        around = (max(start, y0 - pad), max(0, x0 - pad), min(height, y1 + pad), min(width, x1 + pad))
        worn: Any = drawn(around, roles)
        if pad:
            inside = (slice(y0 - around[0], y1 - around[0]), slice(x0 - around[1], x1 - around[1]))
            worn = cv2.GaussianBlur(worn, (0, 0), blur)[inside]
        worn = worn + grain
        if layers.solid[near].all():
            base = worn
        else:
            part = _part(stack, box, (height, width), first, shape)
            seen = pixels[y0:y1, x0:x1].astype(np.float32) / top
            base = seen + part[..., :3]
            if (layers.fresh[near] > 0.004).any():
                ground = _part(fresh, box, (height, width), first, shape)
                base += (ground[..., :3] + grain - base) * ground[..., 3:]
            base += (worn - base) * part[..., 6:7]
            base += (seen + part[..., 3:6] - base) * part[..., 7:8]
        finished: Any = np.round(np.clip(base, 0, 1) * top)
        result[y0:y1, x0:x1] = finished.astype(pixels.dtype)

    each(work, _boxes((height, width), first, shape))
    return result


def _noise(seed: int, grain: float) -> FloatImage:
    """A tile of the photo's noise, sRGB: in lightness, and wider in colour."""
    random = np.random.default_rng(seed)
    light = fill.noise(random, (_NOISE_PX, _NOISE_PX))
    red, blue = (fill.noise(random, (_NOISE_PX, _NOISE_PX), _BLOTCH_PX) * np.float32(_COLOURED) for _ in range(2))
    planes = np.dstack([light + red, light - 0.4 * red - 0.15 * blue, light + blue])
    return np.asarray(planes * np.float32(grain), np.float32)


def matted(alpha: FloatPlane, before: FloatPlane, after: FloatPlane, first: int, shape: tuple[int, int]) -> FloatPlane:
    """``alpha`` of the whole photo with what the garment changed of it; as fine as it was where nothing changed."""
    result = alpha.copy()
    planes, gained = np.dstack([before, after]), np.abs(after - before) > 0.002
    size = (alpha.shape[0], alpha.shape[1])
    for box in _boxes(size, first, shape):
        if gained[_near(box, size, first, shape)].any():
            y0, x0, y1, x1 = box
            part = _part(planes, box, size, first, shape)
            changed = np.clip(np.abs(part[..., 1] - part[..., 0]) * 8, 0, 1)
            result[y0:y1, x0:x1] += (part[..., 1] - result[y0:y1, x0:x1]) * changed
    return result


def _boxes(size: tuple[int, int], first: int, shape: tuple[int, int]) -> list[Box]:
    """Tiles of the photo, of ``size``, from the first row of the layers on."""
    start = _start(size, first, shape)
    return [
        (y, x, min(size[0], y + _TILE), min(size[1], x + _TILE))
        for y in range(start, size[0], _TILE)
        for x in range(0, size[1], _TILE)
    ]


def _start(size: tuple[int, int], first: int, shape: tuple[int, int]) -> int:
    return int(np.ceil((first + 1) * size[0] / shape[0]))


def _near(box: Box, size: tuple[int, int], first: int, shape: tuple[int, int]) -> tuple[slice, slice]:
    """The part of the layers that a tile of the photo is made from."""
    sy, sx = shape[0] / size[0], shape[1] / size[1]
    rows = slice(max(0, int(box[0] * sy) - first - 2), max(1, int(box[2] * sy) - first + 3))
    return rows, slice(max(0, int(box[1] * sx) - 2), int(box[3] * sx) + 3)


def _narrowing(cloth: FloatImage) -> FloatImage:
    """How far away from its edges, in working pixels, to look up cloth, HxWx2: enlarged, they stay narrow."""
    import cv2

    light = cloth.mean(axis=2)
    edges = np.hypot(cv2.Sobel(light, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(light, cv2.CV_32F, 0, 1, ksize=3)) / 8
    edges = np.minimum(cv2.GaussianBlur(edges, (0, 0), 1.0), _STEEP)
    away = np.dstack([cv2.Sobel(edges, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1))])
    return np.asarray(np.clip(-_NARROW / _STEEP * away, -_FARTHEST, _FARTHEST), np.float32)


def _enlarged(
    cloth: FloatImage, narrowed: FloatImage | None, box: Box, size: tuple[int, int], first: int, shape: tuple[int, int]
) -> FloatImage:
    """Cloth over a tile of the photo, its edges narrowed."""
    import cv2

    if narrowed is None:
        return np.asarray(_part(cloth, box, size, first, shape), np.float32)
    rows, columns = _near(box, size, first, shape)
    away = _part(narrowed, box, size, first, shape)
    sy, sx = shape[0] / size[0], shape[1] / size[1]
    x = (np.arange(box[1], box[3], dtype=np.float32) + 0.5) * sx - 0.5 - columns.start
    y = (np.arange(box[0], box[2], dtype=np.float32) + 0.5) * sy - 0.5 - first - rows.start
    across, down = np.asarray(away[..., 0] + x[None], np.float32), np.asarray(away[..., 1] + y[:, None], np.float32)
    near = np.ascontiguousarray(cloth[rows, columns])
    return np.asarray(cv2.remap(near, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _part(planes: Any, box: Box, size: tuple[int, int], first: int, shape: tuple[int, int]) -> Any:
    """Layers over a tile of the photo; linear between their pixels."""
    import cv2

    y0, x0, y1, x1 = box
    if size == shape:
        return planes[y0 - first : y1 - first, x0:x1]
    rows, columns = _near(box, size, first, shape)
    sy, sx = shape[0] / size[0], shape[1] / size[1]
    matrix = np.array(
        [[sx, 0, (x0 + 0.5) * sx - 0.5 - columns.start], [0, sy, (y0 + 0.5) * sy - 0.5 - first - rows.start]]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    near = planes[rows, columns]
    parts = [
        cv2.warpAffine(
            np.ascontiguousarray(near[..., at : at + 4]),
            matrix,
            (x1 - x0, y1 - y0),
            flags=flags,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for at in range(0, planes.shape[2], 4)
    ]
    return np.dstack(parts) if len(parts) > 1 else parts[0]
