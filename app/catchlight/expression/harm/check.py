"""Whether a result harms the face, and the refusal that says how. Limits come from faces that nobody touched."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.topology import LIPS
from catchlight.expression.harm import cavity, creases, glasses_rims, jaw_outline, moustache
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.picture import FloatImage

HOLLOW = "The mouth would open further than this picture shows its inside."
GASH = "Deep folds beside the mouth would stay as dark lines when this smile goes."
SMEARED = "The hair over the lip would be smeared by a mouth that closes."
BENT = "The rims of the glasses would not stay as they are."
STEPPED = "The outline of the jaw would get a step."

_INVENTED = 0.2
"""Share of the opening. The height of one and the same opening differs by up to 0.18 of itself between sizes of a picture."""
_DEEP, _DEEP_IN_HAIR, _DEEPER = 0.14, 0.20, 0.03
"""Depth of creases on bare skin and round hair over the lip, and by how much they may be deeper than lips at rest show them.

Untouched faces with closed, unsmiling lips have 0.03 to 0.12, the deepest of 16 had 0.15; five with hair there 0.07 to 0.14.
Between sizes of a picture it differs by up to 0.03 on bare skin, 0.08 round hair.
"""
_KEPT = 0.5
"""Share of the contrast of hair. Copies 0.65 to 0.8 as large keep 0.74 to 1; hair stretched over a closed lip 0.6 to 0.8."""
_RIMS = 0.05
"""Share of the rims. Untouched ones do not change; lids and cheeks beside them are taken for rims here and there."""
_STEP = 0.085
"""Slope. Closing the widest smiles had at most 0.072 on 26 people, a jaw that opens by 0.65 of its way 0.08 to 0.15."""
_STIRRED_CM = 0.05
"""Way of the lips, cm, from which they have moved: landmarks are as noisy."""


@dataclass(frozen=True)
class Harm:
    """What was measured on one result; see the modules of each.

    crease: depth beside lips that end closed, else 0. own_crease: the same of the untouched face where its lips were closed
    already. hairy: whether hair grows over the lip.
    """

    invented: float
    crease: float
    own_crease: float
    hair: float
    rims: float
    step: float
    hairy: bool = False

    @property
    def reason(self) -> str | None:
        """The first that does not hold, as a sentence; None where all do."""
        if self.invented > _INVENTED:
            return HOLLOW
        deepest = _DEEP_IN_HAIR if self.hairy else _DEEP
        if self.crease > max(deepest, self.own_crease + _DEEPER):
            return GASH
        if self.hair < _KEPT:
            return SMEARED
        if self.rims > _RIMS:
            return BENT
        return STEPPED if self.step > _STEP else None


def measure_harm(reading: FaceReading, shape: Shape, image: FloatImage) -> Harm:
    """Look at a result (the crop of ``reading``, RGB 0..255) that has gone to ``shape``, in the pixels of ``reading``."""
    points = reading.points.copy()
    points[:, :2] += shape.moved[:, :2]
    ways = np.linalg.norm(shape.moved[list(LIPS), :2], axis=1)
    stirred = float(ways.max()) > _STIRRED_CM * reading.cm
    rests = stirred and (shape.still or shape.sealed > 0)
    return Harm(
        invented=cavity.new_opening_share(reading, shape) if stirred and not rests else 0.0,
        crease=creases.depth(reading, image, points) if rests else 0.0,
        own_crease=creases.depth(reading, reading.pixels, reading.points) if rests and shape.still else 0.0,
        hair=moustache.contrast_retention(reading, image, points) if rests else 1.0,
        rims=glasses_rims.rim_change_share(reading, image),
        step=jaw_outline.step(reading, shape),
        hairy=rests and moustache.has_moustache(reading),
    )


def require_unharmed(found: Harm) -> None:
    """Raise UnusablePicture ``identity_lost`` where a result would harm the face."""
    reason = found.reason
    if reason is not None:
        raise UnusablePicture(f"{reason} Choose another expression.", code="identity_lost")
