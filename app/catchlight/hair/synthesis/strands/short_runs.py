"""Strands cut into short runs: where each lies, how near it is, and which of them others hide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.hair.synthesis.strands.strands import strand_blocks
from catchlight.imaging.arrays import Bytes, Floats, Mask
from catchlight.imaging.picture import FloatPlane

BRIGHTEST = 1.6
LIGHTS, QUARTERS = 48, 4
DEPTHS = 40
"""Steps of the order in depth in which runs are drawn."""
_DEEPER_CM, _GOLDEN = 0.25, 0.618034
"""How far each strand is put before or behind its place in that order: what runs towards the eye would show where each step
begins. The golden ratio spreads them evenly."""
_PIECE_PX = 30.0
"""About the length of a run that shares a shade and a place in the order of depth."""
_SPLIT = 6
_CELL_PX = 7.0
_COVERED, _VEILED = 5.0, 1.2
"""Runs, one over the other, behind which nothing shows, and behind which only what fills gaps does: their mean, as bundles
leave gaps."""
_SAMPLE = 40_000


@dataclass(frozen=True)
class StrandSegments:
    """points: Mx2 pixels that runs go through, far more than are drawn. first: N, the first point of each; size: points of each,
    one after the other. depth: N, view z in cm. light: N uint8, step of brightness below ``LIGHTS``; along: N uint8, quarter of
    the strand, 0 at the root."""

    points: Floats
    first: npt.NDArray[np.int32]
    size: int
    depth: Floats
    light: Bytes
    along: Bytes

    def __len__(self) -> int:
        return len(self.first)

    def chosen(self, which: npt.NDArray[Any]) -> StrandSegments:
        return StrandSegments(
            self.points, self.first[which], self.size, self.depth[which], self.light[which], self.along[which]
        )

    @property
    def paths(self) -> Floats:
        """NxSx2."""
        return self.at(self.first[:, None] + np.arange(self.size, dtype=np.int32))

    @property
    def ends(self) -> tuple[Floats, Floats]:
        """Nx2 each."""
        return self.at(self.first), self.at(self.first + np.int32(self.size - 1))

    def at(self, index: npt.NDArray[Any]) -> Floats:
        """Points (... x2) by index; both coordinates as one number, which is ten times as fast."""
        found = self.points.view(np.int64)[:, 0].take(index)
        return found.view(np.float32).reshape(*index.shape, 2)


def split_into_segments(
    pixels: Floats, near: Floats, shade: Floats, reach: Floats, before: FloatPlane
) -> tuple[list[StrandSegments], list[StrandSegments]]:
    """Runs before a body and behind it. pixels: NxSx2; near: NxS, view z; shade: NxS; reach: N, share drawn of each strand;
    before: HxW, view z of the body. Runs outside of the picture are left out.
    """
    count, steps = near.shape
    step = float(np.abs(np.diff(pixels[:: max(1, count // 2000)], axis=1)).max(axis=-1).mean())
    piece = int(np.clip(round(_PIECE_PX / max(1.15 * step, 1e-3)), 1, 6))
    piece = min(piece, steps - 1)
    starts = np.minimum(np.arange(0, steps - 1, piece), steps - 1 - piece)
    middle = starts + piece // 2
    along = middle / (steps - 1)
    quarter = np.clip(along * QUARTERS, 0, QUARTERS - 1).astype(np.uint8)
    points = pixels.reshape(-1, 2)
    deeper = (np.arange(count) * _GOLDEN % 1 - 0.5).astype(np.float32) * np.float32(2 * _DEEPER_CM)

    def cut_up(part: slice) -> list[StrandSegments]:
        nearer = near[part] > _sampled(before, pixels[part])
        light = shade[part] * np.float32(LIGHTS / BRIGHTEST)
        every, some = nearer[:, starts], nearer[:, starts]
        depth = near[part][:, starts]
        for further in range(1, piece + 1):
            every, some = every & nearer[:, starts + further], some | nearer[:, starts + further]
            depth += near[part][:, starts + further]
        drawn = (along[None] <= reach[part, None]) & _inside(pixels[part], starts, starts + piece, before.shape)
        found = []
        for side in (every, some & ~every, ~some):
            cell = np.flatnonzero(drawn & side)
            strand, at = np.divmod(cell, len(starts))
            found.append(
                StrandSegments(
                    points,
                    ((strand + part.start) * steps + starts[at]).astype(np.int32),
                    piece + 1,
                    depth.take(cell) / np.float32(piece + 1) + deeper.take(strand + part.start),
                    np.clip(light.take(strand * steps + middle[at]), 0, LIGHTS - 1).astype(np.uint8),
                    quarter[at],
                )
            )
        return found

    front, crossing, back = (_joined(list(runs)) for runs in zip(*each(cut_up, strand_blocks(count)), strict=True))
    parts, ahead = _split(crossing, near.ravel(), before)
    return [front, parts.chosen(ahead)], [back, parts.chosen(~ahead)]


def _joined(parts: list[StrandSegments]) -> StrandSegments:
    """Runs through the same points as one; leaves nothing of ``parts``."""

    def all_of(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])

    whole = StrandSegments(
        parts[0].points, all_of("first"), parts[0].size, all_of("depth"), all_of("light"), all_of("along")
    )
    parts.clear()
    return whole


def _split(runs: StrandSegments, near: Floats, before: FloatPlane) -> tuple[StrandSegments, Mask]:
    """Each run as several straight ones, so that hair ends where it goes behind something, not a run later; which are ahead."""
    at = np.linspace(0, runs.size - 1, _SPLIT + 1)
    low = np.minimum(at.astype(np.int32), runs.size - 2)
    share = (at - low).astype(np.float32)
    index = runs.first[:, None] + low.astype(np.int32)
    points, onward = runs.at(index), runs.at(index + np.int32(1))
    for axis in (0, 1):
        points[..., axis] = points[..., axis] * (1 - share) + onward[..., axis] * share
    depth = near.take(index) * (1 - share) + near.take(index + np.int32(1)) * share
    ahead = depth > _sampled(before, points)
    first = np.arange(len(runs))[:, None] * (_SPLIT + 1) + np.arange(_SPLIT)
    parts = StrandSegments(
        points.reshape(-1, 2),
        np.asarray(first.ravel(), np.int32),
        2,
        ((depth[:, :-1] + depth[:, 1:]) / 2).ravel(),
        np.repeat(runs.light, _SPLIT),
        np.repeat(runs.along, _SPLIT),
    )
    return parts, (ahead[:, :-1] & ahead[:, 1:]).ravel()


def _sampled(plane: FloatPlane, paths: Floats) -> Floats:
    height, width = plane.shape
    x = np.clip(paths[..., 0] + np.float32(0.5), 0, width - 1).astype(np.int32)
    y = np.clip(paths[..., 1] + np.float32(0.5), 0, height - 1).astype(np.int32)
    return np.asarray(plane.ravel().take(y * np.int32(width) + x))


def _inside(pixels: Floats, first: Any, last: Any, shape: tuple[int, int]) -> Mask:
    result = np.ones((len(pixels), len(first)), bool)
    for axis, size in ((0, shape[1]), (1, shape[0])):
        begin, end = pixels[:, first, axis], pixels[:, last, axis]
        result &= (np.maximum(begin, end) > 0) & (np.minimum(begin, end) < size)
    return result


def order_by_depth(groups: Sequence[StrandSegments]) -> list[npt.NDArray[np.uint8]]:
    """Step of each run in the order of depth, 0 the furthest."""
    some = np.concatenate([runs.depth[:: max(1, len(runs) // _SAMPLE)] for runs in groups])
    if not len(some):
        return [np.zeros(0, np.uint8) for _ in groups]
    edges = np.quantile(some, np.linspace(0, 1, DEPTHS + 1)[1:-1]).astype(np.float32)
    return [np.searchsorted(edges, runs.depth).astype(np.uint8) for runs in groups]


def find_visible_segments(
    groups: Sequence[StrandSegments],
    steps: Sequence[npt.NDArray[np.uint8]],
    shape: tuple[int, int],
    scale: int,
    shown: Mask,
) -> list[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """Indices of the runs that fill gaps between others, and of those that are seen themselves.

    Left out are those behind many others, and those where nothing is ``shown`` (HxW).

    scale: lines over a pixel that cover it.
    """
    import cv2

    size = (int(shape[0] / _CELL_PX) + 1, int(shape[1] / _CELL_PX) + 1)
    cells, mass = [], np.zeros(size[0] * size[1] * DEPTHS)
    for runs, step in zip(groups, steps, strict=True):
        first, last = runs.ends
        cells.append(_cells(first + last, size))
        way = np.abs(np.subtract(last, first, out=last), out=last)
        length = np.maximum(way[:, 0], way[:, 1])
        mass += np.bincount(cells[-1] * np.int32(DEPTHS) + step, length, minlength=len(mass))
    # A run reaches into the cells beside its own: what it hides there counts, and so does what hides it.
    kernel = np.ones((3, 3), np.uint8)
    layers = cv2.blur((mass.reshape(*size, DEPTHS) / (_CELL_PX**2 * scale)).astype(np.float32), (3, 3))
    ahead = layers[..., ::-1].cumsum(axis=-1)[..., ::-1] - layers
    hidden, veiled = (
        cv2.erode((ahead > many).astype(np.uint8), kernel).reshape(-1) > 0 for many in (_COVERED, _VEILED)
    )
    open_cells = cv2.dilate(cv2.resize(shown.astype(np.float32), size[::-1], interpolation=cv2.INTER_AREA), kernel) > 0
    hidden |= np.repeat(~open_cells.ravel(), DEPTHS)
    places = [cell * np.int32(DEPTHS) + step for step, cell in zip(steps, cells, strict=True)]
    return [(np.flatnonzero((veiled & ~hidden)[at]), np.flatnonzero(~(veiled | hidden)[at])) for at in places]


def _cells(twice: Floats, size: tuple[int, int]) -> npt.NDArray[np.int32]:
    """Index of the cell of points given at twice their place."""
    x = np.clip(twice[:, 0] * np.float32(0.5 / _CELL_PX), 0, size[1] - 1).astype(np.int32)
    y = np.clip(twice[:, 1] * np.float32(0.5 / _CELL_PX), 0, size[0] - 1).astype(np.int32)
    return np.asarray(y * np.int32(size[1]) + x, np.int32)
