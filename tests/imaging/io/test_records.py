"""An edit record of any length goes into every type and comes back; the edit is never lost for a long block of Exif either."""

from __future__ import annotations

import io
import struct

import numpy as np
import PIL.Image
import pytest
from catchlight.imaging.io import codec, xmp
from catchlight.imaging.io.formats.jpeg.markers import read_markers
from catchlight.imaging.picture import Metadata, Picture
from catchlight.imaging.record import Record, Step

from tests.imaging.io import variants

_PHOTO = variants.photo()


def painted(points: int) -> Record:
    """A record with a brush stroke of so many points."""
    stroke = [[round(0.1 + 0.00001 * n, 6), round(0.9 - 0.00001 * n, 6), 0.02] for n in range(points)]
    steps = (
        Step(operation="adjust", parameters={"strokes": stroke}, kind="pixels", source="s" * 64, program="Test 1"),
    )
    return Record(steps=steps)


@pytest.mark.parametrize("media_type", codec.WRITABLE)
@pytest.mark.parametrize("points", [1600, 2600, 4000, 100_000])
def test_a_long_record_is_written_and_read(media_type: str, points: int) -> None:
    record = painted(points)
    back = codec.decode(codec.encode(Picture(_PHOTO, record=record), media_type))
    assert back.record == record
    assert not back.metadata.notes


def test_the_lengths_around_the_limit_of_a_segment_are_written_and_read() -> None:
    for extra in range(-40, 41, 8):
        steps = (
            Step(operation="a", parameters={"text": "x" * (xmp.MOST_IN_JPEG + extra - 480)}, kind="pixels", source="s"),
        )
        record = Record(steps=steps)
        assert codec.decode(codec.encode(Picture(_PHOTO, record=record), "image/jpeg")).record == record


def test_a_long_record_in_a_jpeg_is_extended_xmp_as_the_specification_has_it() -> None:
    data = codec.encode(Picture(_PHOTO, record=painted(9000)), "image/jpeg")
    place, extensions = 2, []
    while data[place + 1] != 0xDA:
        length = int.from_bytes(data[place + 2 : place + 4], "big")
        body = data[place + 4 : place + 2 + length]
        if body.startswith(b"http://ns.adobe.com/xmp/extension/\0"):
            extensions.append(body[35:])
        place += 2 + length
    main = PIL.Image.open(io.BytesIO(data)).info["xmp"]
    name = main.split(b"HasExtendedXMP>")[1][:32]
    assert len(extensions) > 2
    assert all(part.startswith(name) for part in extensions)
    whole = sum(len(part) - 40 for part in extensions)
    offsets = [struct.unpack_from(">II", part, 32) for part in extensions]
    assert {full for full, _ in offsets} == {whole}
    shuffled = list(reversed(extensions))
    segments = b"".join(
        b"\xff\xe1" + struct.pack(">H", len(part) + 37) + b"http://ns.adobe.com/xmp/extension/\0" + part
        for part in shuffled
    )
    begin = data.index(b"\xff\xe1" + struct.pack(">H", len(extensions[0]) + 37))
    again = data[:begin] + segments + data[begin + len(segments) :]
    assert codec.decode(again).record == painted(9000)
    assert read_markers(again).complete


def test_an_extension_that_lacks_a_part_is_no_record() -> None:
    data = codec.encode(Picture(_PHOTO, record=painted(9000)), "image/jpeg")
    mark = b"http://ns.adobe.com/xmp/extension/\0"
    last = data.rindex(mark) - 4
    length = int.from_bytes(data[last + 2 : last + 4], "big")
    assert codec.decode(data[:last] + data[last + 2 + length :]).record == Record()


@pytest.mark.parametrize("media_type", codec.WRITABLE)
def test_exif_that_is_too_long_never_loses_the_edit(media_type: str) -> None:
    exif = PIL.Image.Exif()
    exif[0x010F] = "Maker"
    camera = exif.get_ifd(0x8769)
    camera[0x927C], camera[0x9286] = b"n" * 70_000, b"ASCII\0\0\0" + b"c" * 30_000
    block = exif.tobytes()
    data = codec.encode(Picture(_PHOTO, metadata=Metadata(exif=block), record=painted(10)), media_type)
    back = codec.decode(data)
    assert back.record == painted(10)
    if media_type == "image/jpeg":
        written = PIL.Image.open(io.BytesIO(data)).getexif()
        assert written[0x010F] == "Maker"
        assert 0x927C not in written.get_ifd(0x8769)
        assert len(written.get_ifd(0x8769)[0x9286]) > 30_000


def test_a_source_with_long_exif_is_edited_into_a_jpeg() -> None:
    exif = PIL.Image.Exif()
    exif[0x010F] = "Maker"
    exif.get_ifd(0x8769)[0x927C] = b"n" * 200_000
    source = codec.decode(variants.png(_PHOTO, variants.chunk(b"eXIf", exif.tobytes().removeprefix(b"Exif\0\0"))))
    assert len(source.metadata.exif) > 200_000
    assert np.array_equal(
        codec.decode(codec.encode(source.with_(pixels=255 - _PHOTO), "image/png")).pixels, 255 - _PHOTO
    )
    assert codec.encode(source, "image/jpeg").startswith(b"\xff\xd8")
