"""The shape that an avatar was cut to, and pictures that have none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from catchlight.imaging import geometry
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import resources
from catchlight.portrait.borders import border_contact_share, find_shape


def astronaut() -> np.ndarray:
    return codec.decode((resources() / "samples" / "astronaut.png").read_bytes()).rgb8


def disc(side: int = 512) -> np.ndarray:
    y, x = np.mgrid[:side, :side]
    return np.hypot(x - side / 2 + 0.5, y - side / 2 + 0.5) < side / 2 - 0.5


def rounded(side: int = 512, radius: int = 110) -> np.ndarray:
    y, x = np.mgrid[:side, :side]
    near = np.maximum(np.abs(np.stack([x, y]) - side / 2 + 0.5) - side / 2 + radius, 0)
    return np.hypot(*near) < radius


@pytest.mark.parametrize("inside", [disc(), rounded()], ids=["circle", "rounded"])
@pytest.mark.parametrize("corner", [None, 255, 128])
def test_a_circle_and_a_rounded_square_are_found(inside: np.ndarray, corner: int | None) -> None:
    if corner is None:
        picture = Picture(np.dstack([astronaut(), np.where(inside, 255, 0).astype(np.uint8)]))
    else:
        picture = Picture(np.where(inside[..., None], astronaut(), corner).astype(np.uint8))
    shape = find_shape(picture)
    assert shape is not None
    expected = cv2.resize(inside.astype(np.float32), (256, 256), interpolation=cv2.INTER_AREA)
    assert np.abs(shape - expected).mean() < 0.01


def test_ordinary_pictures_have_no_shape() -> None:
    for name in ("astronaut.png", "officer.jpg"):
        assert find_shape(codec.decode((resources() / "samples" / name).read_bytes())) is None
    assert find_shape(Picture(np.full((300, 300, 3), 200, np.uint8))) is None


def test_a_person_cut_out_along_the_outline_has_no_shape() -> None:
    """It reaches all four sides and leaves the corners empty, but is not convex."""
    y, x = np.mgrid[:512, :512]
    head, body = np.hypot(x - 256, y - 100) < 105, np.hypot((x - 256) / 1.4, y - 380) < 190
    outline = np.where(head | body, 255, 0).astype(np.uint8)
    assert find_shape(Picture(np.dstack([astronaut(), outline]))) is None


def test_touching_is_measured_along_the_border_inside_the_frame() -> None:
    shape = find_shape(Picture(np.dstack([astronaut(), np.where(disc(), 255, 0).astype(np.uint8)])))
    assert shape is not None
    to_shape = np.array([[0.5, 0, 0], [0, 0.5, 0]])
    frame = np.array([[0, 0], [512, 0], [512, 512], [0, 512]], float)
    small = np.zeros((512, 512), np.float32)
    cv2.circle(small, (256, 256), 150, 1.0, -1)
    filled = disc().astype(np.float32)
    assert border_contact_share(small, shape, to_shape, frame) == 0
    assert border_contact_share(filled, shape, to_shape, frame) == pytest.approx(np.pi, abs=0.5)
    middle = geometry.apply(np.array([[0.5, 0, 128], [0, 0.5, 128]]), frame)
    assert border_contact_share(filled, shape, to_shape, middle) == 0


def on_black(clothes: int, margin: int = 0) -> Picture:
    """A circle on black corners: a grey wall, and clothes that go down to the circle's border."""
    side, y, x = 512, *np.mgrid[:512, :512]
    inside = np.hypot(x - side / 2 + 0.5, y - side / 2 + 0.5) < side / 2 - margin
    scene = np.where((y > 330)[..., None], clothes, astronaut() // 2 + 90)
    return Picture(np.where(inside[..., None], scene, 2).astype(np.uint8))


@pytest.mark.parametrize(("clothes", "margin"), [(120, 0), (4, 0), (120, 24), (4, 24)])
def test_a_circle_on_black_is_found_where_clothes_are_as_dark_and_where_it_leaves_a_margin(
    clothes: int, margin: int
) -> None:
    shape = find_shape(on_black(clothes, margin))
    assert shape is not None
    y, x = np.mgrid[:256, :256]
    expected = np.hypot(x - 127.5, y - 127.5) < 128 - margin / 2
    assert np.abs(shape - expected).mean() < 0.02


@pytest.mark.parametrize("fall", [1.0, 2.0, 4.0])
def test_a_vignette_on_a_dark_wall_is_no_circle(fall: float) -> None:
    y, x = np.mgrid[:512, :512]
    away = np.hypot(x - 255.5, y - 255.5) / 256
    wall = 12 + 90 * np.clip(1 - away, 0, 1) ** fall
    picture = np.repeat(wall[..., None], 3, axis=2)
    picture[150:, 180:330] = 20
    assert find_shape(Picture(picture.astype(np.uint8))) is None
