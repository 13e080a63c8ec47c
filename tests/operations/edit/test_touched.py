"""After an edit: nothing changed, or something else than what was named, is told; a thing must be pointed at."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.language.intents import Amount, Intent
from catchlight.operations.edit.aiming import TargetRegion
from catchlight.operations.edit.areas import AreaMarks
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.marks import Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.request import EditJob
from catchlight.operations.edit.run import apply_edit
from catchlight.operations.edit.touched_outline import tell_touched
from catchlight.portrait.portrait import Portraits

NOSE = (226.0, 128.0)


def job(portraits: Portraits, sample: Picture, amount: float = 0.5) -> EditJob:
    scene = EditScene(portraits.of(sample), *NOSE)
    target = TargetRegion("face")
    return EditJob(scene, sample.pixels, Intent("lighten", amount=Amount(0.5)), target, AreaMarks(), amount, Progress())


def test_that_nothing_changed_is_told_unless_nothing_was_wished(portraits: Portraits, sample: Picture) -> None:
    told = tell_touched(job(portraits, sample), sample.pixels, sample.pixels)
    assert told is not None
    assert "face" in told
    assert tell_touched(job(portraits, sample, amount=0.0), sample.pixels, sample.pixels) is None


def test_a_change_beside_the_region_is_told_and_one_in_it_is_not(portraits: Portraits, sample: Picture) -> None:
    wish = job(portraits, sample)
    area = wish.area()
    x0, y0, x1, y1 = area.box
    inside, elsewhere = sample.pixels.copy(), sample.pixels.copy()
    inside[y0:y1, x0:x1][area.mask > 0.5] ^= 1
    elsewhere[400:500, 100:300] ^= 1
    assert tell_touched(wish, sample.pixels, inside) is None
    told = tell_touched(wish, sample.pixels, elsewhere)
    assert told is not None
    assert "beside" in told


def test_an_edit_that_changes_nothing_is_an_error_and_a_note_in_its_preview(
    portraits: Portraits, sample: Picture
) -> None:
    grey = sample.with_(pixels=np.ascontiguousarray(np.repeat(sample.pixels[..., 1:2], 3, axis=2)))
    params = EditParams(user_prompt="desaturate the face", hotspot=Hotspot(x=NOSE[0], y=NOSE[1]))
    with pytest.raises(UnusablePicture, match="changed nothing") as refused:
        apply_edit(portraits.of(grey), params, Progress())
    assert refused.value.code == "nothing_at_hotspot"
    made = apply_edit(portraits.of(grey), params, Progress(), small=True)
    assert any("changed nothing" in note for note in made.facts["notes"])


def test_a_lamp_that_is_named_must_be_pointed_at(portraits: Portraits, sample: Picture) -> None:
    params = EditParams(user_prompt="remove the lamp", hotspot=Hotspot(x=NOSE[0], y=NOSE[1]))
    with pytest.raises(UnusablePicture, match="Click right on the thing"):
        apply_edit(portraits.of(sample), params, Progress())


def test_somebody_else_is_not_there(portraits: Portraits, sample: Picture) -> None:
    params = EditParams(user_prompt="remove the person behind me", hotspot=Hotspot(x=NOSE[0], y=NOSE[1]))
    with pytest.raises(UnusablePicture, match="Click on the person"):
        apply_edit(portraits.of(sample), params, Progress())
