"""The colours of a garment that is sewn of pieces, in the light of the photo; without its texture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.engine.garment import lit, relief
from catchlight.engine.garment.canvas import Canvas, slopes
from catchlight.engine.garment.cut import Cut
from catchlight.engine.garment.fit import Fit
from catchlight.engine.garment.notions import Button, Notions
from catchlight.engine.garment.pattern import MAIN, Garment, Rgb
from catchlight.engine.garment.sitter import PIT_CM, Sitter
from catchlight.engine.groom.planes import soft
from catchlight.engine.picture import FloatImage, FloatPlane

_GREY = 4.0
"""Mean difference of channels (sRGB levels) below which a photo has no colour."""
_SHINY = 18.0
_SCATTER = 0.15
"""How much of their contrast hollows in white cloth lose."""
_DEEPER = 0.6
"""How much stronger dark cloth shows its folds, as a power: no light comes back from one side to the other."""
_LAMP, _FRONTAL, _ABOVE = 0.6, 0.5, 0.5
"""Share of the light that comes from one side, and how much more from the front it falls on a body than on its face, and
how much more of the rest comes from above."""
_EXPOSURE = (0.7, 0.65, 0.78, 0.87)
"""Linear light of white cloth over that of skin that faces the camera: at 0, slope, least, most; white shirts are the lightest of
a picture, never grey in a dark one, and leave room for what turns to the light."""
_BRIGHT = np.float32(0.8)
"""Linear light from which highlights of light cloth are held back."""
_CONTRAST = 1.35
"""How much more than a face, which light also enters, cloth is lit by where it faces: as a power."""
_STEEPEST = 0.8
_COLLAR_CM = 1.3
"""How far from the neck collars lie."""


def sewn(
    sitter: Sitter, cut: Cut, fit: Fit, garment: Garment, rgb: Rgb, seed: int
) -> tuple[FloatImage, dict[str, FloatPlane], Notions]:
    """HxWx3, linear light, where each cloth lies on top, by its role, and what is sewn on."""
    cm = sitter.cm
    roles = tuple(dict.fromkeys(piece.cloth for piece in garment.pieces if not piece.buttons))
    canvas = Canvas(sitter, fit, roles, seed)
    for piece in garment.pieces:
        canvas.sewn(piece)
    outline = np.maximum(sitter.alpha * (1 - cut.spike), cut.collar) * (sitter.v > -PIT_CM - 2)
    round_ = slopes(relief.body(sitter, outline), cm)
    fabrics = garment.fabrics
    colours = {MAIN: rgb} | {role: cloth.rgb for role, cloth in garment.cloths.items()}
    folds = relief.folds(sitter, 1.0, seed, sleeves=True) + relief.wrinkles(sitter, seed)
    deep = sum(canvas.shares[at] * np.float32(fabrics[role].folds) for at, role in enumerate(roles)) * canvas.folds
    hollow = canvas.hollow() * (1 - 0.9 * np.clip((soft(folds, cm) - folds) * deep, 0, 0.3))
    bent = slopes(folds, cm)
    collar = _round_neck(sitter)
    sheet = np.minimum(canvas.folds, 1) * (1 - canvas.round)
    lying = [body * sheet for body in round_]
    lying[0] = lying[0] + canvas.round * collar
    normals = _normals(lying[0] + bent[0] * deep + canvas.across, lying[1] + bent[1] * deep + canvas.down)
    _, front = lit.shade(sitter, normals)
    flat = _bright(sitter, _normals(*lying))
    plain = np.sqrt(lit.shade(sitter, _normals(*lying))[0] * np.clip(flat, 0.25, 1.5)) ** np.float32(_CONTRAST)
    # What is small is lit by all of the sky or the room above it, more than its share of a face's light says.
    small = _bright(sitter, normals) / flat * hollow * canvas.open
    # Cloth that is light lights its own hollows.
    white = sum(canvas.shares[at] * np.float32(_lightness(colours[role])) for at, role in enumerate(roles))
    seen, trust = relief.real(sitter)
    kept = sum(
        canvas.shares[at] * np.float32(np.clip(2 * fabrics[role].folds - 1, 0, 1)) for at, role in enumerate(roles)
    )
    kept = kept * np.clip(canvas.folds, 0, 1)
    small = np.clip(small, 0.12, 1.7) ** (1 - _SCATTER * white + _DEEPER * (1 - white)) * np.exp2(
        np.clip(seen, -0.9, 0.7) * kept * trust
    )
    light = plain * small * lit.fallen(sitter)
    power = exposure(front)
    grey = float(np.abs(sitter.rgb - sitter.rgb.mean(axis=2, keepdims=True)).mean()) < _GREY
    away = np.maximum(1 - normals[..., 2], 0) ** 1.5
    half = sitter.light + np.array([0, 0, 1], np.float32)
    half = half / np.linalg.norm(half)
    shine = np.clip(normals @ half.astype(np.float32), 0, 1) ** _SHINY
    result = np.zeros((*light.shape, 3), np.float32)
    for at, role in enumerate(roles):
        fabric = fabrics[role]
        colour = (np.array(colours[role], np.float32) / 255) ** np.float32(2.2)
        if grey:
            colour = np.full(3, float(colour @ np.array([0.2126, 0.7152, 0.0722], np.float32)), np.float32)
        glow = fabric.sheen * away * np.clip(light, 0.2, 1.2)
        part = colour * light[..., None] + glow[..., None] * (0.6 * colour + 0.015)
        if fabric.kind == "satin":
            part = part + (shine * canvas.open)[..., None] * (0.25 * colour + 0.025)
        result += canvas.shares[at][..., None] * part
    result = power * result
    over = np.maximum(result.max(axis=2, keepdims=True), 1e-4)
    held = _BRIGHT + (1 - _BRIGHT) * np.tanh((over - _BRIGHT) / (1 - _BRIGHT))
    result = np.where(over > _BRIGHT, result * (held / over), result)
    buttons = [_lit(button, colours[button.cloth], power * light, grey) for button in canvas.buttons]
    notions = Notions(tuple(canvas.stitches), tuple(buttons), (float(sitter.light[0]), float(sitter.light[1])))
    return np.asarray(result, np.float32), dict(zip(roles, canvas.shares, strict=True)), notions


def exposure(front: float) -> np.float32:
    """Linear light of a white shirt that faces the camera. front: that of skin that does."""
    at, slope, least, most = _EXPOSURE
    return np.float32(np.clip(at + slope * front, least, most))


def _lit(button: Button, rgb: Rgb, light: FloatPlane, grey: bool) -> Button:
    """In the light of what is about it, which shines less than white."""
    height, width = light.shape
    x, y = np.clip(np.round(button.at), 0, [width - 1, height - 1]).astype(int)
    near = light[max(0, y - 4) : y + 5, max(0, x - 4) : x + 5]
    colour = np.array(rgb) / 255 * min(float(np.median(near)), 0.98) ** (1 / 2.2)
    return replace(button, rgb=np.full(3, colour.mean()) if grey else colour)


def _bright(sitter: Sitter, normals: FloatImage) -> FloatPlane:
    """Light of a lamp and of what is around on a surface; 1 for one that faces the camera."""
    to = sitter.light + np.array([0, 0, _FRONTAL], np.float32)
    to = (to / np.linalg.norm(to)).astype(np.float32)
    lamp = np.maximum(normals @ to, 0) / max(float(to[2]), 0.35)
    return np.asarray(
        _LAMP * lamp + (1 - _LAMP) * (0.45 + _ABOVE * normals[..., 1] + 0.55 * normals[..., 2]) + 0.02, np.float32
    )


def _round_neck(sitter: Sitter) -> FloatPlane:
    """Slope across of a collar round the neck."""
    t = _STEEPEST * np.tanh(sitter.u / np.float32(_STEEPEST * (sitter.half + _COLLAR_CM)))
    return np.asarray(-t / np.sqrt(1 - t * t), np.float32)


def _lightness(rgb: Rgb) -> float:
    return float((max(rgb) / 255) ** 2.2)


def _normals(across: FloatPlane, down: FloatPlane) -> FloatImage:
    size = 1 / np.sqrt(1 + across**2 + down**2)
    return np.asarray(np.dstack([-across * size, down * size, size]), np.float32)
