"""What decoding had to leave out is told at the terminal, and a file that cannot be opened fails alone and in plain words."""

from __future__ import annotations

import csv
import io
import json
import struct
import zlib
from pathlib import Path

import PIL.Image
import pytest
from catchlight.service.presets.preset import SUFFIX, Preset, PresetStep

from tests.cli.conftest import Run


@pytest.fixture
def jpeg(photo: Path) -> bytes:
    out = io.BytesIO()
    with PIL.Image.open(photo) as image:
        image.convert("RGB").resize((200, 200)).save(out, "JPEG", quality=92)
    return out.getvalue()


def test_a_note_of_decoding_is_told(catchlight: Run, jpeg: bytes, tmp_path: Path) -> None:
    source = tmp_path / "cut.jpg"
    source.write_bytes(jpeg[:-2])
    ran = catchlight("adjust", source, tmp_path / "out.png", "warmer")
    assert ran.code == 0, ran.err
    assert "The end of the file is missing" in " ".join((ran.out + ran.err).split())
    source.write_bytes(jpeg)
    ran = catchlight("adjust", source, tmp_path / "whole.png", "warmer")
    assert "missing" not in ran.out + ran.err


def test_a_damaged_file_fails_alone_and_in_plain_words(catchlight: Run, jpeg: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jpg").write_bytes(jpeg[: len(jpeg) // 3])
    (folder / "b.jpg").write_bytes(jpeg)
    (folder / "c.avif").write_bytes(b"\0\0\0\x1cftypavif" + bytes(200))
    ran = catchlight("adjust", folder, tmp_path / "out", "warmer")
    assert ran.code == 1
    assert len(list((tmp_path / "out").iterdir())) == 1
    said = " ".join((ran.out + ran.err).split())
    assert "a.jpg is damaged or incomplete" in said
    assert "c.avif is damaged or incomplete" in said
    assert "Traceback" not in said


def test_every_command_tells_notes_of_decoding(catchlight: Run, photo: Path, jpeg: bytes, tmp_path: Path) -> None:
    out = io.BytesIO()
    with PIL.Image.open(photo) as image:
        image.convert("RGB").save(out, "JPEG", quality=92)
    source, report = tmp_path / "cut.jpg", tmp_path / "report.csv"
    source.write_bytes(out.getvalue()[:-2])
    preset = tmp_path / f"Warm{SUFFIX}"
    step = PresetStep(operation="adjust", parameters={"adjustmentPrompt": "warmer"})
    preset.write_bytes(Preset(name="Warm", steps=(step,)).file())
    commands = (
        ("profile-picture", source, "--to", tmp_path / "avatars", "--sizes", "48"),
        ("check", source, "--spec", "uk_passport"),
        ("batch", source, "--preset", preset, "--to", tmp_path / "done", "--report", report),
    )
    for command in commands:
        ran = catchlight(*command)
        assert "The end of the file is missing" in " ".join((ran.out + ran.err).split()), command
    with report.open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert "The end of the file is missing" in row["notes"]
    ran = catchlight("check", source, "--spec", "uk_passport", "--json")
    (found,) = json.loads(ran.out)
    assert "The end of the file is missing" in found["sourceNotes"][0]


def test_check_reads_what_the_local_limits_allow(catchlight: Run, tmp_path: Path) -> None:
    """Not only what may be sent over HTTP."""
    photo, spent = tmp_path / "long.png", 41_000_000
    data = io.BytesIO()
    PIL.Image.new("RGB", (413, 531), "white").save(data, "PNG")
    chunk = b"teSt" + bytes(spent)
    extra = struct.pack(">I", spent) + chunk + struct.pack(">I", zlib.crc32(chunk))
    photo.write_bytes(data.getvalue()[:33] + extra + data.getvalue()[33:])
    ran = catchlight("check", photo, "--spec", "uk_passport")
    assert "Verdict: " in ran.out, ran.err
