"""Checks of the finished file: kilobytes, type, density, pixels, compression."""

from __future__ import annotations

from dataclasses import replace

import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.compliance.checks.file import check_file
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.verdict import Check
from catchlight.operations.operation import File

from tests.operations.compliance.conftest import Booth


@pytest.fixture(scope="module")
def photo(booth: Booth) -> Picture:
    """A finished photo for the Chinese visa, whose upload takes JPEG of 40 to 120 kB."""
    return codec.decode(booth.result("officer", spec="cn_visa").file.data)


def checked(booth: Booth, picture: Picture, media_type: str = "image/jpeg", quality: int = 90) -> dict[str, Check]:
    document, findings = booth.document("cn_visa"), Findings()
    file = File(codec.encode(picture, media_type, quality), media_type)
    expected = (document.width_px, document.height_px, document.dpi)
    check_file(findings, file, codec.decode(file.data), document, expected)
    return {row.id: row for row in findings.checks}


def test_the_file_that_is_delivered_passes(booth: Booth, photo: Picture) -> None:
    found = booth.rows("officer", "cn_visa")
    told = {name: found[name]["state"] for name in ("photo_size", "file_type", "file_kb", "compression")}
    assert set(told.values()) == {"pass"}, told
    assert found["file_kb"]["value"] <= found["file_kb"]["high"] == 120


def test_a_file_beyond_the_kilobytes_fails_at_either_end(booth: Booth, photo: Picture) -> None:
    large, small = checked(booth, photo, quality=100)["file_kb"], checked(booth, photo, quality=40)["file_kb"]
    assert large.value is not None
    assert large.value > 120
    assert (large.state, large.hard) == ("fail", True)
    assert small.value is not None
    assert small.value < 40
    assert (small.state, small.hard) == ("fail", True)


def test_another_type_than_the_upload_takes_fails(booth: Booth, photo: Picture) -> None:
    row = checked(booth, photo, "image/png")["file_type"]
    assert (row.state, row.hard, row.text) == ("fail", True, "PNG; wanted jpeg")
    assert checked(booth, photo)["file_type"].state == "pass"
    assert booth.rows("officer", "cn_visa", background="transparent")["file_type"]["state"] == "info"


def test_wrong_pixels_and_density_fail(booth: Booth, photo: Picture) -> None:
    cropped = replace(photo, pixels=photo.pixels[:-150])
    assert checked(booth, cropped)["photo_size"].state == "fail"
    right, none, other = booth.rows("officer")["dpi_tag"], replace(photo, dpi=None), replace(photo, dpi=72.0)
    assert right["state"] == "pass"
    document, states = booth.document("us_passport"), []
    for picture in (none, other):
        findings = Findings()
        file = File(codec.encode(picture, "image/jpeg"), "image/jpeg")
        check_file(findings, file, codec.decode(file.data), document, (600, 600, 300))
        states += [(row.state, row.text) for row in findings.checks if row.id == "dpi_tag"]
    assert [state for state, _ in states] == ["fail", "fail"]
    assert states[0][1] == "no density in the file"


def test_blocks_of_compression_are_worth_a_word(booth: Booth, photo: Picture) -> None:
    crushed = checked(booth, photo, quality=30)["compression"]
    assert (crushed.state, crushed.hard) == ("fail", False)
    assert crushed.value == pytest.approx(30, abs=2)
