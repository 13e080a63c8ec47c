"""How far a person may give way: the strip of ground that comes to light must be one that can be carried on believably."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Singles
from catchlight.portrait.portrait import Portrait
from catchlight.shape.field import FieldGrid, invert

_MOST_DETAIL, _MOST_SOFT = 2.3, 0.45
"""The most detail (0..255) times width of the strip (cm), and the broadest soft edge (cm), of what is offered; set on
the people whose results a panel judged, and measured on no others."""
_NEAR_CM, _FINE_CM = 1.2, 0.5
"""How far round the strip its ground is looked at, and the width up to which a difference is detail."""
_PLAIN = 4.0
"""Detail up to which even loose hair goes before a ground that is nearly plain."""
_GROUND = 0.04
_SOFT = (0.1, 0.9)
_STRIP = 0.3
_LEAST_CM2 = 0.3
"""Loss of alpha from which a pixel comes to light, and the area below which nothing of note does."""
_MOST = 0.9
"""Quantile of detail and width over the strip."""


@dataclass(frozen=True)
class UncoveredStrip:
    """What comes to light. detail: 0..255, of the ground beside it. width, soft: cm, of the strip and of the person's edge."""

    detail: float
    width: float
    soft: float

    @property
    def share(self) -> float:
        """0..1: how much of the movement the ground allows."""
        if self.soft > _MOST_SOFT and self.detail > _PLAIN:
            return 0.0
        return min(1.0, _MOST_DETAIL / max(self.detail * self.width, 1e-6))


def measure_strip(portrait: Portrait, grid: FieldGrid, field: Singles) -> UncoveredStrip | None:
    """The strip of ground that a field in cm brings to light; None where hardly any is."""
    import cv2

    cm, alpha = portrait.pose.px_per_cm, np.asarray(portrait.alpha, np.float32)
    y, x = np.indices(alpha.shape, np.float32)
    at_x: Any = (x - np.float32(grid.origin[0])) / np.float32(grid.step)
    at_y: Any = (y - np.float32(grid.origin[1])) / np.float32(grid.step)
    ways = cv2.remap(invert(field), at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT) * np.float32(cm)
    after = cv2.remap(alpha, x - ways[..., 0], y - ways[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lost = np.clip(alpha - after, 0, 1)
    strip = lost > _STRIP
    if strip.sum() < _LEAST_CM2 * cm**2:
        return None
    rgb = portrait.picture.rgb8.astype(np.float32)
    free = np.asarray((alpha < _GROUND).astype(np.float32))
    apart = ((rgb - inpaint.fill_and_blur(rgb, free, _FINE_CM * cm)) ** 2).mean(axis=2) * free
    seen = cv2.GaussianBlur(free, (0, 0), 0.5 * _NEAR_CM * cm)
    detail = np.sqrt(cv2.GaussianBlur(apart, (0, 0), 0.5 * _NEAR_CM * cm) / np.maximum(seen, 1e-3))
    near = cv2.dilate(strip.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=max(1, round(0.5 * cm))) > 0
    soft = near & (alpha > _SOFT[0]) & (alpha < _SOFT[1])
    edge = near & (alpha > 0.5) & (cv2.erode((alpha > 0.5).astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)
    width = float(np.quantile(np.hypot(ways[..., 0], ways[..., 1])[strip], _MOST)) / cm
    return UncoveredStrip(
        float(np.quantile(detail[strip], _MOST)), width, float(soft.sum()) / max(int(edge.sum()), 1) / cm
    )
