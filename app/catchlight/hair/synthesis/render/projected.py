"""Strands as the camera sees them: their points in the picture, how near they are, and how light."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.core import memory
from catchlight.core.threads import both, each
from catchlight.hair.head.ellipsoid import HeadPlacement, points_in_head
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.render import gloss, strand_shading
from catchlight.hair.synthesis.strands import refine
from catchlight.hair.synthesis.strands.strands import Strands, strand_blocks

Floats = npt.NDArray[np.floating[Any]]

_CURL = 0.6
"""How far the strands of a curl are lit as one rope."""


@dataclass(frozen=True)
class StrandLines:
    """What is drawn of N strands of S points. pixels: NxSx2. near: NxS, depth in cm, larger is nearer. shade: NxS, brightness.
    reach: N, the share of its points after which a strand ends."""

    pixels: Floats
    near: Floats
    shade: Floats
    reach: Floats

    def subdivided(self) -> StrandLines:
        """With twice as many points, smoothly."""
        return StrandLines(
            refine.subdivide_points(self.pixels),
            refine.subdivide_values(self.near),
            refine.subdivide_values(self.shade),
            self.reach,
        )


@dataclass(frozen=True)
class ProjectedStrands:
    """Strands on the head, and their points in the picture as in ``StrandLines``."""

    strands: Strands
    pixels: Floats
    near: Floats
    shade: Floats

    @property
    def lines(self) -> StrandLines:
        return StrandLines(self.pixels, self.near, self.shade, self.strands.reach)

    @property
    def stray(self) -> npt.NDArray[np.bool_]:
        """N, strands that have left the others or cross them."""
        return np.zeros(len(self.near), bool) if self.strands.stray is None else self.strands.stray

    def chosen(self, which: npt.NDArray[np.bool_]) -> ProjectedStrands:
        """Some of the strands."""
        return ProjectedStrands(self.strands.chosen(which), self.pixels[which], self.near[which], self.shade[which])

    def among(self, others: ProjectedStrands) -> ProjectedStrands:
        """These and others of the same guides, with as many points each."""
        pairs = ((getattr(self, name), getattr(others, name)) for name in ("pixels", "near", "shade"))
        return ProjectedStrands(self.strands.among(others.strands), *(np.concatenate(pair) for pair in pairs))

    def moved(self, pixels: Floats) -> ProjectedStrands:
        """The same strands at other places of the picture."""
        return replace(self, pixels=pixels)


def project_points(head: HeadPlacement, points: Floats) -> tuple[Floats, Floats, Floats]:
    """Canonical points of strands (NxSx3) in view coordinates (NxSx3, cm), their depth (NxS) and their pixels (NxSx2)."""
    viewed = np.empty_like(points)
    near, pixels = np.empty(points.shape[:2], np.float32), np.empty((*points.shape[:2], 2), np.float32)

    def turned(part: slice) -> None:
        viewed[part] = head.viewed(points[part])
        near[part] = viewed[part][..., 2]
        pixels[part] = head.placed(viewed[part])

    each(turned, strand_blocks(len(points)))
    return viewed, near, pixels


def project_strands(
    scene: HairScene, strands: Strands, style: Groom, random: np.random.Generator, seed: int
) -> ProjectedStrands:
    """Strands in the picture, lit as the photo's own hair is."""
    viewed, near, pixels = project_points(scene.head, strands.points)
    return ProjectedStrands(strands, pixels, near, _lit(scene, strands, viewed, style, random, seed))


def _lit(
    scene: HairScene, strands: Strands, viewed: Floats, style: Groom, random: np.random.Generator, seed: int
) -> Floats:
    """Brightness at each point of strands (NxS), with the light and dark of the photo's own hair. viewed: NxSx3 in view cm."""
    fibre = style.fibre
    shade, glossy = both(
        lambda: strand_shading.strand_brightness(
            viewed, strands, scene.light, fibre.shine, random, scene.head.viewed(points_in_head())
        ),
        lambda: gloss.sample_gloss(scene, strands, viewed, np.random.default_rng(seed + 2)),
        in_turn=memory.is_large(scene.shape),
    )
    if glossy is not None:
        shade *= glossy
    if style.curl is not None:
        shade *= strand_shading.bundle_light(viewed, int(strands.guide.max()) + 1, scene.light, _CURL)
    return shade
