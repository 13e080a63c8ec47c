"""The border itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait

from catchlight_film_border.params import FilmBorderParams

COLOURS = {"black": (12, 12, 12), "white": (255, 255, 255), "cream": (244, 236, 220)}
"""sRGB, 8 bits."""


def run(portraits: Sequence[Portrait], params: FilmBorderParams, context: Context) -> Outcome:
    """The picture with a border around it: larger, same depth, alpha kept; the border is opaque."""
    picture = portraits[0].picture
    height, width, channels = picture.pixels.shape
    edge = max(1, round(min(height, width) * params.width / 100))
    full = 255 if picture.depth == 8 else 65535
    border = np.append(np.array(COLOURS[params.colour]) * (full // 255), full)[:channels]
    pixels = np.empty((height + 2 * edge, width + 2 * edge, channels), picture.pixels.dtype)
    pixels[:] = border
    inside = pixels[edge : edge + height, edge : edge + width]
    inside[:] = picture.pixels
    context.progress.check()
    radius = min(edge * params.corners / 100, min(height, width) / 2)
    for rows in (slice(None), slice(None, None, -1)):
        for columns in (slice(None), slice(None, None, -1)):
            _round_corner(inside[rows, columns], radius, border, full)
    step = context.begin("pixels", {"border": {"pixels": edge, "colour": params.colour}})
    return Outcome(picture.with_(pixels=pixels, record=picture.record.then(step)), details={"borderPixels": edge})


def _round_corner(part: np.ndarray, radius: float, border: np.ndarray, full: int) -> None:
    """Lay the border over what lies beyond an arc at the top left of ``part``, in place, with a soft rim of one pixel."""
    size = int(np.ceil(radius))
    if size == 0:
        return
    places = radius - np.arange(size) - 0.5
    covered = np.clip(np.hypot(places[:, None], places[None]) - radius + 0.5, 0, 1)[..., None]
    corner = part[:size, :size].astype(np.float64)
    if corner.shape[2] == 3:
        part[:size, :size] = np.rint(corner + (border - corner) * covered)
        return
    alpha = corner[..., 3:] / full  # straight alpha: colours count by how much of each is seen
    seen = alpha * (1 - covered)
    whole = seen + covered
    colours = (corner[..., :3] * seen + border[:3] * covered) / np.maximum(whole, 1e-6)
    part[:size, :size, :3] = np.rint(np.where(whole > 0, colours, corner[..., :3]))
    part[:size, :size, 3:] = np.rint(whole * full)
