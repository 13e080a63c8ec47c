"""The sample in other shapes: what moves, what stays, who it is, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.imaging.pyramid import Pyramid
from catchlight.portrait.face import landmarks
from catchlight.portrait.portrait import Portrait
from catchlight.shape import likeness
from catchlight.shape.face_shape import FaceShape
from catchlight.shape.reshape import reshape

WIDE, MOUTH, NOSE, EYE = (234, 454), (0, 17), (48, 278), (159, 145)


def spread(portrait: Portrait, pixels: np.ndarray, pair: tuple[int, int]) -> float:
    """Pixels between two landmarks of the result, looked for anew."""
    found = landmarks.refit(Pyramid.of(Picture(pixels)), portrait.landmarks, portrait.models)
    return float(np.linalg.norm(found.xy[pair[0]] - found.xy[pair[1]]))


@pytest.mark.parametrize(
    ("wish", "pair", "low", "high"),
    [
        ({"face_width": -1.0}, WIDE, 0.86, 0.96),
        ({"face_width": 1.0}, WIDE, 1.03, 1.12),
        ({"lips": 1.0}, MOUTH, 1.06, 1.4),
        ({"nose_width": -1.0}, NOSE, 0.7, 0.99),
        ({"eyes": 1.0}, EYE, 1.03, 1.4),
    ],
)
def test_a_feature_measured_anew_has_changed(
    portrait: Portrait, wish: dict[str, float], pair: tuple[int, int], low: float, high: float
) -> None:
    made = reshape(portrait, FaceShape(**wish), Progress())
    assert low < spread(portrait, made.pixels, pair) / spread(portrait, portrait.picture.pixels, pair) < high
    assert made.strength == 1.0
    assert made.likeness > likeness.LEAST


def test_ground_beside_the_person_and_all_that_does_not_move_are_identical(portrait: Portrait) -> None:
    made = reshape(portrait, FaceShape(face_width=-1, nose=-0.5), Progress())
    differs = (made.pixels != portrait.picture.pixels).any(axis=2)
    assert 0.01 < differs.mean() < 0.4
    far = np.asarray(portrait.alpha) < 0.02
    import cv2

    ground = cv2.erode(far.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    assert not (differs & ground).any()
    assert not differs[400:].any()


def test_the_same_wish_gives_the_same_pixels_whatever_came_before(portrait: Portrait) -> None:
    first = reshape(portrait, FaceShape(jaw=-0.8), Progress()).pixels
    reshape(portrait, FaceShape(face_width=0.3, chin=0.4), Progress())
    fresh = Portrait(portrait.picture, portrait.models)
    for again in (portrait, fresh):
        assert np.array_equal(reshape(again, FaceShape(jaw=-0.8), Progress()).pixels, first)


def test_the_end_of_every_slider_together_is_reduced_or_still_the_same_person(portrait: Portrait) -> None:
    wish = FaceShape(eyes=1, nose=-1, nose_width=-1, lips=1)
    made = reshape(portrait, wish, Progress())
    assert made.likeness >= likeness.floor(portrait)
    assert bool(made.notes) == (made.strength < 0.995)


def test_who_would_be_somebody_else_is_refused(portrait: Portrait, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likeness, "LEAST", 1.01)
    monkeypatch.setattr(likeness, "floor", lambda _portrait: 1.01)
    with pytest.raises(UnusablePicture) as refusal:
        reshape(portrait, FaceShape(nose=-1), Progress())
    assert refusal.value.code == "identity_lost"


def test_what_cannot_be_seen_cannot_be_shaped(portrait: Portrait) -> None:
    top = round(float(portrait.landmarks.xy[10, 1])) - 4  # the photo ends below the hairline
    cut = Portrait(Picture(np.ascontiguousarray(portrait.picture.pixels[top:])), portrait.models)
    with pytest.raises(UnusablePicture) as refusal:
        reshape(cut, FaceShape(forehead=1), Progress())
    assert refusal.value.code == "nothing_at_hotspot"
