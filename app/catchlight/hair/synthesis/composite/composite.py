"""Drawn hair laid over a picture: its colours and contrast, the shadow it casts, the photo's sharpness and grain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from catchlight.core import memory
from catchlight.core.threads import both, each
from catchlight.hair.compositing import blend_over
from catchlight.hair.compositing.blend_over import LEAST_COVER
from catchlight.hair.removal import cast_shadow, match_photo
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import photo_tones
from catchlight.hair.synthesis.composite.match_own_hair import HIDES, MatchedHair, match_own_hair
from catchlight.hair.synthesis.composite.setting import HairLook, HairSetting
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
_ROWS = 256


def composite_hair(
    scene: HairScene,
    base: ByteImage,
    bare: CleanPlate,
    hair: HairLayers,
    look: HairLook,
    on_scalp: bool = True,
    stays: FloatPlane | None = None,
) -> ByteImage:
    """The hair laid over ``base`` (HxWx3), with shadows on skin and cloth, in the photo's sharpness and grain.

    on_scalp: whether it grows on a bare scalp, rather than over the photo's own hair. stays: HxW in the hair's window, where the
    photo's own hair will stay: beside it, drawn hair has its tone.
    """
    memory.trim_heap_after(scene.shape)
    result = base.copy()
    blur = bare.softness
    setting = HairSetting.of(scene, bare, result, hair, look, on_scalp=on_scalp, stays=stays)
    scene, bare = setting.scene, setting.bare
    (bright, cover, single), rear, below = _combed(
        hair, scene.cm, lambda: _underlay(setting), look.seed + 3, rear=on_scalp
    )
    cover = match_photo.remove_lone_strands(cover, below.bared, scene.cm)
    hues = None if single is None or not setting.is_coloured else single_strands.strand_hue(single[..., 1])
    chances = None if single is None else single_strands.strand_lightness(single, scene.cm)
    ground = _Ground(below.grain, below.dims, below.covered, blur)
    del below, single
    memory.trim_heap_after(scene.shape)
    levels = photo_tones.brightness_levels(bright[cover > 0.6], 1.0 if on_scalp else _CALM)
    matched: MatchedHair | None = None
    if cover.max() > LEAST_COVER:
        front = photo_tones.colour_strands(cover, bright, hair.front.along, look.palette, levels, hues)
        hues = None
        vec3.scale(front, photo_tones.glint_factor(bright, cover, levels, scene.cm))
        memory.trim_heap_after(scene.shape)
        matched = match_own_hair(setting, front, cover)
        del front
    del bright
    memory.trim_heap_after(scene.shape)

    def behind_it() -> None:
        if rear is not None:
            _lay_rear(setting, ground, rear, cover, levels, matched)

    def before_it() -> tuple[FloatImage, FloatPlane, FloatPlane] | None:
        return None if matched is None else _finish_front(setting, ground, matched.colours, cover, levels, chances)

    _, finished = both(behind_it, before_it, in_turn=memory.is_large(scene.shape))
    if finished is not None:
        warmth = np.float32(cast_shadow.skin_warmth(scene) if setting.is_coloured else 0)
        blend_over.composite_before_body(setting.part, *finished, setting.powers, setting.skin * warmth, bare.body)
    return result


@dataclass(frozen=True)
class _Ground:
    """What hair is finished for. grain: hxw, the photo's, in 0..255. dims: hxw, how far the photo's own shade dims what hair lies
    on. stubble: hxw, how far that is hair itself. blur: the photo's softness, in pixels."""

    grain: FloatPlane
    dims: FloatPlane
    stubble: FloatPlane
    blur: float


def _underlay(setting: HairSetting) -> HairUnderlay:
    """What hair is laid over; on a scalp, with its shade and roots, which changes the picture."""
    scene, bare, look = setting.scene, setting.bare, setting.look
    below = HairUnderlay.of(scene, bare, inpaint.grain_noise(np.random.default_rng(look.seed + 1), scene.shape))
    if not setting.on_scalp:
        return below
    return below.shaded(setting.part, scene, bare, setting.hair.front.cover, look.style, look.palette, look.hairline)


def _lay_rear(
    setting: HairSetting,
    ground: _Ground,
    rear: tuple[Bytes, FloatPlane],
    cover: FloatPlane,
    levels: Floats,
    matched: MatchedHair | None,
) -> None:
    """Lay the hair behind the body into the picture. rear: its brightness and coverage, hxw. cover: hxw, of the hair before it.
    levels: range of brightness."""
    palette, bare, seed = setting.look.palette, setting.bare, setting.look.seed
    shade, dense = rear
    colours = photo_tones.colour_strands(dense, _rear_shade(shade), setting.hair.back.along, palette, levels)
    colours *= np.float32(0.85)
    if matched is not None and matched.light is not None:
        colours = broad_light.apply_light(colours, matched.light, palette.saturation)
    if matched is not None and matched.tone is not None:
        colours *= matched.tone
    rough = match_photo.scale_grain(colours, ground.grain)
    seen = (cover < HIDES) & (bare.body < HIDES)
    if palette.exemplar is not None:
        rough *= 1 - blur_plane(seen & (dense > texture_synthesis.LEAST_COVER), 1.0)
    over, dense = match_photo.match_sharpness(colours, dense, rough, ground.blur)
    if palette.exemplar is not None:
        over = texture_synthesis.quilt_texture(
            over, dense, palette.exemplar, ground.grain, setting.scene.cm, seed + 6, calm=setting.is_calm, where=seen
        )
    blend_over.composite_behind_body(setting.part, bare, over, dense)


def _finish_front(
    setting: HairSetting,
    ground: _Ground,
    front: FloatImage,
    cover: FloatPlane,
    levels: Floats,
    chances: Floats | None,
) -> tuple[FloatImage, FloatPlane, FloatPlane]:
    """Colours (hxwx3), coverage and shadow (hxw) of the hair before the body, in the photo's sharpness and grain; changes
    ``front``. chances: how much lighter each strand is than the others."""
    scene, hair, palette = setting.scene, setting.hair, setting.look.palette
    exemplar = palette.exemplar
    memory.trim_heap_after(scene.shape)
    rough = match_photo.scale_grain(front, ground.grain)
    softer = ground.blur
    if palette.fineness is not None:
        softer = max(softer, contrast.blur_to_match(front, cover, palette.fineness, rough))
    strands, covered = front, cover
    if hair.loose is not None:
        strands, covered = _with_loose(strands, cover, hair.loose, palette, levels)
    if chances is not None:
        singly = _single_strand_contrast(setting)
        strands = single_strands.vary_strands(front, cover, chances, singly, softer, rough)
    memory.trim_heap_after(scene.shape)
    if exemplar is not None:
        # Pieces of the photo have its grain.
        rough *= 1 - blur_plane(covered > texture_synthesis.LEAST_COVER, 1.0)
    over, dense = match_photo.match_sharpness(strands, covered, rough, softer)
    if exemplar is not None:
        over = texture_synthesis.quilt_texture(
            over, dense, exemplar, ground.grain, scene.cm, setting.look.seed + 5, calm=setting.is_calm
        )
    memory.trim_heap_after(scene.shape)
    return over, dense, _front_shadow(setting, ground, dense)


def _single_strand_contrast(setting: HairSetting) -> float:
    """How far single strands differ in lightness."""
    style, palette = setting.look.style, setting.look.palette
    beside = _FINE_BESIDE if style.curl is None else _FINE_CURLED
    singly = _FINE if palette.exemplar is None else beside
    singly *= float(np.interp(setting.scene.cm, *_FINE_CM))
    return singly * setting.fine_contrast


def _front_shadow(setting: HairSetting, ground: _Ground, dense: FloatPlane) -> FloatPlane:
    """The shadow that hair of the coverage ``dense`` casts on skin and cloth, hxw, but for what lies in shade already."""
    hair, bare = setting.hair, setting.bare
    cloth = 1 - np.maximum(setting.skin, bare.torso.skin)
    shaded = cast_shadow.cast_shadow(
        dense, hair.back.cover, setting.scene, bare.body, setting.look.style.cut.length, hair.front.along, cloth
    )
    shaded *= 1 - ground.stubble
    return cast_shadow.subtract_shadow(shaded, ground.dims) if setting.on_scalp else shaded


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
