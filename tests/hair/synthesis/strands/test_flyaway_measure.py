"""Hair that flies now flies in another style too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair import styling_scene
from catchlight.hair.synthesis.strands import flyaway_measure
from catchlight.portrait.portrait import Portrait


def test_single_hairs_beside_the_own_hair_are_counted(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    smooth = np.where(known.hair > 0.6, known.hair, 0).astype(np.float32)
    tidy = flyaway_measure.measure_flyaways(replace(known, hair=smooth))
    assert tidy < 1.3
    flying = smooth.copy()
    flying[:: max(2, round(0.3 * known.cm))] = 1
    assert flyaway_measure.measure_flyaways(replace(known, hair=flying)) > 1.6 * tidy
    everywhere = np.where(smooth > 0, smooth, np.float32(0.3))
    assert flyaway_measure.measure_flyaways(replace(known, hair=everywhere)) == 2.5


def test_where_no_background_is_seen_hair_is_as_tidy_as_styles_are(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    assert flyaway_measure.measure_flyaways(replace(known, cloth=np.ones_like(known.hair))) == 1


def test_more_hairs_leave_their_bundles_in_a_style_on_such_hair(catalogue: Catalogue) -> None:
    bob = next(style for style in catalogue.hair_styles if style.id == "bob").shape
    before = bob.fibre.flyaway
    after = flyaway_measure.add_flyaways(bob, 2.5)
    assert after.fibre.flyaway == pytest.approx(2.5 * before)
    assert bob.fibre.flyaway == before
    assert flyaway_measure.add_flyaways(bob, 1e6).fibre.flyaway == 0.3
    assert after.cut == bob.cut
