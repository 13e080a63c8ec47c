"""Drawn hair that has the contrast, the light and the edges of the photo's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from catchlight.core import memory
from catchlight.core.threads import both
from catchlight.hair.compositing import rim_light
from catchlight.hair.synthesis.composite import neighbour_tone
from catchlight.hair.synthesis.composite.setting import HairSetting
from catchlight.hair.synthesis.render import broad_light
from catchlight.hair.synthesis.texture import contrast
from catchlight.imaging.picture import FloatImage, FloatPlane

_STRAIGHT = (0.22, 0.15, 0.20)
"""Contrast of strands, bundles and locks that hair has at most which lies straight where the photo's is braided or coiled.
Straight hair of four heads in photos has 0.17 to 0.22, 0.11 to 0.15, and 0.13 to 0.20."""
HIDES = 0.95
"""Coverage from which what lies behind is not seen."""
_SOME = (slice(None, None, 3),) * 2


@dataclass(frozen=True)
class MatchedHair:
    """colours: hxwx3, 0..255, of the hair before the body. light: change of light that they got; tone: hxwx3, factor that they
    got; None for none. Hair behind the body gets the same."""

    colours: FloatImage
    light: FloatPlane | None
    tone: FloatImage | None


def match_own_hair(setting: HairSetting, colours: FloatImage, cover: FloatPlane) -> MatchedHair:
    """``colours`` (hxwx3, 0..255) of hair before the body as the photo's own has them; changes them. cover: hxw."""
    scene, palette, own = setting.scene, setting.look.palette, setting.look.light
    colours = _match_contrast(setting, colours, cover)
    light: FloatPlane | None = None
    if setting.is_alone:
        light = broad_light.light_change(colours, cover, own.broad, scene.cm, setting.middle, setting.top)
        if light is not None:
            colours = broad_light.apply_light(colours, light, palette.saturation)
    memory.trim_heap_after(scene.shape)
    colours = _match_edges(setting, colours, cover)
    if setting.is_alone:
        colours *= palette.as_bright(colours[_SOME][cover[_SOME] > HIDES])
    tone: FloatImage | None = None
    if setting.stays is not None:
        goes_on = setting.hair.lie if setting.hair.upper is not None else None
        tone = _wide(neighbour_tone.tone_factor(scene, cover, colours, setting.stays, goes_on), scene.shape)
        colours *= tone
    return MatchedHair(colours, light, tone)


def _match_contrast(setting: HairSetting, colours: FloatImage, cover: FloatPlane) -> FloatImage:
    palette = setting.look.palette
    if palette.contrast is None:
        return colours
    wanted = tuple(setting.contrast_share * band for band in palette.contrast)
    if setting.is_unlike:
        wanted = tuple(np.minimum(wanted, _STRAIGHT))
    return contrast.match_contrast(colours, cover, wanted, setting.scene.cm)


def _match_edges(setting: HairSetting, colours: FloatImage, cover: FloatPlane) -> FloatImage:
    """Lighter and darker towards the outline and the face, as far as the photo's own hair is."""
    scene, rims = setting.scene, setting.look.light.rims
    stands = np.maximum(np.maximum(cover, setting.hair.back.cover), setting.bare.body)
    outline, face = both(
        partial(rim_light.distance_from_outline, stands, scene.cm),
        partial(rim_light.distance_from_skin, setting.skin, cover, scene.cm),
    )
    del stands
    colours = rim_light.match_outline_profile(colours, cover, outline, rims)
    return rim_light.match_face_profiles(colours, cover, face, rim_light.brow_row(scene), rims, scene.cm)


def _wide(small: FloatImage, shape: tuple[int, int]) -> FloatImage:
    import cv2

    return np.asarray(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
