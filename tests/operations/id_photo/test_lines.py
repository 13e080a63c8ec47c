"""Lines that a person drags decide the cut; the program's own measure may only warn."""

from __future__ import annotations

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.imaging import geometry
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo import run as id_photo
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor

from tests.operations.id_photo.lines import FIELDS, SHIFTS_MM, is_cut_there, put


@pytest.fixture(scope="module")
def officer() -> Picture:
    return codec.decode((resources() / "samples" / "officer.jpg").read_bytes(), name="officer.jpg")


@pytest.mark.parametrize(("line", "up_mm"), SHIFTS_MM)
def test_the_photo_is_cut_where_the_line_says(
    line: str, up_mm: float, officer: Picture, portraits: Portraits, catalogue: Catalogue
) -> None:
    portrait = portraits.of(officer)
    wishes = put(portrait, catalogue, line, up_mm)
    params = IdPhotoParams(**wishes)  # type: ignore[arg-type]
    planned = id_photo.plan(portrait, params, catalogue)
    assert getattr(planned, line)[1] == pytest.approx(wishes[FIELDS[line]])
    result = LocalEditor(portraits, catalogue).run(EditRequest("id_photo", params, [officer]), Progress())
    assert is_cut_there(codec.decode(result.file.data), planned, officer)
    drawn = geometry.apply(planned.matrix, [getattr(planned, line)])[0, 1]
    told = result.details["guides"][{"crown": "crownMm", "chin": "chinMm", "eyes": "eyeMm"}[line]]
    assert told == pytest.approx((drawn + 0.5) / planned.px_per_mm, abs=0.01)
    rows = {row["id"]: row for row in result.details["verdict"]["checks"]}
    own = rows["own_lines"]
    assert not own["hard"], "a line of one's own is no cause of refusal"
    assert own["state"] in (("uncertain",) if abs(up_mm) > 1.1 else ("uncertain", "info"))
    assert own["text"].startswith(f"{line} {'+' if up_mm > 0 else '-'}")
    if line != "eyes":
        assert rows["head_height"]["value"] == pytest.approx(planned.head_mm, abs=0.1)


def test_two_offsets_give_two_cuts(officer: Picture, portraits: Portraits, catalogue: Catalogue) -> None:
    portrait = portraits.of(officer)
    for line in FIELDS:
        shifts = [up for name, up in SHIFTS_MM if name == line]
        plans = [
            id_photo.plan(portrait, IdPhotoParams(**put(portrait, catalogue, line, up)), catalogue)  # type: ignore[arg-type]
            for up in shifts
        ]
        assert len({tuple(planned.matrix.round(4).ravel()) for planned in plans}) == len(shifts), line


def test_without_lines_of_ones_own_nothing_is_said_of_them(
    officer: Picture, portraits: Portraits, catalogue: Catalogue
) -> None:
    params = IdPhotoParams(spec="uk_passport")
    result = LocalEditor(portraits, catalogue).run(EditRequest("id_photo", params, [officer]), Progress())
    assert "own_lines" not in {row["id"] for row in result.details["verdict"]["checks"]}
