"""Where lines form on a face, as soft masks: HxW float32 in 0..1."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import hair_parts
from catchlight.portrait.parsing.part_masks import on_skin, soft_hull_mask
from catchlight.portrait.portrait import Portrait

# fmt: off
_FROWN = (108, 107, 55, 193, 168, 417, 285, 336, 337, 151)
_RIGHT_SMILE = (48, 129, 98, 165, 92, 186, 57, 43, 202, 212, 214, 207, 205, 36)
_LEFT_SMILE = (278, 358, 327, 391, 322, 410, 287, 273, 422, 432, 434, 427, 425, 266)
_RIGHT_CROW = (226, 113, 124, 156, 139, 34, 227, 116, 111, 31)
_LEFT_CROW = (446, 342, 353, 383, 368, 264, 447, 345, 340, 261)
# fmt: on


def frown_lines(portrait: Portrait) -> FloatPlane:
    """Between the brows (glabella)."""
    return on_skin(soft_hull_mask(portrait, _FROWN, soft_cm=0.18), portrait)


def smile_lines(portrait: Portrait) -> FloatPlane:
    """From the wings of the nose past the corners of the mouth (nasolabial folds)."""
    free = 1 - np.clip(1.5 * soft_hull_mask(portrait, mesh.LIPS_OUTER, soft_cm=0.12), 0, 1)
    # Hairs of a beard are no lines, and a beard hides those that there are.
    free = free * (1 - np.clip(3 * hair_parts.beard(portrait) - 0.3, 0, 1))
    return np.asarray(
        on_skin(soft_hull_mask(portrait, _RIGHT_SMILE, _LEFT_SMILE, soft_cm=0.18), portrait) * free, np.float32
    )


def crows_feet(portrait: Portrait) -> FloatPlane:
    """Beside the outer corners of the eyes."""
    free = 1 - np.clip(1.5 * soft_hull_mask(portrait, mesh.RIGHT_EYE, mesh.LEFT_EYE, soft_cm=0.08), 0, 1)
    return np.asarray(
        on_skin(soft_hull_mask(portrait, _RIGHT_CROW, _LEFT_CROW, soft_cm=0.18), portrait) * free, np.float32
    )
