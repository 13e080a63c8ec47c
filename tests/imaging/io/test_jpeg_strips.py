"""JPEGs are read in strips to exactly the pixels of the whole, and files that cannot be cut are read whole."""

from __future__ import annotations

import io
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.io.formats.jpeg import strips
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.paths import resources
from PIL import Image


def photo(width: int, height: int) -> ByteImage:
    with Image.open(resources() / "samples" / "astronaut.png") as sample:
        return np.asarray(sample.convert("RGB").resize((width, height), Image.Resampling.BICUBIC))


def written(pixels: ByteImage, **options: object) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=92, **options)
    return out.getvalue()


def whole(data: bytes) -> ByteImage:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


@pytest.fixture
def threads(request: pytest.FixtureRequest) -> Iterator[int]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(request.param)
    yield request.param
    cv2.setNumThreads(before)


@pytest.mark.parametrize("threads", [2, 3, 7], indirect=True)
@pytest.mark.parametrize("size", [(1700, 1300), (1601, 1403), (1999, 1001)])
def test_strips_are_the_pixels_of_the_whole(
    threads: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = codec.encode(Picture(photo(*size)), "image/jpeg")
    fill, parts = strips._fill, []

    def counted(pixels: ByteImage, top: int, bottom: int, strip: bytes) -> bool:
        parts.append(strip)
        return fill(pixels, top, bottom, strip)

    monkeypatch.setattr(strips, "_fill", counted)
    found = strips.decode_strips(data)
    assert found is not None
    assert np.array_equal(found, whole(data))
    assert len(parts) == threads, "one reading a strip"


@pytest.mark.parametrize("threads", [2], indirect=True)
@pytest.mark.parametrize(
    "options",
    [
        {"subsampling": "4:4:4"},
        {"subsampling": "4:2:0", "restart_marker_rows": 1},
        {"subsampling": "4:4:4", "restart_marker_rows": 2},
        {"subsampling": "4:4:4", "restart_marker_blocks": 7},
        {"subsampling": "4:4:4", "restart_marker_rows": 1, "progressive": True},
    ],
)
def test_a_file_that_cannot_be_cut_is_read_whole(threads: int, options: dict[str, object]) -> None:
    data = written(photo(1700, 1300), **options)
    assert strips._striped(data) is None
    assert strips.decode_strips(data) is None
    assert np.abs(np.asarray(codec.decode(data).pixels, int) - whole(data)).max() <= 2


@pytest.mark.parametrize("threads", [2], indirect=True)
def test_a_file_with_a_marker_lost_is_read_whole(threads: int) -> None:
    data = written(photo(1700, 1300), subsampling="4:4:4", restart_marker_rows=1)
    striped = strips._striped(data)
    assert striped is not None
    cut = striped.cuts[80]
    broken = data[:cut] + data[cut + 2 :]
    assert strips._striped(broken) is None
    assert codec.decode(broken).metadata.notes


def test_small_pictures_carry_no_restart_markers() -> None:
    assert b"\xff\xdd" not in codec.encode(Picture(photo(600, 600)), "image/jpeg")
