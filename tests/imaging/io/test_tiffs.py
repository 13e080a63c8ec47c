"""TIFFs of every layout, sample type, compression and meaning; raw files and rare kinds are refused in plain words."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np
import pytest
import tifffile
from catchlight.core.errors import UnsupportedImage
from catchlight.imaging.io import codec
from catchlight.imaging.io.codec import DecodeLimits

from tests.imaging.io import tiff_variants, variants
from tests.imaging.io.reading import distance, opened
from tests.imaging.io.variants import Variant

_PHOTO = variants.photo()


@pytest.mark.parametrize("variant", [*tiff_variants.tiff_variants(_PHOTO)], ids=lambda variant: variant.name)
def test_a_tiff_is_the_photo(variant: Variant) -> None:
    picture = codec.decode(variant.data)
    assert distance(picture, _PHOTO) <= 2.5
    assert (picture.depth == 16) == variant.deep
    assert bool(picture.metadata.notes) == variant.noted


def test_one_bit_is_black_and_white_whichever_is_zero() -> None:
    drawn = np.zeros((80, 90), bool)
    drawn[20:60, 30:70] = True
    for meaning, right in (("minisblack", drawn), ("miniswhite", ~drawn)):
        data = variants.tiff(drawn, photometric=meaning)
        assert np.array_equal(codec.decode(data).pixels[..., 0], right * np.uint8(255))
    fax = variants.saved(drawn.astype(np.uint8) * 255, "TIFF", "1", compression="group4")
    assert np.array_equal(codec.decode(fax).pixels[..., 2], drawn * np.uint8(255))


@pytest.mark.parametrize("bits", [2, 4, 10, 12, 14])
def test_odd_depths_reach_from_black_to_white(bits: int) -> None:
    """Packed by hand: the rows of such files have no gaps within a row."""
    top = (1 << bits) - 1
    row = [top * x // 95 for x in range(96)]
    packed = int("".join(f"{value:0{bits}b}" for value in row), 2).to_bytes(96 * bits // 8, "big")
    entries = [(256, 3, 96), (257, 3, 80), (258, 3, bits), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1),
               (278, 3, 80), (279, 4, 80 * len(packed))]  # fmt: skip
    body = packed * 80
    table = b"".join(struct.pack(">HHI", tag, kind, 1) + (struct.pack(">HH", value, 0) if kind == 3 else struct.pack(">I", value))
                     for tag, kind, value in entries)  # fmt: skip
    data = b"MM\0*" + struct.pack(">I", 8 + len(body)) + body + struct.pack(">H", len(entries)) + table + bytes(4)
    picture = codec.decode(data)
    scale = 257 if picture.depth == 16 else 1
    assert np.abs(picture.pixels[5, :, 0] / scale - np.array(row) / top * 255).max() < 1


@pytest.mark.parametrize("wide", [False, True])
def test_palettes_are_read(wide: bool) -> None:
    table = np.array([[x * (257 if wide else 256) for x in range(256)]] * 3, np.uint16)
    data = variants.tiff(np.ascontiguousarray(_PHOTO[..., 0]), photometric="palette", colormap=table)
    assert np.abs(codec.decode(data).pixels[..., 1].astype(int) - _PHOTO[..., 0]).max() <= 1


@pytest.mark.parametrize(
    ("samples", "options", "said"),
    [
        (_PHOTO.astype(np.int16), {}, "signed"),
        ((_PHOTO * 1e9).astype(np.float32), {}, "floating-point"),
        (np.zeros((70, 70, 20), np.uint8), {"photometric": "minisblack", "planarconfig": "contig"}, None),
    ],
    ids=["signed", "huge floats", "twenty channels"],
)
def test_what_is_not_supported_is_named(samples: Any, options: dict[str, Any], said: str | None) -> None:
    if said is None:
        assert codec.decode(variants.tiff(samples, **options)).metadata.notes
        return
    with pytest.raises(UnsupportedImage, match=said):
        codec.decode(variants.tiff(samples, **options))


def test_values_that_are_no_numbers_are_black_and_said() -> None:
    values = (_PHOTO / 255).astype(np.float32)
    values[:3] = np.nan
    picture = codec.decode(variants.tiff(values))
    assert picture.pixels[:3].max() == 0
    assert any("no numbers" in note for note in picture.metadata.notes)
    assert np.abs(picture.pixels[3:] / 257 - _PHOTO[3:]).max() < 1


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ([(50706, 1, 4, (1, 4, 0, 0), True)], "DNG"),
        ([(271, 2, 0, "NIKON CORPORATION", True), (33422, 1, 4, (0, 1, 1, 2), True)], "NIKON"),
    ],
)
def test_a_raw_file_is_not_taken_for_its_preview(tags: list[Any], name: str) -> None:
    with pytest.raises(UnsupportedImage, match="raw file") as refusal:
        codec.decode(variants.tiff(_PHOTO, extratags=tags))
    assert name in refusal.value.message
    assert "damaged" not in refusal.value.message


def test_a_raw_file_whose_sensor_data_lie_below_the_preview_is_not_taken_for_it() -> None:
    out = io.BytesIO()
    with tifffile.TiffWriter(out) as file:
        file.write(_PHOTO, photometric="rgb", subfiletype=1, subifds=1, metadata=None)
        file.write(np.zeros((300, 400), np.uint16), photometric="cfa", metadata=None)
    with pytest.raises(UnsupportedImage, match="no sensor data"):
        codec.decode(out.getvalue())


@pytest.mark.parametrize("head", [b"IIU\0", b"FUJIFILMCCD-RAW ", b"\0\0\0\x18ftypcrx ", b"IIRO"])
def test_raw_files_of_other_shapes_are_called_so(head: bytes) -> None:
    with pytest.raises(UnsupportedImage, match="raw file"):
        codec.decode(head + bytes(200))


def test_what_a_page_takes_decoded_is_limited_like_its_pixels() -> None:
    wide = variants.tiff(np.zeros((1000, 1000, 4)), extrasamples=["unassalpha"])
    with pytest.raises(UnsupportedImage, match="GB"):
        codec.decode(wide, DecodeLimits(max_pixels=1_000_000))


@pytest.mark.parametrize("tag", [258, 259, 262, 273, 277, 278, 279, 284])
def test_a_field_that_is_lost_is_never_read_as_another_picture(tag: int) -> None:
    """Its number changed by one bit: then the page lacks it."""
    data = bytearray(variants.tiff(_PHOTO, compression="jpeg", rowsperstrip=32))
    place = data.index(struct.pack("<H", tag), 8)
    data[place + 1] ^= 0x20
    found = opened(bytes(data))
    assert isinstance(found, str) or found.metadata.notes or distance(found, _PHOTO) < 6


def test_ycbcr_is_read_where_every_pixel_has_its_colour() -> None:
    for packing in ("raw", "tiff_deflate"):
        data = variants.saved(_PHOTO, "TIFF", "YCbCr", compression=packing)
        assert distance(codec.decode(data), _PHOTO) < 1.5


@pytest.mark.parametrize(
    "reduced", [_PHOTO[:150, :198], _PHOTO[10:210, 5:190]], ids=["another shape", "nearly as large"]
)
def test_a_copy_that_says_it_is_reduced_is_never_taken(reduced: Any) -> None:
    out = io.BytesIO()
    with tifffile.TiffWriter(out) as file:
        file.write(np.ascontiguousarray(255 - reduced), photometric="rgb", subfiletype=1, metadata=None)
        file.write(_PHOTO, photometric="rgb", metadata=None)
    picture = codec.decode(out.getvalue())
    assert np.array_equal(picture.pixels, _PHOTO)
    assert not picture.metadata.notes


def test_of_several_pages_of_other_shapes_the_first_is_taken() -> None:
    out = io.BytesIO()
    with tifffile.TiffWriter(out) as file:
        file.write(np.ascontiguousarray(_PHOTO[:100, :100]), photometric="rgb", metadata=None)
        file.write(_PHOTO, photometric="rgb", metadata=None)
    picture = codec.decode(out.getvalue())
    assert np.array_equal(picture.pixels, _PHOTO[:100, :100])
    assert any("2 frames or pages" in note for note in picture.metadata.notes)


def test_density_in_centimetres_is_dots_per_inch() -> None:
    data = variants.tiff(_PHOTO, resolution=(118.11, 118.11), resolutionunit="CENTIMETER")
    assert codec.decode(data).dpi == pytest.approx(300, abs=0.1)
