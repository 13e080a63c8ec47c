"""Pictures of a camera that is mounted on its side, turned upright: frames, and files without loss where they allow it."""

from __future__ import annotations

from typing import Literal

import numpy as np

from catchlight.camera.live.port import Frame
from catchlight.camera.port import CameraPicture, TetherFault
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.imaging.io import codec
from catchlight.imaging.io.formats.jpeg.orientation import read_orientation, with_orientation
from catchlight.imaging.picture import ByteImage

Rotation = Literal[0, 90, 180, 270]
"""Degrees clockwise."""

JPEG_QUALITY = 95
"""Of takes that have to be encoded here."""
_CLOCKWISE = {1: 6, 6: 3, 3: 8, 8: 1, 2: 7, 7: 4, 4: 5, 5: 2}
"""What an Exif orientation becomes by a quarter turn clockwise of what is seen."""
_JPEG = "image/jpeg"


def turn_frame(frame: ByteImage, rotate: Rotation) -> Frame:
    """A frame turned clockwise, contiguous."""
    import cv2

    if not rotate:
        return np.ascontiguousarray(frame)
    how = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}[rotate]
    return np.asarray(cv2.rotate(frame, how), np.uint8)


def turn_file(picture: CameraPicture, rotate: Rotation) -> CameraPicture:
    """A take turned clockwise: a JPEG by its Exif orientation alone, any other file decoded and encoded as a JPEG of quality
    ``JPEG_QUALITY``. Raises TetherFault for a file that cannot be read."""
    if not rotate:
        return picture
    try:
        if codec.sniff(picture.data) == _JPEG:
            orientation = read_orientation(picture.data)
            for _ in range(rotate // 90):
                orientation = _CLOCKWISE[orientation]
            return CameraPicture(picture.name, with_orientation(picture.data, orientation))
        decoded = codec.decode(picture.data, name=picture.name)
    except CatchlightError as fault:
        raise TetherFault(
            Message("The camera's picture {name} cannot be read: {why}", name=picture.name, why=fault.message)
        ) from fault
    return encode_take(turn_frame(decoded.rgb8, rotate), picture.name)


def encode_take(frame: Frame, name: str) -> CameraPicture:
    """A frame as a JPEG file. name: with any suffix."""
    import simplejpeg

    data = simplejpeg.encode_jpeg(np.ascontiguousarray(frame), JPEG_QUALITY, "RGB", "444")
    return CameraPicture(f"{name.rpartition('.')[0] or name}.jpg", bytes(data))
