"""The pictures that cases start from: the shipped samples, and what Pillow makes of them when the tests run."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from catchlight.paths import resources
from PIL import Image, ImageFilter


def _shipped(name: str) -> bytes:
    return (resources() / "samples" / name).read_bytes()


def _sized(image: Image.Image, width: int, height: int) -> Image.Image:
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _close(image: Image.Image) -> Image.Image:
    """Head and collar alone."""
    return _sized(image.crop((100, 0, 360, 300)), 728, 840)


def _dark(image: Image.Image) -> Image.Image:
    """Under-exposed, and a little blue."""
    tables = [[round(value * share) for value in range(256)] for share in (0.42, 0.46, 0.56)]
    return _sized(image.point([*tables[0], *tables[1], *tables[2]]), 720, 720)


def _mirrored(image: Image.Image) -> Image.Image:
    return _sized(image.transpose(Image.Transpose.FLIP_LEFT_RIGHT), 800, 800)


def _on_its_side(image: Image.Image) -> Image.Image:
    return _sized(image, 900, 900).transpose(Image.Transpose.ROTATE_270)


def _on_its_head(image: Image.Image) -> Image.Image:
    return _close(image).transpose(Image.Transpose.ROTATE_180)


def _leaning(image: Image.Image) -> Image.Image:
    """Turned by 5 degrees; what comes in at the corners has about the colour of the wall."""
    return _sized(image, 800, 800).rotate(5, Image.Resampling.BICUBIC, fillcolor=(203, 196, 190))


def _without_face(image: Image.Image) -> Image.Image:
    """The model of the shuttle alone."""
    return _sized(image.crop((340, 0, 512, 290)), 516, 870)


def _two_people(image: Image.Image) -> Image.Image:
    """The astronaut beside herself."""
    wide = Image.new("RGB", (1024, 512))
    wide.paste(image, (0, 0))
    wide.paste(image, (512, 0))
    return wide


def _soft(image: Image.Image) -> Image.Image:
    return _sized(image.filter(ImageFilter.GaussianBlur(1.4)), 640, 750)


def _png(name: str, change: Callable[[Image.Image], Image.Image]) -> bytes:
    with Image.open(io.BytesIO(_shipped(name))) as image:
        changed = change(image.convert("RGB"))
    file = io.BytesIO()
    changed.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _deep() -> bytes:
    """The astronaut as a 16-bit PNG, brightened so that it holds more than 8 bits tell."""
    import cv2

    with Image.open(io.BytesIO(_shipped("astronaut.png"))) as image:
        pixels = np.asarray(_sized(image.convert("RGB"), 640, 640), np.uint32)
    lifted = (pixels[..., ::-1] * 257 * 9 // 10 + 1500).astype(np.uint16)
    return bytes(cv2.imencode(".png", np.ascontiguousarray(lifted))[1].tobytes())


VARIANTS: Mapping[str, Callable[[], bytes]] = {
    "astronaut": partial(_shipped, "astronaut.png"),
    "large": partial(_png, "astronaut.png", partial(_sized, width=1024, height=1024)),
    "close": partial(_png, "astronaut.png", _close),
    "dark": partial(_png, "astronaut.png", _dark),
    "mirrored": partial(_png, "astronaut.png", _mirrored),
    "on_its_side": partial(_png, "astronaut.png", _on_its_side),
    "on_its_head": partial(_png, "astronaut.png", _on_its_head),
    "leaning": partial(_png, "astronaut.png", _leaning),
    "deep": _deep,
    "without_face": partial(_png, "astronaut.png", _without_face),
    "two_people": partial(_png, "astronaut.png", _two_people),
    "officer": partial(_shipped, "officer.jpg"),
    "officer_large": partial(_png, "officer.jpg", partial(_sized, width=870, height=1020)),
    "officer_soft": partial(_png, "officer.jpg", _soft),
}
"""Files by name, each made on call; 0.26 to 1.05 megapixels."""
