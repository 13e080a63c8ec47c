"""More and less volume: strands stay whole, sharp pictures sharp, and what stands sharp behind the hair stays straight."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import Conflict
from catchlight.hair import background_variation, styling_scene
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import volume
from catchlight.imaging.filters import planes
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

from tests.hair.conftest import Wear


@pytest.fixture
def seen(portrait: Portrait) -> HairScene:
    return styling_scene.read_scene(view(portrait, longest=700))


def behind(seen: HairScene, backdrop: np.ndarray) -> HairScene:
    share = seen.alpha[..., None]
    return replace(seen, rgb=np.asarray(seen.rgb * share + backdrop * (1 - share), np.uint8))


def stripes(seen: HairScene, softness: float) -> np.ndarray:
    x = np.arange(seen.shape[1])[None] / seen.cm
    light = 128 + 90 * np.clip(np.sin(3 * x) / softness, -1, 1)
    return np.broadcast_to(light[..., None], (*seen.shape, 3))


def test_a_background_with_sharp_lines_does_not_move(seen: HairScene) -> None:
    assert background_variation.is_background_soft(behind(seen, np.full((*seen.shape, 3), 180.0)))
    assert background_variation.is_background_soft(behind(seen, 0.4 * stripes(seen, 1.0) + 90))
    assert not background_variation.is_background_soft(behind(seen, stripes(seen, 0.02)))


def test_less_volume_is_refused_before_sharp_lines_alone(wear: Wear, portrait: Portrait, portraits: Portraits) -> None:
    whole = styling_scene.read_scene(portrait)
    sharp = portraits.of(Picture(behind(whole, stripes(whole, 0.02)).rgb))
    assert wear("less_volume").doubts == ()
    assert wear("more_volume", on=sharp).doubts == ()
    with pytest.raises(Conflict, match="edge of the hair is sharp, and Less volume would"):
        wear("less_volume", on=sharp)


def test_hair_that_the_frame_shows_whole_does_not_grow_out_of_it(
    wear: Wear, portraits: Portraits, sample: Picture
) -> None:
    whole = styling_scene.read_scene(portraits.of(sample))
    crown = int(np.flatnonzero((whole.hair > 0.5).any(axis=1))[0])
    low = portraits.of(Picture(sample.pixels[crown - round(0.4 * whole.cm) :].copy()))
    before, after = styling_scene.read_scene(low).hair, wear("more_volume", on=low).hair
    edge = max(1, round(0.1 * whole.cm))
    assert after[:edge].max() < before[:edge].max() + 0.1
    assert after.sum() > 1.02 * before.sum()


def test_hair_of_a_large_picture_stays_as_sharp(wear: Wear, portraits: Portraits, sample: Picture) -> None:
    import cv2

    large: np.ndarray = cv2.resize(sample.rgb8, None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
    grain = np.random.default_rng(0).normal(0, 8, large.shape[:2])[..., None]
    large = np.clip(large + grain, 0, 255).astype(np.uint8)
    done = wear("more_volume", on=portraits.of(Picture(large)))
    moved = (done.hair > 0.9) & (done.pixels != large).any(axis=-1)
    fine = [cv2.Laplacian(pixels[..., 1], cv2.CV_32F)[moved].std() for pixels in (large, done.pixels)]
    assert fine[1] > 0.5 * fine[0]


def test_tidied_hair_keeps_its_locks_and_nothing_hangs_in_the_air(
    wear: Wear, portraits: Portraits, portraits_folder: Path
) -> None:
    photo = codec.decode(next(portraits_folder.glob("d33*")).read_bytes())
    curly = view(portraits.of(photo), longest=700)
    before, after = styling_scene.read_scene(curly), wear("tidy", on=curly)
    assert (after.pixels == curly.picture.pixels).all(axis=-1)[planes.erode_mask(before.hair > 0.9, before.cm)].all()
    away = planes.dilate_mask(before.hair > 0.5, 1.5 * before.cm) & (before.alpha < 0.9)
    assert after.hair[~away & (before.alpha < 0.9)].max() < 0.05


def test_neat_hair_is_not_tidied(wear: Wear) -> None:
    with pytest.raises(Conflict, match="This hair is so already: Tidy flyaways would change nothing"):
        wear("tidy")


@pytest.mark.parametrize(("top", "share"), [(10, 0.75), (29, 1.0), (50, 1.0), (30, 1.0), (0, 0.6)])
def test_hair_rises_as_far_as_leaves_room_above_it(top: int, share: float) -> None:
    """From row 50, with 20 rows to stay free."""
    rows = np.arange(100)[:, None] * np.ones((1, 30), np.float32)
    before, after = ((rows >= first).astype(np.float32) for first in (50, top))
    assert volume._rises(before, after, 20) == pytest.approx(share)
