"""What decoding had to leave out is told at the terminal, and a file that cannot be opened fails alone and in plain words."""

from __future__ import annotations

import io
from pathlib import Path

import PIL.Image
import pytest

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
