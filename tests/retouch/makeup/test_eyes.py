"""Make-up at the eyes: on the lids and not in the opening, alike on both, the skin's texture kept, the named colour met."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.retouch.area import Area
from catchlight.retouch.makeup import eye_shadow, pigment
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame, eye_frames
from catchlight.retouch.makeup.geometry.face_window import FaceWindow
from catchlight.retouch.paint import paint

PRODUCTS: dict[str, Callable[[Portrait, tuple[EyeFrame, ...]], Area]] = {
    "shadow": lambda person, eyes: eye_shadow.eye_shadow(person, eyes, 0.8),
    "smoky": lambda person, eyes: eye_shadow.eye_shadow(person, eyes, 0.8, smoky=True),
}


@pytest.fixture
def person(portraits: Portraits, sample: Picture) -> Portrait:
    return portraits.of(sample)


@pytest.mark.parametrize("product", PRODUCTS)
def test_nothing_lies_in_the_opening_and_both_eyes_have_it(person: Portrait, product: str) -> None:
    eyes = eye_frames(person)
    assert [eye.own for eye in eyes] == ["right", "left"]
    area = PRODUCTS[product](person, eyes)
    canvas = FaceWindow(person, area.box)
    inside = canvas.polygons([eye.opening for eye in eyes]) > 0.5
    assert inside.sum() > 100
    assert float(area.mask[inside].max()) == 0
    sums = [float(area.mask[_near(canvas, eye)].sum()) for eye in eyes]
    assert min(sums) > 0.45 * max(sums) > 2


def _near(canvas: FaceWindow, eye: EyeFrame) -> np.ndarray:
    return np.asarray(np.linalg.norm(canvas.pixels() - eye.centre, axis=-1) < 0.9 * eye.width)


def test_shadow_lies_above_the_eye_and_below_the_brow_and_turns_with_the_head(person: Portrait) -> None:
    eyes = eye_frames(person)
    area = PRODUCTS["shadow"](person, eyes)
    canvas = FaceWindow(person, area.box)
    for eye in eyes:
        mask = area.mask * _near(canvas, eye)
        place = (eye.place(canvas.pixels()) * mask[..., None]).sum(axis=(0, 1)) / mask.sum()
        brow = float(eye.place(eye.brow)[:, 1].mean())
        assert 0.35 < place[0] < 0.95
        assert 0.05 < place[1] < brow


def test_more_is_more(person: Portrait) -> None:
    weak, strong = (
        float(eye_shadow.eye_shadow(person, eye_frames(person), amount).mask.sum()) for amount in (0.25, 1.0)
    )
    assert strong > 1.2 * weak > 0


def test_a_named_colour_is_met_and_the_texture_stays(person: Portrait) -> None:
    area = eye_shadow.eye_shadow(person, eye_frames(person), 1.0)
    full = replace(area, mask=np.asarray(area.mask > 0.6, np.float32))
    rgb = (120, 70, 80)
    before = person.picture.pixels
    after = paint(before, full, pigment.pigment(rgb), person.pose.px_per_cm)
    x0, y0, x1, y1 = area.box
    covered = full.mask > 0
    old, new = (pixels[y0:y1, x0:x1, :3][covered].astype(np.float64) for pixels in (before, after))
    met = np.median(oklab.from_srgb((new / 255).astype(np.float32)), axis=0)
    assert np.abs(met - oklab.of_colour(rgb)).max() < 0.04
    assert np.corrcoef(np.log(old.sum(axis=1) + 1), np.log(new.sum(axis=1) + 1))[0, 1] > 0.95
