"""What is put right at last: strings of pearls on skin are no cloth, and gaps that are its shadows are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from catchlight.clothing.segment import cloth_edge
from catchlight.portrait.face.landmarks import CHIN

CM = 10
CHIN_AT = 200


@pytest.fixture
def seen() -> Any:
    """A person of ten pixels for a centimetre, whose chin is in the middle of 400 columns."""
    xy = np.zeros((478, 2))
    xy[CHIN] = CHIN_AT, 50
    return SimpleNamespace(pose=SimpleNamespace(px_per_cm=CM), landmarks=SimpleNamespace(xy=xy))


def test_a_string_on_the_throat_is_taken_out_and_a_shoulder_strap_is_not(seen: Any) -> None:
    person = np.ones((300, 400), bool)
    cloth = np.arange(300)[:, None] * np.ones((1, 400)) >= 200
    string, strap = np.s_[100:107, CHIN_AT - 60 : CHIN_AT + 60], np.s_[100:107, CHIN_AT + 130 : CHIN_AT + 180]
    broad = np.s_[60:80, CHIN_AT - 60 : CHIN_AT + 60]
    for part in (string, strap, broad):
        cloth[part] = True
    tidied = cloth_edge._tidied(seen, cloth, person, np.ones((300, 400), np.float32) * cloth)
    assert not tidied[string].any()
    assert tidied[strap].all()
    assert tidied[broad].all()
    assert tidied[200:].mean() > 0.99


def test_gaps_that_parsing_calls_cloth_are_closed_and_others_stay(seen: Any) -> None:
    person = np.ones((300, 400), bool)
    cloth = np.arange(300)[:, None] * np.ones((1, 400)) >= 100
    shadow, button = np.s_[200:215, 100:115], np.s_[200:215, 300:315]
    worn = cloth.astype(np.float32)
    for gap in (shadow, button):
        cloth[gap] = False
    worn[button] = 0
    tidied = cloth_edge._tidied(seen, cloth, person, worn)
    assert tidied[shadow].all()
    assert not tidied[button][5:-5, 5:-5].any()
