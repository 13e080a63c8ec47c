"""Lines given on the command line decide the cut, as in the preview."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.io import codec
from catchlight.operations.id_photo import run as id_photo
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits

from tests.cli.conftest import Run
from tests.operations.id_photo.lines import FIELDS, SHIFTS_MM, is_cut_there, put


@pytest.mark.parametrize(("line", "up_mm"), SHIFTS_MM)
def test_the_file_is_cut_where_the_option_says(
    line: str, up_mm: float, catchlight: Run, tmp_path: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    path = resources() / "samples" / "officer.jpg"
    source = codec.decode(path.read_bytes())
    portrait = portraits.of(source)
    wishes = put(portrait, catalogue, line, up_mm)
    out = tmp_path / "photo.png"
    option = "--" + FIELDS[line].replace("_", "-")
    ran = catchlight(
        "id-photo", path, out, "--spec", wishes["spec"], "--background", "original", option, wishes[FIELDS[line]]
    )
    assert out.exists(), ran.err
    planned = id_photo.plan(portrait, IdPhotoParams(**wishes), catalogue)  # type: ignore[arg-type]
    assert is_cut_there(codec.decode(out.read_bytes()), planned, source)
