"""A folder and a film in place of a camera."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from catchlight.camera.live.slides import SHOWN_S, SlidesCamera
from catchlight.camera.live.turning import Rotation, encode_take
from catchlight.camera.live.video import VideoCamera
from catchlight.camera.port import CameraLost
from catchlight.imaging.io import codec

from tests.camera.live.films import COLOURS, colour_of, plain, white_corner, write_film


class Clock:
    """Time that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def write_slide(path: Path, colour: int, size: tuple[int, int] = (160, 96)) -> bytes:
    data = encode_take(plain(COLOURS[colour], size), path.name).data
    path.write_bytes(data)
    return data


def test_pictures_of_a_folder_are_shown_in_order_and_over_again(tmp_path: Path) -> None:
    clock = Clock()
    second, first = write_slide(tmp_path / "b.jpg", 1), write_slide(tmp_path / "a.jpg", 0)
    (tmp_path / "c.txt").write_text("no picture")
    camera = SlidesCamera(tmp_path, 100, 80, 0, clock)
    shown = []
    for _ in range(3):
        frame = camera.frame()
        assert frame is not None
        assert frame.shape == (60, 100, 3)
        assert camera.frame() is None  # nothing new yet
        shown.append((colour_of(frame), camera.take().data))
        clock.now += SHOWN_S
    assert shown == [(0, first), (1, second), (0, first)]


def test_a_changed_folder_is_seen(tmp_path: Path) -> None:
    clock = Clock()
    write_slide(tmp_path / "a.jpg", 0)
    camera = SlidesCamera(tmp_path, 160, 96, 0, clock)
    new = write_slide(tmp_path / "a.jpg", 2, (320, 96))
    clock.now += 1
    frame = camera.frame()
    assert frame is not None
    assert colour_of(frame) == 2
    assert camera.take().data == new
    added = write_slide(tmp_path / "b.jpg", 1)
    clock.now += SHOWN_S
    assert camera.take().data == added


@pytest.mark.parametrize(("rotate", "corner"), [(90, "top right"), (180, "bottom right"), (270, "bottom left")])
def test_a_folder_turns_frames_and_takes(tmp_path: Path, rotate: Rotation, corner: str) -> None:
    write_slide(tmp_path / "a.jpg", 0)
    camera = SlidesCamera(tmp_path, 160, 96, rotate, Clock())
    frame = camera.frame()
    assert frame is not None
    assert white_corner(frame) == corner
    assert white_corner(codec.decode(camera.take().data).rgb8) == corner


def test_a_folder_that_is_not_there_or_empties_is_lost(tmp_path: Path) -> None:
    folder, clock = tmp_path / "pictures", Clock()
    with pytest.raises(CameraLost, match="pictures"):
        SlidesCamera(folder, 160, 96, 0, clock)
    folder.mkdir()
    write_slide(folder / "a.jpg", 0)
    camera = SlidesCamera(folder, 160, 96, 0, clock)
    assert (camera.frame() is not None, camera.name, camera.has_live_view) == (True, "pictures", True)
    (folder / "a.jpg").unlink()
    clock.now += SHOWN_S
    with pytest.raises(CameraLost):
        camera.frame()
    with pytest.raises(CameraLost):
        camera.take()


def test_a_film_plays_in_real_time_and_begins_again(tmp_path: Path) -> None:
    clock = Clock()
    camera = VideoCamera(write_film(tmp_path / "film.avi", frames=9, rate=10.0), 0, clock)
    clock.now += 0.02
    seen = []
    for _ in range(12):
        frame = camera.frame()
        seen.append(None if frame is None else colour_of(frame))
        clock.now += 0.1
    assert seen == [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0]
    assert camera.frame() is not None
    assert camera.frame() is None
    clock.now += 0.3  # a viewer that is late is shown the newest
    frame = camera.frame()
    assert frame is not None
    assert colour_of(frame) == 2
    camera.close()


def test_a_take_of_a_film_is_the_frame_that_is_shown(tmp_path: Path) -> None:
    camera = VideoCamera(write_film(tmp_path / "film.avi"), 270, Clock())
    frame = camera.frame()
    assert frame is not None
    assert white_corner(frame) == "bottom left"
    taken = codec.decode(camera.take().data).rgb8
    assert np.abs(taken.astype(int) - frame).max() < 40
    camera.close()


def test_a_film_that_is_removed_is_lost(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.avi")
    camera = VideoCamera(film, 0)
    os.rename(film, tmp_path / "away.avi")
    with pytest.raises(CameraLost, match=r"film\.avi"):
        camera.frame()
    camera.close()
    (tmp_path / "text.avi").write_text("no film")
    with pytest.raises(CameraLost):
        VideoCamera(tmp_path / "text.avi", 0)
