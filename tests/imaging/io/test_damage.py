"""Damaged files are opened with a note where the pixels are mostly there, or refused in plain words; never silently wrong."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable

import numpy as np
import pytest
import tifffile
from catchlight.core.errors import UnsupportedImage
from catchlight.imaging.io import codec

from tests.imaging.io import variants
from tests.imaging.io.reading import distance, heic, opened

_PHOTO = variants.photo()
_DEEP = _PHOTO.astype(np.uint16) * 257
JPEGS = {
    "baseline": lambda: variants.saved(_PHOTO, "JPEG", quality=92),
    "full colour, restarts": lambda: variants.saved(_PHOTO, "JPEG", subsampling="4:4:4", restart_marker_rows=1),
    "progressive": lambda: variants.saved(_PHOTO, "JPEG", quality=92, progressive=True),
    "grey": lambda: variants.saved(_PHOTO, "JPEG", "L", quality=92),
    "CMYK": lambda: variants.saved(_PHOTO, "JPEG", "CMYK", quality=92),
    "flat, progressive": lambda: variants.saved(np.full((400, 300, 3), 235, np.uint8), "JPEG", progressive=True),
}
OTHERS = {
    "png": lambda: variants.png(_PHOTO),
    "png16": lambda: variants.png(_DEEP),
    "webp": lambda: variants.saved(_PHOTO, "WEBP", quality=90),
    "webp lossless": lambda: variants.saved(_PHOTO, "WEBP", lossless=True),
    "tiff": lambda: variants.tiff(_PHOTO),
    "tiff lzw": lambda: variants.tiff(_DEEP, compression="lzw", rowsperstrip=10),
    "tiff tiles": lambda: variants.tiff(_PHOTO, compression="zlib", tile=(32, 32)),
    "tiff jpeg": lambda: variants.tiff(_PHOTO, compression="jpeg", rowsperstrip=32),
    "bmp": lambda: variants.saved(_PHOTO, "BMP"),
    "avif": lambda: variants.saved(_PHOTO, "AVIF", quality=90),
    "heic": lambda: heic(_PHOTO),
}
Made = Callable[[], bytes]


@pytest.mark.parametrize("made", JPEGS.values(), ids=JPEGS.keys())
def test_a_jpeg_without_its_last_bytes_is_opened_with_a_note(made: Made) -> None:
    data = made()
    right = codec.decode(data).pixels
    for missing in (*range(1, 24), *range(24, 201, 11)):
        picture = codec.decode(data[:-missing])
        assert any("end of the file is missing" in note for note in picture.metadata.notes)
        assert distance(picture, right) < 6, f"{missing} bytes"


@pytest.mark.parametrize("made", OTHERS.values(), ids=OTHERS.keys())
def test_other_files_without_their_last_bytes_are_opened_with_a_note_or_refused(made: Made) -> None:
    data = made()
    for missing in (1, 2, 3, 4, 5, 7, 12, 40, 100, 200):
        found = opened(data[:-missing])
        assert isinstance(found, str) or found.metadata.notes, f"{missing} bytes"


FILLED: dict[str, Callable[[], bytes]] = {
    "webp": lambda: variants.saved(_PHOTO, "WEBP", quality=90),
    "webp lossless": lambda: variants.saved(_PHOTO, "WEBP", lossless=True),
    "webp with a record behind": lambda: variants.saved(_PHOTO, "WEBP", lossless=True, xmp=b"<x/>" * 100),
    "bmp": lambda: variants.saved(_PHOTO, "BMP"),
    "bmp, 32 bit": lambda: variants.saved(np.dstack([_PHOTO, np.full_like(_PHOTO[..., :1], 255)]), "BMP"),
    "heic": lambda: heic(_PHOTO),
    **{
        f"tiff {name} in one strip": lambda name=name: variants.tiff(_PHOTO, compression=name)
        for name in ("none", "zlib", "lzw", "packbits", "lzma")
    },
    "tiff with differences": lambda: variants.tiff(_PHOTO, compression="zlib", predictor=True),
    "tiff planes": lambda: variants.tiff(np.moveaxis(_PHOTO, 2, 0), compression="zlib", planarconfig="separate"),
}
"""Types of which the beginning can be read without the end."""


@pytest.mark.parametrize("made", FILLED.values(), ids=FILLED.keys())
def test_files_without_their_last_bytes_are_opened_with_a_note(made: Made) -> None:
    data = made()
    right = codec.decode(data).pixels
    for missing in (1, 2, 3, 4, 5, 7, 12, 20, 40, 100, 200):
        picture = codec.decode(data[:-missing])
        assert picture.metadata.notes, f"{missing} bytes"
        assert distance(picture, right) < 6, f"{missing} bytes"


@pytest.mark.parametrize("made", [*JPEGS.values(), *OTHERS.values()], ids=[*JPEGS, *OTHERS])
@pytest.mark.parametrize("share", [0.02, 0.1, 0.4])
def test_most_of_a_file_missing_is_refused(made: Made, share: float) -> None:
    data = made()
    found = opened(data[: int(len(data) * share)])
    progressive = b"\xff\xc2" in data and share > 0.1
    assert isinstance(found, str) or (progressive and found.metadata.notes)


@pytest.mark.parametrize("name", [name for name in JPEGS if "flat" not in name])
def test_damage_in_the_middle_of_a_jpeg_is_said(name: str) -> None:
    """Huffman codes fall into step again, and where they do so with as many blocks as before, nothing in the file tells."""
    data = JPEGS[name]()
    right, chance = codec.decode(data).pixels.astype(float), np.random.default_rng(5)
    begin = data.index(b"\xff\xda") + 20
    silent = 0
    for _ in range(40):
        place = int(chance.integers(begin, len(data) - 60))
        found = opened(data[:place] + chance.bytes(40) + data[place + 40 :])
        if not isinstance(found, str) and not found.metadata.notes and distance(found, right) > 3:
            silent += 1
    assert silent <= 6


@pytest.mark.parametrize("name", ["png", "png16", "tiff tiles", "avif"])
def test_damage_in_the_middle_of_other_files_is_never_silent(name: str) -> None:
    data = OTHERS[name]()
    right, chance = codec.decode(data).pixels.astype(float) / (257 if name == "png16" else 1), np.random.default_rng(6)
    for _ in range(25):
        place = int(chance.integers(len(data) // 3, len(data) - 60))
        found = opened(data[:place] + chance.bytes(30) + data[place + 30 :])
        assert isinstance(found, str) or found.metadata.notes or distance(found, right) < 3


def test_the_lines_that_are_missing_are_counted() -> None:
    data = JPEGS["baseline"]()
    picture = codec.decode(data[: len(data) * 85 // 100])
    note = next(note for note in picture.metadata.notes if "lines" in note)
    lines = int(note.split(" lowest ")[1].split(" ")[0])
    assert (picture.pixels[220 - lines + 8 :] == 128).all()
    assert not (picture.pixels[220 - lines - 17 : 220 - lines] == 128).all()
    flat = variants.png(_PHOTO, level=1)
    assert any("black" in note for note in codec.decode(flat[: len(flat) * 9 // 10]).metadata.notes)


def test_a_wrong_check_sum_over_right_pixels_leaves_the_pixels(photo: variants.Pixels) -> None:
    data = bytearray(variants.png(photo))
    data[-13] ^= 0xFF  # of the check sum of IDAT
    picture = codec.decode(bytes(data))
    assert np.array_equal(picture.pixels, photo)
    assert picture.metadata.notes


def test_strips_that_cannot_be_decoded_are_black_and_said(photo: variants.Pixels) -> None:
    data = bytearray(variants.tiff(photo, compression="zlib", rowsperstrip=10))
    with tifffile.TiffFile(io.BytesIO(bytes(data))) as file:
        begin = file.pages[0].dataoffsets[3]
    data[begin : begin + 6] = bytes(6)
    picture = codec.decode(bytes(data))
    assert picture.pixels[30:40].max() == 0
    assert np.array_equal(picture.pixels[40:], photo[40:])
    assert any("5 %" in note for note in picture.metadata.notes)


@pytest.mark.parametrize("kind", [0xC4, 0xDB, 0xC0])
def test_a_table_of_a_jpeg_under_another_marker_is_missed(kind: int) -> None:
    data = bytearray(variants.saved(_PHOTO, "JPEG", optimize=True))
    data[data.index(bytes([0xFF, kind])) + 1] ^= 0x80
    found = opened(bytes(data))
    assert isinstance(found, str) or found.metadata.notes


@pytest.mark.parametrize("tag", [322, 323, 278, 256, 257])
def test_a_size_of_nothing_in_a_tiff_is_refused_without_a_warning(tag: int) -> None:
    options = {"tile": (64, 64)} if tag > 300 else {"rowsperstrip": 16}
    data = bytearray(variants.tiff(_PHOTO, **options))
    place = data.index(struct.pack("<H", tag), 8)
    data[place + 8 : place + 12] = bytes(4)
    assert isinstance(opened(bytes(data)), str)


def test_nothing_that_a_decoder_raises_leaves_the_border(monkeypatch: pytest.MonkeyPatch) -> None:
    import imagecodecs

    def failing(*args: object, **options: object) -> None:
        raise RecursionError("what nobody thought of")

    monkeypatch.setattr(imagecodecs, "webp_decode", failing)
    with pytest.raises(UnsupportedImage):
        codec.decode(OTHERS["webp"]())
    monkeypatch.setattr(struct, "unpack_from", failing)
    with pytest.raises(UnsupportedImage, match="damaged or incomplete") as refusal:
        codec.decode(OTHERS["png"]())
    assert "nobody" not in refusal.value.message


def test_an_avif_without_its_picture_is_refused() -> None:
    data = bytearray(variants.saved(_PHOTO, "AVIF"))
    place = data.index(b"pitm")
    data[place + 8 : place + 10] = b"\x00\x63"
    assert isinstance(opened(bytes(data)), str)


def test_forty_bytes_overwritten_in_a_jpeg_are_said() -> None:
    data = variants.saved(variants.photo(360, 400), "JPEG", quality=92)
    place = len(data) * 6 // 10
    found = opened(data[:place] + bytes(range(40, 80)) + data[place + 40 :])
    assert isinstance(found, str) or any("damaged" in note for note in found.metadata.notes)


def test_sampling_of_a_rare_kind_is_read() -> None:
    """Grey blocks under codes of one bit decode the same whatever the factors are; three blocks in a row have no name."""
    data = bytearray(variants.saved(np.full((96, 96, 3), 128, np.uint8), "JPEG", subsampling="4:2:0", optimize=True))
    data[data.index(b"\xff\xc0") + 11] = 0x31
    picture = opened(bytes(data))
    assert not isinstance(picture, str)
    assert np.abs(picture.pixels.astype(int) - 128).max() <= 1


def interlaced(pixels: variants.Pixels) -> bytes:
    """Adam7, whose passes no library at hand writes (PNG specification, 8.2)."""
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    raw = b"".join(
        b"\0" + line.tobytes() for left, top, across, down in passes for line in pixels[top::down, left::across]
    )
    head = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 1)
    data = variants.chunk(b"IDAT", zlib.compress(raw))
    return b"\x89PNG\r\n\x1a\n" + variants.chunk(b"IHDR", head) + data + variants.chunk(b"IEND", b"")


def test_interlaced_pngs_are_read_and_mended(photo: variants.Pixels) -> None:
    odd = np.ascontiguousarray(photo[:101, :99])
    data = interlaced(odd)
    assert np.array_equal(codec.decode(data).pixels, odd)
    cut = codec.decode(data[: len(data) * 9 // 10])
    assert cut.metadata.notes
    assert np.array_equal(cut.pixels[::2, ::2], odd[::2, ::2])


BASELINE = ("baseline", "full colour, restarts", "grey", "CMYK")


@pytest.mark.parametrize("name", BASELINE)
def test_half_a_jpeg_is_refused_also_with_an_end_marker_glued_on(name: str) -> None:
    data = JPEGS[name]()
    for end in (b"", b"\xff\xd9"):
        with pytest.raises(UnsupportedImage, match="more than a quarter of it is missing"):
            codec.decode(data[: len(data) // 2] + end)


@pytest.mark.parametrize("name", [*BASELINE, "progressive"])
def test_a_jpeg_that_was_given_an_end_too_early_is_opened_with_a_note(name: str) -> None:
    data = JPEGS[name]()
    assert codec.decode(data[: len(data) * 9 // 10] + b"\xff\xd9").metadata.notes
