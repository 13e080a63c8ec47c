"""Decoded pictures between processes: all of a picture arrives, and nothing that comes is code."""

from __future__ import annotations

import io
import json
import pickle

import numpy as np
import pytest
from catchlight.core.messages import Message
from catchlight.imaging.io import codec
from catchlight.imaging.io.formats.raw.tones import prophoto_profile
from catchlight.imaging.picture import Picture
from catchlight.service.decoding.transfer import Refusal, pack, unpack
from PIL import Image


def sent(answer: Picture | Refusal) -> Picture | Refusal:
    head, pieces = pack(answer)
    return unpack(head, [bytes(piece) for piece in pieces])


def tiff_in_a_profile() -> bytes:
    """A TIFF with a profile that is not sRGB, Exif and a second page, which decoding notes."""
    out = io.BytesIO()
    pages = [Image.new("RGB", (80, 70), (200, 40 * n, 30)) for n in range(2)]
    pages[0].save(out, "TIFF", save_all=True, append_images=pages[1:], icc_profile=prophoto_profile(), dpi=(300, 300))
    return out.getvalue()


def test_all_of_a_picture_arrives() -> None:
    picture = codec.decode(tiff_in_a_profile())
    found = sent(picture)
    assert isinstance(found, Picture)
    assert np.array_equal(found.pixels, picture.pixels)
    assert found.pixels.dtype == picture.pixels.dtype
    assert (found.dpi, found.metadata, found.record) == (picture.dpi, picture.metadata, picture.record)
    own, expected = found.source_colours, picture.source_colours
    assert own is not None
    assert expected is not None
    assert own.profile == expected.profile
    assert np.array_equal(own.pixels, expected.pixels)
    assert (own.base is found.pixels) == (expected.base is picture.pixels)


def test_notes_and_reasons_keep_their_templates() -> None:
    picture = codec.decode(tiff_in_a_profile())
    assert picture.metadata.notes
    found = sent(picture)
    assert isinstance(found, Picture)
    for note, expected in zip(found.metadata.notes, picture.metadata.notes, strict=True):
        assert isinstance(note, Message)
        assert isinstance(expected, Message)
        assert (note.id, dict(note.parameters)) == (expected.id, dict(expected.parameters))
    inner = Message("{count} pixels", count=3)
    code, said = sent(("unsupported_image", Message("{name} has {what} in {list}.", name="a", what=inner, list=["b"])))
    assert (code, said) == ("unsupported_image", "a has 3 pixels in b.")
    assert isinstance(said, Message)
    assert isinstance(said.parameters["what"], Message)


@pytest.mark.parametrize(
    "head",
    [
        b"", b"[]", b"{}", b"[" * 100_000, pickle.dumps(("unsupported_image", "x")),
        json.dumps({"code": "x"}).encode(),
    ],
)  # fmt: skip
def test_what_has_another_form_is_a_value_error(head: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpack(head, [])


def test_pixels_that_are_too_few_are_a_value_error() -> None:
    head, pieces = pack(codec.decode(tiff_in_a_profile()))
    with pytest.raises(ValueError, match="reshape"):
        unpack(head, [bytes(piece)[:-2] for piece in pieces])
