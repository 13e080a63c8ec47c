"""What is known of the clothes in a picture, superpixel by superpixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import ByteImage
from catchlight.imaging.superpixels import Superpixels, Values

PatchMask = npt.NDArray[np.bool_]
"""One entry for each superpixel."""


@dataclass(frozen=True)
class Cloth:
    """Cloth on superpixels of the reduced picture.

    rgb: hxwx3. known: how far parsing reaches, 0..1. cloth: which superpixels are cloth. hole: those of them that the matte lost.
    plain: those that look nothing like the hair beside them, whatever parsing says.
    overruled: what parsing calls cloth and colours know to be none: skin below a neckline.
    strands: surely hair or beard; mixed: hair and cloth at once; bare: skin. told: how surely colours tell hair from cloth, 0..1.
    doubt: torso that parsing calls cloth and colours do not, by what is found there.
    merged: cm along which nothing shows where this person's clothes end and the next one's begin.
    across, down: cm from the chin, signed. cm: pixels of the reduced picture.
    """

    rgb: ByteImage
    patches: Superpixels
    known: Values
    cloth: PatchMask
    hole: PatchMask
    plain: PatchMask
    strands: PatchMask
    mixed: PatchMask
    bare: PatchMask
    overruled: PatchMask
    told: float
    doubt: float
    merged: float
    across: Values
    down: Values
    cm: float

    def size_of(self, mask: PatchMask) -> float:
        """Area in square centimetres."""
        return float(self.patches.area[mask].sum()) / self.cm**2
