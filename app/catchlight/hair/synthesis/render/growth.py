"""The hair of a style, grown on the head of a picture: guides off the face, strands round them, loose ones apart."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.core import memory
from catchlight.core.threads import both
from catchlight.hair.head.ellipsoid import Hairline, HeadPlacement
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.guides import fringe_over_own_hair, grow, hairline_edges, locks, root_directions
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.render.projected import ProjectedStrands, project_points, project_strands
from catchlight.hair.synthesis.strands import baby_hairs, clear_eyes, depth_order
from catchlight.hair.synthesis.strands import strands as single
from catchlight.imaging.byte_planes import Window
from catchlight.imaging.picture import FloatPlane

_BEFORE_SKIN_CM, _FINE_LIGHT = 1.2, 0.55
"""How far baby hairs lie before the skull: the skin there is where the picture shows it, not where the skull has it.
And their brightness against the roots': fine as they are, skin shines through them."""


@dataclass(frozen=True)
class GrowthSettings:
    """How hair is grown. detail: share of the style's strands. only_fringe: over the person's own hair. random: in the order in
    which hair is grown, so that one seed gives one hair."""

    style: Groom
    hairline: Hairline
    detail: float
    only_fringe: bool
    random: np.random.Generator

    @property
    def at_edge(self) -> float:
        """Share of the strands that grow at the hairline."""
        return 0.0 if self.only_fringe else hairline_edges.edge_share(self.style)


def grow_clear_guides(
    scene: HairScene, bare: CleanPlate, grown: GrowthSettings, roots: scalp_roots.Roots, *, quick: bool
) -> tuple[grow.GuideStrands, FloatPlane]:
    """Guides that keep off the face, and the depth of the body, HxW in cm."""
    short = root_directions.clears_ears(grown.style)

    def combed() -> grow.GuideStrands:
        return grow.grow_guides(grown.style, roots, scene.head.down, grown.random, grown.only_fringe)

    def solid() -> tuple[FloatPlane, FloatPlane]:
        face = depth_order.face_depth(scene)
        return face, depth_order.body_depth(scene, bare, face, short)

    # What a preview needs is so little that two threads would wait for each other.
    guides, (face, body) = both(combed, solid, in_turn=quick or memory.is_large(scene.shape))
    if len(guides.lines) and not short:
        guides = replace(guides, lines=depth_order.lift_guides_onto_face(scene, guides.lines, face))
    return guides, body


def grow_lit_strands(
    scene: HairScene,
    bare: CleanPlate,
    grown: GrowthSettings,
    roots: scalp_roots.Roots,
    guides: grow.GuideStrands,
    seed: int,
) -> tuple[ProjectedStrands, grow.GuideStrands]:
    """Strands round the guides, lit, with those of the hairline's edge; and the guides, gathered into locks."""
    style, random = grown.style, grown.random
    share = len(guides.lines) / max(len(roots.points), 1)
    bundled = locks.form_locks(style, guides, random.spawn(1)[0])
    if bundled is not None:
        guides = replace(guides, lines=locks.gather_into_locks(guides.lines, guides.length, bundled))
    count = round(style.fibre.strands * grown.detail * share * (1 - grown.at_edge))
    strands = single.grow_strands(style, guides, count, random)
    if grown.only_fringe:
        raised = fringe_over_own_hair.lay_over_hair(
            strands.points, grown.hairline, fringe_over_own_hair.hair_thickness(scene, bare.skull)
        )
        strands = replace(strands, points=raised)
    hair = project_strands(scene, strands, style, random, seed)
    if bundled is not None:
        along = guides.length[:, None] * np.linspace(0, 1, hair.shade.shape[1], dtype=np.float32)
        np.multiply(hair.shade, locks.lock_shading(bundled, along, random.spawn(1)[0])[strands.guide], out=hair.shade)
    if grown.at_edge:
        more, followed = hairline_edges.grow_edge_strands(style, grown.hairline, guides, strands, random.spawn(1)[0])
        _, near, pixels = project_points(scene.head, more.points)
        hair = hair.among(ProjectedStrands(more, pixels, near, hair.shade[followed]))
    return hair, guides


def end_above_eyes(hair: ProjectedStrands, style: Groom, scene: HairScene) -> ProjectedStrands:
    """Strands of short hair, and of a fringe, that leave the eyes open."""
    if root_directions.clears_ears(style):
        strands = clear_eyes.end_strands_above_eyes(hair.strands, hair.pixels, scene)
    elif style.fringe is not None:
        strands = clear_eyes.end_strands_above_eyes(hair.strands, hair.pixels, scene, hair.strands.fringe)
    else:
        return hair
    return replace(hair, strands=strands)


def set_loose_apart(
    hair: ProjectedStrands, grown: GrowthSettings, guides: grow.GuideStrands, head: HeadPlacement, window: Window
) -> tuple[ProjectedStrands, ProjectedStrands]:
    """The dense hair, and what is drawn strand by strand over it: strays and baby hairs."""
    stray = hair.stray
    loose = hair.chosen(stray)
    if not grown.only_fringe:
        fine, neighbour = baby_hairs.grow_baby_hairs(
            grown.style, guides, hair.strands, grown.random.spawn(1)[0], grown.detail
        )
        _, depth, places = project_points(head, fine.points)
        tone = np.repeat(np.float32(_FINE_LIGHT) * hair.shade[neighbour, :1], hair.shade.shape[1], axis=1)
        places = places - np.array(window[:2], np.float32)
        loose = loose.among(ProjectedStrands(fine, places, depth + np.float32(_BEFORE_SKIN_CM), tone))
    return hair.chosen(~stray) if stray.any() else hair, loose
