"""What can be taken away with one click, and what is refused because it is no thing or would leave a trace."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.marks import Box, Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.run import apply_edit
from catchlight.portrait.portrait import Portraits


def _removed(portraits: Portraits, picture: Picture, words: str, x: float, y: float) -> np.ndarray:
    spot = Hotspot(x=x * picture.width, y=y * picture.height)
    return np.asarray(apply_edit(portraits.of(picture), EditParams(user_prompt=words, hotspot=spot), Progress()).pixels)


def _picture(folder: Path, name: str) -> Picture:
    return codec.decode(sorted(folder.glob(f"{name}*"))[0].read_bytes())


@pytest.mark.parametrize(
    ("name", "x", "y", "why"),
    [
        ("d31", 0.56, 0.95, "part of the person"),
        ("d07", 0.3, 0.77, "what is worn"),
        ("d02", 0.09, 0.3, "Nothing stands out"),
        ("d31", 0.143, 0.8, "too varied"),
        ("d31", 0.519, 0.934, "too varied"),
        ("d32", 0.52, 0.8, "too varied"),
        ("d04", 0.43, 0.82, "too varied"),
        ("d29", 0.55, 0.8, "too varied"),
        ("d05", 0.37, 0.4, "Nothing stands out"),
        ("d07", 0.415, 0.305, "part of the person"),
    ],
    ids=[
        "a hand",
        "a jacket",
        "a wall",
        "a sheet on a busy wall",
        "a mug",
        "a slider on its zip",
        "a pendant on its ring",
        "a tie",
        "plain skin",
        "an eye",
    ],
)
@pytest.mark.sampled(4)
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


@pytest.mark.parametrize(
    ("name", "x", "y", "box"),
    [
        ("d38", 0.3, 0.835, (0.13, 0.78, 0.36, 0.9)),
        ("d38", 0.7, 0.82, (0.55, 0.76, 0.93, 0.9)),
        ("d07", 0.8, 0.98, (0.6, 0.87, 0.97, 1.0)),
    ],
    ids=["a name tag with letters", "rows of medals", "a trim across a shadow's edge"],
)
def test_a_thing_of_many_colours_goes_with_one_click(
    name: str,
    x: float,
    y: float,
    box: tuple[float, float, float, float],
    portraits_folder: Path,
    portraits: Portraits,
) -> None:
    picture = _picture(portraits_folder, name)
    made = _removed(portraits, picture, "remove this", x, y)
    rows, columns = np.nonzero(np.abs(made.astype(int) - picture.rgb8).max(axis=2) > 6)
    assert box[0] < columns.min() / picture.width
    assert columns.max() / picture.width < box[2]
    assert box[1] < rows.min() / picture.height
    assert rows.max() / picture.height <= box[3]
    part = np.s_[rows.min() : rows.max(), columns.min() : columns.max()]
    # Cloth is left: nothing of it is as bright as what was there.
    assert made[part].mean() < 0.8 * picture.rgb8[part].mean()


def test_what_is_marked_by_hand_is_filled_and_the_trace_is_said(portraits_folder: Path, portraits: Portraits) -> None:
    picture = _picture(portraits_folder, "d31")
    box = Box(x=0.45 * picture.width, y=0.84 * picture.height, width=0.15 * picture.width, height=0.16 * picture.height)
    spot = Hotspot(x=0.52 * picture.width, y=0.93 * picture.height)
    params = EditParams(user_prompt="remove the mug", hotspot=spot, box=box)
    made = apply_edit(portraits.of(picture), params, Progress())
    assert len(made.notes) == 1
    assert "100 %" in made.notes[0]
    assert made.facts["notes"] == list(made.notes)
    assert (np.asarray(made.pixels) != picture.pixels).any()
