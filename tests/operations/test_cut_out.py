"""Operations on a picture that was cut out already: what its file hides stays hidden, what is new is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.marks import Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.operations.hair.params import HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor

HIDDEN = (255, 0, 255, 0)
CORNER = Hotspot(x=5, y=5)
Run = Callable[[str, Any, Picture], Picture]


@pytest.fixture(scope="module")
def run(portraits: Portraits, catalogue: Catalogue) -> Run:
    editor = LocalEditor(portraits, catalogue)

    def done(operation: str, params: Any, picture: Picture) -> Picture:
        return editor.run(EditRequest(operation, params, [picture]), Progress()).picture

    return done


@pytest.fixture(scope="module")
def cut_out(run: Run, sample: Picture) -> Picture:
    """The sample without its background."""
    return _cut_out(run, sample)


def _cut_out(run: Run, picture: Picture) -> Picture:
    """A picture without its background, a loud colour behind what is transparent."""
    params = HeadshotParams(background_styles=("transparent",), framing_styles=("original",))
    pixels = run("headshot", params, picture).pixels.copy()
    pixels[pixels[..., 3] == 0] = HIDDEN
    return Picture(pixels)


def _loud(picture: Picture) -> float:
    """Share of the picture in which the hidden colour is seen, or one like it: the sample wears a patch."""
    red, green, blue = (picture.pixels[..., channel].astype(int) for channel in range(3))
    seen = picture.pixels[..., 3] > 8 if picture.has_alpha else np.ones(red.shape, bool)
    return float((seen & (red > 170) & (blue > 170) & (green < 110)).mean())


@pytest.mark.parametrize("style", ["bob", "more_volume"])
def test_new_hair_reaches_beyond_what_was_cut_out(run: Run, cut_out: Picture, style: str) -> None:
    worn = run("hair", HairParams(hair_styles=(style,)), cut_out)
    assert worn.has_alpha
    before, after = cut_out.pixels[..., 3], worn.pixels[..., 3]
    assert ((before == 0) & (after > 200)).sum() > 100
    assert (after[:, :40] == before[:, :40]).all()
    assert _loud(worn) < 2e-4
    # What the worked part was laid on does not stay at the new outline.
    rim = (before == 0) & (after > 60) & (after < 200)
    assert worn.pixels[rim][:, :3].mean() < 170


def test_hair_that_is_cut_off_leaves_nothing(run: Run, cut_out: Picture) -> None:
    short = run("hair", HairParams(hair_styles=("less_volume",)), cut_out)
    gone = (cut_out.pixels[..., 3] > 240) & (short.pixels[..., 3] < 20)
    assert gone.sum() > 300


def test_nothing_that_is_transparent_is_blurred(run: Run, cut_out: Picture) -> None:
    with pytest.raises(UnusablePicture, match="transparent"):
        run("edit", EditParams(user_prompt="blur the background", hotspot=CORNER), cut_out)


def test_a_coloured_background_fills_what_was_transparent(run: Run, cut_out: Picture) -> None:
    blue = run("edit", EditParams(user_prompt="make the background blue", hotspot=CORNER), cut_out)
    assert not blue.has_alpha
    empty = cut_out.pixels[..., 3] == 0
    assert np.ptp(blue.pixels[empty].reshape(-1, 3), axis=0).max() == 0
    assert _loud(blue) < 2e-4
