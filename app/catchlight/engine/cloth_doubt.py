"""How much of the edge of somebody's clothes cannot be seen: black cloth under black hair, grey cloth before a grey wall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.engine import cloth_edge, oklab, view
from catchlight.engine.portrait import Portrait

_BESIDE_CM, _STEP = 0.2, 0.03
"""How far on both sides of an edge colours are taken, and the difference (OKLab) below which it does not show."""
_LEAST_CM = 10.0
"""Edges shorter than this say nothing."""


@dataclass(frozen=True)
class Unseen:
    """Shares 0..1 of the edge that do not show. inner: against skin and hair; outer: against what is behind."""

    inner: float
    outer: float


def unseen(portrait: Portrait) -> Unseen:
    """What of the edge of the clothes does not show, kept with the portrait."""
    source = view.source(portrait)
    return source.kept("cloth_unseen", lambda: _measured(source))


def _measured(source: Portrait) -> Unseen:
    import cv2

    seen = view.view(source, None, cloth_edge.LONGEST)
    cm = seen.pose.px_per_cm
    person = seen.alpha > 0.5 * (float(seen.alpha.max()) or 1.0)
    settled = cloth_edge.settled(source)
    cloth = settled & person
    lab = oklab.from_srgb(seen.picture.rgb8.astype(np.float32) / 255)
    sigma = max(1.0, _BESIDE_CM * cm)

    def mean(mask: Any) -> Any:
        weight = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma)
        return cv2.GaussianBlur(lab * mask[..., None], (0, 0), sigma) / np.maximum(weight, 1e-3)[..., None]

    ours = mean(cloth)
    shares = []
    for other in (person & ~settled, ~person):
        rim = cloth & (cv2.dilate(other.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
        step = np.linalg.norm(ours - mean(other), axis=2)[rim]
        shares.append(float((step < _STEP).mean()) if len(step) > _LEAST_CM * cm else 0.0)
    return Unseen(*shares)
