"""Locks of long hair: bundles that come together on their way down, lit on their middles."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair.head.ellipsoid import Hairline
from catchlight.hair.synthesis.guides import grow, locks
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.guides.locks import Locks

from tests.hair.styles import groom_of

DOWN = np.array([0, -1, 0], np.float32)


def _grown(catalogue: Catalogue, name: str) -> tuple[grow.GuideStrands, Locks | None]:
    shape = groom_of(catalogue, name)
    random = np.random.default_rng(5)
    guides = grow.grow_guides(shape, scalp_roots.scatter_roots(900, Hairline(), random), DOWN, random)
    return guides, locks.form_locks(shape, guides, np.random.default_rng(6))


@pytest.mark.parametrize("name", ["pixie", "long curly"])
def test_short_and_curled_hair_lies_in_none(catalogue: Catalogue, name: str) -> None:
    assert _grown(catalogue, name)[1] is None


@pytest.mark.parametrize("name", ["long", "long wavy", "bob"])
def test_guides_of_a_lock_hang_side_by_side(catalogue: Catalogue, name: str) -> None:
    guides, known = _grown(catalogue, name)
    assert known is not None
    assert known.count > 10
    middle = guides.lines[:, guides.lines.shape[1] // 2]
    apart = [np.linalg.norm(middle[known.of == lock].std(axis=0)) for lock in np.unique(known.of)]
    assert np.median(apart) < 0.35 * np.linalg.norm(middle.std(axis=0))


def test_they_come_together_on_their_way_down_and_stay_at_their_roots(catalogue: Catalogue) -> None:
    guides, known = _grown(catalogue, "long")
    assert known is not None
    after = locks.gather_into_locks(guides.lines, guides.length, known)
    np.testing.assert_array_equal(after[:, 0], guides.lines[:, 0])

    def spread(lines: np.ndarray) -> float:
        inside = [lines[known.of == lock, -1].std(axis=0).mean() for lock in range(known.count)]
        return float(np.nanmean(inside))

    assert 0.5 < spread(after) / spread(guides.lines) < 0.8


def test_light_falls_on_the_middle_of_a_lock_and_not_on_its_roots(catalogue: Catalogue) -> None:
    guides, known = _grown(catalogue, "long")
    assert known is not None
    gone = guides.length[:, None] * np.linspace(0, 1, guides.lines.shape[1], dtype=np.float32)
    lit = locks.lock_shading(known, gone, np.random.default_rng(7))
    assert (lit[:, 0] == 1).all()
    inner, outer = known.inside > 0.7, known.inside < 0.15
    assert lit[outer, -1].mean() < 0.88 * lit[inner, -1].mean()
