"""Colours of files in other spaces than sRGB: back as they came where nothing was edited, near them where it was."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from catchlight.imaging.colour.source_colours import transformed
from catchlight.imaging.io import cicp, codec, icc
from catchlight.imaging.io.formats.raw import tones
from catchlight.imaging.picture import Picture, Pixels

P3 = icc.build_profile(cicp.to_xyz(cicp.PRIMARIES[12]), cicp.light(cicp.SRGB, np.linspace(0, 1, 4096)))  # type: ignore[arg-type]
ADOBE = icc.build_profile(cicp.to_xyz(cicp.ADOBE_RGB), np.linspace(0, 1, 4096) ** cicp.ADOBE_GAMMA)  # type: ignore[arg-type]
PROFILES = {"Display P3": P3, "Adobe RGB": ADOBE}


def _colours(depth: int = 8) -> Pixels:
    """128x128x3: greys and colours up to the purest of the space."""
    y, x = np.mgrid[0:128, 0:128]
    plane = np.dstack([x * 2, 255 - y * 2, (x + y) % 256]).astype(np.uint8)
    plane[:8, :, :] = (255, 0, 0)
    plane[8:16] = (0, 255, 0)
    return plane if depth == 8 else np.asarray(plane.astype(np.uint16) * 257)


def _file(pixels: Pixels, profile: bytes) -> bytes:
    if pixels.dtype == np.uint8:
        out = io.BytesIO()
        PIL.Image.fromarray(pixels).save(out, "png", icc_profile=profile)
        return out.getvalue()
    import tifffile

    out = io.BytesIO()
    tifffile.imwrite(out, pixels, photometric="rgb", iccprofile=profile, metadata=None)
    return out.getvalue()


def _stored(data: bytes) -> tuple[Pixels, bytes]:
    """The numbers of a file of 8 bit as they are stored, and its profile."""
    with PIL.Image.open(io.BytesIO(data)) as image:
        return np.asarray(image), image.info["icc_profile"]


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("depth", [8, 16])
def test_pixels_outside_an_edit_come_back_as_they_were(name: str, depth: int) -> None:
    original = _colours(depth)
    picture = codec.decode(_file(original, PROFILES[name]))
    edited = picture.pixels.copy()
    edited[40:80, 40:80] = edited[40:80, 40:80] // 2
    written = codec.decode(codec.encode(picture.with_(pixels=edited), "image/png"))
    assert written.source_colours is not None
    assert written.source_colours.profile == PROFILES[name]
    outside = np.ones(original.shape[:2], bool)
    outside[40:80, 40:80] = False
    assert np.array_equal(written.source_colours.pixels[outside], original[outside])
    top = np.iinfo(edited.dtype).max
    away = np.abs(written.pixels[40:80, 40:80].astype(int) - edited[40:80, 40:80])
    assert np.quantile(away, 0.99) <= 0.02 * top  # what is edited looks as it was edited


@pytest.mark.parametrize("name", PROFILES)
def test_what_srgb_cannot_hold_survives_a_light_edit(name: str) -> None:
    original = _colours()
    picture = codec.decode(_file(original, PROFILES[name]))
    darker = (picture.pixels.astype(np.float32) * 0.97).astype(np.uint8)
    written, profile = _stored(codec.encode(picture.with_(pixels=darker), "image/png"))
    assert profile == PROFILES[name]
    plain = icc.from_srgb(darker, PROFILES[name])
    green = np.s_[8:16, :, 0]
    assert written[green].mean() < plain[green].mean() - 20  # purer than the purest green of sRGB


@pytest.mark.parametrize("depth", [8, 16])
def test_a_tiff_written_row_by_row_holds_what_the_whole_conversion_gives(depth: int) -> None:
    picture = codec.decode(_file(_colours(depth), P3))
    edited = picture.pixels.copy()
    edited[30:100, 10:90] //= 2
    own = picture.source_colours
    assert own is not None
    for pixels in (picture.pixels, edited, np.ascontiguousarray(edited[:70, :80])):
        written = codec.decode(codec.encode(picture.with_(pixels=pixels), "image/tiff")).source_colours
        assert written is not None
        assert np.array_equal(written.pixels, own.of(pixels))
        assert own.rows_of(pixels).is_unchanged == (pixels is picture.pixels)


def test_another_size_keeps_the_space_and_a_cut_keeps_the_numbers() -> None:
    original = _colours()
    picture = codec.decode(_file(original, P3))
    cut = transformed(picture, lambda pixels: np.ascontiguousarray(pixels[10:60, 20:90]))
    assert np.array_equal(_stored(codec.encode(cut, "image/png"))[0], original[10:60, 20:90])
    other = picture.with_(pixels=np.ascontiguousarray(picture.pixels[::2, ::2]))
    written, profile = _stored(codec.encode(other, "image/png"))
    assert profile == P3
    away = np.abs(codec.decode(codec.encode(other, "image/png")).pixels.astype(int) - other.pixels)
    assert np.quantile(away, 0.99) <= 4
    assert away.mean() < 0.7
    assert written.shape == (64, 64, 3)


def test_pictures_in_srgb_and_in_other_modes_carry_no_second_colours() -> None:
    grey = io.BytesIO()
    PIL.Image.fromarray(_colours()[..., 0]).save(grey, "png")
    for data in (codec.encode(Picture(_colours()), "image/png"), grey.getvalue()):
        assert codec.decode(data).source_colours is None


@pytest.mark.parametrize("media_type", ["image/jpeg", "image/webp", "image/tiff", "image/avif"])
def test_every_type_is_written_with_the_profile(media_type: str, tmp_path: Path) -> None:
    picture = codec.decode(_file(_colours(), P3))
    again = codec.decode(codec.encode(picture, media_type))
    assert again.source_colours is not None
    assert again.source_colours.profile == P3
    plain = codec.decode(codec.encode(picture.with_(source_colours=None), media_type))
    assert plain.source_colours is None


def test_raw_colours_converted_in_parts_are_those_of_the_whole() -> None:
    pixels = np.random.default_rng(2).integers(0, 65_536, (301, 131, 3)).astype(np.uint16)
    whole = tones.to_prophoto(pixels)
    for rows in (1, 7, 50):
        parts = [tones.to_prophoto(pixels[top : top + rows]) for top in range(0, 301, rows)]
        assert np.array_equal(np.concatenate(parts), whole)
