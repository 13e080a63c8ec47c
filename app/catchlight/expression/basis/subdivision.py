"""Loop subdivision as linear operators: one that keeps straight lines straight, one that makes fields smooth.

References:
    C. Loop, "Smooth Subdivision Surfaces Based on Triangles", master's thesis, University of Utah, 1987.
    H. Hoppe et al., "Piecewise Smooth Surface Reconstruction", SIGGRAPH 1994, doi:10.1145/192161.192233 (the crease rule).
    J. Warren, "Subdivision Methods for Geometric Design", Rice University, 1995 (weights of inner vertices).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Triangles = npt.NDArray[np.int64]
Edge = tuple[int, int]
"""Two vertices, the lower one first."""


def subdivide(triangles: Triangles, count: int) -> tuple[Triangles, Any, Any]:
    """One step: finer triangles, the linear operator for positions, and the Loop operator for displacements.

    Operators are sparse, (new vertices) x ``count``. Borders follow the crease rule, so that two lips that meet in a slit do not
    pull on each other.
    """
    import scipy.sparse as sp

    mesh = _Edges.of(triangles, count)
    total = count + len(mesh.vertex)
    linear, loop = sp.lil_matrix((total, count)), sp.lil_matrix((total, count))
    for vertex in range(count):
        linear[vertex, vertex] = 1
        for other, weight in _vertex_rule(vertex, mesh).items():
            loop[vertex, other] = weight
    for edge, vertex in mesh.vertex.items():
        linear[vertex, edge[0]] = linear[vertex, edge[1]] = 0.5
        for other, weight in _edge_rule(edge, mesh.opposite[edge]).items():
            loop[vertex, other] = weight
    finer = []
    for a, b, c in triangles.tolist():
        ab, bc, ca = mesh.vertex[_edge(a, b)], mesh.vertex[_edge(b, c)], mesh.vertex[_edge(c, a)]
        finer += [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
    return np.array(finer), linear.tocsr(), loop.tocsr()


@dataclass(frozen=True)
class _Edges:
    """vertex: the new vertex on each edge. opposite: the vertices opposite to it, two inside and one at a border. near: the
    neighbours of a vertex; border: those of them along a border."""

    vertex: dict[Edge, int]
    opposite: dict[Edge, list[int]]
    near: dict[int, set[int]]
    border: dict[int, list[int]]

    @classmethod
    def of(cls, triangles: Triangles, count: int) -> _Edges:
        vertex: dict[Edge, int] = {}
        opposite: dict[Edge, list[int]] = {}
        for triangle in triangles.tolist():
            for k in range(3):
                edge = _edge(triangle[k], triangle[(k + 1) % 3])
                vertex.setdefault(edge, count + len(vertex))
                opposite.setdefault(edge, []).append(triangle[(k + 2) % 3])
        near: dict[int, set[int]] = {}
        border: dict[int, list[int]] = {}
        for (a, b), across in opposite.items():
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
            if len(across) == 1:
                border.setdefault(a, []).append(b)
                border.setdefault(b, []).append(a)
        return cls(vertex, opposite, near, border)


def _vertex_rule(vertex: int, mesh: _Edges) -> dict[int, float]:
    """What a vertex takes of itself and of its neighbours: the crease rule at a border, Loop's (with Warren's weights) inside."""
    if vertex in mesh.border:
        weights = {vertex: 0.75}
        for other in mesh.border[vertex]:
            weights[other] = weights.get(other, 0.0) + 0.25 / len(mesh.border[vertex])
        return weights
    near = mesh.near.get(vertex, set())
    if not near:
        return {vertex: 1.0}
    beta = 3 / 16 if len(near) == 3 else 3 / (8 * len(near))
    return {vertex: 1 - len(near) * beta} | dict.fromkeys(near, beta)


def _edge_rule(edge: Edge, across: list[int]) -> dict[int, float]:
    """What the new vertex of an edge takes of both its ends and, inside, of the vertices opposite to it."""
    inner = len(across) == 2
    weights = dict.fromkeys(edge, 0.375 if inner else 0.5)
    for other in across if inner else ():
        weights[other] = weights.get(other, 0.0) + 0.125
    return weights


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)
