"""Where hair grows: a row of locs on the hairline."""

from __future__ import annotations

import numpy as np
from catchlight.engine.groom import roots
from catchlight.engine.groom.head import Hairline, away, azimuth


def test_locs_begin_in_an_even_row_on_the_hairline() -> None:
    random = np.random.default_rng(2)
    line = Hairline()
    before = roots.scattered(520, line, random)
    after = roots.lined(before, line, random)
    row = after.points[(after.above < 0.35) & (after.degrees < 100)]
    row = row[np.argsort(azimuth(row))]
    gaps = np.linalg.norm(np.diff(row, axis=0), axis=1)
    assert 0.4 < gaps.mean() < 0.6
    assert gaps.max() < 1.0
    assert np.abs(away(after.points)[0]).max() < 0.02
    assert not ((after.above > 0.35) & (after.above < 0.5) & (after.degrees < 110)).any()
    behind = before.degrees > 112
    assert behind.sum() == (after.degrees > 112).sum()
