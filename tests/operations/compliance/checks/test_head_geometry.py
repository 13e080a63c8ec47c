"""Crown by the document's rule, heads measured alike for every document, and lines of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.catalogue.documents import Bounds
from catchlight.imaging.io import codec
from catchlight.operations.compliance import judge_file
from catchlight.operations.id_photo import run as id_photo
from catchlight.operations.id_photo.params import IdPhotoParams

from tests.benchmarks.geometry import MARKS, errors_of
from tests.operations.compliance.conftest import Booth, rows_of

SKULL, HAIR = ("de_passport", "icao_35x45", "ca_passport", "fr_passport"), ("us_passport", "jp_passport", "dk_passport")


@pytest.mark.parametrize("spec", [*SKULL, *HAIR])
def test_head_and_eyes_pass_and_read_as_planned(spec: str, booth: Booth) -> None:
    """What is told on the finished file is what was planned, to 0.7 mm."""
    result = booth.result("officer", spec=spec)
    found, guides = rows_of(result), result.details["guides"]
    assert found["head_height"]["state"] == "pass", found["head_height"]
    assert found["head_height"]["value"] == pytest.approx(guides["chinMm"] - guides["crownMm"], abs=0.7)
    assert found["roll"]["state"] == found["centering"]["state"] == "pass"


def test_the_crown_is_the_hair_or_the_skull_as_the_document_says(booth: Booth) -> None:
    portrait = booth.portraits.of(booth.picture("officer"))
    rules = {}
    for spec in (SKULL[0], HAIR[0]):
        assert booth.document(spec).crown == ("skull" if spec in SKULL else "hair")
        rules[spec] = id_photo.plan(portrait, IdPhotoParams(spec=spec), booth.catalogue)
    skull, hair = rules[SKULL[0]], rules[HAIR[0]]
    assert hair.guides.hair is not None
    assert hair.crown == pytest.approx(hair.guides.hair)
    assert skull.crown == pytest.approx(portrait.crown.point)
    cm = portrait.pose.px_per_cm
    assert skull.crown[1] - hair.crown[1] > 1.0 * cm, "a hat stands far above the skull"
    for planned in (skull, hair):
        assert planned.hair_margin_mm is not None
        assert planned.hair_margin_mm > 0, "no hat is cut off, whatever is counted"


def test_a_head_out_of_the_documents_range_fails(booth: Booth) -> None:
    """A photo for the US, whose head takes 25 to 35 mm of 50.8, judged as one on which it must take 40 to 45."""
    file = booth.result("officer", spec="us_passport").file
    document = booth.document("us_passport")
    larger = document.model_copy(update={"id": "mine", "head_mm": Bounds(low=40, high=45)})
    rows = {}
    for one in (document, larger):
        verdict = judge_file(file.data, file.media_type, one, portraits=booth.portraits)
        rows[one.id] = next(row for row in verdict.checks if row.id == "head_height")
    assert rows["us_passport"].state == "pass"
    assert (rows["mine"].state, rows["mine"].hard, bool(rows["mine"].advice)) == ("fail", True, True)


@pytest.mark.parametrize("key", ["d29", "d35", "d08"])
def test_lines_lie_where_a_person_draws_them(key: str, portraits_folder: Path, booth: Booth) -> None:
    """A bald head, cropped hair, and long hair, against marks made by hand: 0.7 mm at a head of 33.75 mm."""
    (path,) = portraits_folder.glob(f"{key}_*")
    portrait = booth.portraits.of(codec.decode(path.read_bytes())).upright
    errors = errors_of(portrait, MARKS[key])
    assert errors
    assert max(map(abs, errors.values())) <= 0.7, errors
    assert portrait.crown.bare is (key == "d29")
