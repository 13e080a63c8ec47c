"""Every way in which a file says what its numbers mean leads to the same picture."""

from __future__ import annotations

import struct
from collections.abc import Callable

import numpy as np
import pytest
from catchlight.imaging.io import codec, icc

from tests.imaging.io import colour_variants, tiff_variants, variants
from tests.imaging.io.reading import distance, heic
from tests.imaging.io.variants import Float, Pixels, Variant

NEAR = 2.5
"""Of 255, mean; most of it is the loss of JPEG and WebP."""
_PHOTO = variants.photo()
Encode = Callable[..., bytes]


def avif(pixels: Pixels, **options: object) -> bytes:
    return variants.saved(pixels, "AVIF", quality=95, subsampling="4:4:4", **options)


def named(data: bytes, primaries: int, transfer: int) -> bytes:
    """A HEIC or AVIF whose nclx box has other numbers."""
    place = data.index(b"colrnclx") + 8
    return data[:place] + struct.pack(">HH", primaries, transfer) + data[place + 4 :]


@pytest.mark.parametrize("variant", [*colour_variants.colour_variants(_PHOTO)], ids=lambda variant: variant.name)
def test_colours_are_what_the_file_says(variant: Variant) -> None:
    picture = codec.decode(variant.data)
    assert distance(picture, _PHOTO) <= NEAR
    assert (picture.depth == 16) == variant.deep
    assert not picture.metadata.notes


@pytest.mark.parametrize("variant", [*tiff_variants.grey_tiff_variants(_PHOTO)], ids=lambda variant: variant.name)
def test_grey_files_are_read_by_their_curve(variant: Variant) -> None:
    picture = codec.decode(variant.data)
    assert distance(picture, np.repeat(_PHOTO[..., 1:2], 3, axis=2)) <= NEAR
    assert (picture.depth == 16) == variant.deep
    assert not picture.metadata.notes


@pytest.mark.parametrize("encode", [heic, avif])
@pytest.mark.parametrize(
    ("numbers", "space"), [((12, 13), "display_p3"), ((9, 14), "bt2020"), ((1, 8), "linear"), ((1, 1), "srgb")]
)
def test_the_numbers_of_heic_and_avif_count(encode: Encode, numbers: tuple[int, int], space: str) -> None:
    primaries, curve, white = colour_variants.SPACES[space]
    values = variants.eight(variants.encoded(_PHOTO, primaries, curve, white))
    assert distance(codec.decode(named(encode(values), *numbers)), _PHOTO) <= NEAR


@pytest.mark.parametrize("encode", [heic, avif])
def test_a_profile_in_heic_and_avif_counts(encode: Encode) -> None:
    primaries, curve, white = colour_variants.SPACES["display_p3"]
    values = variants.eight(variants.encoded(_PHOTO, primaries, curve, white))
    assert distance(codec.decode(encode(values, icc_profile=variants.icc(primaries, curve, white))), _PHOTO) <= NEAR


@pytest.mark.parametrize("limited", ["full", "limited"])
def test_both_ranges_of_avif_are_read(limited: str) -> None:
    assert distance(codec.decode(avif(_PHOTO, range=limited)), _PHOTO) <= NEAR


def pq(light: variants.Float) -> variants.Float:
    """SMPTE ST 2084 of light where 1 is white paper, 203 candelas per square metre."""
    power = (np.clip(light, 0, None) * 203 / 10000) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32)


def test_a_picture_for_hdr_screens_keeps_its_midtones_and_says_so() -> None:
    to_wide = np.linalg.inv(variants.xyz_matrix(variants.BT2020)) @ variants.xyz_matrix(variants.SRGB)
    values = pq(np.clip(variants.light(_PHOTO) @ to_wide.T, 0, 1))
    picture = codec.decode(variants.png(variants.sixteen(values), variants.cicp(9, 16)))
    assert any("HDR" in note for note in picture.metadata.notes)
    midtones = (variants.light(_PHOTO) < 0.7).all(axis=2)
    assert np.abs(picture.pixels[midtones] / 257 - _PHOTO[midtones]).mean() < 1.5
    bright = codec.decode(variants.png(variants.sixteen(pq(np.full((70, 70, 3), 4.0))), variants.cicp(9, 16)))
    assert 250 < bright.pixels.mean() / 257 <= 255


@pytest.mark.parametrize("encode", [heic, avif])
@pytest.mark.parametrize("transfer", [16, 18])
def test_hdr_in_heic_and_avif_is_said(encode: Encode, transfer: int) -> None:
    assert any("HDR" in note for note in codec.decode(named(encode(_PHOTO), 9, transfer)).metadata.notes)


def test_an_unknown_number_falls_back_to_the_profile_and_is_said() -> None:
    primaries, curve, white = colour_variants.SPACES["adobe_rgb"]
    values = variants.eight(variants.encoded(_PHOTO, primaries, curve, white))
    chunks = variants.cicp(200, 99), variants.iccp(variants.icc(primaries, curve, white))
    picture = codec.decode(variants.png(values, *chunks))
    assert distance(picture, _PHOTO) <= NEAR
    assert any("not known" in note for note in picture.metadata.notes)


@pytest.mark.parametrize(
    "profile",
    [
        b"nonsense" * 40,
        variants.icc(variants.P3, variants.srgb_curve)[:300],
        variants.icc(variants.P3, variants.srgb_curve, space=b"GRAY"),
        variants.icc(variants.P3, variants.srgb_curve).replace(b"RGB ", b"CMYK", 1),
        variants.icc(variants.P3, variants.srgb_curve).replace(b"rXYZ", b"xxxx", 1),
    ],
    ids=["nonsense", "cut", "for grey", "for CMYK", "without red"],
)
@pytest.mark.parametrize("deep", [False, True])
def test_a_profile_that_does_not_fit_is_said_and_the_numbers_stay(profile: bytes, deep: bool) -> None:
    pixels = _PHOTO.astype(np.uint16) * 257 if deep else _PHOTO
    picture = codec.decode(variants.png(pixels, variants.iccp(profile)))
    assert np.array_equal(picture.pixels, pixels)
    assert any("profile" in note for note in picture.metadata.notes)


def test_a_profile_in_several_jpeg_segments_is_joined_and_a_missing_one_is_said() -> None:
    primaries, curve, white = colour_variants.SPACES["adobe_rgb"]
    profile = variants.icc(primaries, curve, white)
    plain = variants.saved(variants.eight(variants.encoded(_PHOTO, primaries, curve, white)), "JPEG", quality=97)
    parts = [profile[begin : begin + 700] for begin in range(0, len(profile), 700)]

    def segment(number: int) -> bytes:
        body = b"ICC_PROFILE\0" + bytes([number, len(parts)]) + parts[number - 1]
        return b"\xff\xe2" + struct.pack(">H", len(body) + 2) + body

    segments = [segment(number) for number in range(len(parts), 0, -1)]
    joined = codec.decode(plain[:2] + b"".join(segments) + plain[2:])
    assert distance(joined, _PHOTO) <= NEAR
    lacking = codec.decode(plain[:2] + b"".join(segments[:1] + segments[2:]) + plain[2:])
    assert any("incomplete" in note for note in lacking.metadata.notes)


def test_a_profile_is_judged_by_its_numbers_and_not_by_its_name() -> None:
    honest = variants.icc(variants.SRGB, variants.srgb_curve)
    false = variants.icc(variants.SRGB, lambda linear: linear).replace(b"profile\0", b"sRGB IE\0")
    assert icc.is_srgb(honest)
    assert not icc.is_srgb(false)


def test_the_narrow_range_of_video_is_widened() -> None:
    narrow = np.round(16 + _PHOTO / 255.0 * 219).astype(np.uint8)
    chunk = variants.chunk(b"cICP", bytes([1, 13, 0, 0]))
    assert distance(codec.decode(variants.png(narrow, chunk)), _PHOTO) < 1


def _table_profile(space: bytes, table: bytes) -> bytes:
    """A profile that knows its colours by a table to the PCS alone, which is Lab."""
    white = b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)
    tags, body, entries = {b"A2B0": table, b"wtpt": white}, b"", b""
    for name, value in tags.items():
        entries += struct.pack(">4sII", name, 132 + 24 + len(body), len(value))
        body += value + bytes(-len(value) % 4)
    head = struct.pack(">I4s4s4s4s4s", 0, bytes(4), b"\x02\x40\0\0", b"prtr", space, b"Lab ") + bytes(12) + b"acsp"
    head = (head + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)).ljust(128, b"\0")
    data = head + struct.pack(">I", 2) + entries + body
    return struct.pack(">I", len(data)) + data[4:]


def _lab16(linear: Float) -> Float:
    """Nx3 linear sRGB as the 16-bit Lab of ICC.1:2001-04, table 71."""
    lightness = np.cbrt(np.maximum(linear @ variants.xyz_matrix(variants.SRGB).T / [0.9642, 1.0, 0.8249], 0))
    low = lightness < 6 / 29
    lightness[low] = ((lightness**3) * (29 / 6) ** 2 / 3 + 4 / 29)[low]
    x, y, z = lightness.T
    lab = np.stack(
        [np.maximum(116 * y - 16, 0) * 652.8, (500 * (x - y) + 128) * 256, (200 * (y - z) + 128) * 256], axis=1
    )
    return np.clip(lab, 0, 65535)


def swapped_profile(steps: int = 33) -> bytes:
    """A profile of RGB by a table ("mft2", ICC.1:2022, 10.10) that no matrix can say: red and blue change places, and so do dark
    and light; the values are those of sRGB."""
    grid = np.stack(np.meshgrid(*[np.linspace(0, 255, steps)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    colours = _lab16(variants.light((255 - grid)[:, ::-1]))
    table = b"mft2" + bytes(4) + bytes([3, 3, steps, 0]) + struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    ramp = struct.pack(">2H", 0, 65535)
    table += struct.pack(">2H", 2, 2) + ramp * 3 + np.round(colours).astype(">u2").tobytes() + ramp * 3
    return _table_profile(b"RGB ", table)


def inks_profile() -> bytes:
    """A profile of CMYK by a table (ICC.1:2022, 10.10): two steps of each ink, corners in Lab by plain mixing of light."""
    corners = []
    for number in range(16):
        inks = [number >> bit & 1 for bit in (3, 2, 1, 0)]
        seen = np.array([[[(1 - ink) * (1 - inks[3]) * 255 for ink in inks[:3]]]]).astype(np.uint8)
        lightness = np.cbrt((variants.light(seen) @ variants.xyz_matrix(variants.SRGB).T / [0.9642, 1.0, 0.8249])[0, 0])
        lab = 116 * lightness[1] - 16, 500 * (lightness[0] - lightness[1]), 200 * (lightness[1] - lightness[2])
        corners += [round(max(0, lab[0]) * 652.8), round((lab[1] + 128) * 256), round((lab[2] + 128) * 256)]
    ramp = struct.pack(">2H", 0, 65535)
    table = b"mft2" + bytes(4) + bytes([4, 3, 2, 0]) + struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    table += struct.pack(">2H", 2, 2) + ramp * 4 + struct.pack(f">{len(corners)}H", *corners) + ramp * 3
    return _table_profile(b"CMYK", table)


@pytest.mark.parametrize("deep", [False, True])
def test_the_profile_of_cmyk_counts(deep: bool) -> None:
    """Solid inks must come out as the profile's corners say, at 8 and 16 bit, in TIFF and JPEG."""
    solid = np.zeros((64, 80, 4), np.uint8)
    for number in range(8):
        solid[:, number * 10 : number * 10 + 10, :3] = [255 * (number >> bit & 1) for bit in (2, 1, 0)]
    samples = solid.astype(np.uint16) * 257 if deep else solid
    picture = codec.decode(variants.tiff(samples, photometric="separated", iccprofile=inks_profile()))
    right = 255 - solid[..., :3]
    assert distance(picture, right) < 2
    assert any("CMYK" in note for note in picture.metadata.notes)
    jpeg = codec.decode(variants.saved_cmyk(solid, inks_profile()))
    assert distance(jpeg, right) < 4


@pytest.mark.parametrize("container", ["tiff", "png"])
@pytest.mark.parametrize("deep", [False, True])
def test_the_table_of_an_rgb_profile_counts(container: str, deep: bool) -> None:
    """Colours must come out as the table says, at 8 and at 16 bit; where the table is too coarse, it is by a few of 255."""
    samples = (255 - _PHOTO)[..., ::-1]
    stored = np.ascontiguousarray(samples.astype(np.uint16) * 257 if deep else samples)
    profile = swapped_profile()
    data = (
        variants.tiff(stored, iccprofile=profile)
        if container == "tiff"
        else variants.png(stored, variants.iccp(profile))
    )
    picture = codec.decode(data)
    assert picture.depth == (16 if deep else 8)
    assert distance(picture, _PHOTO) < 1
    assert not picture.metadata.notes


def test_sixteen_bits_go_through_a_table_as_sixteen() -> None:
    """A ramp finer than 8 bits stays as fine: eight bits in between would leave 24 steps of it."""
    ramp = np.linspace(40_000, 46_000, 1500).round().astype(np.uint16)
    stored = np.ascontiguousarray(np.repeat(np.repeat(ramp[None, :, None], 64, axis=0), 3, axis=2))
    picture = codec.decode(variants.tiff(stored, iccprofile=swapped_profile()))
    assert len(np.unique(picture.pixels[0, :, 1])) > 1000
    assert (np.diff(picture.pixels[0, :, 1].astype(int)) <= 1).all()
