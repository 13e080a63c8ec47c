"""Make-up and finish by sentence: what is meant is done, on the side and in the way that is said, or told why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.edit import run as edit
from catchlight.operations.edit.marks import Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE
from catchlight.portrait.portrait import Portraits

Edit = Callable[..., edit.EditOutcome]


@pytest.fixture
def edited(portraits: Portraits, sample: Picture) -> Edit:
    def do(sentence: str, **more: Any) -> edit.EditOutcome:
        params = EditParams(user_prompt=sentence, hotspot=Hotspot(x=226, y=128), **more)
        return edit.apply_edit(portraits.of(sample), params, Progress())

    return do


@pytest.mark.parametrize(
    ("sentence", "verb", "more"),
    [
        ("smoky eye shadow", "eye_shadow", {"style": "smoky"}),
        ("light foundation", "foundation", {}),
        ("matte brick red lips", "lipstick", {"style": "matte"}),
        ("左边打光", "light_from", {"side": "left"}),
        ("light from the right", "light_from", {"side": "right"}),
        ("dodge and burn the skin", "dodge_burn", {}),
    ],
)
def test_what_is_said_is_done(edited: Edit, sample: Picture, sentence: str, verb: str, more: dict[str, str]) -> None:
    made = edited(sentence)
    facts = made.facts["intents"]
    assert len(facts) == 1
    assert facts[0]["verb"] == verb
    assert {name: facts[0].get(name) for name in ("style", "side")} == {"style": None, "side": None} | more
    assert made.facts["changed"] is not None
    x, y, width, height = made.facts["changed"]
    outside = np.ones(sample.pixels.shape[:2], bool)
    outside[y : y + height, x : x + width] = False
    assert (made.pixels[outside] == sample.pixels[outside]).all()


@pytest.mark.parametrize(
    ("sentence", "region"),
    [("soften the smile lines", "smile lines"), ("淡化鱼尾纹", "crows feet"), ("less frown lines", "frown lines")],
)
def test_lines_are_softened_where_they_are_named(edited: Edit, sentence: str, region: str) -> None:
    made = edited(sentence)
    facts = made.facts["intents"][0]
    assert (facts["verb"], facts["regions"]) == ("reduce_wrinkles", [region])


@pytest.mark.parametrize(("side", "sign"), [("left", -1), ("right", 1)])
def test_light_comes_from_the_side_as_one_looks_at_it(
    edited: Edit, portraits: Portraits, sample: Picture, side: str, sign: int
) -> None:
    after = edited(f"light from the {side}").pixels.astype(float)
    xy = portraits.of(sample).landmarks.xy
    temples = sorted(xy[[RIGHT_TEMPLE, LEFT_TEMPLE]].tolist())
    gains = []
    for x, y in temples:
        middle = xy[4]
        x, y = 0.65 * np.array([x, y]) + 0.35 * middle
        part = np.s_[int(y) - 5 : int(y) + 6, int(x) - 5 : int(x) + 6, :3]
        gains.append(after[part].mean() / sample.pixels[part].mean())
    assert sign * (gains[1] - gains[0]) > 0.05


def test_red_eye_tells_where_there_is_none(edited: Edit) -> None:
    with pytest.raises(UnusablePicture, match="No red eye is seen here") as told:
        edited("remove red eyes")
    assert told.value.code == "nothing_at_hotspot"


def test_light_without_a_side_is_asked_back(edited: Edit) -> None:
    with pytest.raises(UnusablePicture) as told:
        edited("add a side light")
    assert told.value.code == "prompt_not_understood"
