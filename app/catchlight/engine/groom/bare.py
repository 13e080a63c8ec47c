"""The portrait without its hair: background, cloth, neck and scalp where hair hid them, and how sure each is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.engine import landmarks as mesh
from catchlight.engine.groom import cloth, fill, scalp, shade, torso
from catchlight.engine.groom.head import Skull, skull
from catchlight.engine.groom.scene import Scene, as_bytes, as_float, grown, shrunk, soft
from catchlight.engine.groom.stored import Bytes, Window, cut, in_bytes, plane
from catchlight.engine.groom.torso import Torso
from catchlight.engine.picture import ByteImage, FloatImage, FloatPlane

Mask = npt.NDArray[np.bool_]

_BUSY = 2.2
"""Mean fine detail (0..255) of a background from which it must be rebuilt with patches."""
_BUSY_SHAPES = 8.0
"""The same for detail of half a centimetre: shapes out of focus, which a smooth fill would wipe away."""
_PATCHED_AT = 400
_EAR_CM = 1.6
"""Half the width of the gap between the face and an ear that is head."""
_OVER_EAR = 0.15
_CHEEK_CM = 0.8
"""How far inside the outline of the face it is the face itself that hair hides."""
_UNLIKE, _PLAIN_CM = 120.0, 0.06
"""Distance from the hair's colour (of 0..255 each) from which cloth beside it cannot be hair, and how far round it must be so."""
_ROOM_CM, _CALM_ROOM_CM, _WISPS_CM = 0.45, 1.3, 6.5


@dataclass(frozen=True)
class Bare:
    """plate: HxWx3 uint8, the picture without hair. backdrop: HxWx3 uint8, the background alone. body: HxW, alpha of the hairless
    person. zone: 0..1, where the plate differs from the picture. cost: HxW, how daring the plate is there (0 seen, 1 free
    invention). grain: deviation of the photo's, 0..255.
    """

    plate: ByteImage
    backdrop: ByteImage
    skull: Skull
    torso: Torso
    grain: float
    body8: Bytes
    zone8: Bytes
    cost8: Bytes

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
        planes = cut(self, ("plate", "backdrop", "body8", "zone8", "cost8"), window)
        return Bare(**planes, skull=self.skull.seen_in(window), torso=self.torso.part(window), grain=self.grain)


def read(scene: Scene, seed: int = 0) -> Bare:
    """Rebuild what the hair hides. Everything that is seen stays as it is."""
    random = np.random.default_rng(seed)
    cm = scene.cm
    fine, busy = _busy(scene)
    zone = _zone(scene, fine)
    ball = skull(scene.head, scene.marks.ring(mesh.OVAL))
    body = torso.read(scene, zone)
    ear = soft((scene.ear > 0.4) & (scene.hair < 0.3), 0.8)
    backdrop = _backdrop(scene, zone, busy, random, seed)
    shape = soft(body.shape > 0.5, 0.8)
    plate = as_float(backdrop)
    invented = _lay_cloth(plate, scene, body, shape, zone, seed)
    skin, grain = scalp.on_skull(scene, ball, random)
    _lay_neck(plate, scene, body, shape, grain, random)
    head = _head(scene, ball)
    head_share = soft(head > 0.5, 0.9)
    inside = plate[ball.part]
    inside += (skin - inside) * head_share[ball.part][..., None]

    calm = 1 - soft(grown(scene.feature > 0.5, 2), 0.1 * cm)
    blend = np.maximum(soft(zone, 0.12 * cm), soft(zone, 0.3 * cm) * scene.oval * calm)
    shaded = shade.shade(scene, inside, ball) * head_share[ball.part]
    shaded *= 1 - soft(grown(scene.feature[ball.part] > 0.5, 2), 0.15 * cm)
    blend *= shade.freed(scene)
    blend[ball.part] = np.maximum(blend[ball.part], shaded)
    blend *= 1 - ear
    for channel in range(3):
        own = scene.rgb[..., channel]
        plate[..., channel] = own + (plate[..., channel] - own) * blend

    visible = (scene.alpha > 0.5) & (scene.hair < 0.3) & (scene.backdrop < 0.6)
    edge = soft(grown(blend > 0.02, 1), 0.8)
    solid = np.maximum(np.maximum(head_share, shape), ear)
    own_alpha = np.where(visible & (edge < 0.99), scene.alpha, 0)
    alpha = np.maximum(own_alpha, scene.alpha * (1 - edge) + solid * edge).clip(0, 1)
    cost = _cost(head_share, body, invented, busy, scene)
    kept = in_bytes(np.asarray(alpha, np.float32)), in_bytes(blend), in_bytes(cost)
    return Bare(as_bytes(plate), backdrop, ball, body, grain, *kept)


def _lay_cloth(
    plate: FloatImage, scene: Scene, body: Torso, shape: FloatPlane, zone: FloatPlane, seed: int
) -> FloatPlane:
    """Cloth laid into ``plate``; how daring it is, HxW."""
    invented = np.zeros(scene.shape, np.float32)
    rows = np.flatnonzero(shape.any(axis=1))
    if len(rows):
        window = (0, int(rows[0]), scene.shape[1], scene.shape[0])
        below = plate[window[1] :]
        worn, invented[window[1] :] = cloth.rebuilt(scene.part(window), body.part(window), zone[window[1] :], seed)
        worn -= below
        worn *= shape[window[1] :, :, None]
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


def _zone(scene: Scene, fine: float) -> FloatPlane:
    """Where hair is, or may show: the matte with some room, more before a calm background, without the features of the face."""
    cm = scene.cm
    zone = grown(shade.rooted(scene), _ROOM_CM * cm)
    zone |= grown(scene.hair > 0.02, 2) & (scene.skin < 0.5)
    # On the forehead the old hair's shadow and short hairs go too; the rest of the face keeps all it shows.
    brows = scene.marks.xy[[105, 334], 1].min()
    forehead = np.arange(scene.shape[0])[:, None] < brows
    solid = shade.rooted(scene) & (scene.hair > 0.3)
    near = grown(solid, 1.0 * cm) & forehead | grown(solid, 0.35 * cm)
    zone |= near & (scene.skin > 0.5)
    if fine <= _BUSY:
        zone |= grown(scene.hair > 0.05, _CALM_ROOM_CM * cm) & (scene.alpha < 0.5)
    zone &= ~_plain(scene)
    zone |= _wisps(scene)
    zone &= ~grown(scene.feature > 0.5, 2)
    return zone.astype(np.float32)


def _plain(scene: Scene) -> Mask:
    """Cloth beside the hair that is seen for what it is: sure, and far from the hair's colour."""
    solid = scene.hair > 0.7
    worn = (scene.alpha > 0.97) & (scene.hair < 0.03) & (scene.cloth > 0.5) & (scene.oval < 0.1)
    if solid.sum() < 500 or not worn.any():
        return np.zeros(scene.shape, bool)
    rows, columns = np.flatnonzero(worn.any(axis=1)), np.flatnonzero(worn.any(axis=0))
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    tint = np.median(scene.rgb[solid], axis=0).astype(np.float32)
    unlike = np.zeros(scene.shape, bool)
    unlike[part] = _apart(as_float(scene.rgb[part]), tint) > _UNLIKE
    return shrunk(worn & unlike, _PLAIN_CM * scene.cm)


def _wisps(scene: Scene) -> Mask:
    """Strands on cloth that the matte has missed: of the hair's colour, unlike the cloth round them; none on cloth like hair."""
    solid = scene.hair > 0.7
    found = np.zeros(scene.shape, bool)
    worn = (scene.alpha > 0.9) & (scene.hair < 0.3) & (scene.oval < 0.1)
    worn &= scene.skin + scene.neck + scene.feature < 0.3
    near = grown(scene.hair > 0.5, _WISPS_CM * scene.cm) & worn
    if solid.sum() < 500 or not near.any():
        return found
    tint = np.median(scene.rgb[solid], axis=0).astype(np.float32)
    rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    rgb = as_float(scene.rgb[part])
    plain = shrunk(worn[part] & (_apart(rgb, tint) > 45), 1)
    if plain.sum() < 500 or np.linalg.norm(np.median(rgb[plain], axis=0) - tint) < 100:
        return found
    local = soft(fill.smooth(rgb, plain.astype(np.float32)), 0.4 * scene.cm)
    seen = soft(rgb, 1.0)
    like = _apart(seen, tint) < 0.75 * _apart(seen, local)
    like &= near[part] & (_apart(local, tint) > 50)
    if like.sum() > 0.03 * int(near.sum()):
        return found
    found[part] = like
    return grown(found, 0.2 * scene.cm) & (scene.alpha > 0.5)


def _apart(rgb: FloatImage, other: FloatImage) -> FloatPlane:
    """Distance between colours."""
    squares = sum((rgb[..., channel] - other[..., channel]) ** 2 for channel in range(3))
    return np.asarray(np.sqrt(squares), np.float32)


def _head(scene: Scene, ball: Skull) -> FloatPlane:
    """Scalp and face, down to the ears."""
    y = np.arange(scene.shape[0])[:, None]
    ears = scene.marks.xy[[234, 454], 1].mean()
    joined = np.maximum(ball.inside * (y < ears + 0.6 * scene.cm), scene.oval)
    beside = _behind_ears(scene, joined)
    joined = np.maximum(joined, beside)
    # No corner where the skull ends beside the jaw.
    rounded = np.clip((soft(joined, 0.9 * scene.cm) - 0.5) * 0.9 * scene.cm + 0.5, 0, 1)
    upper = np.clip((ears - y) / (1.5 * scene.cm), 0, 1)
    head = np.maximum(joined * upper + rounded * (1 - upper), scene.oval)
    return np.asarray(np.maximum(head, beside), np.float32)


def _behind_ears(scene: Scene, head: FloatPlane) -> FloatPlane:
    """The side of the head between the face and an ear that is seen."""
    import cv2

    step = max(1, int(scene.cm / 8))
    size = (max(1, scene.shape[1] // step), max(1, scene.shape[0] // step))
    ear = cv2.resize(scene.ear, size, interpolation=cv2.INTER_AREA) > 0.4
    solid = (cv2.resize(head, size, interpolation=cv2.INTER_AREA) > 0.5) | ear
    side = 2 * round(_EAR_CM * scene.cm / step) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    closed = cv2.morphologyEx(solid.astype(np.uint8), cv2.MORPH_CLOSE, kernel).astype(bool) & ~ear
    rows = np.flatnonzero(ear.any(axis=1))
    beside = grown(ear, side) if len(rows) else ear
    beside[: max(0, rows[0] - side) if len(rows) else 0] = False
    beside[int(scene.marks.xy[[132, 361], 1].max() / step) :] = False
    found, over = (
        cv2.resize(part.astype(np.float32), scene.shape[::-1], interpolation=cv2.INTER_LINEAR)
        for part in (closed & beside, ear)
    )
    # Where hair lies over an ear there is no gap between the ear and the head.
    return np.asarray(np.maximum(found, over * (scene.hair > _OVER_EAR)), np.float32)


def _seen_backdrop(scene: Scene) -> Mask:
    return shrunk((scene.alpha < 0.03) & (scene.hair < 0.02), 0.12 * scene.cm)


def _busy(scene: Scene) -> tuple[float, float]:
    """Mean fine detail (0..255) of the background that is seen; the same, or what its blurred shapes count for if more."""
    seen = _seen_backdrop(scene)
    if seen.sum() < 500:
        return 0.0, 0.0
    detail = np.zeros((3, 2))
    for channel in range(3):
        plane = scene.rgb[..., channel].astype(np.float32)
        detail[channel] = [np.abs(plane - soft(plane, width * scene.cm))[seen].mean() for width in (0.12, 0.5)]
    fine, coarse = (float(value) for value in detail.mean(axis=0))
    return fine, max(fine, coarse * _BUSY / _BUSY_SHAPES)


def _backdrop(scene: Scene, zone: FloatPlane, busy: float, random: np.random.Generator, seed: int) -> ByteImage:
    """The background behind the person."""
    seen = _seen_backdrop(scene) & (zone < 0.5)
    rough = fill.grain(scene.rgb, seen)
    result = fill.smooth(as_float(scene.rgb), seen.astype(np.float32))
    if busy > _BUSY and seen.sum() > 0.05 * seen.size:
        hole = grown(zone > 0, 0.75 * scene.cm) & ~seen
        np.copyto(result, fill.patched(scene.rgb, hole, seen, _PATCHED_AT, seed), where=hole[..., None])
    result += (fill.noise(random, scene.shape) * rough)[..., None]
    filled = as_bytes(result)
    np.copyto(filled, scene.rgb, where=seen[..., None])
    return filled


def _cost(head: FloatPlane, body: Torso, invented: FloatPlane, busy: float, scene: Scene) -> FloatPlane:
    """How much a pixel of the plate is made up: a calm background least, then cloth and the sides of the neck; most of all a
    face that hair hangs over: nobody knows what an eye or a cheek looks like."""
    cost = np.full(scene.shape, np.clip(busy / 8, 0.05, 0.6), np.float32)
    cost = cost * (1 - body.shape) + body.cloth * invented + 0.6 * body.skin
    cost = cost * (1 - head) + 0.6 * head
    inside = shrunk(scene.oval > 0.5, _CHEEK_CM * scene.cm)
    inside[: int(max(0, scene.marks.xy[[105, 334], 1].min()))] = False
    return np.asarray(np.where(inside, 1.0, cost), np.float32)
