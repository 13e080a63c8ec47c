"""Which pictures the strip shows by their marks, and in which order."""

from __future__ import annotations

import pytest
from catchlight.gui.culling.arrangement import Arrangement, MarkedPicture
from catchlight.imaging.sidecar.mark import PictureMark

PICTURES = [
    MarkedPicture("IMG_10.jpg", "2026:01:02 10:00:00", PictureMark(3, "pick", "blue")),
    MarkedPicture("IMG_9.jpg", "2026:01:02 09:00:00", PictureMark(5, "", "red")),
    MarkedPicture("img_11.jpg", "2026:01:01 09:00:00", PictureMark(0, "reject")),
    MarkedPicture("IMG_2.jpg", "", PictureMark(3)),
]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (Arrangement(), [0, 1, 2, 3]),
        (Arrangement(descending=True), [3, 2, 1, 0]),
        (Arrangement(order="name"), [3, 1, 0, 2]),
        (Arrangement(order="time"), [3, 2, 1, 0]),
        (Arrangement(order="rating", descending=True), [1, 0, 3, 2]),
        (Arrangement(order="label"), [1, 0, 2, 3]),
        (Arrangement(least=3), [0, 1, 3]),
        (Arrangement(flag="pick"), [0]),
        (Arrangement(flag="none"), [1, 3]),
        (Arrangement(flag="reject"), [2]),
        (Arrangement(flag="kept", order="name", descending=True), [0, 1, 3]),
        (Arrangement(label="red"), [1]),
        (Arrangement(label="none", least=1), [3]),
    ],
)
def test_pictures_are_filtered_and_sorted(chosen: Arrangement, expected: list[int]) -> None:
    assert chosen.arrange(PICTURES) == expected


def test_what_may_hide_a_picture_is_known() -> None:
    assert not Arrangement(order="time", descending=True).filters
    assert all(one.filters for one in (Arrangement(least=1), Arrangement(flag="kept"), Arrangement(label="none")))
