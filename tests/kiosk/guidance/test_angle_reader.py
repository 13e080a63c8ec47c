"""Angles of a head that is followed: as exact as those of one that is not, with fewer runs of the network."""

from __future__ import annotations

from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage
from catchlight.imaging.pyramid import Pyramid
from catchlight.kiosk.guidance.angle_reader import EVERY, AngleReader
from catchlight.kiosk.guidance.target import HeadTarget, PhotoAboutHead
from catchlight.models.registry import Models
from catchlight.operations.compliance.cues.angles import measure_head_angles
from catchlight.paths import resources
from catchlight.portrait.face import detect, landmarks
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace

from tests.benchmarks.guidance.frames import Sitter


class CountedModels:
    """Models that count their runs."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self.runs = 0

    def run(self, name: str, value: Any) -> list[Any]:
        self.runs += 1
        return self._models.run(name, value)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._models, name)


@pytest.fixture(scope="module")
def sitter(models: Models) -> Sitter:
    return Sitter.of("astronaut", codec.decode((resources() / "samples" / "astronaut.png").read_bytes()).rgb8, models)


@pytest.fixture(scope="module")
def target(models: Models) -> HeadTarget:
    document = Catalogue.load().documents.get("icao_35x45")
    assert document is not None
    return HeadTarget.within(PhotoAboutHead.of(document, CanonicalFace.of(models)), (640, 360))


def found_in(frame: ByteImage, models: Models) -> Landmarks:
    pyramid = Pyramid(frame)
    return landmarks.fit(pyramid, detect.detect(pyramid, models)[0], models)


def test_a_head_that_keeps_still_is_read_in_the_mirror_every_few_looks(
    models: Models, sitter: Sitter, target: HeadTarget
) -> None:
    counted = CountedModels(models)
    reader = AngleReader(counted)  # type: ignore[arg-type]
    frames = [sitter.placed(target, x=0.01 * step).frame for step in range(4)]
    for step, frame in enumerate(frames):
        found = found_in(frame, models)
        followed, exact = reader.read(frame, found), measure_head_angles(frame, found, models)
        assert (followed.yaw, followed.pitch) == pytest.approx((exact.yaw, exact.pitch), abs=1.0)
        assert (followed.yaw_sigma, followed.pitch_sigma) == pytest.approx(
            (exact.yaw_sigma, exact.pitch_sigma), abs=1.0
        )
        assert counted.runs == step // EVERY + 1


def test_a_head_that_turns_is_read_in_the_mirror_at_once(models: Models, sitter: Sitter, target: HeadTarget) -> None:
    reader = AngleReader(models)
    upright = sitter.placed(target)
    for frame in (upright.frame, upright.turned(yaw=12), upright.turned(pitch=10)):
        found = found_in(frame, models)
        assert reader.read(frame, found) == measure_head_angles(frame, found, models)


def test_somebody_else_is_read_anew(models: Models, sitter: Sitter, target: HeadTarget) -> None:
    counted = CountedModels(models)
    reader = AngleReader(counted)  # type: ignore[arg-type]
    frame = sitter.placed(target).frame
    found = found_in(frame, models)
    reader.read(frame, found)
    reader.forget()
    reader.read(frame, found)
    assert counted.runs == 2
