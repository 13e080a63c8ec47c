"""A parting: a line of scalp, not quite straight, from which hair falls to either side, and which opens at the hairline.

Where it lies and how wide it is are read off photographs of people who have one. All in canonical centimetres.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.hair.head.ellipsoid import distance_from_skull
from catchlight.hair.synthesis.guides.roots import Roots
from catchlight.imaging.arrays import Floats

_STRAYS = ((0.09, 1.1, 1.0), (0.05, 2.7, 2.0))
"""How far the line strays from a straight one, how fast with each cm (radians), and from which phase."""
_WIDE_CM, _NARROWS_CM = (0.07, 0.3), 1.4
"""Half its width on the crown and at the hairline, and how far behind the hairline it has narrowed by 1 / e."""
_DRAWN_CM, _ENDS_CM = 0.6, 9.0
"""How far beside it roots are moved off it, and how far behind the hairline that ends."""
_JOINS_CM = 2.5
"""Length over which a strand that began on the other side comes to its bundle."""


def offset_from_parting(at: float, points: Floats) -> Floats:
    """How far points (... x3) lie beside a parting at canonical x ``at``, cm; positive to the person's left."""
    strays = np.zeros(points.shape[:-1], np.float32)
    for size, fast, phase in _STRAYS:
        strays += np.float32(size) * np.sin(points[..., 2] * np.float32(fast) + np.float32(phase))
    return np.asarray(points[..., 0] - np.float32(at) - strays, np.float32)


def half_width(behind: Floats) -> Floats:
    """Half its width (cm) at distances ``behind`` the hairline, cm."""
    back, front = _WIDE_CM
    return np.asarray(back + (front - back) * np.exp(-np.maximum(behind, 0) / np.float32(_NARROWS_CM)), np.float32)


def clear_parting(roots: Roots, at: float) -> Roots:
    """``roots`` of bundles with none on the line of a parting at canonical x ``at``."""
    from_it = offset_from_parting(at, roots.points)
    apart, least = np.abs(from_it), half_width(roots.behind)
    further = least + (_DRAWN_CM - least) * (apart / _DRAWN_CM) ** 2
    points = roots.points.copy()
    near = (apart < _DRAWN_CM) & (roots.behind < _ENDS_CM)
    points[:, 0] += np.sign(from_it) * np.where(near, further - apart, 0)
    distance, normal = distance_from_skull(points)
    points -= normal * distance[:, None]
    return replace(roots, points=points, normal=normal)


def part_strands(lines: Floats, gone: Floats, at: float, side: Floats, behind: Floats) -> None:
    """Let no strand begin on the other side of a parting at canonical x ``at``; changes ``lines`` (NxSx3).

    gone: NxS, length from the root, cm. side: N, -1 or 1, on which its bundle grows. behind: N, cm behind the hairline.
    """
    from_it = offset_from_parting(at, lines[:, 0]) * side
    over = np.flatnonzero((from_it < 0) & (behind < _ENDS_CM))
    moved = np.float32(-2) * from_it[over] * side[over]
    lines[over, :, 0] += moved[:, None] * np.exp(gone[over] / np.float32(-_JOINS_CM))
