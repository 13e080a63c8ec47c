"""Ears laid into the portrait without its hair: those that are seen, and, for styles that leave them free, whole ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine.groom import ears, pate
from catchlight.engine.groom.ears import Ear
from catchlight.engine.groom.head import Skull
from catchlight.engine.groom.planes import as_bytes, as_float, soft
from catchlight.engine.groom.scene import Scene
from catchlight.engine.groom.stored import Bytes, in_bytes
from catchlight.engine.picture import ByteImage, FloatImage, FloatPlane

_MELTS_CM = 0.2
"""Width over which an ear runs into the head before which it lies."""
_ROUND_EAR_CM = 1.7
"""How far round an ear the side of the head changes with it."""
_MARGIN_CM = 0.6
"""How far beyond that outlines are looked at."""
_PORES_CM = 0.1
"""Width up to which skin has pores."""
_SMOOTH = 0.5
"""What an ear has of those of the face, and of the photo's grain with them: its skin is smoother."""
_SEEN_CM, _EARRING = 0.15, 0.5
"""Width over which what is seen of an ear goes over into what is not, and share of an earring that stays."""


@dataclass(frozen=True)
class FreeEar:
    """part: rows and columns of the picture with an ear of which hair hides something; what a ``Bare`` has there where a style
    leaves it free."""

    part: tuple[slice, slice]
    plate: ByteImage
    body8: Bytes
    ear8: Bytes


@dataclass(frozen=True)
class Uncovered:
    """The same before it is a part of the picture. plate: hxwx3, 0..255. head: hxw, the head with its side before the ear. shape:
    hxw, the ear's outline."""

    part: tuple[slice, slice]
    plate: FloatImage
    head: FloatPlane
    shape: FloatPlane

    def seen(self, scene: Scene, blend: FloatPlane, alpha: FloatPlane, edge: FloatPlane) -> FreeEar:
        """HxW each: ``blend``, how far the plate replaces the picture; ``alpha``, the person without hair; ``edge``, where that
        is told anew."""
        own = as_float(scene.rgb[self.part])
        own += (self.plate - own) * blend[self.part][..., None]
        body = np.maximum(alpha[self.part], np.maximum(self.head, self.shape) * edge[self.part])
        return FreeEar(self.part, as_bytes(own), in_bytes(np.asarray(body, np.float32)), in_bytes(self.shape))


def lay(plate: FloatImage, scene: Scene, ear: Ear, head: FloatPlane, rough: FloatImage) -> None:
    """Lay an ear into its part of the ``plate`` (hxwx3): at its outline as sharp as the picture; where it meets the ``head``
    (hxw) it runs into it. rough: hxwx1 or hxwx3, grain or pores of skin that is not seen."""
    import cv2

    meets = (head > 0.5) & (ear.shape < 0.5)
    away = cv2.distanceTransform((~meets).astype(np.uint8), cv2.DIST_L2, 5)
    share = ear.shape * np.clip(away / np.float32(_MELTS_CM * scene.cm), 0, 1)
    inside = cv2.distanceTransform(ear.own.astype(np.uint8), cv2.DIST_L2, 5)
    own = np.clip(inside / np.float32(_SEEN_CM * scene.cm), 0, 1)
    own = np.maximum(own, soft(scene.earring[ear.part] > _EARRING, 1.0))[..., None]
    skin = as_float(scene.rgb[ear.part]) * own + (ear.skin + np.float32(_SMOOTH) * rough) * (1 - own)
    plate += (skin - plate) * share[..., None]


def uncovered(
    plate: FloatImage,
    scene: Scene,
    ear: Ear,
    skin: FloatImage,
    ball: Skull,
    head: FloatPlane,
) -> Uncovered:
    """The ``plate`` (HxWx3) round an ear that hair hides, with it and the side of the head before it. skin: in the skull's box,
    with its pores; head: HxW."""
    room = round(_ROUND_EAR_CM * scene.cm)
    rows, columns = (
        slice(max(0, at.start - room), min(at.stop + room, end)) for at, end in zip(ear.part, scene.shape, strict=True)
    )
    part = (rows, columns)
    beside = pate.behind_ears(scene, head, ears.outlines(scene, [ear]))
    # Evened with what lies round it: at a border of its own the outline would have a step.
    apart = round(_MARGIN_CM * scene.cm)
    wide = tuple(slice(max(0, at.start - apart), at.stop + apart) for at in part)
    inside = tuple(slice(at.start - out.start, at.stop - out.start) for at, out in zip(part, wide, strict=True))
    whole = np.maximum(head[part], pate.evened(np.maximum(head, beside)[wide], scene.cm)[inside])
    result = plate[part].copy()
    pores = np.zeros_like(result)
    inner = tuple(
        slice(max(at.start, box.start), min(at.stop, box.stop)) for at, box in zip(part, ball.part, strict=True)
    )
    if all(at.stop > at.start for at in inner):
        here, there = (
            tuple(slice(at.start - first.start, at.stop - first.start) for at, first in zip(inner, of, strict=True))
            for of in (part, ball.part)
        )
        # Of what shows of the ground beside the head, so much goes that the head is whole.
        more = ((whole - head[part]) / np.maximum(1 - head[part], np.float32(1e-3)))[here]
        result[here] += (skin[there] - result[here]) * more[..., None]
        pores[here] = skin[there] - soft(skin[there], _PORES_CM * scene.cm)
    own = tuple(slice(at.start - first.start, at.stop - first.start) for at, first in zip(ear.part, part, strict=True))
    lay(result[own], scene, ear, whole[own], pores[own])
    shape = np.zeros(whole.shape, np.float32)
    shape[own] = ear.shape
    return Uncovered(part, result, np.asarray(whole, np.float32), shape)
