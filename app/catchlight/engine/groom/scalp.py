"""Skin where hair hid it: forehead, temples, scalp and the sides of the neck, lit as the face is."""

from __future__ import annotations

import numpy as np

from catchlight.engine import colour
from catchlight.engine.groom import fill
from catchlight.engine.groom.head import Skull
from catchlight.engine.groom.scene import Scene, as_float, grown, harmonics, shrunk, soft
from catchlight.engine.groom.torso import Torso
from catchlight.engine.picture import FloatImage


def rebuilt(
    scene: Scene, ball: Skull, body: Torso, random: np.random.Generator
) -> tuple[FloatImage, FloatImage, float]:
    """Skin on the skull, skin on the neck (HxWx3 float32, 0..255), and the photo's grain on skin."""
    import cv2

    rgb, cm = as_float(scene.rgb), scene.cm
    height, width = scene.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    lit = np.maximum(harmonics(ball.normal) @ scene.shading, 0.12 * scene.shading[0])
    tone = colour.to_linear(rgb / np.float32(255)) / np.maximum(lit, 1e-4)
    sure = shrunk((scene.skin > 0.6) & (scene.feature < 0.2) & (scene.hair < 0.02) & (scene.oval > 0.9), 0.25 * cm)
    shaven = ~((y > scene.marks.xy[4, 1]) & (np.abs(x - scene.middle) < 4.5 * cm))
    sure &= shaven
    middle = np.median(tone[sure], axis=0) if sure.sum() > 100 else np.ones(3, np.float32)
    sure &= np.abs(tone / middle - 1).max(axis=-1) <= 0.5
    spread = soft(fill.smooth(np.asarray(tone, np.float32), sure.astype(np.float32)), 0.8 * cm)
    distance = cv2.distanceTransform((~sure).astype(np.uint8), cv2.DIST_L2, 3)
    far = 0.75 * (1 - np.exp(-distance / (5 * cm)))[..., None]
    spread = spread * (1 - far) + middle * far
    rim = np.clip(ball.normal[..., 2:] / 0.45, 0, 1) ** 0.5
    skin = 255 * colour.to_srgb(np.clip(spread * lit * (0.72 + 0.28 * rim), 0, 1))
    # A membrane meets the visible skin without a step; the hair's own shadow along the hairline stays out of it.
    open_skin = (scene.skin > 0.6) & (scene.feature < 0.2) & ~grown(scene.hair > 0.1, 0.8 * cm) & (scene.oval > 0.9)
    open_skin &= shaven
    distance = cv2.distanceTransform((~open_skin).astype(np.uint8), cv2.DIST_L2, 3)
    step = fill.smooth(soft(rgb, 0.15 * cm) - skin, open_skin.astype(np.float32))
    skin = skin + soft(step, 0.4 * cm) * np.exp(-distance / (4 * cm))[..., None]
    grain = fill.grain(rgb, sure)
    pores = fill.noise(random, scene.shape) * 0.9 + fill.noise(random, scene.shape, max(0.7, 0.05 * cm)) * 0.5
    skin = skin + (pores * grain)[..., None]

    bare = shrunk((scene.neck > 0.6) & (scene.hair < 0.03), 0.15 * cm)
    if bare.sum() > cm * cm:
        neck = soft(fill.smooth(rgb, bare.astype(np.float32)), 0.15 * cm)
    else:
        base = np.median(rgb[sure], axis=0) if sure.any() else np.array([150, 120, 100])
        neck = np.broadcast_to(base * 0.75, rgb.shape).astype(np.float32)
    side = np.clip((np.abs(x - scene.middle) / (body.half * cm) - 0.55) / 0.5, 0, 1) ** 2
    neck = neck * (1 - 0.3 * side)[..., None] + (pores * grain)[..., None]
    return np.asarray(skin, np.float32), np.asarray(neck, np.float32), grain
