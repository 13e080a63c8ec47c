"""Light on hair that lies in a hollow: behind the jaw, beside the neck, under other hair, the sky is hidden by what stands round.

What hides it is told from depths as they are seen, as by Bavoil and Sainz, Screen Space Ambient Occlusion, 2008.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.hair.synthesis.strands import strand_directions
from catchlight.hair.synthesis.strands.strand_directions import CELLS, NOTHING, Lie
from catchlight.hair.synthesis.strands.strands import blocks
from catchlight.imaging.filters.planes import soft
from catchlight.imaging.picture import FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_ROUND_CM = 3.0
"""How far round a place what stands there hides the sky from it."""
_BEGINS_CM, _WHOLE_CM = 1.5, 6.0
"""How deep a hollow is that gets less light, and one that gets the least."""
_LEAST = 0.42
"""Light that is left there. All set by eye."""


def light(pixels: Floats, near: Floats, lying: Lie, body: FloatPlane) -> Floats:
    """Factor of brightness at each point of strands (NxS). pixels: NxSx2; near: NxS, view z (cm); lying: of all of them;
    body: HxW, view z of what else stands there."""
    assert lying.outer is not None
    stands = np.maximum(lying.outer, strand_directions.reduced(np.maximum(body, NOTHING), lying))
    known = stands > 0.1 * NOTHING
    hidden = soft(known.astype(np.float32), _ROUND_CM * CELLS)
    round_about = soft(np.where(known, stands, 0), _ROUND_CM * CELLS) / np.maximum(hidden, np.float32(1e-3))
    result = np.empty(near.shape, np.float32)

    def dimmed(part: slice) -> None:
        at = strand_directions.places(pixels[part], lying)
        deep = np.clip((round_about[at] - near[part] - _BEGINS_CM) / (_WHOLE_CM - _BEGINS_CM), 0, 1)
        result[part] = 1 - np.float32(1 - _LEAST) * hidden[at] * deep * deep * (3 - 2 * deep)

    each(dimmed, blocks(len(near)))
    return result
