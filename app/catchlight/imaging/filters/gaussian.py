"""Gaussian blur: the only one of the program. Wide ones are found on a reduced copy, where they cost nothing.

The parts of the engine were tuned with reductions of their own, which are kept here by name, so that their pixels stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Reduction:
    """From when on, and how, a blur is computed on a reduced copy.

    kept: pixels of sigma that the blur keeps there, about; 0 where all is computed at full size. least: pixels of sigma that are
    blurred at least; skipped: whether a smaller sigma is no blur at all. up: whether sizes are rounded up. cubic: whether the
    copy is enlarged again by cubic interpolation, else linear. by_width: whether sigma is reduced as the width is, else by the
    whole step.
    """

    kept: float = 0.0
    least: float = 0.3
    skipped: bool = False
    up: bool = False
    cubic: bool = False
    by_width: bool = False


EXACT = Reduction()
SMOOTH = Reduction(kept=4.0, skipped=True, up=True, cubic=True)
"""Nothing of the reduction shows, not even in the slope."""
FINE = Reduction(kept=3.0)
WIDE = Reduction(kept=5.0, by_width=True)
COARSE = Reduction(kept=2.3, least=0.5)
"""For masks and broad tones, which are cut or multiplied afterwards."""


def gaussian_blur(plane: Any, sigma: float, reduction: Reduction = SMOOTH) -> Any:
    """HxW or HxWxC, blurred by a Gaussian of ``sigma`` pixels, of the same shape and type."""
    import cv2

    if reduction.skipped and sigma < reduction.least:
        return plane
    step = int(sigma / reduction.kept) if reduction.kept else 1
    if step < 2:
        return cv2.GaussianBlur(plane, (0, 0), max(sigma, reduction.least))
    height, width = plane.shape[:2]
    rounding = step - 1 if reduction.up else 0
    size = (max(1, (width + rounding) // step), max(1, (height + rounding) // step))
    small = cv2.resize(plane, size, interpolation=cv2.INTER_AREA)
    reduced = sigma * (size[0] / width) if reduction.by_width else sigma / step
    soft = cv2.GaussianBlur(small, (0, 0), reduced)
    return cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC if reduction.cubic else cv2.INTER_LINEAR)
