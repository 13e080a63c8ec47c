"""Light on strands: Kajiya and Kay's diffuse term, two shifted highlights (Marschner et al. 2003, simplified), and shadows
of hair on hair through a grid of its density."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom.strands import Strands

Floats = npt.NDArray[np.floating[Any]]

_GRID = 64
_EYE = np.array([0.0, 0.0, 1.0], np.float32)
_SKY = np.array([0.0, 0.55, 0.83], np.float32)
"""Where diffuse light comes from: above and in front."""


def shades(viewed: Floats, strands: Strands, light: Floats, shine: float, random: np.random.Generator) -> Floats:
    """Brightness of each point (NxS) before the hair's own colour. viewed: NxSx3 in view cm; light: unit vector."""
    tangent = np.gradient(viewed, axis=1)
    tangent /= np.linalg.norm(tangent, axis=-1, keepdims=True) + 1e-9
    count, steps, _ = viewed.shape
    to_light, to_eye = tangent @ light, tangent @ _EYE
    diffuse = np.sqrt(np.clip(1 - to_light**2, 0, 1))
    slant = np.arccos(np.clip(to_light, -1, 1)) + np.arccos(np.clip(to_eye, -1, 1)) - np.pi
    bundles = int(strands.guide.max()) + 1
    own = random.normal(0, 0.07, (count, 1)).astype(np.float32)
    shared = random.normal(0, 0.05, bundles).astype(np.float32)[strands.guide][:, None]
    first = np.exp(-(((slant - 0.10 + own + shared) / 0.24) ** 2))
    second = np.exp(-(((slant + 0.16 + 1.5 * own + shared) / 0.38) ** 2))
    lit, open_sky = _shadows(viewed, light, random)
    varied = random.normal(0, 0.055, bundles)[strands.guide][:, None] + random.normal(0, 0.08, (count, 1))
    along = np.linspace(0, 1, steps, dtype=np.float32)[None]
    shade = 0.30 * open_sky + 0.62 * diffuse * (0.25 + 0.75 * lit)
    shade += shine * (0.7 * first + 0.55 * second) * (0.15 + 0.85 * lit)
    # Roots lie in the shade of what grows beside them; tips are thin, and turn into the shade of the neck.
    shade *= (0.72 + 0.28 * np.clip(3 * along, 0, 1)) * (1 - 0.3 * along**4) * (1 + varied)
    return np.asarray(shade, np.float32)


def _shadows(viewed: Floats, light: Floats, random: np.random.Generator) -> tuple[Floats, Floats]:
    """How much of the light and of the sky reaches each point, 0..1."""
    from scipy.ndimage import gaussian_filter, map_coordinates

    points = viewed.reshape(-1, 3)
    low = points.min(axis=0) - 0.5
    cell = float((points.max(axis=0) - low + 0.5).max()) / (_GRID - 1)
    place = (points - low) / cell
    index = np.clip(place.astype(np.int32), 0, _GRID - 1)
    flat = (index[:, 0] * _GRID + index[:, 1]) * _GRID + index[:, 2]
    density = np.bincount(flat, minlength=_GRID**3).astype(np.float32).reshape((_GRID,) * 3)
    density = gaussian_filter(density, 0.9)
    density /= max(float(density[density > 0].mean()), 1e-6)
    jitter = place + random.normal(0, 0.3, place.shape)  # hides the grid
    reached = []
    for direction, steps, thick in ((light, 20, 0.55), (_SKY, 12, 0.35)):
        depth = _marched(density, direction, steps) * cell
        seen = map_coordinates(depth, jitter.T, order=1, mode="nearest", output=np.float32)
        seen = seen.reshape(viewed.shape[:2])
        for _ in range(3):
            seen[:, 1:-1] = seen[:, 1:-1] * 0.4 + (seen[:, :-2] + seen[:, 2:]) * 0.3
        reached.append(np.exp(-thick * seen))
    return reached[0], reached[1]


def _marched(density: Floats, direction: Floats, steps: int) -> Floats:
    """Density summed along a direction from each cell: doubling shifts would blur, so each step is a whole shift."""
    total = np.zeros_like(density)
    for step in range(1, steps + 1):
        total += _shifted(density, np.round(direction * step).astype(int))
    return total


def _shifted(density: Floats, by: npt.NDArray[np.int_]) -> Floats:
    """``density`` read ``by`` cells further on; empty beyond the grid."""
    result = np.zeros_like(density)
    source, target = [], []
    for offset, size in zip(by, density.shape, strict=True):
        if abs(offset) >= size:
            return result
        source.append(slice(max(offset, 0), size + min(offset, 0)))
        target.append(slice(max(-offset, 0), size + min(-offset, 0)))
    result[tuple(target)] = density[tuple(source)]
    return result
