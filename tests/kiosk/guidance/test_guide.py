"""Guidance on frames of the shipped samples, moved and lit: real networks, and a clock of the test's own."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage
from catchlight.kiosk.guidance import guide
from catchlight.kiosk.guidance.coverings import FaceCoverings, read_coverings
from catchlight.kiosk.guidance.guide import Guide
from catchlight.kiosk.guidance.port import AdviceId, Guidance
from catchlight.kiosk.guidance.target import HeadTarget, PhotoAboutHead
from catchlight.models.registry import Models
from catchlight.paths import resources
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace

from tests.benchmarks.guidance.frames import Sitter, beside, relit

SIZE = (640, 360)
STEP = 0.3
FAR = 0.45
"""Head by target: beside it nobody smaller is seen in a look that follows a face alone."""


class Booth:
    """A guide with a clock, looking at one frame after another."""

    def __init__(self, models: Models, spec: str = "icao_35x45") -> None:
        document = Catalogue.load().documents.get(spec)
        assert document is not None
        self.now = 0.0
        self.guide = Guide(1.2, document, models, lambda: self.now)
        self.target = HeadTarget.within(PhotoAboutHead.of(document, CanonicalFace.of(models)), SIZE)

    def looks(self, *frames: ByteImage) -> list[Guidance]:
        found = []
        for frame in frames:
            found.append(self.guide.look(frame))
            self.now += STEP
        return found

    def first(self, frame: ByteImage) -> AdviceId | None:
        """What is said first of a frame that stands still."""
        self.guide.reset()
        said = self.looks(frame, frame, frame)[-1].advice
        return said[0] if said else None


@pytest.fixture(scope="module")
def officer(models: Models) -> Sitter:
    """Looks straight at the camera with a closed mouth, under a cap and behind glasses."""
    return Sitter.of("officer", codec.decode((resources() / "samples" / "officer.jpg").read_bytes()).rgb8, models)


@pytest.fixture(scope="module")
def booth(models: Models) -> Booth:
    return Booth(models)


@pytest.fixture(scope="module")
def astronaut(models: Models) -> Sitter:
    """Smiles with teeth."""
    return Sitter.of("astronaut", codec.decode((resources() / "samples" / "astronaut.png").read_bytes()).rgb8, models)


def test_a_picture_may_be_taken_when_all_has_been_right_long_enough(booth: Booth, officer: Sitter) -> None:
    booth.guide.reset()
    frame = officer.placed(booth.target).frame
    told = booth.looks(*[frame] * 5)
    assert [one.advice for one in told] == [()] * 5
    assert [one.held for one in told] == pytest.approx([0, 0.25, 0.5, 0.75, 1])
    head = told[-1].head
    assert head is not None
    assert (head.x, head.y) == pytest.approx((told[-1].target.x, told[-1].target.y), abs=0.02)
    assert head.height == pytest.approx(told[-1].target.height, rel=0.05)


def test_what_goes_wrong_meanwhile_begins_anew(booth: Booth, officer: Sitter) -> None:
    booth.guide.reset()
    right, rolled = officer.placed(booth.target).frame, officer.placed(booth.target, roll=15).frame
    told = booth.looks(right, right, rolled, right, right)
    assert told[2].advice[0] == "straighten_head"
    assert [one.held for one in told] == pytest.approx([0, 0.25, 0, 0, 0.25])
    booth.guide.reset()
    assert booth.looks(right)[0].held == 0
    booth.now += 30  # nobody looked: who knows who stands there now
    assert booth.looks(right)[0].held == 0


def test_a_slow_computer_releases_too(booth: Booth, officer: Sitter, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_slowly(rgb: ByteImage, found: Landmarks, models: Models) -> FaceCoverings | None:
        booth.now += 1.5
        return read_coverings(rgb, found, models)

    monkeypatch.setattr(guide, "read_coverings", read_slowly)
    booth.guide.reset()
    assert booth.looks(*[officer.placed(booth.target).frame] * 2)[-1].held == 1


def test_directions_are_those_of_the_mirror(booth: Booth, officer: Sitter, astronaut: Sitter) -> None:
    """The person at the left of what the camera sees stands at the right of the mirror."""
    assert booth.first(officer.placed(booth.target, x=-0.4).frame) == "left"
    assert booth.first(officer.placed(booth.target, x=0.4).frame) == "right"
    turned = astronaut.placed(booth.target).turned(yaw=30)
    assert booth.first(turned) == "turn_right"
    assert booth.first(np.ascontiguousarray(turned[:, ::-1])) == "turn_left"


def test_size_height_and_light_are_told(booth: Booth, officer: Sitter) -> None:
    assert booth.first(officer.placed(booth.target, size=0.6).frame) == "nearer"
    assert booth.first(officer.placed(booth.target, size=1.25).frame) == "further"
    assert booth.first(officer.placed(booth.target, y=-0.3).frame) == "down"
    upright = officer.placed(booth.target)
    assert booth.first(relit(upright.frame, 0.03)) == "too_dark"
    assert booth.first(relit(upright.frame, 14)) == "too_bright"
    assert booth.first(upright.lit_from_side(0.01, True)) == "light_from_one_side"


def test_nobody_and_two_people_are_told(booth: Booth, officer: Sitter) -> None:
    wall = np.full((SIZE[1], SIZE[0], 3), 190, np.uint8)
    assert booth.first(wall) == "no_face"
    assert booth.first(wall // 20) == "too_dark"
    alone = officer.placed(booth.target).frame
    assert booth.first(beside(alone, officer.placed(booth.target, size=0.6, x=-1.1).frame)) == "one_person"


def test_somebody_small_who_comes_later_is_told_soon(booth: Booth, officer: Sitter) -> None:
    """Beside a face that is followed small ones are looked for every few looks alone; and in every look while there are some."""
    alone = officer.placed(booth.target, size=FAR).frame
    joined = beside(alone, officer.placed(booth.target, size=0.36 * FAR, x=-5).frame)
    booth.guide.reset()
    assert [one.advice[0] for one in booth.looks(alone, alone)] == ["nearer", "nearer"]
    assert booth.looks(*[joined] * 4)[-1].advice == ("one_person",)
    assert [one.advice for one in booth.looks(*[joined] * 3)] == [("one_person",)] * 3


def test_somebody_who_steps_beside_is_told_by_the_second_look(booth: Booth, officer: Sitter) -> None:
    """A face that is followed is not looked for in every frame."""
    alone = officer.placed(booth.target).frame
    joined = beside(alone, officer.placed(booth.target, size=0.6, x=-1.1).frame)
    for before in (1, 2):
        booth.guide.reset()
        booth.looks(*[alone] * before)
        assert booth.looks(joined, joined)[-1].advice == ("one_person",)


def test_teeth_are_told(booth: Booth, astronaut: Sitter) -> None:
    assert booth.first(astronaut.placed(booth.target).frame) == "close_mouth"


def test_glasses_are_told_where_the_document_forbids_them(models: Models, officer: Sitter) -> None:
    strict = Booth(models, "us_passport")
    frame = officer.placed(strict.target).frame
    assert strict.first(frame) == "take_off_glasses"
    strict.guide.reset()
    assert max(one.held for one in strict.looks(*[frame] * 6)) == 0


def test_a_head_that_moves_is_not_taken_and_told_only_if_it_goes_on(booth: Booth, officer: Sitter) -> None:
    booth.guide.reset()
    at = [officer.placed(booth.target, x=x).frame for x in (-0.07, 0.07)]
    told = booth.looks(at[0], at[1], at[0], at[1])
    assert [one.advice for one in told] == [(), (), (), ("hold_still",)]
    assert [one.held for one in told] == [0, 0, 0, 0]


def test_without_parsing_nothing_is_said_of_glasses(officer: Sitter) -> None:
    booth = Booth(Models(resources() / "models", face_parsing=False), "us_passport")
    assert booth.first(officer.placed(booth.target).frame) is None
