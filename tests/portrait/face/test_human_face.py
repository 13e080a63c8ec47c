"""Drawings and what is no person are refused, and people are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.paths import resources
from catchlight.portrait.portrait import Portrait, Portraits

from tests.operations.compliance.faults import drawing

NOBODY = {"d18", "d24", "d25"}
"""A crayon drawing, the back of a head, a lake."""


def sample(name: str) -> Picture:
    return codec.decode((resources() / "samples" / name).read_bytes())


@pytest.mark.parametrize("name", ["astronaut.png", "officer.jpg"])
def test_a_drawing_in_eight_flat_colours_is_refused(name: str, portraits: Portraits) -> None:
    portrait = portraits.of(sample(name))
    assert portrait.landmarks.eye_distance > 25, "the photograph itself is read"
    drawn = Portrait(Picture(drawing(portrait)), portraits.models)
    with pytest.raises(UnusablePicture) as refused:
        _ = drawn.landmarks
    assert refused.value.code == "no_face"
    assert "drawing in flat colours" in refused.value.message


def test_no_portrait_of_a_person_is_refused_as_none(portraits_folder: Path, models: Models) -> None:
    refused = set()
    for path in sorted(portraits_folder.glob("[cd]*.*")):
        key = path.name.partition("_")[0]
        if key in ("d01", "c01b", "c02b", "c03b", "c04b"):
            continue  # 33 megapixels, of a face as plain as any; the same faces on another ground
        try:
            _ = Portrait(codec.decode(path.read_bytes()), models).upright.landmarks
        except UnusablePicture as error:
            if error.code == "no_face":
                refused.add(key)
    assert refused == NOBODY
