"""A person read for clothes of a photograph: what lies before them, the neck that stands in them, and what shows where old ones went."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.clothing import garment_matte
from catchlight.clothing.reference.read_photo import is_grey
from catchlight.clothing.reference.sitter import Sitter
from catchlight.clothing.reference.throat import BEARD_DETAIL, throat_detail
from catchlight.core.progress import Progress
from catchlight.hair import styling_scene
from catchlight.hair.removal import background_behind, scalp
from catchlight.hair.removal.match_photo import measure_softness
from catchlight.hair.removal.neck import torso
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.byte_planes import plane_to_bytes
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.filters.planes import blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane
from catchlight.matting.foreground import foreground
from catchlight.portrait.portrait import Portrait

_HIDDEN_CM = 0.8
"""How far inside cloth and body no background is ever seen."""
_BEARD_CM = 9.0
"""How far beside the neck's axis a beard hangs."""
_LONG_CM2, _BESIDE_CM, _ALIKE = 20.0, 4.0, 15.0
"""Hair below the chin from which it hides clothes, how near to it they are compared with it, and the distance of both (CIE Lab) from
which they are told apart."""
_FACE_CM = 0.35
"""How far below the chin what parsing calls face is still the face."""


def read_sitter(seen: Portrait, progress: Progress) -> Sitter:
    """seen: an upright portrait at working size. Raises UnusablePicture as ``styling_scene.read_scene`` does."""
    scene = styling_scene.read_scene(seen)
    progress.report(0.5, "reading neck and shoulders")
    body = torso.reconstruct_torso(scene, (scene.hair > 0.3).astype(np.float32))
    cloth, beard = _bearded(seen, scene)
    front, hair, fore = _front(scene, beard)
    sides = np.asarray(body.neck, np.float32)
    light = seen.light
    random = np.random.default_rng(0)
    grain = inpaint.measure_grain(scene.rgb, erode_mask((scene.skin > 0.9) & (scene.oval > 0.9), 0.2 * scene.cm))
    bare = np.clip(scene.neck + scene.skin * _below(scene), 0, 1) * scene.alpha * (1 - scene.hair)

    def ground(where: Mask) -> ByteImage:
        visible = background_behind.visible_background(scene)
        _, busy = background_behind.background_detail(scene, visible)
        covered = (scene.alpha > 0.5) & ~dilate_mask(where, 2)
        never = erode_mask(covered, _HIDDEN_CM * scene.cm)
        speckle = inpaint.grain_noise(random, scene.shape)
        return background_behind.rebuild_background(
            scene, visible, where.astype(np.float32), never, busy, speckle, seed=0
        )

    def make_skin(wanted: FloatPlane, cloth: FloatPlane) -> FloatImage:
        rows, columns = np.flatnonzero((wanted > 0).any(axis=1)), np.flatnonzero((wanted > 0).any(axis=0))
        part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
        jaw = np.roll(blur_plane(scene.oval, 0.8 * scene.cm), int(0.9 * scene.cm), axis=0)[part]
        jaw = jaw * (1 - scene.oval[part])
        # The garment's own shade on the skin is laid on later, on seen and rebuilt skin alike.
        uncovered = replace(body, cloth8=plane_to_bytes(np.zeros(scene.shape, np.float32)))
        made = np.zeros((*scene.shape, 3), np.float32)
        made[part] = scalp.skin_on_neck(scene, uncovered, part, jaw, grain, random)
        return made

    return Sitter(
        rgb=scene.rgb,
        alpha=scene.alpha,
        front=front,
        hair=hair,
        fore=fore,
        bare=np.asarray(bare, np.float32),
        cloth=cloth,
        hair_like_cloth=_is_hair_like_cloth(scene),
        neck=np.asarray(body.shape * _within(scene, sides), np.float32),
        neck_sides=sides,
        line=body.line,
        chin=scene.chin,
        axis=scene.middle,
        cm=scene.cm,
        skin=float(light.skin @ LUMINANCE),
        warmth=light.warmth,
        blur=measure_softness(scene),
        grain=grain,
        grey=is_grey(scene.rgb),
        ground=ground,
        make_skin=make_skin,
    )


def _below(scene: HairScene) -> FloatPlane:
    """1 below the face, where what parsing calls a face's skin is the chest's, HxW."""
    rows = np.arange(scene.shape[0], dtype=np.float32)[:, None]
    return np.asarray(np.clip((rows - scene.chin[1]) / (_FACE_CM * scene.cm), 0, 1) * (1 - scene.oval), np.float32)


def _bearded(seen: Portrait, scene: HairScene) -> tuple[FloatPlane, FloatPlane]:
    """The clothes as parsing knows them, and the beard that hangs over them, HxW each: where one does, the clothes to their edge,
    which is the beard's."""
    none = np.zeros(scene.shape, np.float32)
    if throat_detail(scene.rgb, scene.cloth, scene.chin, scene.middle, scene.cm) <= BEARD_DETAIL:
        return scene.cloth, none
    cloth = garment_matte.garment(seen, "clothes")
    rows, columns = np.ogrid[: scene.shape[0], : scene.shape[1]]
    below = (rows > scene.chin[1] - scene.cm) & (np.abs(columns - scene.middle) < _BEARD_CM * scene.cm)
    hanging = scene.alpha * (1 - cloth) * (1 - scene.hair) * (1 - blur_plane(scene.ear, 2.0))
    return cloth, np.asarray(hanging * blur_plane(below, 0.3 * scene.cm), np.float32)


def _is_hair_like_cloth(scene: HairScene) -> bool:
    """Whether hair hides most of the clothes and has their colours, so that nothing shows where it ends on them."""
    import cv2

    low = np.arange(scene.shape[0])[:, None] > scene.chin[1]
    strands = (scene.hair > 0.9) & low
    worn = (scene.cloth > 0.6) & low & (scene.hair < 0.3)
    if strands.sum() < _LONG_CM2 * scene.cm**2 or worn.sum() > strands.sum():
        return False
    near = worn & dilate_mask(scene.hair > 0.5, _BESIDE_CM * scene.cm)
    if not near.any():
        return False
    lab = cv2.cvtColor(scene.rgb.astype(np.float32) / np.float32(255), cv2.COLOR_RGB2LAB)
    return bool(np.linalg.norm(np.median(lab[strands], axis=0) - np.median(lab[near], axis=0)) < _ALIKE)


def _front(scene: HairScene, beard: FloatPlane) -> tuple[FloatPlane, FloatPlane, ByteImage]:
    """What lies before any garment, its hair, and that hair's own colours."""
    hanging = np.maximum(scene.beard, beard)
    face = np.maximum.reduce([scene.oval, scene.skin * (1 - _below(scene)), scene.ear, scene.feature, hanging])
    front = np.maximum(np.minimum(face, scene.alpha), scene.hair)
    whole = scene.colours((0, 0, scene.shape[1], scene.shape[0]))
    if beard.any():
        own = foreground(scene.rgb, np.where(beard > 0, beard, 1).astype(np.float32)).astype(np.float32)
        whole += (own - whole) * (beard > 0.02)[..., None]
        return (
            np.asarray(front, np.float32),
            np.maximum(scene.hair, beard),
            np.clip(np.rint(whole), 0, 255).astype(np.uint8),
        )
    fore = np.where((scene.hair > 0.02)[..., None] & (scene.oval < 0.5)[..., None], whole, scene.rgb)
    return np.asarray(front, np.float32), scene.hair, np.clip(np.rint(fore), 0, 255).astype(np.uint8)


def _within(scene: HairScene, sides: FloatPlane) -> FloatPlane:
    """1 between the neck's outlines from the jaw to the pit of the neck, HxW."""
    columns = np.arange(scene.shape[1], dtype=np.float32)[None]
    rows = np.arange(scene.shape[0], dtype=np.float32)[:, None]
    inside = (columns > sides[0][:, None]) & (columns < sides[1][:, None])
    upright = (rows > scene.chin[1] - 5 * scene.cm) & (rows < scene.chin[1] + 7 * scene.cm)
    return np.asarray(blur_plane(inside & upright, 0.7), np.float32)
