"""Drawn hair laid over a picture: its colours and contrast, the shadow it casts, the photo's sharpness and grain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.core import memory
from catchlight.core.threads import both, each
from catchlight.hair.head.ellipsoid import Hairline
from catchlight.hair.removal import cast_shadow, match_photo
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import blend_over, neighbour_tone, photo_light, photo_tones, rim_light
from catchlight.hair.synthesis.composite.blend_over import LEAST_COVER
from catchlight.hair.synthesis.composite.photo_light import HairLight
from catchlight.hair.synthesis.composite.strand_colours import StrandColours, colour_strand_points
from catchlight.hair.synthesis.composite.underlay import HairUnderlay
from catchlight.hair.synthesis.render import broad_light
from catchlight.hair.synthesis.render.groom import HairLayers
from catchlight.hair.synthesis.render.rasterise import StrandLayer
from catchlight.hair.synthesis.strands import loose_strands
from catchlight.hair.synthesis.strands.short_runs import BRIGHTEST
from catchlight.hair.synthesis.texture import contrast, single_strands, smooth_along_strands, texture_synthesis
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Bytes, Floats
from catchlight.imaging.byte_planes import plane_from_bytes, plane_to_bytes
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

A = TypeVar("A")

_CALM = 2.8
"""How much wider than its own the range of brightness is taken that a fringe shows a part of."""
_FINE, _FINE_BESIDE, _FINE_CURLED = 1.2, 0.85, 0.5
"""How much of the contrast of single strands drawn ones get where they are alone, beside pieces of the photo's, which bring some,
and in curls beside such pieces, where more looks engraved."""
_FINE_CM = (10.0, 24.0), (0.3, 1.0)
"""Pixels for a centimetre between which single strands come to be told apart, and how far they are at these: finer than pixels,
what a photo has within one is its locks', and strands would look engraved."""
_UNLIKE = 0.92
"""What is left of the contrast of curls and braids where hair lies straight, and the other way round."""
_STRAIGHT, _STRAIGHT_FINE = (0.22, 0.15, 0.20), 0.12
"""Contrast of strands, bundles and locks, and within a pixel, that hair has at most which lies straight where the photo's is
braided or coiled. Straight hair of four heads in photos has 0.17 to 0.22, 0.11 to 0.15, 0.13 to 0.20, and 0.11 to 0.15."""
_HIDES = 0.95
"""Coverage from which what lies behind is not seen."""
_SOME = (slice(None, None, 3),) * 2
_ROWS = 256


def composite_hair(
    scene: HairScene,
    base: ByteImage,
    bare: CleanPlate,
    hair: HairLayers,
    style: Groom,
    palette: StrandColours,
    own: HairLight,
    hairline: Hairline,
    seed: int,
    on_scalp: bool = True,
    stays: FloatPlane | None = None,
) -> ByteImage:
    """The hair laid over ``base`` (HxWx3), with shadows on skin and cloth, in the photo's sharpness and grain.

    stays: HxW in the hair's window, where the photo's own hair will stay: beside it, drawn hair has its tone.
    """
    memory.trim_heap_after(scene.shape)
    x0, y0, x1, y1 = hair.window
    result = base.copy()
    blur = bare.softness
    middle, top = scene.middle - x0, scene.top - y0
    scene, bare, part = scene.part(hair.window), bare.part(hair.window), result[y0:y1, x0:x1]
    powers = cast_shadow.shade_powers(scene)
    coloured, skin = bool(np.ptp(powers)), photo_light.visible_head_skin(scene, bare)
    exemplar = palette.exemplar

    def beneath() -> HairUnderlay:
        below = HairUnderlay.of(scene, bare, inpaint.grain_noise(np.random.default_rng(seed + 1), scene.shape))
        return below.shaded(part, scene, bare, hair.front.cover, style, palette, hairline) if on_scalp else below

    (bright, cover, single), rear, below = _combed(hair, scene.cm, beneath, seed + 3, rear=on_scalp)
    grain, dims, stubble = below.grain, below.dims, below.covered
    cover = match_photo.remove_lone_strands(cover, below.bared, scene.cm)
    hues = None if single is None or not coloured else single_strands.strand_hue(single[..., 1])
    chances = None if single is None else single_strands.strand_lightness(single, scene.cm)
    del below, single
    memory.trim_heap_after(scene.shape)
    unlike = hair.lie is None
    like = _UNLIKE if unlike else 1.0
    fine = min(like * palette.fine, _STRAIGHT_FINE) if unlike else palette.fine
    levels = photo_tones.brightness_levels(bright[cover > 0.6], 1.0 if on_scalp else _CALM)
    calm = unlike or (palette.contrast is not None and contrast.is_braided(palette.contrast))
    tone: FloatImage | None = None
    front: FloatImage | None = None
    light: FloatPlane | None = None
    if cover.max() > LEAST_COVER:
        front = photo_tones.colour_strands(cover, bright, hair.front.along, palette, levels, hues)
        del hues
        vec3.scale(front, photo_tones.glint_factor(bright, cover, levels, scene.cm))
        memory.trim_heap_after(scene.shape)
        if palette.contrast is not None:
            wanted = tuple(like * band for band in palette.contrast)
            if unlike:
                wanted = tuple(np.minimum(wanted, _STRAIGHT))
            front = contrast.match_contrast(front, cover, wanted, scene.cm)
        if stays is None and on_scalp:
            light = broad_light.light_change(front, cover, own.broad, scene.cm, middle, top)
            if light is not None:
                front = broad_light.apply_light(front, light, palette.saturation)
        memory.trim_heap_after(scene.shape)
        stands = np.maximum(np.maximum(cover, hair.back.cover), bare.body)
        outline, face = both(
            partial(rim_light.distance_from_outline, stands, scene.cm),
            partial(rim_light.distance_from_skin, skin, cover, scene.cm),
        )
        del stands
        front = rim_light.match_outline_profile(front, cover, outline, own.rims)
        front = rim_light.match_face_profiles(front, cover, face, rim_light.brow_row(scene), own.rims, scene.cm)
        del outline, face
        if stays is None and on_scalp:
            front *= palette.as_bright(front[_SOME][cover[_SOME] > _HIDES])
        if stays is not None:
            tone = _wide(
                neighbour_tone.tone_factor(scene, cover, front, stays, hair.lie if hair.upper is not None else None),
                scene.shape,
            )
            front *= tone
    del bright
    memory.trim_heap_after(scene.shape)

    def behind_it() -> None:
        if rear is not None:
            dense, colours = (
                rear[1],
                photo_tones.colour_strands(rear[1], _rear_shade(rear[0]), hair.back.along, palette, levels),
            )
            colours *= np.float32(0.85)
            if light is not None:
                colours = broad_light.apply_light(colours, light, palette.saturation)
            if tone is not None:
                colours *= tone
            rough = match_photo.scale_grain(colours, grain)
            seen = (cover < _HIDES) & (bare.body < _HIDES)
            if exemplar is not None:
                rough *= 1 - blur_plane(seen & (dense > texture_synthesis.LEAST_COVER), 1.0)
            over, dense = match_photo.match_sharpness(colours, dense, rough, blur)
            if exemplar is not None:
                over = texture_synthesis.quilt_texture(
                    over, dense, exemplar, grain, scene.cm, seed + 6, calm=calm, where=seen
                )
            blend_over.composite_behind_body(part, bare, over, dense)

    def before_it() -> tuple[FloatImage, FloatPlane, FloatPlane] | None:
        if front is None:
            return None
        memory.trim_heap_after(scene.shape)
        rough = match_photo.scale_grain(front, grain)
        softer = blur
        if palette.fineness is not None:
            softer = max(blur, contrast.blur_to_match(front, cover, palette.fineness, rough))
        strands, covered = front, cover
        if hair.loose is not None:
            strands, covered = _with_loose(strands, cover, hair.loose, palette, levels)
        if chances is not None:
            beside = _FINE_BESIDE if style.curl is None else _FINE_CURLED
            singly = _FINE if exemplar is None else beside
            singly *= float(np.interp(scene.cm, *_FINE_CM))
            strands = single_strands.vary_strands(front, cover, chances, singly * fine, softer, rough)
        memory.trim_heap_after(scene.shape)
        if exemplar is not None:
            # Pieces of the photo have its grain.
            rough *= 1 - blur_plane(covered > texture_synthesis.LEAST_COVER, 1.0)
        over, dense = match_photo.match_sharpness(strands, covered, rough, softer)
        if exemplar is not None:
            over = texture_synthesis.quilt_texture(over, dense, exemplar, grain, scene.cm, seed + 5, calm=calm)
        memory.trim_heap_after(scene.shape)
        cloth = 1 - np.maximum(skin, bare.torso.skin)
        shaded = cast_shadow.cast_shadow(
            dense, hair.back.cover, scene, bare.body, style.cut.length, hair.front.along, cloth
        )
        shaded *= 1 - stubble
        if on_scalp:
            shaded = cast_shadow.subtract_shadow(shaded, dims)
        return over, dense, shaded

    _, finished = both(behind_it, before_it, in_turn=memory.is_large(scene.shape))
    if finished is not None:
        blend_over.composite_before_body(
            part, *finished, powers, skin * np.float32(cast_shadow.skin_warmth(scene) if coloured else 0), bare.body
        )
    return result


def _rear_shade(kept: Bytes) -> FloatPlane:
    return plane_from_bytes(kept) * np.float32(0.9 * BRIGHTEST)


def _combed(
    hair: HairLayers, cm: float, meanwhile: Callable[[], A], seed: int | None, *, rear: bool
) -> tuple[tuple[FloatPlane, FloatPlane, Floats | None], tuple[Bytes, FloatPlane] | None, A]:
    """Brightness, coverage and single strands of the hair before the body, brightness (in bytes) and coverage of what lies
    behind it, where it shows, and what ``meanwhile`` gives, which is done beside it.

    seed: of single strands.
    """
    cover, behind = hair.front.cover, hair.back.cover
    # Behind a fringe over the photo's own hair lies that hair, not the background.
    together = np.maximum(cover, behind)

    def ahead() -> tuple[FloatPlane, FloatPlane, Floats | None]:
        even = smooth_along_strands.smooth_along_strands(hair.front.shade, cover, cm, together, seed)
        return *match_photo.thin_strands(
            photo_tones.smooth_brightness(even.shade, even.cover, cm), even.cover, cm
        ), even.single

    def after() -> tuple[tuple[Bytes, FloatPlane] | None, A]:
        memory.trim_heap_after(together.shape)
        done = meanwhile()
        if not rear or behind.max() <= LEAST_COVER:
            return None, done
        shade, dense = smooth_along_strands.smooth_at_half_size(hair.back.shade, behind, cm, together)
        return (plane_to_bytes(shade / np.float32(BRIGHTEST)), dense), done

    first, (second, done) = both(ahead, after, in_turn=memory.is_large(together.shape))
    return first, second, done


def _wide(small: FloatImage, shape: tuple[int, int]) -> FloatImage:
    import cv2

    return np.asarray(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _with_loose(
    colours: FloatImage, cover: FloatPlane, over: StrandLayer, palette: StrandColours, levels: Floats
) -> tuple[FloatImage, FloatPlane]:
    """Colours (HxWx3) and coverage (HxW) of hair with loose strands over it; changes ``colours``."""
    covered = cover.copy()

    def lay(top: int) -> None:
        band = slice(top, top + _ROWS)
        rows, columns = np.nonzero(over.cover8[band])
        if not len(rows):
            return
        part = StrandLayer(*(plane[band][rows, columns] for plane in (over.cover8, over.shade8, over.along8)))
        below = cover[band][rows, columns]
        above = part.cover * (
            np.float32(loose_strands.COVER_OVER_SKIN)
            + np.float32(loose_strands.COVER_OVER_HAIR - loose_strands.COVER_OVER_SKIN) * below
        )
        total = above + below * (1 - above)
        tones = colour_strand_points(part.shade, part.along, palette, levels)
        under = colours[band][rows, columns]
        colours[band][rows, columns] = under + (above / np.maximum(total, np.float32(1e-3)))[:, None] * (tones - under)
        covered[band][rows, columns] = total

    each(lay, range(0, len(cover), _ROWS))
    return colours, covered
