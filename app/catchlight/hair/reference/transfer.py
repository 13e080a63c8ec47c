"""Hair of a reference photo laid on the person of another."""

from __future__ import annotations

import numpy as np

from catchlight.hair.compositing import blend_over, rim_light, spectacles
from catchlight.hair.preparation import StyleContext
from catchlight.hair.reference import layers
from catchlight.hair.reference.layers import PlacedHair
from catchlight.hair.reference.tone import HairTone
from catchlight.hair.removal import cast_shadow, match_photo
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim.volume import EditedHair
from catchlight.imaging import inpaint
from catchlight.imaging.filters.planes import as_bytes, as_float
from catchlight.imaging.picture import ByteImage, FloatPlane

_LONG_CM = 20.0
"""Length of hair that shades in full, for ``cast_shadow``."""
_LIES_CM, _HANGS = 3.0, 0.6
"""How far below the brows hair has come to hang rather than lie on the skin, and the place along a strand that stands for it."""
_FRAME, _FREE = 1.5, 0.3
"""What of a place a share of glasses takes, and share of the old hair up to which they are seen."""
_LEAST_BLUR = 0.3
"""Blur in pixels after a warp, at least."""


def lay_hair(ready: StyleContext, placed: PlacedHair, wanted: HairTone | None, seed: int) -> EditedHair:
    """The worked part with the hair of a reference in the tone ``wanted`` (its own where None): the old hair is gone, the new one
    has the light, focus and grain of the photo, and casts its shadow. The face stays as it is but for hair and shadow on it."""
    scene, bare = ready.scene, ready.bare
    reference = placed.reference
    colours = layers.light_hair(placed, scene, wanted)
    under = layers.shade_behind(colours, placed.cover, scene.cm)
    noise = inpaint.grain_noise(np.random.default_rng(seed), scene.shape)
    noise *= np.float32(np.sqrt(max(bare.grain**2 - reference.grain**2, 0)))
    blur = float(np.sqrt(max(bare.softness**2 - (reference.softness / min(placed.scale, 1.0)) ** 2, _LEAST_BLUR**2)))
    over, dense = match_photo.match_sharpness(
        colours.copy(), placed.cover.copy(), match_photo.scale_grain(colours, noise), blur
    )
    skin = np.maximum(rim_light.visible_head_skin(scene, bare), bare.torso.skin)
    shadow = cast_shadow.cast_shadow(
        dense, placed.behind, scene, bare.body, _LONG_CM, _place_along(ready), np.asarray(1 - skin, np.float32)
    )
    warm = np.asarray(np.float32(cast_shadow.skin_warmth(scene)) * skin, np.float32)
    picture = bare.plate.copy()
    blend_over.composite_behind_body(picture, bare, under * placed.behind[..., None], placed.behind)
    blend_over.composite_before_body(picture, over, dense, shadow, cast_shadow.shade_powers(scene), warm, bare.body)
    worn = np.maximum(dense, placed.behind * (1 - bare.body))
    spectacles.restore_frame(picture, worn, scene, bare)
    _restore_glasses(picture, worn, scene)
    return EditedHair(picture, np.asarray(worn, np.float32))


def _place_along(ready: StyleContext) -> FloatPlane:
    """Place (HxW, 0 root to 1 tip) of what is seen of a strand, as its shadow needs it: it lies on the forehead, and hangs beside
    the cheeks."""
    scene = ready.scene
    down = np.arange(scene.shape[0], dtype=np.float32)[:, None] - np.float32(rim_light.brow_row(scene))
    return np.ascontiguousarray(
        np.broadcast_to(np.clip(down / np.float32(_LIES_CM * scene.cm), 0, 1) * np.float32(_HANGS), scene.shape)
    )


def _restore_glasses(picture: ByteImage, worn: FloatPlane, scene: HairScene) -> None:
    """Frame and arms of glasses, as far as no hair hid them, before the new hair; changes picture (HxWx3) and ``worn`` (HxW)."""
    seen = np.clip(scene.glasses * _FRAME, 0, 1) * np.clip(1 - scene.hair / _FREE, 0, 1) * (worn > 0)
    if not seen.any():
        return
    before = as_float(picture)
    picture[:] = as_bytes(before + (as_float(scene.rgb) - before) * seen[..., None])
    worn *= 1 - seen
