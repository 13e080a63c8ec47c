"""The canonical face cut open at mouth and eyes, with two rings round it, fine enough for a smooth warp.

References:
    M. Botsch, L. Kobbelt, "An intuitive framework for real-time freeform modeling", SIGGRAPH 2004,
    doi:10.1145/1186562.1015772 (biharmonic fields; here with weights of one over the edges' lengths).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.expression.basis import topology
from catchlight.expression.basis.subdivision import subdivide
from catchlight.expression.basis.topology import OVAL, VERTICES
from catchlight.imaging.arrays import Doubles
from catchlight.models.registry import Models
from catchlight.portrait.face.pose import CanonicalFace

_RINGS = (1.10, 1.32)
"""Where the rings lie, as shares of the oval's distance from its middle."""
_FOLLOW = (0.45, 0.0)
"""How much of the oval's displacement each ring takes: pictures outside the outer ring stay as they are."""


class FaceMesh:
    """Topology that belongs to the canonical face, computed once.

    triangles: the twice subdivided mesh. linear: positions of the 468+72 base vertices to fine ones (a mesh that is not displaced
    maps every pixel onto itself). smooth: the same for displacements. lips, lids: fine vertices along the slits, in order.
    mirror: the vertex opposite to each.
    """

    def __init__(self, canonical: CanonicalFace) -> None:
        self.vertices = canonical.vertices
        gap = ((self.vertices[None] * [-1, 1, 1] - self.vertices[:, None]) ** 2).sum(axis=2)
        self.mirror = np.argmin(gap, axis=0)
        holes = [
            {*topology.LIP_IN_UPPER, *topology.LIP_IN_LOWER},
            *({*upper, *lower} for upper, lower in topology.EYES),
        ]
        self._open = np.array(
            [t for t in canonical.triangles.tolist() if not any(set(t) <= hole for hole in holes)], np.int64
        )
        base = np.vstack([self._open, _ring_triangles()])
        once, linear1, smooth1 = subdivide(base, VERTICES + 2 * len(OVAL))
        self.triangles, linear2, smooth2 = subdivide(once, linear1.shape[0])
        self.linear, self.smooth = (linear2 @ linear1).tocsr(), (smooth2 @ smooth1).tocsr()
        self.lips = (self._chain(topology.LIP_IN_UPPER), self._chain(topology.LIP_IN_LOWER))
        self.lids = tuple((self._chain(upper), self._chain(lower)) for upper, lower in topology.EYES)
        self.averaging = self._averaging()
        self.laplacian = self._laplacian()
        self._bending = self.laplacian.T @ self.laplacian
        self._solved: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[npt.NDArray[np.int64], Doubles]] = {}

    @classmethod
    def of(cls, models: Models) -> FaceMesh:
        return models.kept("face mesh", lambda: cls(CanonicalFace.of(models)))

    def positions(self, points: Doubles) -> Doubles:
        """468xk to fine vertices."""
        outline = points[list(OVAL)]
        middle = outline.mean(axis=0)
        rings = [middle + (outline - middle) * reach for reach in _RINGS]
        return np.asarray(self.linear @ np.vstack([points, *rings]))

    def displacements(self, field: Doubles) -> Doubles:
        """468xk displacements to fine ones, fading out over the rings."""
        outline = field[list(OVAL)]
        return np.asarray(self.smooth @ np.vstack([field, *(outline * share for share in _FOLLOW)]))

    def spread(self, moved: Sequence[int], by: npt.ArrayLike, still: Sequence[int]) -> Doubles:
        """The smoothest field over the cut mesh (biharmonic) that takes ``by`` at ``moved`` and 0 at ``still``."""
        moved = tuple(moved)
        fixed = set(moved)
        quiet = tuple(sorted({vertex for vertex in still if vertex not in fixed}))
        if (moved, quiet) not in self._solved:
            free = np.setdiff1d(np.arange(VERTICES), np.array([*moved, *quiet]))
            bending: Doubles = self._bending[np.ix_(free, free)] + 1e-6 * np.eye(len(free))
            pulled: Doubles = self._bending[np.ix_(free, np.array(moved))]
            self._solved[moved, quiet] = free, np.asarray(-np.linalg.solve(bending, pulled))
        free, response = self._solved[moved, quiet]
        values = np.asarray(by, float)
        field = np.zeros((VERTICES, *values.shape[1:]))
        field[list(moved)] = values
        field[free] = response @ values
        return field

    def normals(self, positions: Doubles) -> Doubles:
        """Unit normals of fine vertices."""
        corners = positions[self.triangles]
        faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        summed = np.column_stack(
            [
                np.bincount(self.triangles.ravel(), np.repeat(faces[:, axis], 3), minlength=len(positions))
                for axis in range(3)
            ]
        )
        return np.asarray(summed / np.maximum(1e-9, np.linalg.norm(summed, axis=1, keepdims=True)))

    def _chain(self, contour: Sequence[int]) -> npt.NDArray[np.int64]:
        """Fine vertices along a contour of base vertices, ordered: holes get smooth outlines."""
        place, inside = np.zeros(self.linear.shape[1]), np.zeros(self.linear.shape[1])
        for order, vertex in enumerate(contour):
            place[vertex], inside[vertex] = order, 1
        on_it = np.nonzero(np.abs(self.linear @ inside - 1) < 1e-6)[0]
        return np.asarray(on_it[np.argsort((self.linear @ place)[on_it])])

    def _averaging(self) -> Any:
        """Mean over each fine vertex and its neighbours."""
        import scipy.sparse as sp

        size = self.linear.shape[0]
        start, end = self.triangles.ravel(), self.triangles[:, [1, 2, 0]].ravel()
        linked = sp.coo_matrix((np.ones(len(start)), (start, end)), (size, size)).tocsr()
        linked = linked + linked.T
        linked.data[:] = 1
        linked = linked + sp.eye(size)
        return (sp.diags(1 / np.asarray(linked.sum(axis=1)).ravel()) @ linked).tocsr()

    def _laplacian(self) -> Doubles:
        weights = np.zeros((VERTICES, VERTICES))
        for triangle in self._open:
            for k in range(3):
                a, b = triangle[k], triangle[(k + 1) % 3]
                apart = float(np.linalg.norm(self.vertices[a] - self.vertices[b]))
                weights[a, b] = weights[b, a] = 1 / max(0.25, apart)
        degree = weights.sum(axis=1)
        return np.asarray((np.diag(degree) - weights) / np.maximum(degree, 1e-9)[:, None])


def _ring_triangles() -> npt.NDArray[np.int64]:
    count = len(OVAL)
    inner = list(range(VERTICES, VERTICES + count))
    outer = list(range(VERTICES + count, VERTICES + 2 * count))
    made = []
    for near, far in ((list(OVAL), inner), (inner, outer)):
        for i in range(count):
            j = (i + 1) % count
            made += [[near[i], far[j], far[i]], [near[i], near[j], far[j]]]
    return np.array(made, np.int64)
