"""A groom in the picture: strands grown on the head, drawn before and behind the body, with shadows, sharpness and grain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.engine.groom import drawing, fill, gathered, growth, shading, texture
from catchlight.engine.groom import strands as single
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.drawing import Layer
from catchlight.engine.groom.head import Hairline, azimuth
from catchlight.engine.groom.palette import Palette, painted
from catchlight.engine.groom.scene import Scene, face_depth, soft
from catchlight.engine.picture import FloatImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_SUBPIXELS_CM = 34.0
"""Subpixels for a centimetre that strands are drawn with at least: on a small head they must not become ropes."""
_FULL_DETAIL_CM = 28.0
"""Pixels for a centimetre from which all strands of a style are drawn; smaller pictures need fewer."""
_RESTING_CM = 6.0
"""Hair that ends less than this below the line of the shoulders lies on them; longer hair may hang behind them."""
_OUTSIDE_CM = 5.6
"""Distance from the neck's axis beyond which hair of the back lies on a shoulder rather than behind the neck."""
_BROAD_CM, _EVEN = 2.2, 0.7
_CALM = 1.9
"""How much wider than its own the range of brightness is taken that a fringe shows a part of."""


@dataclass(frozen=True)
class Hair:
    """Strands as the picture sees them, before and behind the body, and the part of the face's skin they touch."""

    front: Layer
    back: Layer


def grown(scene: Scene, bare: Bare, style: Groom, hairline: Hairline, seed: int, only_fringe: bool = False) -> Hair:
    """Grow and draw a style. Same seed, same hair."""
    random = np.random.default_rng(seed)
    scale = int(np.clip(round(_SUBPIXELS_CM / scene.cm), 2, 6))
    detail = float(np.clip((scene.cm * scale / (2 * _FULL_DETAIL_CM)) ** 1.9, 0.25, 1.0))
    fibre = style.fibre
    roots = growth.scattered(round(fibre.clumps * max(detail, 0.5)), hairline, random)
    if style.cut.fade:
        roots = growth.faded(style, roots, random)
    if style.gather is not None:
        guides = gathered.grown(style, style.gather, roots, scene.head.down, random)
    else:
        guides = growth.grown(style, roots, scene.head.down, random, only_fringe)
    share = len(guides.lines) / max(len(roots.points), 1)
    if not len(guides.lines) or not fibre.strands:
        empty = np.zeros(scene.shape, np.float32)
        return Hair(Layer(empty, empty, empty), Layer(empty, empty, empty))
    strands = single.spread(style, guides, round(fibre.strands * detail * share), random)
    viewed = scene.head.viewed(strands.points)
    shade = shading.shades(viewed, strands, scene.light, fibre.shine, random)
    pixels = scene.head.placed(viewed)
    near = _sides(scene, bare, strands, pixels, viewed[..., 2], random)
    front, back = drawing.drawn(pixels, near, shade, strands.reach, _body(scene, bare), scale)
    return Hair(front, back)


def _sides(
    scene: Scene, bare: Bare, strands: single.Strands, pixels: Floats, near: Floats, random: np.random.Generator
) -> Floats:
    """Below the jaw each strand gets to run wholly before or behind the body; each a little lower or higher than the next.

    What is only just long enough to touch the shoulders lies on them.
    """
    neck = float(scene.head.viewed(np.array([0, -6, -4.2], np.float32))[2])
    begins = -4.3 + random.normal(0, 0.7, (len(near), 1)).astype(np.float32)
    share = np.clip((begins - strands.points[..., 1]) / 2.5, 0, 1)
    tips = pixels[:, -1]
    column = np.clip(np.round(tips[:, 0]), 0, scene.shape[1] - 1).astype(int)
    resting = tips[:, 1] - bare.torso.line[column] < _RESTING_CM * scene.cm * (1 + random.normal(0, 0.25, len(near)))
    resting &= (np.abs(tips[:, 0] - scene.middle) > _OUTSIDE_CM * scene.cm) & ~strands.front
    outside = np.abs(pixels[..., 0] - scene.middle) > _OUTSIDE_CM * scene.cm
    front = strands.front[:, None]
    beside = np.abs(pixels[..., 0] - scene.middle) > 4.6 * scene.cm
    under = pixels[..., 1] > scene.chin[1] + 2.5 * scene.cm
    before = np.maximum(near, neck + 1)
    behind = np.minimum(near, neck - 5)
    near = np.where(front & (beside | under), near + (before - near) * share, near)
    near = np.where(~front & ~(resting[:, None] & outside), near + (behind - near) * share, near)
    return np.where(resting[:, None] & outside, near + (before - near) * share, near)


def _body(scene: Scene, bare: Bare) -> FloatPlane:
    """View z (cm) of face, skull, neck and torso: the fitted face, the ellipsoid, a cylinder, and a plane beyond it."""
    height, width = scene.shape
    x = (np.arange(width)[None] - scene.middle) / scene.cm
    base = float(scene.head.viewed(np.array([0, -6, -7], np.float32))[2])
    torso = base + 0.85 * np.sqrt(np.clip(27 - x**2, 0, None))
    depth = np.where(bare.body > 0.5, torso, np.float32(-1e3)).astype(np.float32)
    inside = bare.skull.inside > 0.5
    y = np.arange(height, dtype=np.float32)[:, None]
    neck = bare.torso.shape > 0.5
    shoulders = y > bare.torso.line[None] + 1.0 * scene.cm
    torso_seen = (neck | shoulders) & ~inside
    depth = np.where(inside, bare.skull.depth + np.float32(0.12), np.where(torso_seen, depth, np.float32(-1e3)))
    return np.asarray(np.maximum(depth, face_depth(scene)), np.float32)


def composed(
    scene: Scene,
    base: FloatImage,
    bare: Bare,
    hair: Hair,
    style: Groom,
    palette: Palette,
    hairline: Hairline,
    seed: int,
    on_scalp: bool = True,
) -> FloatImage:
    """The hair laid over ``base`` (HxWx3 float32, 0..255), with shadows on skin and cloth, in the photo's sharpness and grain."""
    import cv2

    random = np.random.default_rng(seed + 1)
    front, back, cm = hair.front, hair.back, scene.cm
    ground: Any = np.array(base, np.float32)
    if on_scalp and style.fibre.scalp:
        ground = _scalp(ground, bare, style, palette, hairline)
    front = _evened(front, cm)
    levels = _levels(front, 1.0 if on_scalp else _CALM)
    cover: Any = np.clip(front.cover * 1.04, 0, 1)
    colours: Any = painted(front.shade, front.along, palette, levels)
    if palette.contrast is not None:
        colours = texture.matched(colours, front.cover, palette.contrast, cm)
    behind: Any = np.clip(back.cover * 1.04, 0, 1)
    rear: Any = painted(back.shade * 0.9, back.along, palette, levels) * 0.85
    blur = softness(scene)
    if blur > 0.35:
        cover, behind = cv2.GaussianBlur(cover, (0, 0), blur), cv2.GaussianBlur(behind, (0, 0), blur)
        colours, rear = cv2.GaussianBlur(colours, (0, 0), blur), cv2.GaussianBlur(rear, (0, 0), blur)
    grain = (fill.noise(random, scene.shape) * bare.grain * 0.8)[..., None]
    colours, rear = colours + grain, rear + grain
    if behind.max() > 0:
        body = bare.body[..., None]
        # Hair behind the neck shades it; hair behind the head shades nothing that is seen.
        neck = bare.torso.skin * (1 - scene.oval)
        shaded = ground * (1 - 0.10 * neck * soft(behind, 0.5 * cm))[..., None]
        through = bare.backdrop * (1 - behind[..., None]) + rear * behind[..., None]
        mixed = np.asarray(through * (1 - body) + shaded * body, np.float32)
        ground = np.where((behind > 0.002)[..., None], mixed, ground)
    ground = ground * _shadow(cover, scene, bare.body)
    a = cover[..., None]
    return np.asarray(np.clip(ground * (1 - a) + colours * a, 0, 255), np.float32)


def _evened(layer: Layer, cm: float) -> Layer:
    """Broad differences of brightness lessened: hair in a photo varies from strand to strand more than from top to tip."""
    seen = layer.cover > 0.3
    if not seen.any():
        return layer
    weight = soft(seen, _BROAD_CM * cm) + np.float32(1e-3)
    broad = soft(np.where(seen, layer.shade, 0), _BROAD_CM * cm) / weight
    shade = layer.shade - np.float32(_EVEN) * (broad - np.float32(layer.shade[seen].mean()))
    return Layer(layer.cover, np.maximum(shade, 0), layer.along)


def _levels(front: Layer, calm: float) -> Floats:
    """Brightness at even steps of the palette: by rank, so that the new hair has the old one's range, and a little by value."""
    seen = front.shade[front.cover > 0.6]
    if seen.size < 50:
        return np.linspace(0.2, 1, 33, dtype=np.float32)
    ranked = np.percentile(seen, np.linspace(1, 99, 33))
    ranked = np.median(ranked) + (ranked - np.median(ranked)) * calm
    even = np.linspace(ranked[1], ranked[-2], 33)
    return np.asarray(np.maximum.accumulate(0.65 * ranked + 0.35 * even + np.arange(33) * 1e-5), np.float32)


def _scalp(base: FloatImage, bare: Bare, style: Groom, palette: Palette, hairline: Hairline) -> FloatImage:
    """Roots' shadow on the scalp, so that a parting is no bald line; soft at the hairline."""
    import cv2

    point = bare.skull.point
    above = point[..., 1] - hairline.height(azimuth(point))
    share = np.clip(above / 1.2, 0, 1) * bare.skull.inside * style.fibre.scalp
    if style.cut.fade:
        share = share * growth.kept(style.cut.fade, point)
    dark = cv2.cvtColor(palette.tones[None, : len(palette.tones) // 4], cv2.COLOR_LAB2RGB)[0].mean(axis=0) * 255
    share = share[..., None].astype(np.float32)
    return np.asarray(base * (1 - share) + (base * 0.35 + dark * 0.65) * share, np.float32)


def _shadow(cover: FloatPlane, scene: Scene, body: FloatPlane) -> Floats:
    """Contact shadow of the hair, moved away from the light; warmer than black, as light through skin is."""
    import cv2

    cm = scene.cm
    move = np.array([[1, 0, -scene.light[0] * 0.45 * cm], [0, 1, abs(scene.light[1]) * 0.45 * cm + 0.15 * cm]])
    size = (scene.shape[1], scene.shape[0])
    near = cv2.warpAffine(soft(cover, 0.28 * cm), move, size)
    wide = np.clip(cv2.warpAffine(soft(cover, 0.7 * cm), move, size) - 0.1, 0, 1)
    dim = (1 - (0.30 * near + 0.18 * wide) * body)[..., None]
    return np.asarray(dim ** np.array([0.9, 1.05, 1.1], np.float32), np.float32)


def softness(scene: Scene) -> float:
    """Blur (pixels) that makes rendered hair as sharp as the photo's face."""
    import cv2

    grey = cv2.cvtColor(scene.rgb, cv2.COLOR_RGB2GRAY).astype(np.float32)
    face = scene.oval > 0.9
    if not face.any():
        return 0.5
    fine = (grey - cv2.GaussianBlur(grey, (0, 0), 1.0))[face].std()
    middle = (grey - cv2.GaussianBlur(grey, (0, 0), 3.0))[face].std()
    return float(np.clip((0.42 - fine / (middle + 1e-6)) * 4, 0.3, 1.2))
