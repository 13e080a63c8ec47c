import numpy as np
import pytest
from catchlight.imaging.picture import Picture


def test_pixels_are_read_only_and_the_callers_array_is_not_touched() -> None:
    source = np.zeros((80, 90, 3), np.uint8)
    picture = Picture(source[:, ::-1])
    with pytest.raises(ValueError, match="read-only"):
        picture.pixels[0, 0] = 1
    source[0, 0] = 7
    assert not picture.pixels.any()


def test_the_digest_tells_pixels_depth_and_shape_apart() -> None:
    rng = np.random.default_rng(1)
    eight = rng.integers(0, 255, (64, 96, 3), np.uint8)
    assert Picture(eight).digest == Picture(eight.copy(), dpi=300).digest
    assert Picture(eight).digest != Picture(eight.reshape(96, 64, 3)).digest
    assert Picture(eight).digest != Picture(eight.astype(np.uint16)).digest


def test_networks_see_transparent_parts_on_white() -> None:
    pixels = np.zeros((64, 64, 4), np.uint8)
    pixels[:, 32:, 3] = 255
    seen = Picture(pixels).rgb8
    assert (seen[:, :32] == 255).all()
    assert (seen[:, 32:] == 0).all()


@pytest.mark.parametrize("shape", [(64, 64), (64, 64, 2), (64, 64, 5)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a picture is"):
        Picture(np.zeros(shape, np.uint8))
