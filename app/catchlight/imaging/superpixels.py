"""Superpixels: small patches of one colour that keep to a picture's edges, their neighbours, and decisions spread among them.

References:
    R. Achanta et al., "SLIC superpixels compared to state-of-the-art superpixel methods", IEEE PAMI 34(11), 2012,
    doi:10.1109/TPAMI.2012.120.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import ByteImage, FloatPlane

Values = npt.NDArray[np.float32]
"""One value for each superpixel."""

_SIDE = 10
_ROUNDS = 4
_LIGHT = 0.45
"""Weight of lightness beside chroma: folds change the one and not the other."""
_WIDTH = 0.028
"""Width of a colour model's kernel, in OKLab units weighted so."""
_CONTRAST = 0.045
"""Difference of neighbours at which a decision spreads from one to the other with 1/e of its strength."""
_SAMPLES, _NEIGHBOURS = 300, 4


@dataclass(frozen=True)
class Superpixels:
    """Patches of a picture of hxw pixels.

    labels: hxw int32, 0..count-1. colour: count x 3, OKLab with lightness weighted down. area: in pixels.
    """

    labels: npt.NDArray[np.int32]
    colour: npt.NDArray[np.float32]
    area: Values

    @property
    def count(self) -> int:
        return len(self.area)

    def mean(self, plane: npt.NDArray[Any]) -> Values:
        """The mean of an hxw plane over each superpixel."""
        total = np.bincount(self.labels.ravel(), np.ascontiguousarray(plane).ravel(), self.count)
        return np.asarray(total / self.area, np.float32)

    @cached_property
    def centres(self) -> npt.NDArray[np.float32]:
        """count x 2: the mean column and row of each superpixel."""
        y, x = (np.asarray(each) for each in np.indices(self.labels.shape))
        return np.stack([self.mean(x), self.mean(y)], axis=1)

    def drawn(self, values: npt.NDArray[Any]) -> Any:
        """Values of superpixels as an hxw plane."""
        return values[self.labels]

    @cached_property
    def _pairs(self) -> tuple[npt.NDArray[np.int64], Values]:
        """Pairs of neighbours (m x 2, the smaller first) and the length of their common border in pixels."""
        borders = [(self.labels[:, :-1], self.labels[:, 1:]), (self.labels[:-1], self.labels[1:])]
        both = np.concatenate([np.stack([a[a != b], b[a != b]], axis=1) for a, b in borders]).astype(np.int64)
        both.sort(axis=1)
        code, length = np.unique(both[:, 0] * self.count + both[:, 1], return_counts=True)
        return np.stack([code // self.count, code % self.count], axis=1), length.astype(np.float32)

    def likeness(self, seeds: npt.NDArray[np.bool_]) -> Values:
        """How usual each colour is among the seeds, 0..1: 1 amid the densest of them (Parzen's kernel density)."""
        kernel, weight = self._kernel(seeds)
        if not kernel.shape[1]:
            return np.zeros(self.count, np.float32)
        density = np.asarray(kernel @ weight, np.float32)
        return density / max(float(np.quantile(density[seeds], 0.8)), 1e-6)

    def nearness(self, seeds: npt.NDArray[np.bool_]) -> Values:
        """How near each colour is to some of the seeds, 0..1: rare colours of theirs count like usual ones."""
        kernel, _ = self._kernel(seeds)
        if kernel.shape[1] < _NEIGHBOURS:
            return np.zeros(self.count, np.float32)
        return np.asarray(np.partition(kernel, -_NEIGHBOURS, axis=1)[:, -_NEIGHBOURS], np.float32)

    def affinity(self, seeds: npt.NDArray[np.bool_]) -> Values:
        """How well each colour fits the seeds, 0..1: half by how usual it is among them, half by being there at all."""
        kernel, weight = self._kernel(seeds)
        if kernel.shape[1] < _NEIGHBOURS:
            return np.zeros(self.count, np.float32)
        density = np.asarray(kernel @ weight, np.float32)
        usual = density / max(float(np.quantile(density[seeds], 0.8)), 1e-6)
        near = np.partition(kernel, -_NEIGHBOURS, axis=1)[:, -_NEIGHBOURS]
        return np.asarray(0.5 * (np.minimum(usual, 1) + near), np.float32)

    def _kernel(self, seeds: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.float32], Values]:
        """The Gaussian kernel between all colours and those of seeds (a sample, where there are many), and their areas."""
        chosen = np.flatnonzero(seeds)
        if len(chosen) > _SAMPLES:
            chosen = np.random.default_rng(7).choice(chosen, _SAMPLES, replace=False)
        points = self.colour[chosen]
        square = (self.colour**2).sum(axis=1)[:, None] + (points**2).sum(axis=1)[None] - 2 * self.colour @ points.T
        kernel = np.exp(np.maximum(square, 0) / np.float32(-2 * _WIDTH**2))
        return np.asarray(kernel, np.float32), self.area[chosen]

    def spread(self, prior: Values, trust: Values, pull: float = 1.0) -> Values:
        """Decisions (``prior`` in 0..1, each held with ``trust``) made to agree along the picture's edges.

        The random walker of Grady 2006 with priors, on the graph of superpixels: the least-squares solution of neighbours of one
        colour agreeing and of each keeping its prior. pull: weight of the neighbours.
        """
        import scipy.sparse as sp
        from scipy.sparse.linalg import spsolve

        pairs, length = self._pairs
        step = np.linalg.norm(self.colour[pairs[:, 0]] - self.colour[pairs[:, 1]], axis=1)
        weight = pull * length / _SIDE * (np.exp(-((step / _CONTRAST) ** 2)) + 0.01)
        rows, columns = np.concatenate([pairs, pairs[:, ::-1]]).T
        joint = sp.csr_matrix((np.concatenate([weight, weight]), (rows, columns)), shape=(self.count, self.count))
        degree = np.asarray(joint.sum(axis=1)).ravel()
        held = trust + 1e-4
        system = (sp.diags(degree + held) - joint).tocsc()
        return np.clip(np.asarray(spsolve(system, held * prior), np.float32), 0, 1)

    def pieces(self, mask: npt.NDArray[np.bool_], step: float = np.inf) -> npt.NDArray[np.int32]:
        """The connected piece that each superpixel of ``mask`` belongs to, 1.. by size of area; 0 beyond the mask.

        step: difference of colours from which neighbours are not joined.
        """
        import scipy.sparse as sp
        from scipy.sparse.csgraph import connected_components

        pairs, length = self._pairs
        joining = mask[pairs[:, 0]] & mask[pairs[:, 1]] & (length >= 3)
        if np.isfinite(step):
            joining &= np.linalg.norm(self.colour[pairs[:, 0]] - self.colour[pairs[:, 1]], axis=1) < step
        joined = pairs[joining]
        graph = sp.csr_matrix((np.ones(len(joined)), (joined[:, 0], joined[:, 1])), shape=(self.count, self.count))
        _, piece = connected_components(graph, directed=False)
        sizes = np.bincount(piece[mask], self.area[mask], minlength=int(piece.max()) + 1)
        order = np.zeros(len(sizes), np.int32)
        order[np.argsort(-sizes)] = np.arange(1, len(sizes) + 1)
        return np.where(mask, order[piece], 0).astype(np.int32)

    def clear_border(self, mask: npt.NDArray[np.bool_], domain: npt.NDArray[np.bool_], step: float) -> float:
        """The share of the border of ``mask`` within ``domain`` at which colours step by more than ``step``; 0: no border."""
        pairs, length = self._pairs
        crossing = domain[pairs].all(axis=1) & (mask[pairs[:, 0]] != mask[pairs[:, 1]])
        differs = np.linalg.norm(self.colour[pairs[:, 0]] - self.colour[pairs[:, 1]], axis=1) > step
        total = float(length[crossing].sum())
        return float(length[crossing & differs].sum()) / total if total else 0.0

    def seam(self, first: npt.NDArray[np.bool_], second: npt.NDArray[np.bool_], step: float) -> float:
        """How much of the border between two masks, in pixels, shows no step of colours as large as ``step``."""
        pairs, length = self._pairs
        one, other = pairs.T
        crossing = (first[one] & second[other]) | (second[one] & first[other])
        differs = np.linalg.norm(self.colour[one] - self.colour[other], axis=1) > step
        return float(length[crossing & ~differs].sum())

    def touching(self, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """The superpixels that have a neighbour in ``mask``."""
        pairs, _ = self._pairs
        near = np.zeros(self.count, bool)
        near[pairs[mask[pairs[:, 1]], 0]] = True
        near[pairs[mask[pairs[:, 0]], 1]] = True
        return near


def superpixels(rgb: ByteImage) -> Superpixels:
    """Superpixels of about 10 pixels a side (SLICO: Achanta et al. 2012, with a compactness of its own for each)."""
    import cv2

    lab = cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), 0.8), cv2.COLOR_RGB2LAB)
    made = cv2.ximgproc.createSuperpixelSLIC(lab, cv2.ximgproc.SLICO, _SIDE, 10.0)
    made.iterate(_ROUNDS)
    made.enforceLabelConnectivity(25)
    labels = np.asarray(made.getLabels(), np.int32)
    count = int(labels.max()) + 1
    area = np.maximum(np.bincount(labels.ravel(), minlength=count), 1).astype(np.float32)
    values: FloatPlane = oklab.from_srgb(rgb.astype(np.float32) / 255)
    colour = np.stack(
        [np.bincount(labels.ravel(), values[..., one].ravel(), count) / area for one in range(3)], axis=1
    ).astype(np.float32)
    colour[:, 0] *= _LIGHT
    return Superpixels(labels, colour, area)
