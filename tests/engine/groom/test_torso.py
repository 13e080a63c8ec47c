"""Neck and collar where long hair hides them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.engine import codec
from catchlight.engine.groom import bare, scene
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.scene import Scene
from catchlight.engine.portrait import Portraits
from catchlight.engine.view import view


@pytest.fixture
def seen(portraits: Portraits, portraits_folder: Path) -> tuple[Scene, Bare]:
    """Curls hang over both sides of a wide neckline."""
    photo = codec.decode(next(portraits_folder.glob("d33_*")).read_bytes())
    known = scene.read(view(portraits.of(photo), longest=1000))
    return known, bare.read(known)


def test_between_places_where_skin_is_seen_there_is_no_cloth(seen: tuple[Scene, Bare]) -> None:
    known, without = seen
    row = int(known.chin[1] + 3 * known.cm)
    bare_at = np.flatnonzero((known.neck + known.skin)[row] > 0.5)
    assert without.torso.skin[row, bare_at[0] : bare_at[-1]].min() > 0.9


def test_a_collar_that_is_guessed_has_an_edge(seen: tuple[Scene, Bare]) -> None:
    known, without = seen
    skin = without.torso.skin * (without.torso.shape > 0.99) * (without.zone > 0.5)
    blurred = ((skin > 0.1) & (skin < 0.9)).sum()
    assert (skin > 0.9).sum() > 20 * known.cm**2
    assert blurred < 0.03 * (skin > 0.9).sum()


def test_a_neck_widens_where_it_meets_the_shoulder(seen: tuple[Scene, Bare]) -> None:
    known, without = seen
    left, right = without.torso.neck
    upper, lower = int(known.chin[1]), int(known.chin[1] + 4 * known.cm)
    assert (right - left)[lower] > (right - left)[upper] + 0.8 * known.cm
