"""Outlines of drawn garments: what a matte adds to a shoulder does not become a part of the garment."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import codec
from catchlight.engine.backdrop import strands
from catchlight.engine.garment.dressing import dressed
from catchlight.engine.landmarks import CHIN
from catchlight.engine.portrait import Portraits
from catchlight.engine.view import view
from catchlight.operations.headshots.drawn import garment_of
from catchlight.operations.headshots.outfit import dress

ASIDE_CM, WIDE_CM, HIGH_CM = 15.0, 0.8, 0.7


@pytest.mark.parametrize("words", [("dress_shirt",), ("turtleneck", "charcoal")])
def test_a_bump_of_the_matte_is_cut_from_the_shoulder(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue, words: tuple[str, ...]
) -> None:
    photo = codec.decode((portraits_folder / "d07_dark_skin_woman.jpg").read_bytes())
    seen = view(portraits.of(photo), None, 900)
    alpha = strands.fine_alpha(seen)
    cm = seen.pose.px_per_cm
    x = round(float(seen.landmarks.xy[CHIN, 0]) + ASIDE_CM * cm)
    top = int(np.argmax(alpha[:, x] > 0.5))
    bump = (slice(round(top - HIGH_CM * cm), top), slice(x, round(x + WIDE_CM * cm)))
    raised = alpha.copy()
    raised[bump] = 1
    chosen = dress(words, catalogue)
    assert chosen is not None
    made = dressed(seen, seen.picture.rgb8, raised, garment_of(chosen), chosen.rgb)
    upper = (slice(bump[0].start, round(top - 0.4 * cm)), bump[1])
    assert made.alpha[upper].mean() < 0.15
    under = (slice(round(top + 0.4 * cm), round(top + cm)), bump[1])
    assert made.alpha[under].min() > 0.95
