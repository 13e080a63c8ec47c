"""Light on hair that lies in a hollow: behind the jaw, beside the neck, under other hair, the sky is hidden by what stands round.

What hides it is told from depths as they are seen, as by Bavoil and Sainz, Screen Space Ambient Occlusion, 2008.
"""

from __future__ import annotations

import numpy as np

from catchlight.core.threads import each
from catchlight.hair import orientation_field
from catchlight.hair.orientation_field import CELLS_PER_CM, NO_DEPTH, OrientationField
from catchlight.hair.synthesis.strands.strands import strand_blocks
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane

_ROUND_CM = 3.0
"""How far round a place what stands there hides the sky from it."""
_BEGINS_CM, _WHOLE_CM = 1.5, 6.0
"""How deep a hollow is that gets less light, and one that gets the least."""
_LEAST = 0.42
"""Light that is left there. All set by eye."""


def ambient_occlusion(pixels: Floats, near: Floats, lying: OrientationField, body: FloatPlane) -> Floats:
    """Factor of brightness at each point of strands (NxS). pixels: NxSx2; near: NxS, view z (cm); lying: of all of them;
    body: HxW, view z of what else stands there."""
    assert lying.outer is not None
    stands = np.maximum(lying.outer, orientation_field.resample_to_cells(np.maximum(body, NO_DEPTH), lying))
    known = stands > 0.1 * NO_DEPTH
    hidden = blur_plane(known.astype(np.float32), _ROUND_CM * CELLS_PER_CM)
    round_about = blur_plane(np.where(known, stands, 0), _ROUND_CM * CELLS_PER_CM) / np.maximum(
        hidden, np.float32(1e-3)
    )
    result = np.empty(near.shape, np.float32)

    def dimmed(part: slice) -> None:
        at = orientation_field.cell_indices(pixels[part], lying)
        deep = np.clip((round_about[at] - near[part] - _BEGINS_CM) / (_WHOLE_CM - _BEGINS_CM), 0, 1)
        result[part] = 1 - np.float32(1 - _LEAST) * hidden[at] * deep * deep * (3 - 2 * deep)

    each(dimmed, strand_blocks(len(near)))
    return result
