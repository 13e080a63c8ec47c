"""Scenes: the same light for the same words, whatever they are asked for, and a lens that loses none of it."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.backdrop.lens_blur import out_of_focus
from catchlight.backdrop.scene import TALLEST, SceneOptions, render_scene
from catchlight.catalogue.backdrops import Backdrop
from catchlight.catalogue.catalogue import Catalogue
from catchlight.paths import resources

IDS = sorted(file.stem for file in (resources() / "backdrops").glob("*.json"))


def scene(catalogue: Catalogue, name: str) -> Backdrop:
    row = catalogue.backdrops.get(name)
    assert row is not None
    return row


@pytest.mark.parametrize("name", IDS)
def test_every_scene_covers_its_frame_with_light_and_repeats_itself(catalogue: Catalogue, name: str) -> None:
    first, again = (render_scene(scene(catalogue, name), 96, 120) for _ in range(2))
    assert first.shape == (120, 96, 3)
    assert np.array_equal(first, again)
    assert float(first.min()) >= 0
    assert float(first.max()) <= 1
    assert np.isfinite(first).all()
    # Nothing was left uncovered: even the darkest corner has some light.
    assert float(first.max(axis=2).min()) > 1e-4


def test_white_is_white_and_plain_colours_are_exact(catalogue: Catalogue) -> None:
    assert float(render_scene(scene(catalogue, "white"), 40, 50).min()) == pytest.approx(1, abs=1e-6)


def test_a_seed_arranges_anew(catalogue: Catalogue) -> None:
    books = scene(catalogue, "bookshelf")
    one, other = render_scene(books, 96, 120), render_scene(books, 96, 120, SceneOptions(seed=1))
    assert float(np.abs(one - other).mean()) > 0.01


def test_mirrored_is_the_same_scene_from_the_other_side(catalogue: Catalogue) -> None:
    wall = scene(catalogue, "brick_wall")
    plain = render_scene(wall, 96, 120)
    assert np.array_equal(render_scene(wall, 96, 120, SceneOptions(mirrored=True)), plain[:, ::-1])


def test_light_comes_from_the_side_that_the_row_says(catalogue: Catalogue) -> None:
    for name in ("window_light", "brick_wall", "concrete", "bookshelf"):
        row = scene(catalogue, name)
        light = render_scene(row, 120, 120).mean(axis=(0, 2))
        left, right = float(light[:40].mean()), float(light[-40:].mean())
        assert (right > left) == (row.lit == "right"), name


def test_words_change_what_they_say(catalogue: Catalogue) -> None:
    books = scene(catalogue, "bookshelf")
    plain = render_scene(books, 96, 120)
    assert render_scene(books, 96, 120, SceneOptions(stops=0.5)).mean() > 1.2 * plain.mean()
    warm = render_scene(books, 96, 120, SceneOptions(warmth=0.35)).mean(axis=(0, 1))
    own = plain.mean(axis=(0, 1))
    assert warm[0] / warm[2] > 1.1 * own[0] / own[2]
    soft = render_scene(books, 96, 120, SceneOptions(blur=2.0))
    assert np.abs(np.diff(soft, axis=1)).mean() < 0.75 * np.abs(np.diff(plain, axis=1)).mean()


def test_a_brand_colour_tints_its_paper_and_nothing_else(catalogue: Catalogue) -> None:
    for tint in ((200, 30, 40), (122, 31, 92), (240, 180, 20), (15, 118, 110)):
        paper = render_scene(scene(catalogue, "brand_color"), 60, 80, SceneOptions(tint=tint)).mean(axis=(0, 1))
        colour = (np.array(tint) / 255) ** 2.2
        assert paper / paper.max() == pytest.approx(colour / colour.max(), abs=0.05), tint
    wanted = SceneOptions(tint=(200, 30, 40))
    grey = scene(catalogue, "studio_grey")
    assert np.array_equal(render_scene(grey, 60, 80, wanted), render_scene(grey, 60, 80))


def test_the_frame_may_have_any_shape_and_size(catalogue: Catalogue) -> None:
    for width, height in ((300, 100), (100, 300), (16, 16), (4000, 3000)):
        light = render_scene(scene(catalogue, "studio_grey"), width, height)
        assert light.shape[0] == min(height, TALLEST)
        assert light.shape[1] / light.shape[0] == pytest.approx(width / height, rel=0.02)


def test_a_lens_spreads_a_point_into_a_disc_and_keeps_its_light() -> None:
    point = np.zeros((81, 81, 3), np.float32)
    point[40, 40] = 9.0
    for radius in (3.0, 12.0):
        disc = out_of_focus(point, radius)
        assert float(disc.sum()) == pytest.approx(float(point.sum()), rel=0.08)
        y, x = np.nonzero(disc[..., 0] > 0.2 * disc.max())
        reach = np.hypot(y - 40, x - 40).max()
        assert reach == pytest.approx(radius, abs=2.2)
