"""Exports in sizes, densities and sharpness: by numbers, and byte for byte where nothing is asked for."""

from __future__ import annotations

import re

import numpy as np
import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.core.progress import Progress
from catchlight.imaging.colour.source_colours import SourceColours
from catchlight.imaging.filters.output_sharpening import MEDIA, Sharpening, sharpen, sharpening_for
from catchlight.imaging.io import codec, icc
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File
from catchlight.service.export import ExportRequest, ExportResult, encode_export
from catchlight.service.export_size import LEAST, MOST, SIZE_PATTERN, ExportSize, parse_size

from tests.display_profiles import matrix_display


def smooth(width: int = 300, height: int = 200, depth: int = 8) -> Picture:
    """An edge down the middle, blurred over a pixel, on a gentle slope."""
    x = np.arange(width)
    line = 90 + 70 / (1 + np.exp(-(x - width / 2) / 0.4)) + x * 0.05
    pixels = np.repeat(np.repeat(line[None, :, None], height, axis=0), 3, axis=2) * np.array([1.0, 0.8, 0.6])
    return Picture((pixels * 257).round().astype(np.uint16) if depth == 16 else pixels.round().astype(np.uint8))


def exported(picture: Picture, file: File | None = None, **wish: object) -> ExportResult:
    return encode_export(picture, file, ExportRequest("image/png", **wish), Progress())  # type: ignore[arg-type]


def steepest(pixels: np.ndarray) -> int:
    return int(np.abs(np.diff(pixels[pixels.shape[0] // 2, :, 0].astype(int))).max())


@pytest.mark.parametrize(
    ("text", "size", "dpi"),
    [
        ("150", (150, 100), None),
        ("150px", (150, 100), None),
        ("w120", (120, 80), None),
        ("h80", (120, 80), None),
        ("50%", (150, 100), None),
        (" 1.27 CM", (150, 100), 300),
        ("2.54cm", (300, 200), 300),
        ("5.08cm", (300, 200), 150),
        ("4000", (300, 200), None),
    ],
)
def test_sizes_as_they_are_typed(text: str, size: tuple[int, int], dpi: float | None) -> None:
    """Never enlarged: with too few pixels for its centimetres the file says fewer per inch."""
    made = exported(smooth(), size=parse_size(text))
    assert (made.width, made.height) == size
    read = codec.decode(made.data)
    assert (read.width, read.height) == size
    assert made.dpi == pytest.approx(dpi) if dpi is not None else made.dpi is None
    assert read.dpi == pytest.approx(dpi, abs=0.02) if dpi is not None else read.dpi is None


@pytest.mark.parametrize(
    "text",
    ["15", "W20", "h65535", "65534.5px", "1%", "99.5%", "65535%", "0.5cm", " 1.27 CM", "10cm", "1e3", "w65529.1"],
)
def test_a_size_is_written_in_one_way(text: str) -> None:
    size = parse_size(text)
    assert re.fullmatch(SIZE_PATTERN, size.text)
    assert parse_size(size.text) == size


@pytest.mark.parametrize("suffix", ["", "%", "cm"])
def test_what_the_pattern_of_sizes_takes_is_a_size(suffix: str) -> None:
    unit = parse_size(f"20{suffix}").unit
    for number in (*range(300), *range(9_990, 10_010), *range(59_990, 66_000), 655_340):
        fits = LEAST[unit] <= number <= MOST
        assert (re.fullmatch(SIZE_PATTERN, f"{number}{suffix}") is not None) == fits, number
    for number in ("0.5", "0.499999", "0.999999", "1.5", "014", "65535.1", "-20", "+20", "1e3", "nan", ""):
        written = f"{number}{suffix}"
        assert re.fullmatch(SIZE_PATTERN, written) is None or parse_size(written).text == written


def test_centimetres_count_at_the_density_that_is_named() -> None:
    made = exported(smooth(), size=ExportSize("cm", 2.54), dpi=100)
    assert (made.width, made.dpi) == (100, 100)


@pytest.mark.parametrize("text", ["", "large", "0", "-5", "0%", "nan", "12in", "w", "1e9"])
def test_what_is_no_size_is_refused_with_what_is(text: str) -> None:
    with pytest.raises(InvalidRequest, match="Write pixels of the longer side"):
        parse_size(text)


def test_nothing_asked_for_is_byte_for_byte_the_same() -> None:
    picture = smooth()
    file = File(codec.encode(picture, "image/png"), "image/png")
    assert exported(picture, file).data is file.data
    assert exported(picture).data == file.data
    for more in ({"sharpen": "screen"}, {"dpi": 72.0}, {"size": ExportSize("percent", 50)}):
        assert not exported(picture, file, **more).unchanged


@pytest.mark.parametrize("kind", ["image/jpeg", "image/png", "image/tiff", "image/webp"])
def test_the_density_is_in_the_file_and_moves_no_pixel(kind: str) -> None:
    plain, dense = (
        codec.decode(encode_export(smooth(), None, ExportRequest(kind, dpi=dpi), Progress()).data)
        for dpi in (None, 240.0)
    )
    assert dense.dpi == pytest.approx(240, abs=0.02)
    assert np.array_equal(plain.pixels, dense.pixels)


@pytest.mark.parametrize("depth", [8, 16])
@pytest.mark.parametrize("medium", MEDIA)
def test_edges_get_steeper_and_colours_stay(medium: str, depth: int) -> None:
    picture = smooth(depth=depth)
    made = codec.decode(exported(picture, sharpen=medium).data).pixels
    assert made.dtype == picture.pixels.dtype
    assert steepest(made) > steepest(picture.pixels) * 1.05
    moved = made.astype(int) - picture.pixels
    assert np.abs(moved - moved[..., :1]).max() <= 1  # all channels by the same
    far = np.s_[:, 20:100]
    assert np.abs(moved[far]).max() <= (0 if depth == 8 else 40)


def test_matte_paper_needs_more_than_glossy_and_both_more_at_a_higher_density() -> None:
    matte, glossy = (sharpening_for(medium, (3000, 2000), 300, 1) for medium in ("matte", "glossy"))
    assert matte.amount > glossy.amount
    assert matte.sigma > glossy.sigma
    assert sharpening_for("glossy", (6000, 4000), 600, 1).sigma == pytest.approx(2 * glossy.sigma)
    # A print of 40 x 27 in is looked at from 122 cm, four times as far as one of 10 x 7 in from 31 cm.
    large, small = (sharpening_for("glossy", size, 150, 1).sigma for size in ((6000, 4050), (1500, 1012)))
    assert large == pytest.approx(0.85 * 1225.9 / 25.4 * 150 * 0.00029089, rel=0.001)
    assert small == pytest.approx(max(0.5, large / 4), rel=0.001)
    assert sharpening_for("glossy", (60_000, 40_500), 1500, 1).sigma == 4.0


def test_a_screen_gets_more_the_more_the_picture_was_reduced() -> None:
    amounts = [sharpening_for("screen", (1000, 700), 300, reduction).amount for reduction in (1, 2, 4, 9)]
    assert amounts == pytest.approx([0.7, 0.9, 1.1, 1.1])


def test_bands_join_and_alpha_stays() -> None:
    rng = np.random.default_rng(1)
    pixels = rng.integers(0, 256, (1100, 40, 4), dtype=np.uint8)
    how = Sharpening(1.2, 1.0)
    whole = sharpen(pixels, how)
    assert np.array_equal(whole[..., 3], pixels[..., 3])
    part = sharpen(pixels[500:530], Sharpening(1.2, 1.0))
    assert np.array_equal(whole[510:520], part[10:20])


def test_the_files_own_colours_are_sharpened_too() -> None:
    own = matrix_display()
    source = np.asarray(smooth().pixels, np.uint8)
    base = icc.to_srgb(source, own, "rgb")
    picture = Picture(base, source_colours=SourceColours(own, source, base))
    made = codec.decode(exported(picture, sharpen="glossy", size=ExportSize("percent", 100)).data)
    assert made.source_colours is not None
    assert steepest(made.source_colours.pixels) > steepest(source)


def test_the_finished_file_stays_where_the_colours_that_are_asked_for_are_its_own() -> None:
    picture, file = smooth(), File(b"exact bytes", "image/png")
    assert exported(picture, file, colour_space="srgb").unchanged
    assert exported(picture, file, colour_space="source").unchanged
    other = exported(picture, file, colour_space="adobe_rgb")
    assert not other.unchanged
    assert (other.profile, codec.decode(other.data).metadata.profile) == ("Adobe RGB (1998)",) * 2


def test_colours_are_converted_after_the_picture_is_scaled() -> None:
    picture = smooth(depth=16)
    made = codec.decode(exported(picture, colour_space="display_p3", size=ExportSize("percent", 50)).data)
    small = codec.decode(exported(picture, size=ExportSize("percent", 50)).data)
    assert made.source_colours is not None
    assert (
        np.abs(made.source_colours.pixels.astype(int) - icc.from_srgb(small.pixels, made.source_colours.profile)).max()
        == 0
    )
