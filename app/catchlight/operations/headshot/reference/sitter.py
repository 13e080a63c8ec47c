"""A person read for clothes of a photograph: what lies before them, the neck in them, what shows where old ones went."""

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
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.planes import blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane
from catchlight.matting.foreground import foreground
from catchlight.portrait.parsing import hair_parts
from catchlight.portrait.portrait import Portrait

_HIDDEN_CM = 0.8
"""How far inside cloth and body no background is ever seen."""
_BEARD_CM, _LIGHTER = 9.0, (70.0, 100.0)
"""How far beside the neck's axis a beard hangs, and how much lighter (0..255) than its middle something is none of it."""
_LONG_CM2 = 20.0
"""Hair below the chin from which it hides clothes."""
_HAT_CM = 16.0
"""How far beside the neck's axis the brim of a hat reaches."""
_BELIEVED = (0.25, 0.6)
"""Shares of ear and spectacles by parsing, from none to all of one."""
_FACE_CM = 0.35
"""How far below the chin what parsing calls face is still the face."""


def read_sitter(seen: Portrait, progress: Progress) -> Sitter:
    """seen: an upright portrait at working size. Raises what its landmarks raise."""
    scene = styling_scene.read_scene(seen, covered=True)
    progress.report(0.5, "reading neck and shoulders")
    body = torso.reconstruct_torso(scene, (scene.hair > 0.3).astype(np.float32))
    cloth = _clothes(seen, scene)
    front, hair, fore = _front(scene, _beard(scene, cloth), cloth)
    front = np.maximum(front, _hat(seen, scene))
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

    def make_skin(wanted: FloatPlane) -> FloatImage:
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


def _clothes(seen: Portrait, scene: HairScene) -> FloatPlane:
    """What is worn, HxW: as parsing says, or to its edge where hair or a beard lies on it."""
    low = np.arange(scene.shape[0])[:, None] > scene.chin[1]
    long = float((scene.hair * low).sum()) > _LONG_CM2 * scene.cm**2
    if long or throat_detail(scene.rgb, scene.cloth, scene.chin, scene.middle, scene.cm) > BEARD_DETAIL:
        return garment_matte.garment(seen, "clothes")
    return scene.cloth


def _beard(scene: HairScene, cloth: FloatPlane) -> FloatPlane:
    """The beard that hangs over the clothes, HxW: what of the person below the face is neither cloth nor skin; none where the
    throat is smooth."""
    if throat_detail(scene.rgb, scene.cloth, scene.chin, scene.middle, scene.cm) <= BEARD_DETAIL:
        return np.zeros(scene.shape, np.float32)
    rows, columns = np.ogrid[: scene.shape[0], : scene.shape[1]]
    below = (rows > scene.chin[1] - scene.cm) & (np.abs(columns - scene.middle) < _BEARD_CM * scene.cm)
    hanging = scene.alpha * (1 - cloth) * (1 - scene.hair) * (1 - blur_plane(scene.ear, 2.0))
    hanging *= blur_plane(below, 0.3 * scene.cm)
    # A lining or a cord that is far lighter than the beard is none of it.
    light = blur_plane(scene.rgb.mean(axis=2), 0.1 * scene.cm)
    core = (hanging > 0.9) & (np.abs(columns - scene.middle) < _BEARD_CM / 3 * scene.cm)
    usual = float(np.median(light[core])) if core.any() else 255.0
    return np.asarray(hanging * (1 - ramp(light - usual, *_LIGHTER)), np.float32)


def _front(scene: HairScene, beard: FloatPlane, cloth: FloatPlane) -> tuple[FloatPlane, FloatPlane, ByteImage]:
    """What lies before any garment, its hair and beard, and their own colours."""
    low = blur_plane(np.arange(scene.shape[0])[:, None] > scene.chin[1] + np.zeros(scene.shape), 0.5 * scene.cm)
    # Old cloth that shows between strands is no hair.
    hair = scene.hair * (1 - cloth * low) if cloth is not scene.cloth else scene.hair
    hair = hair * (1 - ramp(scene.cloth, 0.3, 0.6) * ramp(hair, 0.4, 0.2))
    hair = np.asarray(np.maximum(hair, beard), np.float32)
    # What parsing hardly believes to be an ear or spectacles is old cloth or metal more often.
    ear, feature = ramp(scene.ear, *_BELIEVED), ramp(scene.feature, *_BELIEVED)
    face = np.maximum.reduce([scene.oval, scene.skin * (1 - _below(scene)), ear, feature, scene.beard])
    # The face is nobody's but this person's, whatever the matte says of it.
    front = np.maximum.reduce([np.minimum(face, scene.alpha), hair, scene.oval])
    whole = scene.colours((0, 0, scene.shape[1], scene.shape[0]))
    if cloth is not scene.cloth:
        own = foreground(scene.rgb, np.where(hair > 0, hair, 1).astype(np.float32)).astype(np.float32)
        whole += (own - whole) * ((hair > 0.02) & (low > 0.5))[..., None]
    fore = np.where(((hair > 0.02) & (scene.oval < 0.5))[..., None], whole, scene.rgb)
    return np.asarray(front, np.float32), hair, np.clip(np.rint(fore), 0, 255).astype(np.uint8)


def _hat(seen: Portrait, scene: HairScene) -> FloatPlane:
    """A hat, HxW: above the eyes, and not a helmet's ring or a hood about the neck that parsing takes for one."""
    rows, columns = np.ogrid[: scene.shape[0], : scene.shape[1]]
    above = (rows < scene.marks.eyes[1]) & (np.abs(columns - scene.middle) < _HAT_CM * scene.cm)
    return np.asarray(np.minimum(hair_parts.hat(seen), scene.alpha) * blur_plane(above, 0.3 * scene.cm), np.float32)


def _within(scene: HairScene, sides: FloatPlane) -> FloatPlane:
    """1 between the neck's outlines from the jaw to the pit of the neck, HxW."""
    columns = np.arange(scene.shape[1], dtype=np.float32)[None]
    rows = np.arange(scene.shape[0], dtype=np.float32)[:, None]
    inside = (columns > sides[0][:, None]) & (columns < sides[1][:, None])
    upright = (rows > scene.chin[1] - 5 * scene.cm) & (rows < scene.chin[1] + 7 * scene.cm)
    return np.asarray(blur_plane(inside & upright, 0.7), np.float32)
