"""Skin where hair hid it: forehead, temples, scalp and the sides of the neck, lit as the face is.

References:
    J. F. Blinn, "Models of light reflection for computer synthesized pictures", SIGGRAPH 1977, doi:10.1145/563858.563893.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.hair.head.ellipsoid import Skull, skull_normals
from catchlight.hair.removal import cast_shadow, jaw_shading, skin_turning, surface_detail
from catchlight.hair.removal.neck.torso import Torso
from catchlight.hair.styling_scene import HairScene, harmonics
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Floats, Mask
from catchlight.imaging.colour import srgb
from catchlight.imaging.filters.planes import as_float, blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh

Part = tuple[slice, slice]

_COARSE_PX = 12.0
"""Pixels for a centimetre that are enough for skin without its pores."""

_SHADED_CM = 1.5
"""How far from the hair the forehead and the temples may lie in its shade."""
BESIDE_EYE_CM = 0.9
"""How far beside the outer corners of the eyes the temples begin."""
_PORES_CM = 0.14
"""Width of what is fine on skin."""
_BEARDED = 0.05
"""Share of beard round the mouth from which chin and cheeks say nothing of the skin elsewhere."""
_LEAST_SKIN_CM = 0.5
"""Half the side of a piece of skin from which its pores can be taken."""
_CALM = 0.9
"""How far pores count: where hair lay skin is smoother."""
_HUES, _OTHER, _PALER, _GLOSSY = 6.0, 1.5, (0.8, 1.0), 1.05
"""Cells for a centimetre on which hues are told, how far they may lie apart (CIELAB), how far skin in shade is paler, and how
much brighter than most skin gloss is, which has no hue."""
_MIXED_CM, _AS_BRIGHT = 0.25, 2.0
"""How near hair a pixel shows something of it, and how much darker (0..255) than lit skin nearby skin is that is not shaded."""
_GLOSS = np.float32(6.0)
"""How much brighter (CIELAB) than dull skin it is at least that has the hue of gloss."""
_BRIGHTER = np.float32(4.0)
"""How much brighter (CIELAB) than the nearest skin that is seen a scalp is where it faces the light."""
_SHINE, _SHARP, _SCALP_CM = (0.2, 0.2), (9, 40), (6.8, 10.0)
"""Share of white at the middle of the gloss on a bare scalp, the exponents of its lobes, of skin and of the oil on it, and the
canonical heights (cm) from which there is some and all."""
_MEETS_CM = 2.5
"""How far from the neck that is seen its tone decides that of the rest."""
_NECK_SHADED_CM = 0.35
"""How far beside hair the neck lies in its shade."""
_CHEEKS_CM = 2.5
"""How far below the tip of the nose the cheeks reach that tell how skin darkens as it turns."""
_TURNED, _ROUND, _STEP = 0.4, 4, (0.5, 2.0)
"""How much darker a neck is at its outline than in front, the power with which it comes to be so, and by which factors what is
seen may differ from what is rebuilt."""
_SLOPE_CM, _COLLAR_CM = 4.5, 0.3
"""Below the chin, over which height the sides of the neck come to face up; and how wide a collar's shadow is."""


def skin_on_skull(scene: HairScene, ball: Skull, random: np.random.Generator) -> tuple[FloatImage, float]:
    """Skin on the skull and round the face in the skull's box (hxwx3 float32, 0..255), and the photo's grain on skin."""
    import cv2

    rgb, cm = as_float(scene.rgb[ball.part]), scene.cm
    shape = rgb.shape[:2]
    skin, *masks = _smooth(scene, ball, rgb)
    skin = np.asarray(cv2.resize(skin, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    sure, plain = (
        cv2.resize(mask.astype(np.uint8), shape[::-1], interpolation=cv2.INTER_NEAREST) > 0 for mask in masks
    )
    grain = inpaint.measure_grain(rgb, sure)
    pores = surface_detail.scatter_texture(rgb, plain, _PORES_CM * cm, _LEAST_SKIN_CM * cm, random)
    if pores is not None:
        pores *= np.float32(_CALM)
    else:
        rough = inpaint.grain_noise(random, shape) * 0.9 + inpaint.grain_noise(random, shape, max(0.7, 0.05 * cm)) * 0.5
        pores = np.asarray((rough * grain)[..., None], np.float32)
    skin += pores
    return skin, grain


@dataclass(frozen=True)
class _SkinView:
    """The skull's box, hxw, at half the size where pixels are many, as nothing of smooth skin is so fine. cm: its pixels for a
    centimetre. every: pixels of the picture for one here. x, y: 1xw and hx1, columns and rows of the picture. rgb: hxwx3, 0..255.
    height: hxw, canonical cm; normal: hxwx3, of the skull. hair, oval: hxw, shares of hair and of the face. bare: hxw, skin.
    shaven: hxw, where no beard may be."""

    cm: float
    every: int
    x: Floats
    y: Floats
    rgb: FloatImage
    height: Floats
    normal: Floats
    hair: FloatPlane
    oval: FloatPlane
    bare: Mask
    shaven: Mask

    @classmethod
    def of(cls, scene: HairScene, ball: Skull, full: FloatImage) -> _SkinView:
        """full: the picture in the skull's box, HxWx3 in 0..255."""
        import cv2

        part = ball.part
        every = 2 if scene.cm >= 2 * _COARSE_PX else 1
        size = (full.shape[1] // every, full.shape[0] // every)

        def small(plane: Floats) -> Any:
            return cv2.resize(plane, size, interpolation=cv2.INTER_AREA)

        x, y = (
            np.linspace(side.start, side.stop, count, endpoint=False, dtype=np.float32)
            for side, count in zip(part[::-1], size, strict=True)
        )
        y = y[:, None]
        rgb, hair, oval = small(full), small(scene.hair[part]), small(scene.oval[part])
        point: Floats = np.asarray(cv2.resize(ball.point, size, interpolation=cv2.INTER_NEAREST), np.float32)
        bare = (small(scene.skin[part]) > 0.6) & (small(scene.feature[part]) < 0.2)
        shaven = ~((y > scene.marks.xy[4, 1]) & (np.abs(x - scene.middle) < 4.5 * scene.cm))
        if float(small(scene.beard[part])[~shaven & (oval > 0.5)].mean()) < _BEARDED:
            shaven[:] = True
        normal = skull_normals(point, scene.head)
        return cls(scene.cm / every, every, x[None], y, rgb, point[..., 1], normal, hair, oval, bare, shaven)

    @property
    def plain(self) -> Mask:
        """Skin of the face."""
        return self.bare & (self.oval > 0.9)


@dataclass(frozen=True)
class _Tone:
    """Colour of skin by itself, without the light on it. each: hxwx3, linear, at each pixel. middle: 3, of the face. sure: hxw,
    skin that is certain to show it. even: hxwx3, ``each`` by ``middle``."""

    each: Floats
    middle: Floats
    sure: Mask
    even: Floats


def _smooth(scene: HairScene, ball: Skull, full: FloatImage) -> tuple[FloatImage, Mask, Mask]:
    """Skin without pores in the skull's box (0..255), where skin is seen for certain, and where it is no shade's either: at half
    the size where pixels are many. full: the picture there, hxwx3 in 0..255."""
    view = _SkinView.of(scene, ball, full)
    cm = view.cm
    lit = np.maximum(harmonics(view.normal) @ scene.shading, 0.12 * scene.shading[0])
    tone = _skin_tone(view, lit)
    skin = _lit_skin(view, tone, lit)
    gloss = _gloss(scene.light, view.normal, view.height)
    rounded = jaw_shading.jaw_shading(
        scene, view.y, view.oval, cm, view.rgb, view.bare & (view.hair < 0.02) & view.shaven
    )
    turned = np.minimum(rounded, _turning(scene, view, tone))
    flat = blur_plane(view.rgb, 0.15 * cm)
    vec3.scale(flat, 1 / turned)
    open_skin = _unshaded_skin(scene, view, flat)
    skin = _meet_visible_skin(skin, flat, open_skin, cm)
    skin = _hued(skin, view.rgb, tone.sure | open_skin, tone.sure & (vec3.mean(tone.even) < _GLOSSY), cm)
    skin = skin + gloss[..., None] * (np.float32(255) - skin)
    # Light that comes back into the shade of the jaw is warm; what turns away from the light only has less of it.
    vec3.scale(skin, turned / rounded)
    return (
        cast_shadow.apply_shade(np.asarray(skin, np.float32), rounded, cast_shadow.shade_powers(scene)),
        tone.sure,
        tone.sure & open_skin,
    )


def _skin_tone(view: _SkinView, lit: Floats) -> _Tone:
    """The skin's own colour where it is seen under ``lit`` (hxwx3), the light that the face gets."""
    each = srgb.to_linear(view.rgb / np.float32(255)) / np.maximum(lit, 1e-4)
    sure = erode_mask(view.plain & (view.hair < 0.02), 0.25 * view.cm) & view.shaven
    middle = np.median(each[sure], axis=0) if sure.sum() > 100 / view.every**2 else np.ones(3, np.float32)
    even = each / middle
    for channel in range(3):
        sure &= np.abs(even[..., channel] - 1) <= 0.5
    return _Tone(each, middle, sure, even)


def _lit_skin(view: _SkinView, tone: _Tone, lit: Floats) -> Floats:
    """Skin under ``lit`` (hxwx3), in 0..255: of the nearest tone that is certain, and of the face's further away from it."""
    import cv2

    cm = view.cm
    spread = inpaint.fill_and_blur(np.asarray(tone.each, np.float32), tone.sure.astype(np.float32), 0.8 * cm)
    distance = cv2.distanceTransform((~tone.sure).astype(np.uint8), cv2.DIST_L2, 3)
    far = 0.75 * (1 - np.exp(-distance / (5 * cm)))[..., None]
    spread = spread * (1 - far) + tone.middle * far
    rim = np.clip(view.normal[..., 2:] / 0.45, 0, 1) ** 0.5
    return np.asarray(255 * srgb.to_srgb(np.clip(spread * lit * (0.72 + 0.28 * rim), 0, 1)))


def _turning(scene: HairScene, view: _SkinView, tone: _Tone) -> Floats:
    """By which factor skin darkens as it turns away, hxw, as it does on the cheeks."""
    marks = scene.marks.xy
    y = view.y
    cheeks = tone.sure & (y > marks[[33, 263], 1].mean()) & (y < marks[mesh.NOSE_TIP, 1] + _CHEEKS_CM * scene.cm)
    return skin_turning.turning_factor(vec3.mean(tone.each), view.normal, cheeks, view.cm) ** np.float32(1 / 2.2)


def _unshaded_skin(scene: HairScene, view: _SkinView, flat: FloatImage) -> Mask:
    """Skin that no hair shades, hxw: its colours go on into what is rebuilt. flat: hxwx3, the picture without its pores and
    without the darkening of what turns away."""
    x, y, hair, cm = view.x, view.y, view.hair, view.cm
    marks = scene.marks.xy
    above = y < marks[[105, 334], 1].min()
    corners, beside = marks[[33, 263], 0], BESIDE_EYE_CM * scene.cm
    temples = ((x < corners.min() - beside) | (x > corners.max() + beside)) & (y < marks[mesh.NOSE_TIP, 1])
    shaded = dilate_mask(hair > 0.1, 0.8 * cm) | (dilate_mask(hair > 0.3, _SHADED_CM * cm) & (above | temples))
    open_skin = view.plain & ~shaded & view.shaven
    # A hairline may lie above the landmarks' oval.
    lit_up = view.bare & view.shaven & ~dilate_mask(hair > 0.1, _MIXED_CM * cm)
    return np.asarray(open_skin | lit_up & (~shaded & above | _unshaded(flat, open_skin, cm)), bool)


def _meet_visible_skin(skin: Floats, flat: FloatImage, open_skin: Mask, cm: float) -> Floats:
    """``skin`` that meets the visible skin ``flat`` without a step, by a membrane whose border the hair's own shadow along the
    hairline is no part of; changes ``flat``."""
    import cv2

    distance = cv2.distanceTransform((~open_skin).astype(np.uint8), cv2.DIST_L2, 3)
    flat -= skin
    step = inpaint.fill_and_blur(flat, open_skin.astype(np.float32), 0.4 * cm)
    return np.asarray(skin + step * np.exp(-distance / (4 * cm))[..., None])


def _gloss(light: Floats, normal: Floats, height: Floats) -> FloatPlane:
    """How much of the light a bare scalp mirrors, hxw: a broad and a narrow lobe about the half vector (Blinn 1977).

    light: unit vector in view coordinates; normal: hxwx3; height: hxw, canonical cm. The face's own gloss ends with the forehead.
    """
    half = light + np.array([0, 0, 1], np.float32)
    half = half / np.linalg.norm(half)
    facing = np.clip(normal @ np.asarray(half, np.float32), 0, 1)
    lobes = sum(np.float32(share) * facing**sharp for share, sharp in zip(_SHINE, _SHARP, strict=True))
    low, high = _SCALP_CM
    return np.asarray(lobes * np.clip((height - low) / (high - low), 0, 1), np.float32)


def _unshaded(flat: FloatImage, lit: Mask, cm: float) -> Mask:
    """Where skin is as bright as the nearest that is ``lit``: whatever hangs near it leaves no shade there, hxw. flat: hxwx3."""
    if not lit.any():
        return np.zeros(lit.shape, bool)
    return np.asarray(vec3.mean(flat) >= vec3.mean(_nearest(flat, lit, cm)) - np.float32(_AS_BRIGHT))


def _hued(skin: FloatImage, rgb: FloatImage, seen: Mask, dull: Mask, cm: float) -> FloatImage:
    """``skin`` (0..255) with the hue of the nearest skin that is ``seen``, and hardly brighter: light of three channels carried
    on to where no face was lit makes it red, green or pale. ``dull``: whose hue is taken, but for where it is brighter.
    """
    import cv2

    if not dull.any():
        return skin
    lab, hue, light = (
        cv2.cvtColor(np.asarray(np.clip(image / np.float32(255), 0, 1), np.float32), cv2.COLOR_RGB2LAB)
        for image in (skin, _nearest(rgb, dull, cm), _nearest(rgb, seen, cm))
    )
    paler = np.clip(np.sqrt(np.maximum(lab[..., 0], 0) / np.maximum(hue[..., 0], 1)), *_PALER)
    apart: Floats = np.array(hue[..., 1:], np.float32)
    vec3.scale(apart, paler)
    bright = np.clip((lab[..., 0] - hue[..., 0]) / np.maximum(light[..., 0] - hue[..., 0], _GLOSS), 0, 1)
    apart += (light[..., 1:] - apart) * bright[..., None]
    np.subtract(lab[..., 1:], apart, out=apart)
    vec3.scale(apart, 1 - _OTHER / np.maximum(vec3.length(apart), _OTHER))
    lab[..., 1:] = lab[..., 1:] - apart
    over = np.maximum(lab[..., 0] - light[..., 0], 0)
    lab[..., 0] -= over - _BRIGHTER * (1 - np.exp(-over / _BRIGHTER))
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB) * np.float32(255), np.float32)


def _nearest(rgb: FloatImage, seen: Mask, cm: float) -> FloatImage:
    """Colours of what is ``seen``, carried on smoothly to all the rest."""
    import cv2

    shape = seen.shape
    size = (max(2, round(shape[1] * _HUES / cm)), max(2, round(shape[0] * _HUES / cm)))
    known = cv2.resize(seen.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    sums = cv2.resize(rgb * seen[..., None], size, interpolation=cv2.INTER_AREA)
    means = np.asarray(sums / np.maximum(known, 1e-3)[..., None], np.float32)
    means = blur_plane(inpaint.fill_smoothly(means, np.asarray(known > 0.5, np.float32)), 0.5 * _HUES)
    return np.asarray(cv2.resize(means, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def skin_on_neck(
    scene: HairScene, body: Torso, part: Part, shade: FloatPlane, grain: float, random: np.random.Generator
) -> FloatImage:
    """Skin of the neck in a part of the picture, hxwx3 float32, 0..255. shade: hxw, the jaw's, 0..1."""
    import cv2

    cm = scene.cm
    rgb = as_float(scene.rgb[part])
    bare = erode_mask((scene.neck[part] > 0.6) & (scene.hair[part] < 0.03), 0.15 * cm)
    lit = bare & ~dilate_mask(scene.hair[part] > 0.1, _NECK_SHADED_CM * cm)
    if lit.sum() > cm * cm:
        bare = lit
    if bare.sum() > cm * cm:
        neck = inpaint.fill_and_blur(rgb, bare.astype(np.float32), 0.15 * cm)
    else:
        face = erode_mask((scene.skin > 0.6) & (scene.hair < 0.02) & (scene.oval > 0.9), 0.25 * cm)
        base = np.median(scene.rgb[face], axis=0) if face.any() else np.array([150, 120, 100])
        neck = np.broadcast_to(base * 0.75, rgb.shape).astype(np.float32)
    down = np.arange(part[0].start, part[0].stop, dtype=np.float32)[:, None]
    beside = body.beside(np.arange(part[1].start, part[1].stop, dtype=np.float32)[None], down)
    away = np.minimum(np.abs(beside), 1) ** _ROUND
    # A neck is a column, and the slope below it faces up. A collar shades the skin beside it.
    down = (down - np.float32(scene.chin[1])) / np.float32(_SLOPE_CM * cm)
    turned = _TURNED * away * np.clip(1.5 - down, 0, 1)
    collar = 0.45 * blur_plane(body.cloth[part], _COLLAR_CM * cm)
    neck = neck * ((1 - turned) * (1 - 0.28 * shade) * (1 - collar))[..., None]
    if bare.sum() > cm * cm:
        # As on the skull: what is rebuilt meets the skin that is seen without a step, here with its hue.
        distance = cv2.distanceTransform((~bare).astype(np.uint8), cv2.DIST_L2, 3)
        ratio = np.clip(blur_plane(rgb, 0.15 * cm) / np.maximum(neck, 1), *_STEP)
        step = inpaint.fill_and_blur(np.asarray(ratio, np.float32), bare.astype(np.float32), 0.3 * cm) - 1
        neck = neck * (1 + step * np.exp(-distance / (_MEETS_CM * cm))[..., None])
    pores = surface_detail.scatter_texture(rgb, bare, _PORES_CM * cm, _LEAST_SKIN_CM * cm, random)
    if pores is None:
        rough = (
            inpaint.grain_noise(random, bare.shape) * 0.9
            + inpaint.grain_noise(random, bare.shape, max(0.7, 0.05 * cm)) * 0.5
        )
        pores = np.asarray((rough * grain)[..., None], np.float32)
    else:
        pores *= np.clip(vec3.mean(neck) / float(rgb[bare].mean()), 0, 1)[..., None]
    return np.asarray(neck + pores, np.float32)
