"""The portrait without its hair: background, cloth, neck and scalp where hair hid them, and how sure each is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.core import memory
from catchlight.core.threads import both
from catchlight.hair.head import bald_outline
from catchlight.hair.head.ellipsoid import Skull, project_skull
from catchlight.hair.mask import stray_strands
from catchlight.hair.removal import background_behind, cloth_under_hair, hairline_shade, match_photo, scalp, zones
from catchlight.hair.removal.ears import ear_skin, visible_ears
from catchlight.hair.removal.ears.ear_skin import Ear
from catchlight.hair.removal.neck import chains, nape_hair, torso
from catchlight.hair.removal.neck.torso import Torso
from catchlight.hair.styling_scene import CompactScene, HairScene
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Bytes, Mask
from catchlight.imaging.byte_planes import Window, crop_fields, plane_from_bytes, plane_to_bytes
from catchlight.imaging.filters.planes import as_bytes, as_float, blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh

_BEHIND_CM = 0.25
"""Width over which the rebuilt background goes over into that which is seen."""
_HIDDEN_CM = 0.8
"""How far inside the outline of skull and body no background is ever seen."""
_LEFT_CM = 0.4
"""How far beside the hair a neck may be seen beyond its rebuilt outline."""
_CHEEK_CM = 0.8
"""How far inside the outline of the face it is the face itself that hair hides."""


@dataclass(frozen=True)
class CleanPlate:
    """plate: HxWx3 uint8, the picture without hair. backdrop: HxWx3 uint8, the background alone. body: HxW, alpha of the hairless
    person. zone: 0..1, where the plate differs from the picture. cost: HxW, how daring the plate is there (0 seen, 1 free
    invention). left8: see ``shade.of_own``. ear8: HxW, the ears. grain: deviation of the photo's, 0..255. softness: see
    ``finish.softness``.
    """

    plate: ByteImage
    backdrop: ByteImage
    skull: Skull
    torso: Torso
    grain: float
    body8: Bytes
    zone8: Bytes
    cost8: Bytes
    left8: ByteImage
    ear8: Bytes
    softness: float

    @property
    def body(self) -> FloatPlane:
        return plane_from_bytes(self.body8)

    @property
    def zone(self) -> FloatPlane:
        return plane_from_bytes(self.zone8)

    @property
    def cost(self) -> FloatPlane:
        return plane_from_bytes(self.cost8)

    def part(self, window: Window) -> CleanPlate:
        """What lies in a window of the picture, which holds the skull."""
        planes = crop_fields(self, ("plate", "backdrop", "body8", "zone8", "cost8", "ear8"), window)
        return replace(self, **planes, skull=self.skull.seen_in(window), torso=self.torso.part(window))


def build_clean_plate(scene: HairScene, seed: int = 0) -> CleanPlate:
    """Rebuild what the hair hides. Everything that is seen stays as it is."""
    random = np.random.default_rng(seed)
    cm = scene.cm
    large = memory.is_large(scene.shape)
    if isinstance(scene, CompactScene) and not large:
        scene = scene.opened()

    def headed() -> tuple[Skull, dict[int, Ear]]:
        return project_skull(scene.head, scene.marks.ring(mesh.OVAL)), ear_skin.find_ears(scene)

    (ball, found), (roots, seen, zone, busy) = both(headed, lambda: _hair_to_remove(scene), in_turn=large)
    ear = ear_skin.ear_mask(scene, found.values())
    speckle = inpaint.grain_noise(random, scene.shape)

    def under_it() -> tuple[FloatImage, float, FloatPlane, FloatPlane]:
        return *_scalp(scene, ball, ear, random), _blended(scene, roots, zone)

    def behind_it() -> tuple[Torso, ByteImage]:
        # Where a body hides it no background is looked for: it pays to know that first.
        body = torso.reconstruct_torso(scene, zone)
        never = erode_mask((ball.inside > 0.5) | (body.shape > 0.5), _HIDDEN_CM * cm)
        return body, background_behind.rebuild_background(scene, seen, zone, never, busy, speckle, seed)

    (skin, grain, head_share, blend), (body, backdrop) = both(under_it, behind_it, in_turn=large)
    memory.trim_heap_after(scene.shape)
    shape = blur_plane(body.shape, 0.8)
    plate = as_float(backdrop)

    invented = _lay_cloth(plate, scene, body, shape, zone, seed)
    _lay_neck(plate, scene, body, shape, grain, random)
    _lay_skin(plate, ball, skin, np.maximum(head_share, ear))
    _remove_hair_shade(plate, blend, scene, roots, ball, head_share)
    for each in found.values():
        rough = inpaint.grain_noise(random, each.own.shape)[..., None] * np.float32(grain)
        visible_ears.composite_ear(plate[each.part], scene, each, head_share[each.part], rough)
    solid = np.maximum(np.maximum(head_share, shape), ear)
    blend = np.maximum(blend, _neck_beside_jaw(scene, solid, zone))
    for channel in range(3):
        own = scene.rgb[..., channel]
        plate[..., channel] = own + (plate[..., channel] - own) * blend
    chains.extend_chains(plate, scene, body, blend)

    cost = _cost(head_share, body, invented, busy, scene)
    kept = plane_to_bytes(_body_alpha(scene, solid, blend)), plane_to_bytes(blend), plane_to_bytes(cost)
    left = hairline_shade.photo_shade(scene, plate[ball.part], ball)
    return CleanPlate(
        as_bytes(plate),
        backdrop,
        ball,
        body,
        grain,
        *kept,
        left,
        plane_to_bytes(ear),
        match_photo.measure_softness(scene),
    )


def _hair_to_remove(scene: HairScene) -> tuple[Mask, Mask, FloatPlane, float]:
    """Hair that the plate goes without and background that is seen (HxW each), where hair may show (HxW, 0..1), and how busy the
    background is."""
    roots = hairline_shade.hair_without_specks(scene)
    roots |= (
        stray_strands.find_forehead_strands(scene, roots)
        | ear_skin.find_hair_at_ears(scene)
        | nape_hair.find_hair_at_nape(scene)
    )
    seen = background_behind.visible_background(scene)
    return roots, seen, *_zone(scene, roots, seen)


def _zone(scene: HairScene, roots: Mask, seen: Mask) -> tuple[FloatPlane, float]:
    """Where hair may show, and how busy the background is."""
    fine, busy = background_behind.background_detail(scene, seen)
    return zones.find_hair_zone(scene, roots, fine), busy


def _scalp(
    scene: HairScene, ball: Skull, ear: FloatPlane, random: np.random.Generator
) -> tuple[FloatImage, float, FloatPlane]:
    """Skin in the skull's box, the photo's grain on skin, and the head's soft outline, HxW."""
    skin, grain = scalp.skin_on_skull(scene, ball, random)
    return skin, grain, bald_outline.smooth_outline(bald_outline.bald_outline(scene, ball, ear), scene.cm)


def _blended(scene: HairScene, roots: Mask, zone: FloatPlane) -> FloatPlane:
    """How far the plate replaces the picture, but for the shade on forehead and temples."""
    cm = scene.cm
    calm = 1 - blur_plane(dilate_mask(scene.feature > 0.5, 2), 0.1 * cm)
    own = blur_plane(zone, 0.12 * cm)
    beside = blur_plane(zone, _BEHIND_CM * cm)
    beside -= own
    beside *= 1 - scene.alpha
    own += beside
    blend = np.maximum(own, blur_plane(zone, 0.3 * cm) * scene.oval * calm)
    return np.asarray(blend * hairline_shade.face_change_limit(scene, roots), np.float32)


def _lay_cloth(
    plate: FloatImage, scene: HairScene, body: Torso, shape: FloatPlane, zone: FloatPlane, seed: int
) -> FloatPlane:
    """Cloth laid into ``plate``; how daring it is, HxW."""
    invented = np.zeros(scene.shape, np.float32)
    rows = np.flatnonzero(shape.any(axis=1))
    if len(rows):
        window = (0, int(rows[0]), scene.shape[1], scene.shape[0])
        below = plate[window[1] :]
        worn, invented[window[1] :] = cloth_under_hair.rebuild_cloth(
            scene.part(window), body.part(window), zone[window[1] :], seed
        )
        worn -= below
        vec3.scale(worn, shape[window[1] :])
        below += worn
    return invented


def _lay_neck(
    plate: FloatImage, scene: HairScene, body: Torso, shape: FloatPlane, grain: float, random: np.random.Generator
) -> None:
    """Skin below the jaw laid into ``plate``, in the jaw's shadow."""
    cm = scene.cm
    rows, columns = np.nonzero(body.skin.any(axis=1))[0], np.nonzero(body.skin.any(axis=0))[0]
    if not len(rows):
        return
    part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
    jaw = np.roll(blur_plane(scene.oval, 0.8 * cm), int(0.9 * cm), axis=0)[part] * (1 - scene.oval[part])
    neck = scalp.skin_on_neck(scene, body, part, jaw, grain, random)
    share = (body.skin[part] / np.maximum(body.shape[part], 1e-3) * shape[part])[..., None]
    plate[part] += (neck - plate[part]) * share


def _lay_skin(plate: FloatImage, ball: Skull, skin: FloatImage, share: FloatPlane) -> None:
    """Lay the skull's skin (its box, 0..255) into ``plate`` by ``share`` (HxW)."""
    inside = plate[ball.part]
    apart = skin - inside
    vec3.scale(apart, share[ball.part])
    inside += apart


def _remove_hair_shade(
    plate: FloatImage, blend: FloatPlane, scene: HairScene, roots: Mask, ball: Skull, head_share: FloatPlane
) -> None:
    """Lighten the skin that is seen in the shade of the removed hair, which keeps what else it shows; changes ``plate``, and
    ``blend`` (HxW), how far it replaces the picture."""
    inside = plate[ball.part]
    shaded = hairline_shade.old_hair_shade(scene, roots, inside, ball) * head_share[ball.part]
    shaded *= 1 - blur_plane(dilate_mask(scene.feature[ball.part] > 0.5, 1), 0.05 * scene.cm)
    lit = hairline_shade.remove_shade(scene, inside, ball)
    shaded = np.maximum(shaded - blend[ball.part], 0)
    whole = blend[ball.part] + shaded
    lit -= inside
    vec3.scale(lit, shaded / np.maximum(whole, np.float32(1e-3)))
    inside += lit
    blend[ball.part] = whole


def _neck_beside_jaw(scene: HairScene, solid: FloatPlane, zone: FloatPlane) -> FloatPlane:
    """What is seen of a neck beside the jaw, beyond its outline ``solid``, HxW in 0..1: it goes with the hair, or it would be a
    haze before the background."""
    left = (solid < 0.5) & (scene.neck > 0.3) & dilate_mask(zone > 0.5, _LEFT_CM * scene.cm)
    left[int(np.clip(scene.chin[1], 0, scene.shape[0])) :] = False
    return np.asarray(blur_plane(left, _LEFT_CM / 3 * scene.cm), np.float32)


def _body_alpha(scene: HairScene, solid: FloatPlane, blend: FloatPlane) -> FloatPlane:
    """Alpha of the hairless person, HxW: the rebuilt outline ``solid`` where the plate replaces the picture by ``blend``, the
    photo's matte elsewhere."""
    visible = (scene.alpha > 0.5) & (scene.hair < 0.3) & (scene.backdrop < 0.6)
    edge = blur_plane(dilate_mask(blend > 0.02, 1), 0.8)
    own_alpha = np.where(visible & (edge < 0.99), scene.alpha, 0)
    alpha = np.maximum(own_alpha, scene.alpha * (1 - edge) + solid * edge).clip(0, 1)
    return np.asarray(alpha, np.float32)


def _cost(head: FloatPlane, body: Torso, invented: FloatPlane, busy: float, scene: HairScene) -> FloatPlane:
    """How much a pixel of the plate is made up: a calm background least, then cloth and the sides of the neck; most of all a
    face that hair hangs over: nobody knows what an eye or a cheek looks like."""
    cost = np.full(scene.shape, np.clip(busy / 8, 0.05, 0.6), np.float32)
    cost = cost * (1 - body.shape) + body.cloth * invented + 0.6 * body.skin
    cost = cost * (1 - head) + 0.6 * head
    inside = erode_mask(scene.oval > 0.5, _CHEEK_CM * scene.cm)
    inside[: int(max(0, scene.marks.xy[[105, 334], 1].min()))] = False
    return np.asarray(np.where(inside, 1.0, cost), np.float32)
