"""Hair, beard and hat as soft masks: HxW float32 in 0..1."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.part_masks import FACE, LEFT_CHEEK, RIGHT_CHEEK, class_share, hull_mask, soft_hull_mask
from catchlight.portrait.portrait import Portrait

# fmt: off
_BEARD = (132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 411, 426, 327, 2, 98, 206,
          187)
_CHIN = (32, 171, 175, 396, 262, 200, 194, 418)
_LIP_BEARD = (2, 165, 92, 40, 37, 0, 267, 270, 322, 391)
# fmt: on
_BEARDED = 0.45
"""Mean darkness of chin and upper lip against the cheeks from which there is a beard; shadows stay below 0.3."""


def hair_and_beard(portrait: Portrait) -> FloatPlane:
    return class_share(portrait, (head_parsing.HAIR,))


def hair(portrait: Portrait) -> FloatPlane:
    """Hair of the head: parsing counts a long beard as hair, a colourist does not."""
    return np.asarray(
        hair_and_beard(portrait) * (1 - portrait.kept("region:beard", lambda: beard(portrait))), np.float32
    )


def beard(portrait: Portrait) -> FloatPlane:
    """Hair on the lower face and what hangs from it; empty on a shaven face."""
    dark = darkness_against_cheeks(portrait)
    core = hull_mask(portrait, _CHIN) | hull_mask(portrait, _LIP_BEARD)
    if not core.any() or float(dark[core].mean()) < _BEARDED:
        return np.zeros_like(dark)
    zone = soft_hull_mask(portrait, _BEARD, soft_cm=0.5) * (1 - soft_hull_mask(portrait, mesh.LIPS_OUTER, soft_cm=0.1))
    hanging = hair_and_beard(portrait) * mask_below_mouth(portrait)
    return np.asarray(np.clip(np.maximum(zone * dark, hanging), 0, 1) * portrait.alpha, np.float32)


def beard_zone(portrait: Portrait) -> FloatPlane:
    """Where a beard grows, whether there is one or not: skin and hair of the lower face about the lips."""
    zone = soft_hull_mask(portrait, _BEARD, soft_cm=0.5) * (1 - soft_hull_mask(portrait, mesh.LIPS_OUTER, soft_cm=0.12))
    face = class_share(portrait, (*FACE, head_parsing.NECK, head_parsing.HAIR))
    return np.asarray(zone * np.clip(1.5 * face, 0, 1), np.float32)


def darkness_against_cheeks(portrait: Portrait) -> FloatPlane:
    """How much darker than the cheeks each pixel is, 0..1."""
    import cv2

    sigma = max(1.0, 0.1 * portrait.pose.px_per_cm)
    lab = cv2.cvtColor(cv2.GaussianBlur(portrait.picture.rgb8, (0, 0), sigma), cv2.COLOR_RGB2LAB)
    light = np.asarray(lab[..., 0], np.float32)
    skin = np.median(light[hull_mask(portrait, RIGHT_CHEEK, LEFT_CHEEK)])
    return np.asarray(np.clip((skin - light - 28) / 24, 0, 1), np.float32)


def mask_below_mouth(portrait: Portrait) -> FloatPlane:
    """1 under the mouth within the width of the jaw, falling off softly."""
    pose = portrait.pose
    height, width = portrait.picture.height, portrait.picture.width
    y, x = np.mgrid[:height, :width].astype(np.float32)
    mouth = portrait.landmarks.xy[14]
    down = np.clip((y - mouth[1]) / pose.px_per_cm, 0, 1)
    aside = np.clip((7.5 - np.abs(x - mouth[0]) / pose.px_per_cm) / 1.5, 0, 1)
    return np.asarray(down * aside, np.float32)


def hat(portrait: Portrait) -> FloatPlane:
    return class_share(portrait, (head_parsing.HAT,))
