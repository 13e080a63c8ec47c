"""A groom in the picture: strands grown on the head, drawn before and behind the body."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.core import memory
from catchlight.core.threads import both, each
from catchlight.hair.head.ellipsoid import Hairline, HeadPlacement, points_in_head
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.style_plan import Options
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import short_sides
from catchlight.hair.synthesis.guides import fringe_over_own_hair, grow, hairline_edges, locks, root_directions
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.render import ambient_occlusion, gloss, rasterise, strand_shading
from catchlight.hair.synthesis.render.rasterise import StrandLayer
from catchlight.hair.synthesis.strands import (
    baby_hairs,
    clear_eyes,
    continue_own_hair,
    depth_order,
    loose_strands,
    refine,
    strand_directions,
)
from catchlight.hair.synthesis.strands import strands as single
from catchlight.hair.synthesis.strands.strand_directions import OrientationField
from catchlight.hair.synthesis.strands.strands import strand_blocks
from catchlight.imaging.arrays import Floats
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
_CURL = 0.6
"""How far the strands of a curl are lit as one rope."""
_BEFORE_SKIN_CM, _FINE_LIGHT = 1.2, 0.55
"""How far baby hairs lie before the skull: the skin there is where the picture shows it, not where the skull has it.
And their brightness against the roots': fine as they are, skin shines through them."""
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
    scale = int(np.clip(round((_QUICK_SUBPIXELS_CM if options.quick else _SUBPIXELS_CM) / scene.cm), 2, 6))
    least = _QUICK_STRANDS if options.quick else _STRANDS
    detail = float(np.clip((scene.cm * scale / (2 * _FULL_DETAIL_CM)) ** 1.9, least, 1.0))
    fibre = style.fibre
    roots = scalp_roots.scatter_roots(round(fibre.clumps * max(detail, _GUIDES)), hairline, random)

    def combed() -> grow.GuideStrands:
        return grow.grow_guides(style, roots, scene.head.down, random, only_fringe)

    def solid() -> tuple[FloatPlane, FloatPlane]:
        face = depth_order.face_depth(scene)
        return face, depth_order.body_depth(scene, bare, face, root_directions.clears_ears(style))

    # What a preview needs is so little that two threads would wait for each other.
    guides, (face, whole_body) = both(combed, solid, in_turn=options.quick or memory.is_large(scene.shape))
    if len(guides.lines) and not root_directions.clears_ears(style):
        guides = replace(guides, lines=depth_order.lift_guides_onto_face(scene, guides.lines, face))
    share = len(guides.lines) / max(len(roots.points), 1)
    if not len(guides.lines):
        x0, y0, x1, y1 = window = bare.skull.box
        return HairLayers(window, StrandLayer.blank((y1 - y0, x1 - x0)), StrandLayer.blank((y1 - y0, x1 - x0)))
    begins = 0.0 if only_fringe else hairline_edges.edge_share(style)
    bundled = locks.form_locks(style, guides, random.spawn(1)[0])
    if bundled is not None:
        guides = replace(guides, lines=locks.gather_into_locks(guides.lines, guides.length, bundled))
    strands = single.grow_strands(style, guides, round(fibre.strands * detail * share * (1 - begins)), random)
    if only_fringe:
        raised = fringe_over_own_hair.lay_over_hair(
            strands.points, hairline, fringe_over_own_hair.hair_thickness(scene, bare.skull)
        )
        strands = replace(strands, points=raised)
    viewed, near, pixels = _seen(scene.head, strands.points)
    shade = _shaded(scene, strands, viewed, style, random, seed)
    del viewed
    if bundled is not None:
        along = guides.length[:, None] * np.linspace(0, 1, shade.shape[1], dtype=np.float32)
        shade *= locks.lock_shading(bundled, along, random.spawn(1)[0])[strands.guide]
    if begins:
        more, followed = hairline_edges.grow_edge_strands(style, hairline, guides, strands, random.spawn(1)[0])
        _, *seen = _seen(scene.head, more.points)
        strands, shade = strands.among(more), np.concatenate([shade, shade[followed]])
        near, pixels = (np.concatenate(pair) for pair in zip((near, pixels), seen, strict=True))
    window = _window(scene, bare, pixels)
    own = (
        None
        if scene.own is None or only_fringe
        else strand_directions.orientation_of_photo(scene.own, window, scene.cm)
    )
    whole = scene.head
    scene, bare = scene.part(window), bare.part(window)
    pixels[..., 0] -= np.float32(window[0])
    pixels[..., 1] -= np.float32(window[1])
    if root_directions.clears_ears(style):
        strands = clear_eyes.end_strands_above_eyes(strands, pixels, scene)
    elif style.fringe is not None:
        strands = clear_eyes.end_strands_above_eyes(strands, pixels, scene, strands.fringe)
    stray = np.zeros(len(near), bool) if strands.stray is None else strands.stray
    singly = strands.chosen(stray), pixels[stray], near[stray], shade[stray]
    if not only_fringe:
        fine, neighbour = baby_hairs.grow_baby_hairs(style, guides, strands, random.spawn(1)[0], detail)
        _, depth, places = _seen(whole, fine.points)
        tone = np.repeat(np.float32(_FINE_LIGHT) * shade[neighbour, :1], shade.shape[1], axis=1)
        places = np.concatenate([singly[1], places - np.array(window[:2], np.float32)])
        depth = np.concatenate([singly[2], depth + np.float32(_BEFORE_SKIN_CM)])
        singly = singly[0].among(fine), places, depth, np.concatenate([singly[3], tone])
    if stray.any():
        strands, pixels, near, shade = strands.chosen(~stray), pixels[~stray], near[~stray], shade[~stray]
    lying = strand_directions.orientation_of_strands(pixels, near, strands.fringe, scene.shape, scene.cm)
    upper, lower, alike = None, None, False
    if own is not None:
        old = strand_directions.resample_to_cells(scene.hair, lying)
        alike = continue_own_hair.has_same_curliness(scene, old, own, style)
        # A fringe over hair that is combed aside would be a patch.
        stays = alike and not reshaped and not root_directions.is_cut_straight(style)
        upper = continue_own_hair.seam_row(scene, old, lying, style) if stays else None
        lower = None if upper is not None or reshaped else short_sides.seam_rows(scene, old, own, lying, style)
        if upper is not None:
            pixels, aside = (
                continue_own_hair.follow_photo_outline(each, scene, old, lying, upper) for each in (pixels, singly[1])
            )
        elif lower is not None:
            pixels, aside = (
                short_sides.continue_photo_outline(each, scene, old, lying, lower) for each in (pixels, singly[1])
            )
        if upper is not None or lower is not None:
            singly = (singly[0], aside, *singly[2:])
            lying = strand_directions.orientation_of_strands(pixels, near, strands.fringe, scene.shape, scene.cm)
    body = whole_body[window[1] : window[3], window[0] : window[2]]
    near = depth_order.place_around_body(scene, bare, strands, pixels, near, random)
    shade *= ambient_occlusion.ambient_occlusion(pixels, near, lying, body)
    uneven = np.random.default_rng(seed + 4).normal(0, _UNEVEN_CM, int(strands.guide.max()) + 1).astype(np.float32)
    near += uneven[strands.guide, None]
    reach = strands.reach
    del strands, guides
    if style.curl is not None and not options.quick:
        pixels, near, shade = (
            refine.subdivide_points(pixels),
            refine.subdivide_values(near),
            refine.subdivide_values(shade),
        )
    # Behind the body hair is seen beside it, and shades the neck.
    beside = (bare.body < 0.995) | ((bare.torso.skin > 0.05) & (scene.oval < 0.95))
    memory.trim_heap_after(scene.shape)

    def above() -> StrandLayer | None:
        apart, places, depth, tone = singly
        if not len(places):
            return None
        memory.trim_heap_after(scene.shape)
        shown = loose_strands.visible_points(places, depth, lying)
        depth = depth_order.place_around_body(scene, bare, apart, places, depth, random)
        return loose_strands.draw_loose_strands(places, depth, tone, apart.reach, shown, body, scale, random)

    (front, back), over = both(
        lambda: rasterise.draw_strands(pixels, near, shade, reach, body, beside, scale),
        above,
        in_turn=memory.is_large(scene.shape),
    )
    if lower is not None:
        lower = (lower[0] + window[1], lower[1] + window[1])
    return HairLayers(window, front, back, lying if alike else None, upper, lower, over)


def _seen(head: HeadPlacement, points: Floats) -> tuple[Floats, Floats, Floats]:
    """Canonical points of strands (NxSx3) in view coordinates (NxSx3, cm), their depth (NxS) and their pixels (NxSx2)."""
    viewed = np.empty_like(points)
    near, pixels = np.empty(points.shape[:2], np.float32), np.empty((*points.shape[:2], 2), np.float32)

    def turned(part: slice) -> None:
        viewed[part] = head.viewed(points[part])
        near[part] = viewed[part][..., 2]
        pixels[part] = head.placed(viewed[part])

    each(turned, strand_blocks(len(points)))
    return viewed, near, pixels


def _shaded(
    scene: HairScene,
    strands: single.Strands,
    viewed: Floats,
    style: Groom,
    random: np.random.Generator,
    seed: int,
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


def _window(scene: HairScene, bare: CleanPlate, pixels: Floats) -> Window:
    """The part of the picture that holds the skull, and strands at ``pixels`` with their shadow."""
    x, y, room = pixels[..., 0], pixels[..., 1], _SHADOW_CM * scene.cm
    left, top, right, bottom = bare.skull.box
    low = np.minimum((x.min() - room, y.min() - room), (left, top)).clip(0)
    high = np.minimum(np.maximum((x.max() + room, y.max() + room), (right, bottom)), scene.shape[::-1])
    return int(low[0]), int(low[1]), int(np.ceil(high[0])), int(np.ceil(high[1]))
