"""Single strands that have left the others or cross them: drawn for themselves and laid over all of the hair.

Hair that is combed follows one direction at each place, and what crosses it would be evened away.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.hair.orientation_field import CELLS_PER_CM, NO_DEPTH, OrientationField, cell_indices
from catchlight.hair.synthesis.render import rasterise
from catchlight.hair.synthesis.render.rasterise import StrandLayer
from catchlight.hair.synthesis.strands import refine
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane

COVER_OVER_HAIR, COVER_OVER_SKIN = 0.45, 0.32
"""Coverage of a loose strand over other hair, and alone over skin and background, where what it hides is seen to be less: it is
thinner than it can be drawn, and light goes through it. Set by eye."""
_UNDER_CM = 0.5
"""How deep under the outermost strand of a place a loose one is still seen."""
_EVEN_CM = 0.3
"""Width over which that is evened: what runs at that depth would come and go from cell to cell."""
_ROUNDED = 3
"""Rounds of a binomial filter along a loose strand."""
_OWN, _ALONG, _CHANGES = 0.4, 0.3, 5
"""Deviations of brightness, as logarithms, from strand to strand and along each, and the steps over which that changes: what lies
otherwise takes the light otherwise."""


def visible_points(pixels: Floats, near: Floats, lying: OrientationField) -> npt.NDArray[np.bool_]:
    """Which points of strands (NxS) are not hidden by the other hair. pixels: NxSx2; near: NxS, view z in cm."""
    assert lying.outer is not None
    hair = lying.outer > NO_DEPTH
    weight = blur_plane(hair.astype(np.float32), _EVEN_CM * CELLS_PER_CM)
    outer = blur_plane(np.where(hair, lying.outer, 0), _EVEN_CM * CELLS_PER_CM) / np.maximum(weight, np.float32(1e-3))
    at = cell_indices(pixels, lying)
    return np.asarray(~hair[at] | (near > outer[at] - np.float32(_UNDER_CM)))


def draw_loose_strands(
    pixels: Floats,
    near: Floats,
    shade: Floats,
    reach: Floats,
    shown: npt.NDArray[np.bool_],
    body: FloatPlane,
    scale: int,
    random: np.random.Generator,
) -> StrandLayer:
    """Loose strands before a body. shown: NxS, of ``visible_points``; for the others see ``drawing.drawn``."""
    from scipy.ndimage import uniform_filter1d

    walk: Floats = random.standard_normal(shade.shape, np.float32)
    for _ in range(2):
        uniform_filter1d(walk, _CHANGES, axis=1, output=walk, mode="nearest")
    walk *= np.float32(_ALONG / max(float(walk.std()), 1e-6))
    walk += random.normal(0, _OWN, (len(shade), 1)).astype(np.float32)
    near = np.where(shown, near, NO_DEPTH)
    points = (
        refine.subdivide_points(_bent(pixels)),
        refine.subdivide_values(near),
        refine.subdivide_values(shade * np.exp(walk)),
    )
    front, _ = rasterise.draw_strands(*points, reach, body, np.zeros(body.shape, bool), scale)
    return front


def _bent(pixels: Floats) -> Floats:
    """Strands (NxSx2) without corners: by itself, each is seen to bend as a hair does, not to be folded."""
    even = pixels.copy()
    for _ in range(_ROUNDED):
        even[:, 1:-1] += (even[:, :-2] + even[:, 2:] - 2 * even[:, 1:-1]) * np.float32(0.25)
    return even
