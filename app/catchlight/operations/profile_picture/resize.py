"""Resizing: every wished size from the finished square, averaged in linear light, square or as a circle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.progress import Progress
from catchlight.imaging.arrays import Singles
from catchlight.imaging.colour import srgb as colour
from catchlight.imaging.io import codec
from catchlight.imaging.picture import FloatPlane, Metadata, Picture, Pixels
from catchlight.models.super_resolution import upscale_2x
from catchlight.operations.operation import File
from catchlight.operations.profile_picture.work import AvatarWork, Product

_WORTH = 1.25
"""Enlarging by more than this is done with super-resolution."""
_LEAST = 160
"""Side in pixels below which super-resolution has too little to go by."""


def render_sizes(work: AvatarWork, progress: Progress) -> AvatarWork:
    """The finished files, largest first. The record lies inside each; the source's Exif does not."""
    side = int(work.pixels.shape[0])
    pixels = work.pixels
    most = max(work.sizes)
    if most > _WORTH * side and side >= _LEAST:
        pixels = _enlarged(pixels, work, progress.part(0.0, 0.5))
    light = premultiply(pixels)
    facts = work.facts | {"shape": "circle" if work.circle else "square"}
    record = work.portrait.picture.record.then(work.step.model_copy(update={"facts": facts}))
    products, sources = [], work.portrait.picture.metadata.sources
    for number, size in enumerate(work.sizes):
        progress.report(0.5 + 0.5 * number / len(work.sizes), "resizing")
        small = resample(light, size)
        if work.circle:
            small = cut_circle(small)
        picture = Picture(encode_srgb(small), metadata=Metadata(sources=sources), record=record)
        file = File(codec.encode(picture, work.media_type), work.media_type)
        products.append(Product(size, file, size > side, picture))
        if number == 0:
            shown = picture
    return replace(work, products=tuple(products), shown=shown, facts=facts)


def premultiply(pixels: Pixels) -> Singles:
    """Linear light, HxWx3 or x4 with colours times alpha, float32 in 0..1."""
    top = np.float32(np.iinfo(pixels.dtype).max)
    values = pixels.astype(np.float32) / top
    light = colour.to_linear(np.ascontiguousarray(values[..., :3]))
    if pixels.shape[2] == 3:
        return np.asarray(light, np.float32)
    return np.asarray(np.dstack([light * values[..., 3:], values[..., 3:]]), np.float32)


def resample(light: Singles, size: int) -> Singles:
    """``light`` (a square) at another side: Catmull-Rom over all pixels that fall together, so that nothing aliases."""
    from PIL import Image

    planes = [
        np.asarray(Image.fromarray(np.ascontiguousarray(light[..., at])).resize((size, size), Image.Resampling.BICUBIC))
        for at in range(light.shape[2])
    ]
    return np.asarray(np.clip(np.stack(planes, axis=2), 0, 1), np.float32)


def cut_circle(light: Singles) -> Singles:
    """Premultiplied light of a square, with the corners beside its circle transparent."""
    size = light.shape[0]
    opaque: Any = np.dstack([light[..., :3], light[..., 3:] if light.shape[2] == 4 else np.ones((size, size, 1))])
    return np.asarray(opaque * circle(size)[..., None], np.float32)


def encode_srgb(light: Singles) -> npt.NDArray[np.uint8]:
    """Premultiplied linear light as sRGB uint8 with straight alpha."""
    if light.shape[2] == 3:
        return np.asarray(np.round(colour.to_srgb(light) * 255), np.uint8)
    alpha = light[..., 3:]
    straight = np.clip(light[..., :3] / np.maximum(alpha, 1e-4), 0, 1) * (alpha > 0)
    srgb = np.round(colour.to_srgb(np.asarray(straight, np.float32)) * 255)
    return np.dstack([srgb, np.round(alpha * 255)]).astype(np.uint8)


def circle(size: int) -> FloatPlane:
    """Coverage of each pixel by the circle that touches the square: 1 inside, 0 outside, its share at the rim."""
    place = np.arange(size, dtype=np.float32) + 0.5 - size / 2
    away = np.hypot(place[:, None], place[None])
    return np.asarray(np.clip(size / 2 - away + 0.5, 0, 1), np.float32)


def _enlarged(pixels: Pixels, work: AvatarWork, progress: Progress) -> Pixels:
    """Twice the square: colours by the network, alpha smoothly."""
    import cv2

    eight: Any = pixels if pixels.dtype == np.uint8 else np.asarray(pixels >> 8, np.uint8)
    large = upscale_2x(np.ascontiguousarray(eight[..., :3]), work.portrait.models, progress)
    if eight.shape[2] == 3:
        return large
    alpha = cv2.resize(eight[..., 3], large.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.dstack([large, alpha])
