"""The portrait without its hair: background, cloth, neck and scalp where hair hid them, and how sure each is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom import cloth, fill, scalp, torso
from catchlight.engine.groom.head import Skull, skull
from catchlight.engine.groom.scene import Scene, as_float, grown, shrunk, soft
from catchlight.engine.groom.torso import Torso
from catchlight.engine.picture import FloatImage, FloatPlane

Mask = npt.NDArray[np.bool_]

_BUSY = 2.2
"""Mean fine detail (0..255) of a background from which it must be rebuilt with patches."""
_BUSY_SHAPES = 8.0
"""The same for detail of half a centimetre: shapes out of focus, which a smooth fill would wipe away."""
_PATCHED_AT = 400
_SPECK_CM2 = 0.6
_SHADE_CM = 1.6
_ROOM_CM, _CALM_ROOM_CM, _WISPS_CM = 0.45, 1.3, 6.5


@dataclass(frozen=True)
class Bare:
    """plate: HxWx3 float32 0..255, the picture without hair. backdrop: the background alone. body: alpha of the hairless person.
    zone: 0..1, where the plate differs from the picture. cost: HxW, how daring the plate is there (0 seen, 1 free invention).
    """

    plate: FloatImage
    backdrop: FloatImage
    body: FloatPlane
    zone: FloatPlane
    cost: FloatPlane
    skull: Skull
    torso: Torso
    head: FloatPlane
    grain: float


def read(scene: Scene, seed: int = 0) -> Bare:
    """Rebuild what the hair hides. Everything that is seen stays as it is."""
    random = np.random.default_rng(seed)
    rgb, cm = as_float(scene.rgb), scene.cm
    fine, busy = _busy(scene)
    zone = _zone(scene, fine)
    ball, body = skull(scene.head), torso.read(scene, zone)
    head = _head(scene, ball)
    visible = (scene.alpha > 0.5) & (scene.hair < 0.3) & (scene.backdrop < 0.6)
    ear = soft((scene.ear > 0.4) & (scene.hair < 0.3), 0.8)

    backdrop = _backdrop(scene, zone, busy, random, seed)
    worn, invented = cloth.rebuilt(scene, body, zone, seed)
    skin, neck, grain = scalp.rebuilt(scene, ball, body, random)

    shape, bare_share = soft(body.shape > 0.5, 0.8)[..., None], (body.skin / np.maximum(body.shape, 1e-3))[..., None]
    jaw = soft(scene.oval, 0.8 * cm)
    jaw = np.roll(jaw, int(0.9 * cm), axis=0) * (1 - scene.oval)
    neck = neck * (1 - 0.28 * jaw)[..., None]
    plate = backdrop * (1 - shape) + (worn * (1 - bare_share) + neck * bare_share) * shape
    head_share = soft(head > 0.5, 0.9)[..., None]
    plate = plate * (1 - head_share) + skin * head_share

    feature = grown(scene.feature > 0.5, 2)
    blend = np.maximum(soft(zone, 0.12 * cm), soft(zone, 0.3 * cm) * scene.oval * (1 - soft(feature, 0.1 * cm)))
    blend = np.maximum(blend, _shade(scene, plate) * head_share[..., 0] * (1 - soft(feature, 0.15 * cm)))
    blend = (blend * (1 - ear))[..., None]
    plate = np.clip(rgb * (1 - blend) + plate * blend, 0, 255)

    edge = soft(grown(blend[..., 0] > 0.02, 1), 0.8)
    solid = np.maximum.reduce([head_share[..., 0], shape[..., 0], ear])
    own = np.where(visible & (edge < 0.99), scene.alpha, 0)
    alpha = np.maximum(own, scene.alpha * (1 - edge) + solid * edge).clip(0, 1)
    cost = _cost(head_share[..., 0], body, invented, busy, scene)
    return Bare(
        np.asarray(plate, np.float32),
        backdrop,
        np.asarray(alpha, np.float32),
        np.asarray(blend[..., 0], np.float32),
        cost,
        ball,
        body,
        head,
        grain,
    )


def _zone(scene: Scene, fine: float) -> FloatPlane:
    """Where hair is, or may show: the matte with some room, more before a calm background, without the features of the face."""
    cm = scene.cm
    zone = grown(_rooted(scene), _ROOM_CM * cm)
    zone |= grown(scene.hair > 0.02, 2) & (scene.skin < 0.5)
    # On the forehead the old hair's shadow and short hairs go too; the rest of the face keeps all it shows.
    brows = scene.marks.xy[[105, 334], 1].min()
    forehead = np.arange(scene.shape[0])[:, None] < brows
    solid = _rooted(scene) & (scene.hair > 0.3)
    near = grown(solid, 1.0 * cm) & forehead | grown(solid, 0.35 * cm)
    zone |= near & (scene.skin > 0.5)
    if fine <= _BUSY:
        zone |= grown(scene.hair > 0.05, _CALM_ROOM_CM * cm) & (scene.alpha < 0.5)
    zone |= _wisps(scene)
    zone &= ~grown(scene.feature > 0.5, 2)
    return zone.astype(np.float32)


def _shade(scene: Scene, plate: FloatImage) -> FloatPlane:
    """How far the old hair shades the forehead, 0..1: near it, where skin is darker than skin without hair would be."""
    cm = scene.cm
    brows = scene.marks.xy[[105, 334], 1].min()
    above = np.clip((brows - np.arange(scene.shape[0])[:, None]) / (0.6 * cm), 0, 1)
    near = np.clip(3 * soft(_rooted(scene) & (scene.hair > 0.3), _SHADE_CM * cm), 0, 1)
    darker = soft((plate - as_float(scene.rgb)).mean(axis=-1), 0.25 * cm)
    return np.asarray(np.clip((darker - 5) / 14, 0, 1) * near * above * scene.oval, np.float32)


def _rooted(scene: Scene) -> Mask:
    """Hair without specks inside the face: a mole is as dark as a strand."""
    import cv2

    hair = (scene.hair > 0.12).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(hair)
    specks = stats[:, cv2.CC_STAT_AREA] < _SPECK_CM2 * scene.cm**2
    return np.asarray((hair > 0) & ~(specks[labels] & (scene.oval > 0.5)), np.bool_)


def _wisps(scene: Scene) -> Mask:
    """Strands on cloth that the matte has missed: of the hair's colour, unlike the cloth round them; none on cloth like hair."""
    rgb, cm = as_float(scene.rgb), scene.cm
    solid = scene.hair > 0.7
    none = np.zeros(scene.shape, bool)
    if solid.sum() < 500:
        return none
    tint = np.median(rgb[solid], axis=0)
    worn = (
        (scene.alpha > 0.9) & (scene.hair < 0.3) & (scene.skin + scene.neck + scene.feature < 0.3) & (scene.oval < 0.1)
    )
    plain = shrunk(worn & (np.linalg.norm(rgb - tint, axis=-1) > 45), 1)
    if plain.sum() < 500 or np.linalg.norm(np.median(rgb[plain], axis=0) - tint) < 100:
        return none
    local = fill.smooth(rgb, plain.astype(np.float32))
    local = soft(local, 0.4 * cm)
    seen = soft(rgb, 1.0)
    like = np.linalg.norm(seen - tint, axis=-1) < 0.75 * np.linalg.norm(seen - local, axis=-1)
    near = grown(scene.hair > 0.5, _WISPS_CM * cm) & worn
    found = like & near & (np.linalg.norm(local - tint, axis=-1) > 50)
    if found.sum() > 0.03 * max(int(near.sum()), 1):
        return none
    return grown(found, 0.2 * cm) & (scene.alpha > 0.5)


def _head(scene: Scene, ball: Skull) -> FloatPlane:
    """Scalp and face, down to the ears."""
    y = np.arange(scene.shape[0])[:, None]
    ears = scene.marks.xy[[234, 454], 1].mean()
    joined = np.maximum(ball.inside * (y < ears + 0.6 * scene.cm), scene.oval)
    # No corner where the skull ends beside the jaw.
    rounded = np.clip((soft(joined, 0.9 * scene.cm) - 0.5) * 0.9 * scene.cm + 0.5, 0, 1)
    upper = np.clip((ears - y) / (1.5 * scene.cm), 0, 1)
    return np.asarray(np.maximum(joined * upper + rounded * (1 - upper), scene.oval), np.float32)


def _seen_backdrop(scene: Scene) -> Mask:
    return shrunk((scene.alpha < 0.03) & (scene.hair < 0.02), 0.12 * scene.cm)


def _busy(scene: Scene) -> tuple[float, float]:
    """Mean fine detail (0..255) of the background that is seen; the same, or what its blurred shapes count for if more."""
    rgb, seen = as_float(scene.rgb), _seen_backdrop(scene)
    if seen.sum() < 500:
        return 0.0, 0.0
    fine, coarse = (float(np.abs(rgb - soft(rgb, width * scene.cm))[seen].mean()) for width in (0.12, 0.5))
    return fine, max(fine, coarse * _BUSY / _BUSY_SHAPES)


def _backdrop(scene: Scene, zone: FloatPlane, busy: float, random: np.random.Generator, seed: int) -> FloatImage:
    """The background behind the person."""
    rgb = as_float(scene.rgb)
    seen = _seen_backdrop(scene) & (zone < 0.5)
    result = fill.smooth(rgb, seen.astype(np.float32))
    if busy > _BUSY and seen.sum() > 0.05 * seen.size:
        hole = grown(zone > 0, 0.75 * scene.cm) & ~seen
        found = fill.patched(scene.rgb, hole, seen, _PATCHED_AT, seed).astype(np.float32)
        result = np.where(hole[..., None], found, result)
    rough = fill.grain(rgb, seen)
    result = result + (fill.noise(random, scene.shape) * rough * ~seen)[..., None]
    return np.asarray(np.where(seen[..., None], rgb, result), np.float32)


def _cost(head: FloatPlane, body: Torso, invented: FloatPlane, busy: float, scene: Scene) -> FloatPlane:
    """How much a pixel of the plate is made up: a calm background least, patched cloth and the sides of the neck most."""
    cost = np.full(scene.shape, np.clip(busy / 8, 0.05, 0.6), np.float32)
    cost = cost * (1 - body.shape) + body.cloth * invented + 0.6 * body.skin
    return np.asarray(cost * (1 - head) + 0.6 * head, np.float32)
