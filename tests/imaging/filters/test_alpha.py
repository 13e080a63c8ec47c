"""Whatever mixes pixels of straight alpha lets colours count by their opacity: what is hidden is never seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from catchlight.brushes.apply import BrushGround, apply_edits
from catchlight.brushes.edits import BrushEdit, strikes
from catchlight.core.progress import Progress
from catchlight.develop.development import Development
from catchlight.develop.picture_statistics import measure_picture
from catchlight.develop.pipeline import develop
from catchlight.imaging.colour.source_colours import SourceColours, transformed
from catchlight.imaging.filters.alpha import premultiply, reduce_by_area, unpremultiply, visible_colours
from catchlight.imaging.io import codec
from catchlight.imaging.io.cicp import PRIMARIES, SRGB, light, to_xyz
from catchlight.imaging.io.icc import build_profile
from catchlight.imaging.picture import Picture, Pixels
from catchlight.operations.brush.window import _reduced
from catchlight.operations.id_photo.filesize import _resized
from catchlight.operations.reduce import reduce_pixels
from catchlight.service.export import ExportRequest, encode_export
from catchlight.store.generation import thumbnail

ORANGE = (255, 200, 40)


def disc(hidden: int, dtype: Any = np.uint8, side: int = 300) -> Pixels:
    """An orange disc with a soft rim, 3 px broad; ``hidden``: level of the grey under alpha 0."""
    y, x = np.mgrid[:side, :side] + 0.5 - side / 2
    alpha = np.clip((0.4 * side - np.hypot(x, y)) / 3 + 0.5, 0, 1)
    top = np.iinfo(dtype).max
    pixels = np.full((side, side, 4), hidden * (top // 255), dtype)
    pixels[alpha > 0, :3] = np.array(ORANGE, dtype) * (top // 255)
    pixels[..., 3] = np.round(alpha * top)
    return pixels


def reference(pixels: Pixels, factor: int) -> Any:
    """Means over squares of ``factor`` pixels, in premultiplied float64; straight again."""
    top = np.iinfo(pixels.dtype).max
    alpha = pixels[..., 3:] / top
    parts = np.dstack([pixels[..., :3] * alpha, alpha])
    side = pixels.shape[0] // factor
    mean = parts.reshape(side, factor, side, factor, 4).mean(axis=(1, 3))
    return np.dstack([mean[..., :3] / np.maximum(mean[..., 3:], 1e-9), mean[..., 3:] * top])


def as_rgba(data: bytes) -> Pixels:
    return codec.decode(data).pixels


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_means_are_those_of_premultiplied_floats(dtype: Any) -> None:
    random = np.random.default_rng(5)
    pixels = random.integers(0, np.iinfo(dtype).max + 1, (240, 240, 4)).astype(dtype)
    pixels[random.random((240, 240)) < 0.4, 3] = 0
    made, wanted = reduce_by_area(pixels, (80, 80)), reference(pixels, 3)
    seen = made[..., 3] > 0.02 * np.iinfo(dtype).max
    assert made.dtype == dtype
    assert np.abs(made.astype(float) - wanted)[seen].max() <= 1
    opaque = pixels[..., :3]
    assert reduce_by_area(opaque, (80, 80)).shape == (80, 80, 3)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_premultiplied_pixels_come_back(dtype: Any) -> None:
    pixels = disc(0, dtype)
    back = unpremultiply(premultiply(pixels), dtype)
    seen = pixels[..., 3] > 0
    assert np.array_equal(back[seen], pixels[seen])


def exported(**wish: Any) -> Callable[[Pixels], Pixels]:
    request = ExportRequest("image/png", **wish)
    return lambda pixels: as_rgba(encode_export(Picture(pixels), None, request, Progress()).data)


def exported_from_own_colours(pixels: Pixels) -> Pixels:
    """Of a file in Display P3 whose numbers are those of the picture."""
    p3 = build_profile(to_xyz(PRIMARIES[12]), light(SRGB, np.linspace(0, 1, 4096)), "Display P3")  # type: ignore[arg-type]
    own = SourceColours(p3, np.ascontiguousarray(pixels[..., :3]), pixels)
    small = transformed(Picture(pixels, source_colours=own), lambda each: reduce_by_area(each, (111, 111)))
    assert small.source_colours is not None
    return np.dstack([small.source_colours.pixels, small.pixels[..., 3]])


def brushed(tool: str) -> Callable[[Pixels], Pixels]:
    def work(pixels: Pixels) -> Pixels:
        edit = BrushEdit.model_validate(
            {"tool": tool, "amount": 1.0, "strokes": ({"points": ((30, 150), (270, 150)), "radius": 40},)}
        )
        ground = BrushGround(lambda _name: np.ones((300, 300), np.float32), lambda: 20.0)
        return apply_edits(pixels, strikes((edit,)), ground)

    return work


def developed(**settings: Any) -> Callable[[Pixels], Pixels]:
    return lambda pixels: develop(pixels, Development(**settings), measure_picture(pixels))


MIXING: dict[str, Callable[[Pixels], Pixels]] = {
    "export size": exported(longest=111),
    "export sharpening": exported(sharpen="screen"),
    "export size and sharpening": exported(longest=111, sharpen="matte"),
    "colours of the file": exported_from_own_colours,
    "previews of operations": lambda pixels: reduce_pixels(pixels, 111),
    "ID photo's file size": lambda pixels: _resized(Picture(pixels), 111, 111, 0.37).pixels,
    "brush window": lambda pixels: _reduced(pixels, (0, 0, 300, 300), 3)[0],
    "thumbnail of a generation": lambda pixels: as_rgba(thumbnail(Picture(pixels))),
    "brush sharpen": brushed("sharpen"),
    "brush smooth": brushed("smooth"),
    "sharpness": developed(sharpness=100),
    "softness": developed(sharpness=-100),
    "noise reduction": developed(noise_reduction=100),
}


@pytest.mark.parametrize("way", MIXING, ids=str)
def test_no_hidden_colour_shows(way: str) -> None:
    dark, bright = (MIXING[way](disc(hidden)).astype(int) for hidden in (0, 255))
    seen = dark[..., 3] > 8
    assert np.array_equal(dark[..., 3], bright[..., 3])
    assert np.abs(dark[seen, :3] - bright[seen, :3]).max() <= 1
    assert np.ptp(dark[seen, :3], axis=0).max() <= 2, "a disc of one colour stays so up to its rim"


@pytest.mark.parametrize(
    "settings", [{"clarity": 100}, {"shadows": 100}, {"highlights": -100}, {"dehaze": 60}], ids=str
)
def test_no_hidden_colour_changes_local_light(settings: dict[str, int]) -> None:
    dark, bright = (developed(**settings)(disc(hidden)).astype(int) for hidden in (0, 255))
    seen = dark[..., 3] > 8
    assert np.abs(dark[seen, :3] - bright[seen, :3]).max() <= 1


def test_hidden_colours_give_way_to_those_around_them() -> None:
    pixels = disc(0)
    assert np.array_equal(np.unique(visible_colours(pixels).reshape(-1, 3), axis=0), [ORANGE])
    nothing = np.zeros((8, 8, 4), np.uint8)
    assert not visible_colours(nothing).any()
    opaque = disc(0)[..., :3]
    assert np.array_equal(visible_colours(opaque), opaque)
