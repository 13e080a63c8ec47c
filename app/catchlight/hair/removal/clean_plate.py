"""The portrait without its hair: background, cloth, neck and scalp where hair hid them, and how sure each is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from catchlight.core import memory
from catchlight.core.threads import both
from catchlight.hair.head import bald_outline
from catchlight.hair.head.ellipsoid import Skull, skull
from catchlight.hair.mask import stray_strands
from catchlight.hair.removal import background_behind, cloth_under_hair, hairline_shade, match_photo, scalp, zones
from catchlight.hair.removal.ears import ear_skin, visible_ears
from catchlight.hair.removal.ears.ear_skin import Ear
from catchlight.hair.removal.neck import chains, nape_hair, torso
from catchlight.hair.removal.neck.torso import Torso
from catchlight.hair.styling_scene import Compact, Scene
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.byte_planes import Bytes, Window, cut, in_bytes, plane
from catchlight.imaging.filters.planes import as_bytes, as_float, grown, shrunk, soft
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh

Mask = npt.NDArray[np.bool_]

_BEHIND_CM = 0.25
"""Width over which the rebuilt background goes over into that which is seen."""
_HIDDEN_CM = 0.8
"""How far inside the outline of skull and body no background is ever seen."""
_LEFT_CM = 0.4
"""How far beside the hair a neck may be seen beyond its rebuilt outline."""
_CHEEK_CM = 0.8
"""How far inside the outline of the face it is the face itself that hair hides."""


@dataclass(frozen=True)
class Bare:
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
        return plane(self.body8)

    @property
    def zone(self) -> FloatPlane:
        return plane(self.zone8)

    @property
    def cost(self) -> FloatPlane:
        return plane(self.cost8)

    def part(self, window: Window) -> Bare:
        """What lies in a window of the picture, which holds the skull."""
        planes = cut(self, ("plate", "backdrop", "body8", "zone8", "cost8", "ear8"), window)
        return replace(self, **planes, skull=self.skull.seen_in(window), torso=self.torso.part(window))


def read(scene: Scene, seed: int = 0) -> Bare:
    """Rebuild what the hair hides. Everything that is seen stays as it is."""
    random = np.random.default_rng(seed)
    cm = scene.cm
    large = memory.is_large(scene.shape)
    if isinstance(scene, Compact) and not large:
        scene = scene.opened()

    def headed() -> tuple[Skull, dict[int, Ear]]:
        return skull(scene.head, scene.marks.ring(mesh.OVAL)), ear_skin.read(scene)

    def hairy() -> tuple[Mask, Mask, FloatPlane, float]:
        roots = hairline_shade.rooted(scene)
        roots |= stray_strands.on_forehead(scene, roots) | ear_skin.missed(scene) | nape_hair.missed(scene)
        seen = background_behind.seen(scene)
        return roots, seen, *_zone(scene, roots, seen)

    (ball, found), (roots, seen, zone, busy) = both(headed, hairy, in_turn=large)
    ear = ear_skin.outlines(scene, found.values())
    speckle = inpaint.noise(random, scene.shape)

    def under_it() -> tuple[FloatImage, float, FloatPlane, FloatPlane]:
        return *_scalp(scene, ball, ear, random), _blended(scene, roots, zone)

    def behind_it() -> tuple[Torso, ByteImage]:
        # Where a body hides it no background is looked for: it pays to know that first.
        body = torso.read(scene, zone)
        never = shrunk((ball.inside > 0.5) | (body.shape > 0.5), _HIDDEN_CM * cm)
        return body, background_behind.rebuilt(scene, seen, zone, never, busy, speckle, seed)

    (skin, grain, head_share, blend), (body, backdrop) = both(under_it, behind_it, in_turn=large)
    memory.give_back_after(scene.shape)
    shape = soft(body.shape, 0.8)
    plate = as_float(backdrop)

    invented = _lay_cloth(plate, scene, body, shape, zone, seed)
    _lay_neck(plate, scene, body, shape, grain, random)
    inside = plate[ball.part]
    apart = skin - inside
    vec3.scale(apart, np.maximum(head_share, ear)[ball.part])
    inside += apart
    shaded = hairline_shade.shade(scene, roots, plate[ball.part], ball) * head_share[ball.part]
    shaded *= 1 - soft(grown(scene.feature[ball.part] > 0.5, 1), 0.05 * cm)
    # Skin that is seen in the hair's shade keeps what it shows.
    lit = hairline_shade.lifted(scene, plate[ball.part], ball)
    shaded = np.maximum(shaded - blend[ball.part], 0)
    inside = plate[ball.part]
    whole = blend[ball.part] + shaded
    lit -= inside
    vec3.scale(lit, shaded / np.maximum(whole, np.float32(1e-3)))
    inside += lit
    blend[ball.part] = whole
    for each in found.values():
        rough = inpaint.noise(random, each.own.shape)[..., None] * np.float32(grain)
        visible_ears.lay(plate[each.part], scene, each, head_share[each.part], rough)
    solid = np.maximum(np.maximum(head_share, shape), ear)
    # What is seen of a neck beside the jaw, beyond its outline, goes with the hair, or it would be a haze before the background.
    left = (solid < 0.5) & (scene.neck > 0.3) & grown(zone > 0.5, _LEFT_CM * cm)
    left[int(np.clip(scene.chin[1], 0, scene.shape[0])) :] = False
    blend = np.maximum(blend, soft(left, _LEFT_CM / 3 * cm))
    for channel in range(3):
        own = scene.rgb[..., channel]
        plate[..., channel] = own + (plate[..., channel] - own) * blend
    chains.go_on(plate, scene, body, blend)

    visible = (scene.alpha > 0.5) & (scene.hair < 0.3) & (scene.backdrop < 0.6)
    edge = soft(grown(blend > 0.02, 1), 0.8)
    own_alpha = np.where(visible & (edge < 0.99), scene.alpha, 0)
    alpha = np.maximum(own_alpha, scene.alpha * (1 - edge) + solid * edge).clip(0, 1)
    cost = _cost(head_share, body, invented, busy, scene)
    kept = in_bytes(np.asarray(alpha, np.float32)), in_bytes(blend), in_bytes(cost)
    left = hairline_shade.of_own(scene, plate[ball.part], ball)
    return Bare(as_bytes(plate), backdrop, ball, body, grain, *kept, left, in_bytes(ear), match_photo.softness(scene))


def _zone(scene: Scene, roots: Mask, seen: Mask) -> tuple[FloatPlane, float]:
    """Where hair may show, and how busy the background is."""
    fine, busy = background_behind.busy(scene, seen)
    return zones.read(scene, roots, fine), busy


def _scalp(
    scene: Scene, ball: Skull, ear: FloatPlane, random: np.random.Generator
) -> tuple[FloatImage, float, FloatPlane]:
    """Skin in the skull's box, the photo's grain on skin, and the head's soft outline, HxW."""
    skin, grain = scalp.on_skull(scene, ball, random)
    return skin, grain, bald_outline.evened(bald_outline.outline(scene, ball, ear), scene.cm)


def _blended(scene: Scene, roots: Mask, zone: FloatPlane) -> FloatPlane:
    """How far the plate replaces the picture, but for the shade on forehead and temples."""
    cm = scene.cm
    calm = 1 - soft(grown(scene.feature > 0.5, 2), 0.1 * cm)
    own = soft(zone, 0.12 * cm)
    beside = soft(zone, _BEHIND_CM * cm)
    beside -= own
    beside *= 1 - scene.alpha
    own += beside
    blend = np.maximum(own, soft(zone, 0.3 * cm) * scene.oval * calm)
    return np.asarray(blend * hairline_shade.freed(scene, roots), np.float32)


def _lay_cloth(
    plate: FloatImage, scene: Scene, body: Torso, shape: FloatPlane, zone: FloatPlane, seed: int
) -> FloatPlane:
    """Cloth laid into ``plate``; how daring it is, HxW."""
    invented = np.zeros(scene.shape, np.float32)
    rows = np.flatnonzero(shape.any(axis=1))
    if len(rows):
        window = (0, int(rows[0]), scene.shape[1], scene.shape[0])
        below = plate[window[1] :]
        worn, invented[window[1] :] = cloth_under_hair.rebuilt(
            scene.part(window), body.part(window), zone[window[1] :], seed
        )
        worn -= below
        vec3.scale(worn, shape[window[1] :])
        below += worn
    return invented


def _lay_neck(
    plate: FloatImage, scene: Scene, body: Torso, shape: FloatPlane, grain: float, random: np.random.Generator
) -> None:
    """Skin below the jaw laid into ``plate``, in the jaw's shadow."""
    cm = scene.cm
    rows, columns = np.nonzero(body.skin.any(axis=1))[0], np.nonzero(body.skin.any(axis=0))[0]
    if not len(rows):
        return
    part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
    jaw = np.roll(soft(scene.oval, 0.8 * cm), int(0.9 * cm), axis=0)[part] * (1 - scene.oval[part])
    neck = scalp.on_neck(scene, body, part, jaw, grain, random)
    share = (body.skin[part] / np.maximum(body.shape[part], 1e-3) * shape[part])[..., None]
    plate[part] += (neck - plate[part]) * share


def _cost(head: FloatPlane, body: Torso, invented: FloatPlane, busy: float, scene: Scene) -> FloatPlane:
    """How much a pixel of the plate is made up: a calm background least, then cloth and the sides of the neck; most of all a
    face that hair hangs over: nobody knows what an eye or a cheek looks like."""
    cost = np.full(scene.shape, np.clip(busy / 8, 0.05, 0.6), np.float32)
    cost = cost * (1 - body.shape) + body.cloth * invented + 0.6 * body.skin
    cost = cost * (1 - head) + 0.6 * head
    inside = shrunk(scene.oval > 0.5, _CHEEK_CM * scene.cm)
    inside[: int(max(0, scene.marks.xy[[105, 334], 1].min()))] = False
    return np.asarray(np.where(inside, 1.0, cost), np.float32)
