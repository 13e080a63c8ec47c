"""Profiles of screens and printers: what is taken, and the sentence for each that is not."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.imaging.colour.output_profiles import Use, check_output_profile, read_output_profile
from catchlight.imaging.colour.output_transform import INTENTS, to_printer
from catchlight.imaging.colour.srgb import srgb_profile
from PIL import Image, ImageCms

from tests.display_profiles import matrix_display, of_kind, paper, table_display


@pytest.mark.parametrize(
    ("data", "use", "said"),
    [
        (b"no profile", "display", "not an ICC profile"),
        (matrix_display()[:400], "display", "damaged"),
        (of_kind(b"link"), "display", "device link"),
        (of_kind(b"link"), "printer", "device link"),
        (of_kind(b"scnr"), "display", "scanner or a camera"),
        (of_kind(b"scnr"), "printer", "scanner or a camera"),
        (of_kind(b"mntr", b"GRAY"), "display", "not for RGB"),
        (of_kind(b"prtr", b"CMYK"), "display", "not for RGB"),
        (paper(), "display", "not the profile of a screen"),
        (of_kind(b"abst"), "printer", "not the profile of a printer"),
        (of_kind(b"prtr", b"CMYK"), "printer", "not for RGB, which printers take"),
        (of_kind(b"prtr", b"CMYK"), "proof", "damaged"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_name(data: bytes, use: Use, said: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong one.icc"
    file.write_bytes(data)
    with pytest.raises(InvalidRequest, match=said) as refused:
        read_output_profile(file, use)
    assert "wrong one.icc" in refused.value.message


def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match=r"gone\.icc cannot be read"):
        read_output_profile(tmp_path / "gone.icc", "display")


@pytest.mark.parametrize("data", [matrix_display(), table_display()])
def test_screens_are_taken_by_their_own_name(data: bytes) -> None:
    found = check_output_profile(data, "x.icc", "display")
    assert found.name.startswith("Test screen with")
    assert (found.mode, found.srgb) == ("RGB", False)
    assert check_output_profile(srgb_profile(), "x.icc", "display").srgb


@pytest.mark.parametrize("intent", INTENTS)
@pytest.mark.parametrize("black_point", [True, False])
def test_numbers_for_a_printer_are_those_of_little_cms(intent: str, black_point: bool) -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    printer = check_output_profile(paper(), "paper.icc", "printer")
    made = to_printer(pixels, srgb_profile(), printer, intent, black_point)  # type: ignore[arg-type]
    names = ("PERCEPTUAL", "RELATIVE_COLORIMETRIC", "SATURATION", "ABSOLUTE_COLORIMETRIC")
    ends = (ImageCms.ImageCmsProfile(io.BytesIO(data)) for data in (srgb_profile(), paper()))
    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION if black_point else ImageCms.Flags.NONE
    way = ImageCms.Intent[names[INTENTS.index(intent)]]
    expected = ImageCms.buildTransform(*ends, "RGB", "RGB", way, flags).apply(Image.fromarray(pixels))
    assert np.array_equal(made, np.asarray(expected))
