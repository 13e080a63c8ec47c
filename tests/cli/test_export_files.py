"""``catchlight export``: files in the size, density and type that are asked for, and faults of usage."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture

from tests.cli.conftest import Run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, size in (("one.png", (80, 120)), ("two.jpg", (150, 105))):
        pixels = np.random.default_rng(size[0]).integers(0, 256, (*size, 3), dtype=np.uint8)
        kind = "image/png" if name.endswith("png") else "image/jpeg"
        (folder / name).write_bytes(codec.encode(Picture(pixels), kind))
    return folder


def test_a_folder_is_written_anew_each_in_its_own_type(catchlight: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    ran = catchlight("export", folder, out, "--size", "2.54cm", "--dpi", "100", "--sharpen", "matte")
    assert ran.code == 0, ran
    one, two = (
        codec.decode((out / f"{name}-export.{kind}").read_bytes()) for name, kind in (("one", "png"), ("two", "jpg"))
    )
    assert (one.width, one.height) == (100, 67)
    assert (two.width, two.height) == (70, 100)
    assert one.dpi == pytest.approx(100, abs=0.02)
    assert "100 x 67 px, 100 dpi" in ran.out


def test_the_suffix_is_the_type_and_nothing_is_replaced(catchlight: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "one.webp"
    assert catchlight("export", folder / "one.png", out, "--quality", "80").code == 0
    assert codec.decode(out.read_bytes()).metadata.media_type == "image/webp"
    again = catchlight("export", folder / "one.png", out)
    assert again.code == 1
    assert "exists already" in again.err
    assert catchlight("export", folder / "one.png", out, "--overwrite", "--max-kb", "20").code == 0
    assert len(out.read_bytes()) <= 20_000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--size", "big"), "is no size"),
        (("--format", "png"), "does not go with a .jpg file"),
        (("--sharpen", "canvas"), "canvas"),
        (("--dpi", "5"), "10"),
    ],
)
def test_faults_of_usage(catchlight: Run, folder: Path, tmp_path: Path, arguments: tuple[str, str], said: str) -> None:
    ran = catchlight("export", folder / "one.png", tmp_path / "out.jpg", *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "out.jpg").exists()
