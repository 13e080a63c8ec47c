"""Loop subdivision as linear operators: one that keeps straight lines straight, one that makes fields smooth."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Triangles = npt.NDArray[np.int64]


def subdivide(triangles: Triangles, count: int) -> tuple[Triangles, Any, Any]:
    """One step: finer triangles, the linear operator for positions, and the Loop operator for displacements.

    Operators are sparse, (new vertices) x ``count``. Borders follow the crease rule (Loop 1987; Hoppe et al. 1994), so that
    two lips that meet in a slit do not pull on each other.
    """
    import scipy.sparse as sp

    edges: dict[tuple[int, int], int] = {}
    opposite: dict[tuple[int, int], list[int]] = {}
    for triangle in triangles.tolist():
        for k in range(3):
            edge = _edge(triangle[k], triangle[(k + 1) % 3])
            edges.setdefault(edge, count + len(edges))
            opposite.setdefault(edge, []).append(triangle[(k + 2) % 3])
    total = count + len(edges)
    linear, loop = sp.lil_matrix((total, count)), sp.lil_matrix((total, count))
    border: dict[int, list[int]] = {}
    near: dict[int, set[int]] = {}
    for (a, b), across in opposite.items():
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
        if len(across) == 1:
            border.setdefault(a, []).append(b)
            border.setdefault(b, []).append(a)
    for vertex in range(count):
        linear[vertex, vertex] = 1
        if vertex in border:
            loop[vertex, vertex] = 0.75
            for other in border[vertex]:
                loop[vertex, other] += 0.25 / len(border[vertex])
        elif vertex in near:
            degree = len(near[vertex])
            beta = 3 / 16 if degree == 3 else 3 / (8 * degree)
            loop[vertex, vertex] = 1 - degree * beta
            for other in near[vertex]:
                loop[vertex, other] = beta
        else:
            loop[vertex, vertex] = 1
    for (a, b), vertex in edges.items():
        linear[vertex, a] = linear[vertex, b] = 0.5
        across = opposite[(a, b)]
        inner = len(across) == 2
        loop[vertex, a] = loop[vertex, b] = 0.375 if inner else 0.5
        for other in across if inner else ():
            loop[vertex, other] += 0.125
    finer = []
    for a, b, c in triangles.tolist():
        ab, bc, ca = edges[_edge(a, b)], edges[_edge(b, c)], edges[_edge(c, a)]
        finer += [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
    return np.array(finer), linear.tocsr(), loop.tocsr()


def _edge(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
