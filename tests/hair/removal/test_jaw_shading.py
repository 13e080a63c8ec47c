"""The jaw turns away where hair hid it, as far as it is seen to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.removal import jaw_shading
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


@pytest.fixture
def seen(portraits: Portraits, portraits_folder: Path) -> HairScene:
    photo = codec.decode(next(portraits_folder.glob("d02_*")).read_bytes())
    return styling_scene.read_scene(view(portraits.of(photo), longest=1000))


def _factor(known: HairScene) -> np.ndarray:
    plain = (known.skin > 0.6) & (known.hair < 0.02)
    down = np.arange(known.shape[0], dtype=np.float32)[:, None]
    return jaw_shading.jaw_shading(known, down, known.oval, known.cm, known.rgb.astype(np.float32), plain)


def test_a_jaw_is_darker_at_its_line_and_as_it_was_elsewhere(seen: HairScene) -> None:
    factor = _factor(seen)
    x, y = seen.chin
    assert factor[int(y - 0.1 * seen.cm), int(x)] < 0.93
    assert factor[int(y - 1.3 * seen.cm), int(x)] == pytest.approx(1)
    assert factor[: int(seen.marks.xy[4, 1])].min() == pytest.approx(1)


def test_a_jaw_in_even_light_stays_even(seen: HairScene) -> None:
    even = replace(seen, rgb=np.full_like(seen.rgb, 150))
    assert _factor(even).min() == pytest.approx(1)


def test_a_jaw_of_which_nothing_is_seen_stays_even(seen: HairScene) -> None:
    assert _factor(replace(seen, hair=np.ones_like(seen.hair))).min() == pytest.approx(1)
