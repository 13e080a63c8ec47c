"""The box of Content Credentials is found in JPEG and PNG files, and what a file says of generators."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.io.formats.jumbf import credentials_box, generative_word
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import TRAINED, TRAINED_COMPOSITE, Record, Step

PICTURE = Picture(np.random.default_rng(0).integers(0, 256, (80, 80, 3), np.uint8))
BODY = b"\x00\x00\x00\x1ejumdc2pa\x00\x11\x00\x10\x80\x00\x00\xaa\x00\x38\x9b\x71\x03c2pa\x00" + bytes(range(256)) * 600
BOX = struct.pack(">I4s", len(BODY) + 8, b"jumb") + BODY


def jpeg_with(box: bytes, most: int = 60_000) -> bytes:
    """A JPEG that holds a box in APP11 segments of at most so many bytes."""
    data = codec.encode(PICTURE, "image/jpeg")
    parts = [box[:most]] + [box[:8] + box[place : place + most] for place in range(most, len(box), most)]
    segments = b"".join(
        struct.pack(">2sH2sHI", b"\xff\xeb", len(part) + 10, b"JP", 1, number + 1) + part
        for number, part in enumerate(parts)
    )
    return data[:2] + segments + data[2:]


def png_with(box: bytes) -> bytes:
    data = codec.encode(PICTURE, "image/png")
    return data[:33] + struct.pack(">I4s", len(box), b"caBX") + box + b"\0\0\0\0" + data[33:]


@pytest.mark.parametrize("most", [60_000, 5_000, 200_000])
def test_the_box_of_a_jpeg_is_joined_from_its_segments(most: int) -> None:
    most = min(most, 65_000)
    assert len(BOX) > 2 * 65_000
    assert credentials_box(jpeg_with(BOX, most)) == BOX


def test_the_box_of_a_png_is_a_chunk() -> None:
    assert credentials_box(png_with(BOX)) == BOX


@pytest.mark.parametrize("media_type", ["image/jpeg", "image/png", "image/webp", "image/tiff"])
def test_other_files_have_none(media_type: str) -> None:
    assert credentials_box(codec.encode(PICTURE, media_type)) == b""


def test_other_boxes_and_damage_are_nothing() -> None:
    other = struct.pack(">I4s", 40, b"jumb") + b"\0" * 32
    assert credentials_box(jpeg_with(other)) == b""
    whole = jpeg_with(BOX)
    for end in (0, 1, 2, 3, 5, 20, 30):
        assert credentials_box(whole[:end]) == b""
    assert credentials_box(png_with(BOX)[:40]) == b""
    assert credentials_box(b"\xff\xd8" + b"\xff" * 50) == b""


def test_the_strongest_word_for_generated_media_counts() -> None:
    place = b"http://cv.iptc.org/newscodes/digitalsourcetype/"
    weak, strong = place + TRAINED_COMPOSITE.encode(), place + TRAINED.encode() + b"</x>"
    assert generative_word(weak) == TRAINED_COMPOSITE
    assert generative_word(b"", weak + b" " + strong) == TRAINED
    assert generative_word(place + b"digitalCapture") == ""
    assert generative_word(b"", b"trainedAlgorithmicMedia") == "", "the word alone is somebody's prose"


def test_a_picture_knows_what_its_file_says_of_generators() -> None:
    word = b"http://cv.iptc.org/newscodes/digitalsourcetype/" + TRAINED.encode()
    for data in (jpeg_with(BOX + word), png_with(BOX + word)):
        metadata = codec.decode(data).metadata
        assert (metadata.credentials, metadata.generative) == (True, TRAINED)
    said = Step(operation="edit", parameters={}, kind="imagined", source="ab")
    own = codec.decode(codec.encode(PICTURE.with_(record=Record(steps=(said,))), "image/webp"))
    assert (own.metadata.credentials, own.metadata.generative) == (False, TRAINED_COMPOSITE)
    assert codec.decode(codec.encode(PICTURE, "image/jpeg")).metadata.generative == ""
