"""The rules of the words by table, and where a head should be in a frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import DocumentSpec
from catchlight.kiosk.guidance.coverings import FaceCoverings
from catchlight.kiosk.guidance.port import AdviceId
from catchlight.kiosk.guidance.reading import FaceMeasures
from catchlight.kiosk.guidance.target import HeadTarget, PhotoAboutHead
from catchlight.kiosk.guidance.words import RULES, SLOW_RULES, FaceState, find_advice
from catchlight.models.registry import Models
from catchlight.operations.compliance.cues.angles import PITCH_SIGMA, YAW_SIGMA, Angles
from catchlight.portrait.face.blendshapes import Openness
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace

PHOTO = PhotoAboutHead(above=0.12, below=0.21, width=1.04, head_width=0.71)
TARGET = HeadTarget.within(PHOTO, (640, 360))
STRAIGHT = Angles(0.0, 0.0, YAW_SIGMA, PITCH_SIGMA)
CALM = Openness(0.28, 0.01, 0.05)
RIGHT = FaceMeasures(
    Landmarks(np.zeros((478, 3)), 1.0),
    TARGET.x,
    TARGET.y,
    TARGET.height,
    TARGET.width,
    0.0,
    STRAIGHT,
    CALM,
    85.0,
    0.0,
    70.0,
)
BARE = FaceCoverings(0.0, 0.0, 0.8, 0.0, 0.0, 0.0, 90.0, 0.0)


@pytest.fixture(scope="module")
def documents() -> dict[str, DocumentSpec]:
    """A document that forbids glasses and hats, and one that does neither."""
    rows = Catalogue.load().documents
    plain = rows.get("icao_35x45")
    assert plain is not None
    assert (plain.glasses, plain.headgear) != ("forbidden", "forbidden")
    return {"plain": plain, "strict": plain.model_copy(update={"glasses": "forbidden", "headgear": "forbidden"})}


def words(
    face: FaceMeasures, document: DocumentSpec, speed: float = 0.0, said: AdviceId | None = None
) -> list[AdviceId]:
    return find_advice(RULES, FaceState(face, TARGET, document, speed, None), {said: True} if said else {})


def slow_words(found: FaceCoverings, document: DocumentSpec) -> list[AdviceId]:
    return find_advice(SLOW_RULES, FaceState(RIGHT, TARGET, document, 0.0, found), {})


def test_nothing_is_said_where_nothing_is_wrong(documents: dict[str, DocumentSpec]) -> None:
    assert words(RIGHT, documents["strict"]) == []
    assert slow_words(BARE, documents["strict"]) == []


@pytest.mark.parametrize(
    ("face", "expected"),
    [
        # Smaller x is the left of what the camera sees, and the right of the mirror: go left.
        (replace(RIGHT, x=TARGET.x - 0.3 * TARGET.height), "left"),
        (replace(RIGHT, x=TARGET.x + 0.3 * TARGET.height), "right"),
        (replace(RIGHT, y=TARGET.y - 0.3 * TARGET.height), "down"),
        (replace(RIGHT, y=TARGET.y + 0.3 * TARGET.height), "up"),
        (replace(RIGHT, height=0.75 * TARGET.height), "nearer"),
        (replace(RIGHT, height=1.2 * TARGET.height), "further"),
        # A positive yaw looks to the right of what the camera sees, which is the person's own left: turn right.
        (replace(RIGHT, angles=replace(STRAIGHT, yaw=12.0)), "turn_right"),
        (replace(RIGHT, angles=replace(STRAIGHT, yaw=-12.0)), "turn_left"),
        (replace(RIGHT, angles=replace(STRAIGHT, pitch=12.0)), "chin_down"),
        (replace(RIGHT, angles=replace(STRAIGHT, pitch=-12.0)), "chin_up"),
        (replace(RIGHT, roll=7.0), "straighten_head"),
        (replace(RIGHT, roll=-7.0), "straighten_head"),
        (replace(RIGHT, brightest=40.0), "too_dark"),
        (replace(RIGHT, burnt=20.0), "too_bright"),
        (replace(RIGHT, overlap=20.0), "light_from_one_side"),
        (replace(RIGHT, openness=replace(CALM, eyes=0.1)), "open_eyes"),
        (replace(RIGHT, openness=replace(CALM, mouth=0.2)), "close_mouth"),
        (replace(RIGHT, openness=replace(CALM, gaze=0.25)), "look_here"),
    ],
)
def test_each_fault_has_its_word(face: FaceMeasures, expected: str, documents: dict[str, DocumentSpec]) -> None:
    assert words(face, documents["plain"]) == [expected]


def test_who_moves_is_told_to_hold_still(documents: dict[str, DocumentSpec]) -> None:
    assert words(RIGHT, documents["plain"], speed=1.5) == ["hold_still"]
    assert words(RIGHT, documents["plain"], speed=0.5) == []


def test_a_wider_limit_of_the_document_counts(documents: dict[str, DocumentSpec]) -> None:
    wide = documents["plain"].model_copy(update={"roll_limit": 20.0, "yaw_pitch_limit": 20.0})
    assert words(replace(RIGHT, roll=12.0, angles=replace(STRAIGHT, yaw=15.0, pitch=15.0)), wide) == []


def test_what_matters_first_is_said_first(documents: dict[str, DocumentSpec]) -> None:
    worst = replace(
        RIGHT,
        x=TARGET.x + 0.5 * TARGET.height,
        height=0.6 * TARGET.height,
        brightest=30.0,
        roll=20.0,
        openness=Openness(0.05, 0.3, 0.3),
    )
    assert words(worst, documents["plain"], speed=2.0) == [
        "too_dark",
        "nearer",
        "right",
        "straighten_head",
        "open_eyes",
        "look_here",
        "close_mouth",
        "hold_still",
    ]


@pytest.mark.parametrize(
    ("face", "word"),
    [
        (replace(RIGHT, height=0.82 * TARGET.height), "nearer"),
        (replace(RIGHT, roll=4.8), "straighten_head"),
        (replace(RIGHT, angles=replace(STRAIGHT, yaw=8.0)), "turn_right"),
        (replace(RIGHT, brightest=53.0), "too_dark"),
        (replace(RIGHT, openness=replace(CALM, eyes=0.155)), "open_eyes"),
    ],
)
def test_near_its_limit_a_word_stays_as_it_was(
    face: FaceMeasures, word: AdviceId, documents: dict[str, DocumentSpec]
) -> None:
    assert words(face, documents["plain"]) == []
    assert words(face, documents["plain"], said=word) == [word]


@pytest.mark.parametrize(
    ("found", "strict", "plain"),
    [
        (replace(BARE, glasses=20.0), ["take_off_glasses"], []),
        (replace(BARE, glasses=20.0, eye_contrast=0.05), ["take_off_glasses"], ["take_off_glasses"]),
        (replace(BARE, hat=40.0), ["take_off_hat"], []),
        (replace(BARE, eye_hidden=40.0), ["hair_off_face"], ["hair_off_face"]),
        (replace(BARE, hidden=30.0), ["hair_off_face"], ["hair_off_face"]),
        (replace(BARE, lips=0.0), ["hair_off_face"], ["hair_off_face"]),
        (replace(BARE, teeth=4.0), ["close_mouth"], ["close_mouth"]),
    ],
)
def test_what_covers_a_face_counts_as_the_document_has_it(
    found: FaceCoverings, strict: list[str], plain: list[str], documents: dict[str, DocumentSpec]
) -> None:
    assert slow_words(found, documents["strict"]) == strict
    assert slow_words(found, documents["plain"]) == plain


@pytest.mark.parametrize("spec", ["icao_35x45", "us_passport", "uk_passport"])
def test_the_photo_fits_into_the_frame_about_the_target(spec: str, models: Models) -> None:
    document = Catalogue.load().documents.get(spec)
    assert document is not None
    photo = PhotoAboutHead.of(document, CanonicalFace.of(models))
    assert photo.width / photo.height == pytest.approx(document.width_mm / document.height_mm, rel=0.01)
    head = document.height_mm / photo.height
    assert document.head_mm is None or document.head_mm.has(head)
    for frame in ((1920, 1080), (1080, 1920), (640, 480)):
        target = HeadTarget.within(photo, frame)
        across, upright = target.room(target.height)
        assert min(across, upright) > 0
        crown, chin = target.y - target.height / 2, target.y + target.height / 2
        assert crown - photo.above * target.height > 0
        assert chin + photo.below * target.height < frame[1]
        oval = target.oval
        assert oval.x == pytest.approx(0.5)
        assert oval.height * frame[1] * 2 == pytest.approx(target.height)
        assert 0.5 < oval.width * frame[0] / (oval.height * frame[1]) < 0.9
