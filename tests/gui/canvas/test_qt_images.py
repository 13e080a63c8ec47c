"""Pictures of files for the window, read without holding it up."""

from __future__ import annotations

import threading
import time

import cv2
import numpy as np
import pytest
from catchlight.gui.canvas import qt_images
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from PySide6.QtGui import QImage

SIDE = 2400


@pytest.mark.parametrize("media_type", ["image/png", "image/jpeg"])
def test_bytes_are_read_as_qt_reads_them(sample: Picture, media_type: str) -> None:
    data = codec.encode(sample, media_type)
    assert qt_images.decode_image(data) == QImage.fromData(data)


def test_what_is_no_picture_is_null() -> None:
    assert qt_images.decode_image(b"no picture").isNull()
    assert qt_images.decode_image(b"").isNull()


def test_other_threads_go_on_while_a_picture_is_read(sample: Picture) -> None:
    large = np.asarray(cv2.resize(sample.rgb8, (SIDE, SIDE)), np.uint8)
    data = codec.encode(Picture(large), "image/jpeg")
    turns, ended = 0, threading.Event()

    def turn() -> None:
        nonlocal turns
        while not ended.is_set():
            turns += 1
            time.sleep(0)

    thread = threading.Thread(target=turn)
    thread.start()
    try:
        before = turns
        image = qt_images.decode_image(data)
        during = turns - before
    finally:
        ended.set()
        thread.join()
    assert image.width() == SIDE
    assert during > 100
