"""How a head is turned: signs, mirrors, and the head that is held level."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.operations.compliance.checks.head_geometry import check_angles
from catchlight.operations.compliance.cues.angles import PITCH_SIGMA, YAW_SIGMA, Angles, measure_head_angles
from catchlight.operations.compliance.findings import Findings
from catchlight.portrait.portrait import Portraits

from tests.operations.compliance.conftest import Booth


def angles_of(picture: Picture, portraits: Portraits, models: Models) -> Angles:
    portrait = portraits.of(picture).upright
    return measure_head_angles(portrait.picture.rgb8, portrait.landmarks, models)


@pytest.mark.parametrize(("key", "least"), [("officer", 0.0), ("d02", 5.0), ("d19", 5.0)])
def test_a_mirror_turns_the_head_the_other_way_and_nods_it_the_same(
    key: str, least: float, booth: Booth, models: Models, request: pytest.FixtureRequest
) -> None:
    """Of a head that looks ahead, and of two that are turned."""
    if key == "officer":
        picture = booth.picture(key)
    else:
        (path,) = request.getfixturevalue("portraits_folder").glob(f"{key}_*")
        picture = codec.decode(path.read_bytes())
    mirrored = Picture(np.ascontiguousarray(picture.rgb8[:, ::-1]))
    seen, other = (angles_of(one, booth.portraits, models) for one in (picture, mirrored))
    assert abs(seen.yaw) > least
    assert other.yaw == pytest.approx(-seen.yaw, abs=1.5)
    assert other.pitch == pytest.approx(seen.pitch, abs=1.5)
    assert seen.yaw_sigma >= YAW_SIGMA
    assert seen.pitch_sigma >= PITCH_SIGMA


@pytest.mark.parametrize("name", ["d03_long_beard_flag.jpg", "d14_glasses_pattern_bg.jpg", "d27_exif6_garden.jpg"])
def test_a_head_that_is_held_straight_reads_straight(
    name: str, portraits_folder: Path, portraits: Portraits, models: Models
) -> None:
    angles = angles_of(codec.decode((portraits_folder / name).read_bytes()), portraits, models)
    assert abs(angles.yaw) <= 3
    assert abs(angles.pitch) <= 3


@pytest.mark.parametrize(
    ("yaw", "pitch", "state", "hard"),
    [
        (1.0, 1.0, "pass", False),
        (4.0, 0.0, "uncertain", False),
        (0.0, -7.0, "uncertain", False),
        (11.0, 0.0, "uncertain", False),
        (0.0, -11.0, "uncertain", False),
        (13.0, 0.0, "fail", True),
        (0.0, 13.0, "fail", True),
        (-20.0, 3.0, "fail", True),
    ],
)
def test_only_a_head_that_is_surely_turned_is_refused(
    yaw: float, pitch: float, state: str, hard: bool, booth: Booth
) -> None:
    document, findings = booth.document("us_passport"), Findings()
    assert document.yaw_pitch_limit == 5
    check_angles(findings, Angles(yaw, pitch, YAW_SIGMA, PITCH_SIGMA), document)
    (row,) = findings.checks
    assert (row.state, row.hard) == (state, hard)
