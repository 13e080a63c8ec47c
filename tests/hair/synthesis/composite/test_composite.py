"""Drawn hair laid over a picture: what it does to the scalp below it, and to the outline of the body before it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair import styling_scene
from catchlight.hair.compositing import blend_over
from catchlight.hair.head.ellipsoid import Hairline, azimuth
from catchlight.hair.removal import clean_plate
from catchlight.hair.synthesis.composite import stubble
from catchlight.hair.synthesis.composite.strand_colours import StrandColours
from catchlight.portrait.portrait import Portrait

from tests.hair.styles import groom_of

SHAPE = (20, 30)
SKIN, WALL = 120.0, 250.0


def _laid(body: np.ndarray) -> np.ndarray:
    """Black hair everywhere behind a body before a bright wall."""
    mixed = SKIN * body + WALL * (1 - body)
    part = np.repeat(np.rint(mixed)[..., None], 3, axis=2).astype(np.uint8)
    bare: Any = SimpleNamespace(body=body, backdrop=np.full((*SHAPE, 3), WALL, np.float32))
    blend_over.composite_behind_body(part, bare, np.zeros((*SHAPE, 3), np.float32), np.ones(SHAPE, np.float32))
    return part[..., 0].astype(float)


def test_a_soft_outline_before_a_bright_wall_leaves_no_bright_line() -> None:
    body = np.tile(np.linspace(1, 0, SHAPE[1], dtype=np.float32), (SHAPE[0], 1))
    after = _laid(body)
    assert np.abs(after - SKIN * body).max() < 2
    assert (np.diff(after, axis=1) <= 0).all()


def test_the_body_itself_stays_as_it_is() -> None:
    assert (_laid(np.ones(SHAPE, np.float32)) == SKIN).all()


SCALP = np.array([150, 95, 70], np.uint8)


def _scalp(portrait: Portrait, catalogue: Catalogue, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Skin of one colour below the black hair of a style, where on the head that is, and where it shows, in the skull's box."""
    shape = groom_of(catalogue, name)
    known = styling_scene.read_scene(portrait)
    freed = clean_plate.build_clean_plate(known)
    part = np.broadcast_to(SCALP, freed.skull.point.shape).copy()
    black = StrandColours(np.linspace((4, 1, 1), (30, 1, 1), 64, dtype=np.float32), np.zeros(3, np.float32), True)
    stubble.darken_scalp(part, freed, shape, black, Hairline(), known.cm)
    return part, freed.skull.point, np.minimum(freed.skull.inside, freed.body)[freed.skull.part] > 0.99


def test_a_parting_is_a_light_line_between_dark_roots_and_less_red_than_skin(
    portrait: Portrait, catalogue: Catalogue
) -> None:
    part, point, inside = _scalp(portrait, catalogue, "long")
    behind = point[..., 1] - Hairline().height(azimuth(point))
    rooted = inside & (behind > 0.8) & (behind < 1.5)
    apart = np.abs(point[..., 0])
    line, beside = (part[rooted & near].astype(float).mean(axis=0) for near in (apart < 0.05, abs(apart - 0.6) < 0.1))
    assert line.mean() > 1.1 * beside.mean()
    for scalp in (line, beside):
        assert scalp[0] / scalp[2] < 0.9 * SCALP[0] / SCALP[2]


def test_below_hair_the_scalp_has_the_colour_of_that(portrait: Portrait, catalogue: Catalogue) -> None:
    part, point, inside = _scalp(portrait, catalogue, "fringed")
    crown = inside & (point[..., 1] - Hairline().height(azimuth(point)) > 3.5)
    assert part[crown].mean() < 0.6 * SCALP.mean()
    red, _, blue = part[crown].mean(axis=0)
    assert red / blue < 0.8 * SCALP[0] / SCALP[2]


def test_thin_hair_before_a_wall_has_the_hue_that_it_leaves_of_the_light() -> None:
    wall, hair, cover = np.full((1, 3), 250.0), np.array([[80.0, 50.0, 30.0]]), np.array([0.5])
    thin = blend_over._shone_through(wall, hair * 0.5, cover)[0]
    mixed = (0.5 * wall + 0.5 * hair)[0]
    assert thin.mean() == pytest.approx(mixed.mean(), rel=0.01)
    assert (thin[0] - thin[1]) / (thin[1] - thin[2]) < (mixed[0] - mixed[1]) / (mixed[1] - mixed[2]) - 0.2
    dark = np.full((1, 3), 20.0)
    np.testing.assert_allclose(blend_over._shone_through(dark, hair * 0.5, cover), 0.5 * dark + 0.5 * hair, rtol=1e-3)
