"""``catchlight export``: files in the size, density and type that are asked for, and faults of usage."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.paths import Home
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset_library import PresetFolder

from tests.cli.conftest import Run
from tests.imaging.io.raws import dng
from tests.imaging.io.reading import heic


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


def test_what_is_not_written_becomes_a_png_and_a_raw_file_a_tiff(
    catchlight: Run, raw_bytes: bytes, tmp_path: Path
) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    out.mkdir()
    (folder / "a.dng").write_bytes(raw_bytes)
    pixels = np.random.default_rng(3).integers(0, 256, (90, 120, 3), np.uint8)
    (folder / "b.bmp").write_bytes(cv2.imencode(".bmp", pixels)[1].tobytes())
    (folder / "c.heic").write_bytes(heic(pixels))
    ran = catchlight("export", folder, out)
    assert ran.code == 0, ran
    assert sorted(file.name for file in out.iterdir()) == ["a-export.tif", "b-export.png", "c-export.png"]


@pytest.fixture(scope="module")
def raw_bytes() -> bytes:
    return dng(np.random.default_rng(8).integers(20, 236, (128, 160, 3), np.uint8))


def profiles(folder: Path) -> dict[str, str]:
    return {file.name: codec.decode(file.read_bytes()).metadata.profile.split(" (")[0] for file in folder.iterdir()}


def test_a_raw_file_becomes_srgb_where_a_file_has_8_bits_unless_its_own_colours_are_asked_for(
    catchlight: Run, raw_bytes: bytes, tmp_path: Path
) -> None:
    raw, out = tmp_path / "a.dng", tmp_path / "out"
    raw.write_bytes(raw_bytes)
    out.mkdir()
    for name, arguments in (
        ("a.jpg", ()),
        ("a.avif", ()),
        ("a.tif", ()),
        ("own.jpg", ("--color-space", "source")),
        ("p3.webp", ("--color-space", "display_p3")),
        ("adobe.tif", ("--color-space", "adobe_rgb")),
    ):
        for command, more in (("export", ()), ("crop", ("--width", "100", "--height", "80", "--x", "0", "--y", "0"))):
            ran = catchlight(command, raw, out / f"{command}-{name}", *more, *arguments)
            assert ran.code == 0, ran
    expected = {
        "a.jpg": "sRGB built-in",
        "a.avif": "sRGB built-in",
        "a.tif": "ProPhoto RGB",
        "own.jpg": "ProPhoto RGB",
        "p3.webp": "Display P3",
        "adobe.tif": "Adobe RGB",
    }
    assert profiles(out) == {
        f"{command}-{name}": said for command in ("export", "crop") for name, said in expected.items()
    }


def test_every_type_that_export_writes_is_written_under_a_chosen_name(
    catchlight: Run, folder: Path, tmp_path: Path
) -> None:
    for suffix in (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".avif"):
        out = tmp_path / f"made{suffix}"
        ran = catchlight("adjust", folder / "one.png", out, "warmer")
        assert ran.code == 0, ran
        assert codec.EXTENSIONS[codec.decode(out.read_bytes()).metadata.media_type][:3] == suffix[:3]
    refused = catchlight("id-photo", folder / "one.png", tmp_path / "photo.tif")
    assert refused.code == 2
    assert "Cannot write .tif files here; known are .jpg, .jpeg, .png, .webp." in refused.err


@pytest.mark.parametrize("command", [("batch", "--preset"), ("watch", "--once", "--preset")])
def test_runs_take_the_options_of_an_export(
    catchlight: Run, raw_bytes: bytes, home: Home, tmp_path: Path, command: tuple[str, ...]
) -> None:
    PresetFolder(home.presets).save(
        preset_of("Warm", [AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer"), (160, 128))])
    )
    name, *words = command
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "a.dng").write_bytes(raw_bytes)
    files = ("--format", "jpeg", "--size", "w120", "--dpi", "254", "--sharpen", "screen", "--color-space", "display_p3")
    ran = catchlight(name, source, *words, "Warm", "--to", out, "--jobs", "1", *files)
    assert ran.code == 0, ran
    picture = codec.decode((out / "a.jpg").read_bytes())
    assert (picture.width, picture.dpi, picture.metadata.profile) == (120, 254, "Display P3")
    wrong = catchlight(name, source, *words, "Warm", "--to", tmp_path / "none", "--size", "big")
    assert wrong.code == 2
    assert "is no size" in wrong.err
    twice = catchlight(name, source, *words, "Warm", "--to", tmp_path / "none", "--size", "50%", "--longest", "100")
    assert twice.code == 2
    assert "--size 50% and --longest 100 both say" in " ".join(twice.err.split())
    assert not (tmp_path / "none").exists()
