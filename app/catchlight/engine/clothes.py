"""Clothes and bare skin as soft masks: HxW float32 in 0..1. A jacket and a shirt are told apart by place and colour."""

from __future__ import annotations

import numpy as np

from catchlight.engine import landmarks as mesh
from catchlight.engine import parsing
from catchlight.engine.parts import EARS, FACE, shared, skin_likeness
from catchlight.engine.picture import FloatPlane
from catchlight.engine.portrait import Portrait

_LEVEL = 0.5


def clothes(portrait: Portrait) -> FloatPlane:
    """Cloth by parsing above the chest; beyond the reach of its crops, all of the person that is not skin-coloured."""
    cloth = shared(portrait, (parsing.CLOTH, parsing.NECKLACE))
    y = np.arange(portrait.picture.height, dtype=np.float32)[:, None]
    low = np.clip((y - portrait.landmarks.xy[mesh.CHIN, 1]) / (2 * portrait.pose.px_per_cm), 0, 1)
    unknown = (1 - portrait.parsing.coverage()) * low
    rest = portrait.alpha * (1 - skin_likeness(portrait))
    cloth = cloth * (1 - unknown) + rest * unknown
    return np.asarray(cloth, np.float32)


def skin(portrait: Portrait) -> FloatPlane:
    """Face, ears, neck, and what has the face's own colour elsewhere on the person (arms and hands have no class)."""
    known = shared(portrait, (*FACE[:1], parsing.NOSE, *EARS[:2], parsing.NECK))
    elsewhere = portrait.alpha * skin_likeness(portrait)
    wide = portrait.parsing.plane([parsing.HAIR, parsing.CLOTH, parsing.HAT, *FACE[1:5], *FACE[6:], parsing.GLASSES])
    y = np.arange(portrait.picture.height, dtype=np.float32)[:, None]
    chin = portrait.landmarks.xy[mesh.CHIN, 1]
    low = np.clip((y - chin) / (2 * portrait.pose.px_per_cm), 0, 1)
    return np.asarray(np.maximum(known, elsewhere * np.clip(1 - wide, 0, 1) * low), np.float32)


def shirt_colour(portrait: Portrait, centre: bool) -> FloatPlane:
    """Split of the clothes by colour: what lies under the chin in the middle (shirt, tie) and what lies outside (jacket)."""
    import cv2

    worn = clothes(portrait)
    rgb = cv2.GaussianBlur(portrait.picture.rgb8, (0, 0), max(1.0, 0.2 * portrait.pose.px_per_cm))
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    pose, height, width = portrait.pose, portrait.picture.height, portrait.picture.width
    x = np.arange(width, dtype=np.float32)[None]
    middle = portrait.landmarks.xy[mesh.CHIN, 0]
    across = np.broadcast_to(np.abs(x - middle) / pose.px_per_cm, (height, width))
    solid = worn > 0.8
    inner, outer = solid & (across < 3), solid & (across > 11)
    if inner.sum() < 50 or outer.sum() < 50:
        return np.zeros_like(worn) if centre else worn
    first, second = np.median(lab[inner], axis=0), np.median(lab[outer], axis=0)
    if np.linalg.norm(first - second) < 18:
        return np.zeros_like(worn) if centre else worn
    near, far = np.linalg.norm(lab - first, axis=2), np.linalg.norm(lab - second, axis=2)
    share = 1 / (1 + np.exp((near - far) / 8 + (across - 9) / 3))
    return np.asarray(worn * (share if centre else 1 - share), np.float32)


def jacket(portrait: Portrait) -> FloatPlane:
    return shirt_colour(portrait, centre=False)


def shirt(portrait: Portrait) -> FloatPlane:
    """The inner garment where its colour differs from the outer one, without a tie; empty for one garment alone."""
    return np.asarray(shirt_colour(portrait, centre=True) * (1 - tie_share(portrait)), np.float32)


def tie(portrait: Portrait) -> FloatPlane:
    return np.asarray(shirt_colour(portrait, centre=True) * tie_share(portrait), np.float32)


def tie_share(portrait: Portrait) -> FloatPlane:
    """A narrow strip below the chin whose colour differs from the inner garment on both sides of it."""
    import cv2

    pose, height, width = portrait.pose, portrait.picture.height, portrait.picture.width
    inner = shirt_colour(portrait, centre=True)
    middle, chin = portrait.landmarks.xy[mesh.CHIN]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    across = np.abs(x - middle) / pose.px_per_cm
    solid = (inner > _LEVEL) & (y > chin + 4 * pose.px_per_cm)
    strip, beside = solid & (across < 1.5), solid & (across > 4) & (across < 8)
    if strip.sum() < 30 or beside.sum() < 30:
        return np.zeros_like(inner)
    rgb = cv2.GaussianBlur(portrait.picture.rgb8, (0, 0), max(1.0, 0.15 * pose.px_per_cm))
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    tie, shirt = np.median(lab[strip], axis=0), np.median(lab[beside], axis=0)
    if np.linalg.norm(tie - shirt) < 25:
        return np.zeros_like(inner)
    near, far = np.linalg.norm(lab - tie, axis=2), np.linalg.norm(lab - shirt, axis=2)
    return np.asarray(1 / (1 + np.exp((near - far) / 6 + (across - 5) / 1)), np.float32)
