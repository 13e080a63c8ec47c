"""Light on strands: Kajiya and Kay's diffuse term, two shifted highlights (Marschner et al. 2003, simplified), and shadows
of hair on hair through a grid of its density.

References:
    J. T. Kajiya, T. L. Kay, "Rendering fur with three dimensional textures", SIGGRAPH 1989, doi:10.1145/74333.74361.
    S. R. Marschner et al., "Light scattering from human hair fibers", SIGGRAPH 2003, doi:10.1145/1201775.882345.
    A. Zinke et al., "Dual scattering approximation for fast multiple scattering in hair", SIGGRAPH 2008,
    doi:10.1145/1399504.1360631.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.hair.head.ellipsoid import distance_from_skull
from catchlight.hair.synthesis.strands.strands import Strands, strand_blocks
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats

_GRID = 64
_DENSE = 2.0
"""How dense the head is, in means of that of hair. Set by eye."""
_APART_CM = 1.4
"""How near hair casts no shadow on hair: cells are too large to tell the strands of one lock apart, and made dark blots."""
_SHARP = 0.65
_FRINGE = 0.85
"""How far what falls over the forehead is so, all along: it lies in the shade of the hair above it, but is no hollow."""
_FRINGE_GLOSS = 0.5
"""How far it shines: all of it bends alike, and would shine in a band across."""
_ROOTS_CM, _STANDS, _AT_ROOTS = 4.0, (0.6, 0.9), (0.85, 0.85)
"""How far from its root a strand that lies on the scalp is open to the light as its neighbours are; its height above the scalp
there, by its length so far, from which it lies no more, and stands; and how much of the light and of the sky reaches it at least:
cells of the grid are too large to tell a strand from those that it lies on."""
_ROOTED, _ROOTED_CM = 0.12, 0.8
"""How much darker a strand is at its root, between its neighbours, and its length up to which it is so."""
_SCATTERED = 0.35, 0.5
"""How much of the light and of the sky reaches what is deep in hair, from strand to strand (multiple scattering; Zinke et al.
2008): without it, whole locks that hang in the shade of others were flat and black."""
_ROPE, _FACING, _SHADED, _LIT = 1.6, 0.5, 0.3, 1.0
"""Of a bundle lit as a rope: its radius in deviations of its strands, how far light comes from the eye at least, and brightness
in the shade and by the light."""
_LOBES, _APART_BY = (0.42, 0.65), (0.07, 0.03)
"""Widths (radians) of the two highlights, and by how much they are shifted from strand to strand and from bundle to bundle.
Narrower ones begin and end within a lock where that turns: it looked like a leaf."""
_SKY = np.array([0.0, 0.55, 0.83], np.float32)
"""Where diffuse light comes from: above and in front."""


def strand_brightness(
    viewed: Floats,
    strands: Strands,
    light: Floats,
    shine: float,
    random: np.random.Generator,
    solid: Floats | None = None,
) -> Floats:
    """Brightness of each point (NxS) before the hair's own colour. viewed: NxSx3 in view cm; light: unit vector. solid: Mx3,
    points all through the head, in view cm, which lets hardly any light pass."""
    count, steps, _ = viewed.shape
    bundles = int(strands.guide.max()) + 1
    own = random.normal(0, _APART_BY[0], (count, 1)).astype(np.float32)
    shared = random.normal(0, _APART_BY[1], bundles).astype(np.float32)[strands.guide][:, None]
    varied = np.asarray(
        1 + random.normal(0, 0.055, bundles)[strands.guide][:, None] + random.normal(0, 0.08, (count, 1)), np.float32
    )
    along = np.linspace(0, 1, steps, dtype=np.float32)[None]
    # Roots lie in the shade of what grows beside them; tips are thin, and turn into the shade of the neck, but for a fringe's.
    tips = np.float32(0.3) * ~strands.fringe[:, None]
    grid = _Grid.of(viewed if strands.stray is None else viewed[~strands.stray], light, solid)
    shade = np.empty((count, steps), np.float32)

    def lit_up(item: tuple[slice, list[Floats]]) -> None:
        part, jitter = item
        to_light, to_eye = _towards(viewed[part], light)
        # Hair that points to the light is lit by the strands beside it: it does not go black, as a single one does.
        diffuse = np.sqrt(np.clip(1 - _SHARP * to_light**2, 0, 1))
        slant = np.arccos(to_light) + np.arccos(to_eye) - np.float32(np.pi)
        first = np.exp(-(((slant - 0.10 + own[part] + shared[part]) / np.float32(_LOBES[0])) ** 2))
        second = np.exp(-(((slant + 0.16 + 1.5 * own[part] + shared[part]) / np.float32(_LOBES[1])) ** 2))
        lit, open_sky = grid.reached(viewed[part], jitter)
        lit, open_sky = (
            through + (1 - through) * reached for reached, through in zip((lit, open_sky), _SCATTERED, strict=True)
        )
        pace = vec3.length(strands.points[part, 1] - strands.points[part, 0])[:, None]
        roots = 1 - np.float32(_ROOTED) * np.clip(1 - pace * np.float32((steps - 1) / _ROOTED_CM) * along, 0, 1)
        near = _at_roots(strands.points[part], strands.fringe[part])
        thin = tips[part] * along**4
        lit, open_sky = (
            reached + near * np.maximum(least - reached, 0)
            for reached, least in zip((lit, open_sky), _AT_ROOTS, strict=True)
        )
        value = 0.30 * open_sky + 0.62 * diffuse * (0.25 + 0.75 * lit)
        gloss = np.float32(shine) * np.where(strands.fringe[part, None], np.float32(_FRINGE_GLOSS), np.float32(1))
        value += gloss * (0.7 * first + 0.55 * second) * (0.15 + 0.85 * lit)
        shade[part] = value * roots * (1 - thin) * varied[part]

    each(lit_up, ((part, _jitter((part.stop - part.start, steps), random)) for part in strand_blocks(count)))
    return shade


def bundle_light(viewed: Floats, bundles: int, light: Floats, share: float) -> Floats:
    """Factor of brightness at each point (NxS) that makes a rope of each bundle: light on a cylinder about its middle.

    viewed: NxSx3 in view cm, the strands of each bundle one after the other, as many in each. light: unit vector. share: 0..1.
    """
    steps = viewed.shape[1]
    result = np.empty((bundles, len(viewed) // bundles, steps), np.float32)
    every = viewed.reshape(bundles, -1, steps, 3)

    def rounded(part: slice) -> None:
        strands = every[part]
        middle = strands.mean(axis=1)
        way = np.gradient(middle[..., :2], axis=1)
        way /= np.hypot(way[..., 0], way[..., 1])[..., None] + np.float32(1e-6)
        across = np.stack([-way[..., 1], way[..., 0]], axis=-1)[:, None]
        aside = ((strands[..., :2] - middle[:, None, :, :2]) * across).sum(axis=-1)
        aside /= _ROPE * aside.std(axis=1, keepdims=True) + np.float32(1e-6)
        aside = np.clip(aside, -1, 1)
        lit = aside * (across @ light[:2]) + np.sqrt(1 - aside**2) * max(float(light[2]), _FACING)
        result[part] = 1 - share + share * (_SHADED + _LIT * np.clip(lit, 0, 1))

    each(rounded, strand_blocks(bundles))
    return result.reshape(len(viewed), steps)


def _at_roots(points: Floats, fringe: npt.NDArray[np.bool_]) -> Floats:
    """How far points of strands (NxSx3, canonical cm, evenly spaced) lie on the scalp beside their roots, NxS in 0..1.

    fringe: N; one that falls forward lies more in the shade of the hair above it, but evenly.
    """
    count, steps, _ = points.shape
    pace = vec3.length(points[:, 1] - points[:, 0]) + np.float32(1e-6)
    further = np.clip(np.round(_ROOTS_CM / pace), 1, steps - 1).astype(np.intp)
    there = points[np.arange(count), further]
    height, _ = distance_from_skull(there)
    lies = np.clip((_STANDS[1] - height / (further * pace)) / (_STANDS[1] - _STANDS[0]), 0, 1)
    gone = pace[:, None] * np.arange(steps, dtype=np.float32)
    near = lies[:, None] * np.exp(-((gone / np.float32(_ROOTS_CM)) ** 2))
    near[fringe & (there[:, 2] > points[:, 0, 2])] = _FRINGE
    return np.asarray(near, np.float32)


def _jitter(shape: tuple[int, int], random: np.random.Generator) -> list[Floats]:
    return [random.random(shape, np.float32) for _ in range(3)]


def _towards(viewed: Floats, light: Floats) -> tuple[Floats, Floats]:
    """Cosines between the strand and the light, and the strand and the eye, at each point."""
    tangent = np.empty_like(viewed)
    tangent[:, 1:-1] = viewed[:, 2:] - viewed[:, :-2]
    tangent[:, 0], tangent[:, -1] = viewed[:, 1] - viewed[:, 0], viewed[:, -1] - viewed[:, -2]
    length = np.sqrt(np.einsum("ijk,ijk->ij", tangent, tangent)) + np.float32(1e-9)
    return np.clip((tangent @ light) / length, -1, 1), np.clip(tangent[..., 2] / length, -1, 1)


@dataclass(frozen=True)
class _Grid:
    """The density of hair in cells, and what it leaves of the light: how much of the light and of the sky reaches each cell.

    low: view coordinates of the first cell. cell: cm. thick: logarithm of what passes, for both, flattened.
    """

    low: tuple[float, ...]
    cell: float
    thick: tuple[Floats, Floats]

    @classmethod
    def of(cls, viewed: Floats, light: Floats, solid: Floats | None) -> _Grid:
        from scipy.ndimage import gaussian_filter

        low = tuple(float(viewed[..., axis].min()) - 0.5 for axis in range(3))
        cell = max(float(viewed[..., axis].max()) - low[axis] + 0.5 for axis in range(3)) / (_GRID - 1)
        density = np.zeros(_GRID**3, np.float32)
        grid = cls(low, cell, (density, density))

        def counted(part: slice) -> Floats:
            return np.bincount(_cells(grid.place(viewed[part])), minlength=_GRID**3).astype(np.float32)

        for count in each(counted, strand_blocks(len(viewed))):
            density += count
        density = gaussian_filter(density.reshape((_GRID,) * 3), 0.9)
        density /= max(float(density[density > 0].mean()), 1e-6)
        if solid is not None:
            head = np.zeros(_GRID**3, np.float32)
            head[_cells(grid.place(solid))] = _DENSE
            np.maximum(density, gaussian_filter(head.reshape(density.shape), 0.5), out=density)
        ways = ((light, 20, 0.55), (_SKY, 12, 0.35))
        first = max(1, round(_APART_CM / cell))
        passed = [
            np.float32(-thick * cell) * _marched(density, way, first, steps).ravel() for way, steps, thick in ways
        ]
        return replace(grid, thick=(passed[0], passed[1]))

    def place(self, viewed: Floats) -> list[Floats]:
        """Place in the grid of points (... x3), each axis by itself."""
        return [(viewed[..., axis] - np.float32(self.low[axis])) * np.float32(1 / self.cell) for axis in range(3)]

    def reached(self, viewed: Floats, jitter: list[Floats]) -> tuple[Floats, Floats]:
        """How much of the light and of the sky reaches each point, 0..1. jitter: 0..1 for each axis of each point."""
        # Each point reads a cell near its own, and its strand evens that out: no grid is seen.
        place: list[Floats] = [
            part + aside - np.float32(0.5) for part, aside in zip(self.place(viewed), jitter, strict=True)
        ]
        cells = _cells(place)
        return self._evened(cells, 0, viewed.shape[:2]), self._evened(cells, 1, viewed.shape[:2])

    def _evened(self, cells: npt.NDArray[np.int32], which: int, shape: tuple[int, ...]) -> Floats:
        seen = self.thick[which][cells].reshape(shape)
        for _ in range(4):
            seen[:, 1:-1] = seen[:, 1:-1] * np.float32(0.4) + (seen[:, :-2] + seen[:, 2:]) * np.float32(0.3)
        return np.asarray(np.exp(seen), np.float32)


def _cells(place: list[Floats]) -> npt.NDArray[np.int32]:
    """Index of each point's cell in the flattened grid."""
    x, y, z = (np.clip(part, 0, _GRID - 1).astype(np.int32).ravel() for part in place)
    return np.asarray((x * _GRID + y) * _GRID + z, np.int32)


def _marched(density: Floats, direction: Floats, first: int, steps: int) -> Floats:
    """Density summed along a direction from the ``first`` of some cells on: doubling shifts would blur, so each step is a whole
    shift."""
    total = np.zeros_like(density)
    for step in range(first, steps + 1):
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
