"""A groom in the picture: strands grown on the head, drawn before and behind the body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.core import memory
from catchlight.core.threads import both
from catchlight.hair import orientation_field
from catchlight.hair.head.ellipsoid import Hairline
from catchlight.hair.orientation_field import OrientationField
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.style_plan import Options
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import short_sides
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.render import ambient_occlusion, rasterise
from catchlight.hair.synthesis.render.growth import (
    GrowthSettings,
    end_above_eyes,
    grow_clear_guides,
    grow_lit_strands,
    set_loose_apart,
)
from catchlight.hair.synthesis.render.photo_seam import PhotoSeam, find_seam
from catchlight.hair.synthesis.render.projected import ProjectedStrands, StrandLines
from catchlight.hair.synthesis.render.rasterise import StrandLayer
from catchlight.hair.synthesis.strands import depth_order, loose_strands, strand_directions
from catchlight.imaging.arrays import Floats, Mask
from catchlight.imaging.byte_planes import Window
from catchlight.imaging.picture import FloatPlane

_SUBPIXELS_CM, _QUICK_SUBPIXELS_CM = 60.0, 34.0
"""Subpixels for a centimetre that strands are drawn with at least, and in previews: on a small head they would become ropes."""
_FULL_DETAIL_CM = 30.0
"""Pixels for a centimetre from which all strands of a style are drawn; smaller pictures need fewer."""
_STRANDS, _QUICK_STRANDS, _GUIDES = 0.25, 0.2, 0.5
"""Shares of a style's strands that there are at least, and in previews, and of its guides: fewer would show as locks."""
_UNEVEN_CM = 0.6
"""How much further forward one lock lies than the next: where all began behind a cheek at one depth, its outline was cut out."""
_SHADOW_CM = 3.0
"""Room for the shadow round the strands."""


@dataclass(frozen=True)
class HairLayers:
    """Strands as the picture sees them, before and behind the body, in a window (x0, y0, x1, y1) that holds them with their
    shadow, and the skull. lie: how they lie, None where the photo's own hair is unlike them. upper: row down to which that
    stays; lower: rows from which it does; None where it does not. loose: single strands over all of it, None without any."""

    window: Window
    front: StrandLayer
    back: StrandLayer
    lie: OrientationField | None = None
    upper: float | None = None
    lower: short_sides.Rows | None = None
    loose: StrandLayer | None = None

    @classmethod
    def none(cls, window: Window) -> HairLayers:
        """No hair at all."""
        x0, y0, x1, y1 = window
        return cls(window, StrandLayer.blank((y1 - y0, x1 - x0)), StrandLayer.blank((y1 - y0, x1 - x0)))

    def cover(self, bare: CleanPlate) -> FloatPlane:
        """Where the hair is worn in the whole picture, HxW in 0..1."""
        x0, y0, x1, y1 = self.window
        whole = np.zeros(bare.plate.shape[:2], np.float32)
        behind = self.back.cover * (1 - bare.part(self.window).body)
        np.maximum(self.front.cover, behind, out=whole[y0:y1, x0:x1])
        if self.loose is not None:
            np.maximum(whole[y0:y1, x0:x1], self.loose.cover, out=whole[y0:y1, x0:x1])
        return whole


def render_hair(
    scene: HairScene,
    bare: CleanPlate,
    style: Groom,
    hairline: Hairline,
    options: Options,
    only_fringe: bool = False,
    reshaped: bool = False,
) -> HairLayers:
    """Grow and draw a style. Same seed, same hair. reshaped: another volume or parting than the photo's own hair has."""
    seed = options.seed
    random = np.random.default_rng(seed)
    detail = _Detail.of(scene.cm, quick=options.quick)
    grown = GrowthSettings(style, hairline, detail.strands, only_fringe, random)
    roots = scalp_roots.scatter_roots(round(style.fibre.clumps * max(detail.strands, _GUIDES)), hairline, random)
    guides, whole_body = grow_clear_guides(scene, bare, grown, roots, quick=options.quick)
    if not len(guides.lines):
        return HairLayers.none(bare.skull.box)
    hair, guides = grow_lit_strands(scene, bare, grown, roots, guides, seed)
    window = _window(scene, bare, hair.pixels)
    own = (
        None
        if scene.own is None or only_fringe
        else orientation_field.orientation_of_photo(scene.own, window, scene.cm)
    )
    head = scene.head
    scene, bare = scene.part(window), bare.part(window)
    for axis in range(2):
        hair.pixels[..., axis] -= np.float32(window[axis])
    hair, loose = set_loose_apart(end_above_eyes(hair, style, scene), grown, guides, head, window)
    lying = _orientation(hair, scene)
    seam = PhotoSeam()
    if own is not None:
        old = orientation_field.resample_to_cells(scene.hair, lying)
        seam = find_seam(scene, old, own, lying, style, reshaped=reshaped)
        if seam.goes_on:
            hair, loose = (part.moved(seam.follow(part.pixels, scene, old, lying)) for part in (hair, loose))
            lying = _orientation(hair, scene)
    body = whole_body[window[1] : window[3], window[0] : window[2]]
    lines = _place_in_depth(hair, scene, bare, lying, body, random, seed)
    del hair, guides
    if style.curl is not None and not options.quick:
        lines = lines.subdivided()
    memory.trim_heap_after(scene.shape)
    canvas = _Canvas(scene, bare, lying, body, detail.scale)
    (front, back), over = both(
        lambda: rasterise.draw_strands(
            lines.pixels, lines.near, lines.shade, lines.reach, body, _seen_beside_body(scene, bare), detail.scale
        ),
        lambda: canvas.draw_loose(loose, random),
        in_turn=memory.is_large(scene.shape),
    )
    return HairLayers(window, front, back, lying if seam.alike else None, seam.upper, seam.lower_in(window), over)


@dataclass(frozen=True)
class _Detail:
    """scale: subpixels for a pixel. strands: share of a style's strands that is drawn."""

    scale: int
    strands: float

    @classmethod
    def of(cls, cm: float, *, quick: bool) -> _Detail:
        """cm: pixels for a centimetre. quick: for a preview."""
        scale = int(np.clip(round((_QUICK_SUBPIXELS_CM if quick else _SUBPIXELS_CM) / cm), 2, 6))
        least = _QUICK_STRANDS if quick else _STRANDS
        return cls(scale, float(np.clip((cm * scale / (2 * _FULL_DETAIL_CM)) ** 1.9, least, 1.0)))


def _orientation(hair: ProjectedStrands, scene: HairScene) -> OrientationField:
    return strand_directions.orientation_of_strands(hair.pixels, hair.near, hair.strands.fringe, scene.shape, scene.cm)


def _place_in_depth(
    hair: ProjectedStrands,
    scene: HairScene,
    bare: CleanPlate,
    lying: OrientationField,
    body: FloatPlane,
    random: np.random.Generator,
    seed: int,
) -> StrandLines:
    """Strands before or behind the body, each lock at a depth of its own, and in the shade of the hair over them."""
    guide = hair.strands.guide
    near = depth_order.place_around_body(scene, bare, hair.strands, hair.pixels, hair.near, random)
    shade = hair.shade
    shade *= ambient_occlusion.ambient_occlusion(hair.pixels, near, lying, body)
    uneven = np.random.default_rng(seed + 4).normal(0, _UNEVEN_CM, int(guide.max()) + 1).astype(np.float32)
    near += uneven[guide, None]
    return StrandLines(hair.pixels, near, shade, hair.strands.reach)


def _seen_beside_body(scene: HairScene, bare: CleanPlate) -> Mask:
    """Where hair behind the body is seen beside it, or shades the neck, HxW."""
    return (bare.body < 0.995) | ((bare.torso.skin > 0.05) & (scene.oval < 0.95))


@dataclass(frozen=True)
class _Canvas:
    """The hair's window. lying: how hair lies in it. body: HxW, its depth. scale: subpixels for a pixel."""

    scene: HairScene
    bare: CleanPlate
    lying: OrientationField
    body: FloatPlane
    scale: int

    def draw_loose(self, loose: ProjectedStrands, random: np.random.Generator) -> StrandLayer | None:
        """Single strands over all of the hair; None without any."""
        pixels, near = loose.pixels, loose.near
        if not len(pixels):
            return None
        memory.trim_heap_after(self.scene.shape)
        shown = loose_strands.visible_points(pixels, near, self.lying)
        near = depth_order.place_around_body(self.scene, self.bare, loose.strands, pixels, near, random)
        return loose_strands.draw_loose_strands(
            pixels, near, loose.shade, loose.strands.reach, shown, self.body, self.scale, random
        )


def _window(scene: HairScene, bare: CleanPlate, pixels: Floats) -> Window:
    """The part of the picture that holds the skull, and strands at ``pixels`` with their shadow."""
    x, y, room = pixels[..., 0], pixels[..., 1], _SHADOW_CM * scene.cm
    left, top, right, bottom = bare.skull.box
    low = np.minimum((x.min() - room, y.min() - room), (left, top)).clip(0)
    high = np.minimum(np.maximum((x.max() + room, y.max() + room), (right, bottom)), scene.shape[::-1])
    return int(low[0]), int(low[1]), int(np.ceil(high[0])), int(np.ceil(high[1]))
