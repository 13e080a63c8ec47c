"""Takes that are turned: by their Exif orientation alone where they are JPEGs."""

from __future__ import annotations

import io

import numpy as np
import pytest
from catchlight.camera.live.turning import Rotation, encode_take, turn_file, turn_frame
from catchlight.camera.port import CameraPicture, TetherFault
from catchlight.imaging.io import codec
from catchlight.imaging.io.exif import shot_time
from catchlight.imaging.io.formats.jpeg.markers import read_markers
from catchlight.imaging.io.formats.jpeg.orientation import read_orientation
from catchlight.imaging.picture import Picture
from PIL import Image

from tests.camera.live.films import plain

TURNS: tuple[Rotation, ...] = (90, 180, 270)


def taken(orientation: int | None) -> CameraPicture:
    """A JPEG with an orientation and a date, or without any Exif."""
    if orientation is None:
        return encode_take(plain((90, 40, 30)), "a.JPG")
    exif = Image.Exif()
    exif[0x0132] = "2026:11:28 03:00:00"
    if orientation:
        exif[0x0112] = orientation
    written = io.BytesIO()
    Image.fromarray(plain((90, 40, 30))).save(written, "JPEG", exif=exif, quality=95)
    return CameraPicture("a.JPG", written.getvalue())


@pytest.mark.parametrize("orientation", [None, *range(9)])
def test_a_jpeg_is_turned_as_it_is_seen_and_without_loss(orientation: int | None) -> None:
    """Orientation 0: a block that does not state one."""
    picture = taken(orientation)
    seen = codec.decode(picture.data).rgb8
    for rotate in TURNS:
        turned = turn_file(picture, rotate)
        assert turned.name == picture.name
        assert np.array_equal(codec.decode(turned.data).rgb8, turn_frame(seen, rotate))
        scan = picture.data[picture.data.index(b"\xff\xda") :]
        assert turned.data.endswith(scan)
        if orientation is not None:
            assert shot_time(read_markers(turned.data).exif) == "2026:11:28 03:00:00"


def test_four_quarter_turns_give_the_same_file() -> None:
    picture = taken(5)
    turned = picture
    for _ in range(4):
        turned = turn_file(turned, 90)
    assert turned == picture
    assert read_orientation(turned.data) == 5


def test_other_types_become_jpegs() -> None:
    frame = plain((90, 40, 30))
    turned = turn_file(CameraPicture("a.png", codec.encode(Picture(frame), "image/png")), 90)
    assert turned.name == "a.jpg"
    assert codec.sniff(turned.data) == "image/jpeg"
    seen = codec.decode(turned.data).rgb8.astype(int)
    assert np.abs(seen - turn_frame(frame, 90)).mean() < 1


def test_what_is_no_picture_is_named() -> None:
    with pytest.raises(TetherFault, match=r"b\.nef"):
        turn_file(CameraPicture("b.nef", b"no picture at all"), 90)
    assert turn_file(CameraPicture("b.nef", b"as it is"), 0).data == b"as it is"
