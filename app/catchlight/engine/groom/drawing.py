"""Strands to pixels: opaque hairs at twice the size, far ones first, shrunk to soft coverage."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_PIECE_PX = 20.0
"""About the length of a run that shares a shade and a place in the order of depth."""
_SPLIT = 6
_DEPTHS, _SHADES, _ALONG = 20, 48, 4
_KEYS = _SHADES * _ALONG
BRIGHTEST = 1.6
_FRACTION = 4
"""Bits of subpixel precision."""
_BANDS = 2

_Sorted = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]
"""Runs (NxKx2) in fixed-point subpixels, and the keys that they are ordered by."""


@dataclass(frozen=True)
class Layer:
    """cover: HxW 0..1. shade: HxW, mean brightness of the strands seen. along: HxW, mean place between root and tip."""

    cover: FloatPlane
    shade: FloatPlane
    along: FloatPlane


def drawn(
    pixels: Floats, near: Floats, shade: Floats, reach: Floats, before: FloatPlane, scale: int
) -> tuple[Layer, Layer]:
    """Hair before and behind a body. pixels: NxSx2; near: NxS, view z in cm; shade: NxS; reach: N, share drawn of each strand;
    before: HxW, view z of the body: what is nearer is drawn into the first layer. scale: subpixels for a pixel.
    """
    steps = pixels.shape[1]
    length = float(np.linalg.norm(np.diff(pixels, axis=1), axis=-1).mean())
    piece = int(np.clip(round(_PIECE_PX / max(length, 1e-3)), 1, 6))
    starts = np.arange(0, steps - 1, piece)
    index = np.minimum(starts[:, None] + np.arange(piece + 1)[None], steps - 1)
    middle = (index[:, 0] + index[:, -1]) // 2
    along = np.broadcast_to(middle / (steps - 1), (len(pixels), len(middle)))
    alive = (along <= reach[:, None]).ravel()
    found = _Pieces(
        pixels[:, index].reshape(-1, piece + 1, 2)[alive],
        near[:, index].reshape(-1, piece + 1)[alive],
        shade[:, middle].ravel()[alive],
        along.ravel()[alive],
    )
    found = found.chosen(_inside(found.paths, before.shape))
    nearer = found.depth > _sampled(before, found.paths)
    whole = np.asarray(nearer.all(axis=1) | ~nearer.any(axis=1), np.bool_)
    cut = found.chosen(~whole).split()
    sides = nearer[whole, 0], (cut.depth > _sampled(before, cut.paths)).mean(axis=1) > 0.5
    found = found.chosen(whole)
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1), "strands") as pool:
        front = _painted([found.chosen(sides[0]), cut.chosen(sides[1])], before.shape, scale, pool)
        back = _painted([found.chosen(~sides[0]), cut.chosen(~sides[1])], before.shape, scale, pool)
        return front(), back()


@dataclass(frozen=True)
class _Pieces:
    """Short runs of strands. paths: NxKx2 pixels. depth: NxK, view z. light, along: N."""

    paths: Floats
    depth: Floats
    light: Floats
    along: Floats

    def chosen(self, which: npt.NDArray[np.bool_]) -> _Pieces:
        return _Pieces(self.paths[which], self.depth[which], self.light[which], self.along[which])

    def split(self) -> _Pieces:
        """Each run as several straight ones, so that hair ends where it goes behind something, not a run later."""
        at = np.linspace(0, self.paths.shape[1] - 1, _SPLIT + 1)
        low = np.minimum(at.astype(int), self.paths.shape[1] - 2)
        share = (at - low).astype(np.float32)
        paths = self.paths[:, low] * (1 - share)[None, :, None] + self.paths[:, low + 1] * share[None, :, None]
        depth = self.depth[:, low] * (1 - share) + self.depth[:, low + 1] * share
        pairs = np.arange(_SPLIT)[:, None] + np.arange(2)[None]
        return _Pieces(
            paths[:, pairs].reshape(-1, 2, 2),
            depth[:, pairs].reshape(-1, 2),
            np.repeat(self.light, _SPLIT),
            np.repeat(self.along, _SPLIT),
        )


def _sampled(plane: FloatPlane, paths: Floats) -> Floats:
    height, width = plane.shape
    x = np.clip(np.round(paths[..., 0]), 0, width - 1).astype(np.int32)
    y = np.clip(np.round(paths[..., 1]), 0, height - 1).astype(np.int32)
    return plane[y, x]


def _inside(paths: Floats, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    ends = paths[:, 0], paths[:, -1]
    low, high = np.minimum(*ends), np.maximum(*ends)
    return np.asarray((high > 0).all(axis=1) & (low[:, 0] < shape[1]) & (low[:, 1] < shape[0]))


def _painted(
    groups: list[_Pieces], shape: tuple[int, int], scale: int, pool: ThreadPoolExecutor
) -> Callable[[], Layer]:
    """Painter's algorithm over runs of like depth, brightness and place along the strand; gives what waits for it.

    The canvas is cut into bands that are painted side by side.
    """
    depth = np.concatenate([group.depth.mean(axis=1) for group in groups])
    if not len(depth):
        empty = np.zeros(shape, np.float32)
        return lambda: Layer(empty, empty, empty)
    canvas: Any = np.zeros((shape[0] * scale, shape[1] * scale, 4), np.uint8)
    edges = np.quantile(depth, np.linspace(0, 1, _DEPTHS + 1)[1:-1])
    sorted_groups = [_sorted(group, edges, scale) for group in groups]
    bounds = _bands(sorted_groups, len(canvas))
    bands = [pool.submit(_band, canvas[top:end], top, sorted_groups) for top, end in pairwise(bounds)]

    def finished() -> Layer:
        for band in bands:
            band.result()
        return _layer(canvas, shape)

    return finished


def _bands(groups: list[_Sorted], height: int) -> list[int]:
    """Rows at which a canvas is cut into bands with about as many runs each."""
    rows = np.concatenate([paths[:, 0, 1] >> _FRACTION for paths, _ in groups])
    inner = np.quantile(rows, np.linspace(0, 1, _BANDS + 1)[1:-1])
    return [0, *(int(row) for row in np.clip(inner, 1, height - 1)), height]


def _band(canvas: npt.NDArray[np.uint8], top: int, groups: list[_Sorted]) -> None:
    """Draw what touches a band of the canvas that begins at row ``top``, far things first."""
    touching = []
    for paths, key in groups:
        y = paths[..., 1] >> _FRACTION
        seen = (y.max(axis=1) >= top - 1) & (y.min(axis=1) <= top + len(canvas))
        moved = paths[seen] - np.array([0, top << _FRACTION], np.int32)
        touching.append((moved, key[seen]))
    for layer in range(_DEPTHS):
        for paths, key in touching:
            first, last = np.searchsorted(key, [layer * _KEYS, (layer + 1) * _KEYS])
            _lines(canvas, paths[first:last], key[first:last])


def _layer(canvas: Any, shape: tuple[int, int]) -> Layer:
    import cv2

    canvas = cv2.GaussianBlur(canvas, (3, 3), 0.6)
    small = cv2.resize(canvas, shape[::-1], interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255)
    cover = np.clip(small[..., 0] * np.float32(1.03), 0, 1)
    full = np.maximum(small[..., 0], 1e-3)
    return Layer(cover, small[..., 1] / full * np.float32(BRIGHTEST), small[..., 2] / full)


def _sorted(group: _Pieces, edges: Floats, scale: int) -> _Sorted:
    """Runs in fixed-point subpixels, ordered by depth, then brightness and place along the strand; and their keys."""
    fixed = np.round(((group.paths + 0.5) * scale - 0.5) * (1 << _FRACTION)).astype(np.int32)
    layer = np.searchsorted(edges, group.depth.mean(axis=1))
    level = np.clip(group.light / BRIGHTEST * _SHADES, 0, _SHADES - 1).astype(np.int64)
    place = np.clip(group.along * _ALONG, 0, _ALONG - 1).astype(np.int64)
    # Within a depth no brightness may always lie on top: where their order begins changes from depth to depth.
    key = ((layer * _SHADES + (level + 13 * layer) % _SHADES) * _ALONG + place).astype(np.uint16)
    order = np.argsort(key, kind="stable")
    return fixed[order], key[order]


def _lines(canvas: npt.NDArray[np.uint8], paths: npt.NDArray[np.int32], key: npt.NDArray[np.uint16]) -> None:
    import cv2

    if not len(key):
        return
    bounds = np.concatenate([[0], np.flatnonzero(key[1:] != key[:-1]) + 1, [len(key)]])
    for first, last in pairwise(bounds):
        layer, rest = divmod(int(key[first]), _KEYS)
        mixed, place = divmod(rest, _ALONG)
        level = (mixed - 13 * layer) % _SHADES
        colour = (255, int((level + 0.5) * 255 / _SHADES), int((place + 0.5) * 255 / _ALONG), 0)
        runs: Any = paths[first:last]  # an array is a sequence of its first axis
        cv2.polylines(canvas, runs, False, colour, 1, cv2.LINE_8, _FRACTION)
