"""Whatever is wrong with what a file says beside its pixels, the pixels are opened, and what was dropped is said."""

from __future__ import annotations

import io
import struct
import zlib
from datetime import UTC, datetime

import numpy as np
import PIL.Image
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.io.exif import read_exif
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record, Step

from tests.imaging.io import variants
from tests.imaging.io.reading import heic
from tests.imaging.io.variants import chunk

_PHOTO = variants.photo()
STEP = Step(operation="adjust", parameters={"a": 1}, kind="pixels", source="s", made=datetime.now(UTC))


def tiff_block(*entries: tuple[int, int, int, bytes], order: str = "<", tail: bytes = b"") -> bytes:
    """An Exif block of raw entries: tag, type, count, four bytes."""
    head = (
        (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8) + struct.pack(order + "H", len(entries))
    )
    return head + b"".join(struct.pack(order + "HHI", *entry[:3]) + entry[3] for entry in entries) + bytes(4) + tail


MAKER = (0x010F, 2, 4, b"Mak\0")
BAD_BLOCKS = {
    "no TIFF": b"this is not Exif at all",
    "empty": b"II*\0",
    "directory outside": b"II*\0\xff\xff\xff\x7f",
    "no fields": b"II*\0\x08\0\0\0\0\0\0\0\0\0",
    "too many fields": b"II*\0\x08\0\0\0\xff\xff" + bytes(300),
    "orientation as text": tiff_block(MAKER, (0x0112, 2, 4, b"six\0")),
    "orientation 99": tiff_block(MAKER, (0x0112, 3, 1, b"\x63\0\0\0")),
    "unknown type": tiff_block(MAKER, (0x0110, 77, 1, bytes(4))),
    "value outside": tiff_block(MAKER, (0x0110, 2, 5000, b"\xff\xff\0\0")),
    "loop below": tiff_block(MAKER, (0x8769, 4, 1, b"\x08\0\0\0")),
    "below outside": tiff_block(MAKER, (0x8769, 4, 1, b"\xff\xff\xff\0")),
    "a pointer that is text": tiff_block(MAKER, (0x8769, 2, 4, b"abc\0")),
    "resolution by nothing": tiff_block(MAKER, (0x011A, 5, 1, struct.pack("<I", 38)), tail=struct.pack("<II", 72, 0)),
}
SOUND = {"loop below", "resolution by nothing"}
"""Odd, but no field of these has to be left out."""


def jpeg_with(block: bytes) -> bytes:
    plain, body = variants.saved(_PHOTO, "JPEG", quality=95), b"Exif\0\0" + block
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + plain[2:]


def webp_with(kind: bytes, body: bytes) -> bytes:
    plain = variants.saved(_PHOTO, "WEBP", lossless=True)
    height, width = _PHOTO.shape[:2]
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    flags = {b"EXIF": 0x08, b"XMP ": 0x04, b"ICCP": 0x20}[kind]
    parts = [(b"VP8X", bytes([flags, 0, 0, 0]) + sizes), (b"VP8L", plain[20:]), (kind, body)]
    parts = [parts[0], parts[2], parts[1]] if kind == b"ICCP" else parts
    packed = b"".join(name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2) for name, data in parts)
    return b"RIFF" + struct.pack("<I", len(packed) + 4) + b"WEBP" + packed


CARRIERS = {
    "jpeg": jpeg_with,
    "png": lambda block: variants.png(_PHOTO, chunk(b"eXIf", block)),
    "webp": lambda block: webp_with(b"EXIF", block),
    "raw profile": lambda block: variants.png(
        _PHOTO, chunk(b"tEXt", b"Raw profile type exif\0\nexif\n%8d\n" % len(block) + block.hex().encode() + b"\n")
    ),
}


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("block", BAD_BLOCKS)
def test_bad_exif_is_dropped_with_a_note(carrier: str, block: str) -> None:
    picture = codec.decode(CARRIERS[carrier](BAD_BLOCKS[block]))
    assert np.abs(picture.pixels.astype(int) - _PHOTO).mean() < 3
    assert any("Exif" in note for note in picture.metadata.notes) == (block not in SOUND)
    for media_type in codec.WRITABLE:
        assert codec.decode(codec.encode(picture, media_type)).metadata.notes == ()


@pytest.mark.parametrize("make", [heic, lambda pixels, exif: variants.saved(pixels, "AVIF", exif=exif)])
def test_bad_exif_in_heic_and_avif_is_dropped_with_a_note(make: object) -> None:
    sound = variants.exif()
    assert callable(make)
    data = make(_PHOTO, exif=sound)
    place = data.index(b"MM\0*") if b"MM\0*" in data else data.index(b"II*\0")
    picture = codec.decode(data[:place] + b"??" + data[place + 2 :])
    assert np.abs(picture.pixels[..., :3].astype(int) - _PHOTO).mean() < 3
    assert any("Exif" in note for note in picture.metadata.notes)


def test_good_fields_beside_a_bad_one_are_carried_on() -> None:
    block = tiff_block(MAKER, (0x0110, 77, 1, bytes(4)), (0x0131, 2, 4, b"Sof\0"))
    written = codec.encode(codec.decode(jpeg_with(block)), "image/jpeg")
    exif = PIL.Image.open(io.BytesIO(written)).getexif()
    assert (exif[0x010F], exif[0x0131]) == ("Mak", "Sof")


@pytest.mark.parametrize("media_type", codec.WRITABLE)
def test_fields_of_types_that_exif_does_not_know_are_not_carried_on(media_type: str) -> None:
    """Types of TIFF alone; a pointer (13) would point elsewhere in the new block."""
    unknown = ((0x0110, 13, 1, b"\x08\0\0\0"), (0x013B, 16, 1, bytes(4)), (0x8298, 18, 1, bytes(4)))
    picture = codec.decode(jpeg_with(tiff_block(MAKER, *unknown, tail=bytes(60))))
    written = PIL.Image.open(io.BytesIO(codec.encode(picture, media_type))).getexif()
    assert written[0x010F] == "Mak"
    assert not {0x0110, 0x013B, 0x8298} & set(written)


@pytest.mark.parametrize("media_type", codec.WRITABLE)
def test_text_of_exif_3_is_carried_on(media_type: str) -> None:
    """Type 129 is UTF-8 (CIPA DC-008-2023): nothing of such a file is damaged."""
    picture = codec.decode(jpeg_with(tiff_block(MAKER, (0x013B, 129, 4, "Zo\u00eb".encode()))))
    assert picture.metadata.notes == ()
    again = codec.decode(codec.encode(picture, media_type))
    assert again.metadata.notes == ()
    assert "Zo\u00eb".encode() in again.metadata.exif


@pytest.mark.parametrize("order", ["<", ">"])
def test_camera_fields_travel_and_location_thumbnail_and_orientation_do_not(order: str) -> None:
    source = PIL.Image.Exif()
    source[0x010F], source[0x0112] = "Maker", 6
    source.get_ifd(0x8825)[2] = (52.0, 31.0, 12.0)
    camera = source.get_ifd(0x8769)
    camera[0x829A], camera[0x9003], camera[0x927C] = 0.005, "2026:11:26 12:00:00", b"notes of the maker"
    camera[0xA005] = {1: "R98"}
    source.endian = order
    block = source.tobytes()
    assert block[6:8] == {"<": b"II", ">": b"MM"}[order]
    found = read_exif(block)
    assert found.orientation == 6
    assert not found.damaged
    assert not found.adobe_rgb
    back = PIL.Image.Exif()
    back.load(found.block)
    assert back[0x010F] == "Maker"
    assert 0x0112 not in back
    assert not back.get_ifd(0x8825)
    written = back.get_ifd(0x8769)
    assert float(written[0x829A]) == pytest.approx(0.005)
    assert written[0x927C] == b"notes of the maker"
    assert back.get_ifd(0xA005)[1] == "R98"


@pytest.mark.parametrize("media_type", codec.WRITABLE)
@pytest.mark.parametrize("order", ["<", ">"])
def test_camera_fields_are_written_to_every_type(media_type: str, order: str) -> None:
    source = PIL.Image.Exif()
    source[0x010F], source[0x8298] = "Maker", "Somebody"
    camera = source.get_ifd(0x8769)
    camera[0x829A], camera[0x9003], camera[0xA005] = 0.005, "2026:11:26 12:00:00", {1: "R98"}
    source.endian = order
    pixels = np.dstack([_PHOTO, _PHOTO[..., :1]]).astype(np.uint16) * 257 if media_type == "image/tiff" else _PHOTO
    picture = codec.decode(jpeg_with(source.tobytes().removeprefix(b"Exif\0\0"))).with_(pixels=pixels, dpi=300.0)
    written = codec.encode(picture, media_type)
    with PIL.Image.open(io.BytesIO(written)) as image:
        exif = image.getexif()
    assert (exif[0x010F], exif[0x8298]) == ("Maker", "Somebody")
    assert float(exif.get_ifd(0x8769)[0x829A]) == pytest.approx(0.005)
    again = codec.decode(written)
    assert again.metadata.notes == ()
    assert again.dpi == pytest.approx(300, abs=0.01)
    if media_type == "image/tiff":
        assert np.array_equal(again.pixels, pixels)
    without = codec.encode(picture, media_type, metadata=False)
    assert b"Maker" not in without


@pytest.mark.parametrize(
    "bad",
    [
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0not deflated"),
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0"),
        chunk(b"zTXt", b"Raw profile type exif\0\0not deflated"),
        chunk(b"tEXt", b"Raw profile type exif\0\nexif\n    9\nno hexadecimal digits\n"),
        chunk(b"tEXt", b"Raw profile type exif\0"),
        chunk(b"iCCP", b"name without end"),
        chunk(b"iCCP", b"x\0\0not deflated"),
        chunk(b"gAMA", struct.pack(">I", 45455))[:-1] + b"\0",
        chunk(b"tIME", b"\0")[:-4] + b"\1\2\3\4",
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(bytes(40_000_000))),
    ],
)
def test_bad_chunks_are_dropped_with_a_note(bad: bytes) -> None:
    picture = codec.decode(variants.png(_PHOTO, bad))
    assert np.array_equal(picture.pixels, _PHOTO)
    assert picture.metadata.notes


@pytest.mark.parametrize(
    "odd",
    [
        chunk(b"gAMA", bytes(4)),
        chunk(b"cHRM", bytes(7)),
        chunk(b"pHYs", bytes(2)),
        chunk(b"cICP", b"\1"),
        chunk(b"eXIf", b""),
    ],
)
def test_chunks_that_say_nothing_change_nothing(odd: bytes) -> None:
    picture = codec.decode(variants.png(_PHOTO, odd))
    assert np.array_equal(picture.pixels, _PHOTO)


@pytest.mark.parametrize("size", [1, 2, 5, 7])
def test_bad_transparency_is_dropped_with_a_note_and_without_a_word_of_libpng(
    size: int, capfd: pytest.CaptureFixture[str]
) -> None:
    picture = codec.decode(variants.png(_PHOTO, chunk(b"tRNS", bytes(size))))
    assert np.array_equal(picture.pixels, _PHOTO)
    assert any("left out" in note for note in picture.metadata.notes)
    assert capfd.readouterr().err == ""


def test_a_long_compressed_packet_is_read() -> None:
    """Photoshop's DocumentAncestors fill 1.8 MB; the record behind them counts all the same."""
    from catchlight.imaging.io import xmp

    packet = xmp.packet(Record(steps=(STEP,)))
    ancestors = b"<photoshop:DocumentAncestors>" + b"0123456789" * 180_000 + b"</photoshop:DocumentAncestors>"
    long = packet.replace(b"<xmp:CreatorTool>", ancestors + b"<xmp:CreatorTool>")
    picture = codec.decode(variants.png(_PHOTO, chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(long))))
    assert picture.record.steps == (STEP,)
    assert not picture.metadata.notes


@pytest.mark.parametrize(
    "inside",
    [
        b"{not JSON",
        b'{"steps": 5}',
        b"\xff\xfe\xfa",
        b"&#99999999999999999999;",
        b'{"steps":' + b"[" * 100_000,
        b"1" * 50_000,
    ],
)
def test_a_bad_record_is_dropped_with_a_note(inside: bytes) -> None:
    packet = b"<x><catchlight:Record>" + inside + b"</catchlight:Record></x>"
    for data in (
        variants.png(_PHOTO, chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + packet)),
        webp_with(b"XMP ", packet),
    ):
        picture = codec.decode(data)
        assert np.array_equal(picture.pixels, _PHOTO)
        assert picture.record == Record()
        assert any("record" in note for note in picture.metadata.notes)


@pytest.mark.parametrize("body", [b"", b"Adobe", b"Adobe\0d\0\0\0\0"])
@pytest.mark.parametrize("marker", [0xEE, 0xE0, 0xE2, 0xED, 0xFE])
def test_short_or_strange_jpeg_segments_change_nothing(marker: int, body: bytes) -> None:
    plain = variants.saved(_PHOTO, "JPEG", quality=95)
    data = plain[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body + plain[2:]
    assert np.array_equal(codec.decode(data).pixels, codec.decode(plain).pixels)


@pytest.mark.parametrize("make", [heic, lambda pixels, exif: variants.saved(pixels, "AVIF", quality=95, exif=exif)])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_heic_and_avif_are_turned_once(make: object, orientation: int) -> None:
    assert callable(make)
    picture = codec.decode(make(variants.turned(_PHOTO, orientation), exif=variants.exif(orientation)))
    assert picture.pixels.shape == _PHOTO.shape
    assert np.abs(picture.pixels.astype(int) - _PHOTO).mean() < 3


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "WEBP"])
def test_jpeg_and_webp_are_turned_once(kind: str, orientation: int) -> None:
    options = {"quality": 95} if kind == "JPEG" else {"lossless": True}
    data = variants.saved(variants.turned(_PHOTO, orientation), kind, exif=variants.exif(orientation), **options)
    assert np.abs(codec.decode(data).pixels.astype(int) - _PHOTO).mean() < 3


def test_a_bad_profile_in_webp_is_said() -> None:
    picture = codec.decode(webp_with(b"ICCP", b"no profile" * 20))
    assert np.array_equal(picture.pixels, _PHOTO)
    assert any("profile" in note for note in picture.metadata.notes)


def test_notes_are_told_once_each() -> None:
    picture = codec.decode(variants.png(_PHOTO, chunk(b"iCCP", b"x\0\0a"), chunk(b"iCCP", b"x\0\0b")))
    assert len(set(picture.metadata.notes)) == len(picture.metadata.notes)
    assert isinstance(picture, Picture)
