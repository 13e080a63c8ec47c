"""What can be taken away with one click, and what is refused because it is no thing or would leave a trace."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.engine import codec
from catchlight.engine.errors import UnusablePicture
from catchlight.engine.picture import Picture
from catchlight.engine.portrait import Portraits
from catchlight.engine.progress import Progress
from catchlight.operations.edit import EditParams, edited
from catchlight.operations.editing.wishes import Hotspot


def _removed(portraits: Portraits, picture: Picture, words: str, x: float, y: float) -> np.ndarray:
    spot = Hotspot(x=x * picture.width, y=y * picture.height)
    return np.asarray(edited(portraits.of(picture), EditParams(user_prompt=words, hotspot=spot), Progress()).pixels)


def _picture(folder: Path, name: str) -> Picture:
    return codec.decode(sorted(folder.glob(f"{name}*"))[0].read_bytes())


@pytest.mark.parametrize(
    ("name", "x", "y", "why"),
    [
        ("d31", 0.56, 0.95, "part of the person"),
        ("d07", 0.3, 0.77, "what is worn"),
        ("d02", 0.09, 0.3, "Nothing stands out"),
        ("d31", 0.07, 0.9, "too varied"),
    ],
    ids=["a hand", "a jacket", "a wall", "a sheet on a busy wall"],
)
def test_what_is_no_thing_or_would_leave_a_trace_is_refused(
    name: str, x: float, y: float, why: str, portraits_folder: Path, portraits: Portraits
) -> None:
    with pytest.raises(UnusablePicture, match=why) as refused:
        _removed(portraits, _picture(portraits_folder, name), "remove this", x, y)
    assert refused.value.code == "nothing_at_hotspot"


def test_an_earring_gives_way_to_the_ear(portraits_folder: Path, portraits: Portraits) -> None:
    picture = _picture(portraits_folder, "d33")
    made = _removed(portraits, picture, "remove the earring", 0.695, 0.355)
    changed = np.abs(made.astype(int) - picture.rgb8).max(axis=2) > 6
    rows, columns = np.nonzero(changed)
    assert 300 < len(rows) < 4000
    spot = made[int(np.median(rows)) - 3 : int(np.median(rows)) + 4, int(np.median(columns)) - 3 :][:, :7].mean(
        axis=(0, 1)
    )
    # Skin, neither stone nor a hole: red leads, blue trails.
    assert spot[0] > spot[1] > spot[2]
    assert 40 < spot[0] < 230
