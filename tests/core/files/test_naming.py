"""Names of results: valid everywhere, never two alike, the same in every run."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest
from catchlight.core.files.naming import (
    MOST_BYTES,
    SPARE_BYTES,
    add_number,
    decode_path,
    display_name,
    distinct_stems,
    encode_path,
    file_name,
    free_path,
    name_key,
    portable_stem,
)

COMPOSED, DECOMPOSED = (unicodedata.normalize(form, "Zoë") for form in ("NFC", "NFD"))


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["a.jpg", "b.jpg"], ["a", "b"]),
        (["a.jpg", "A.png", "b.jpg"], ["a_jpg", "A_png", "b"]),
        (["card1/a.jpg", "card2/a.jpg", "card3/a.JPG"], ["a_jpg", "a_jpg_2", "a_JPG_3"]),
        (["x/a.jpg", "y/a.jpg", "a_jpg.png"], ["a_jpg_2", "a_jpg_3", "a_jpg"]),
        ([f"{COMPOSED}.jpg", f"{DECOMPOSED}.jpg"], [f"{COMPOSED}_jpg", f"{DECOMPOSED}_jpg_2"]),
        (["CON.jpg", "nul.old.png", "com1.png", "control.png"], ["CON_", "nul_.old", "com1_", "control"]),
        (["a?.jpg", "a*.jpg"], ["a-_jpg", "a-_jpg_2"]),
        (["STRASSE.jpg", "straße.png"], ["STRASSE_jpg", "straße_png"]),
        ([os.fsdecode(b"caf\xe9.jpg"), os.fsdecode(b"caf\xe8.jpg")], ["caf__jpg", "caf__jpg_2"]),
        (["...jpg", " .jpg"], ["picture__jpg", "picture__jpg_2"]),
    ],
)
def test_no_two_files_have_one_name(files: list[str], names: list[str]) -> None:
    sources = [Path(file) for file in files]
    found = distinct_stems(sources)
    assert len({name_key(name) for name in found}) == len(files)
    assert found == distinct_stems(sources)
    if not files[0].startswith("..."):
        assert list(found) == names


@pytest.mark.parametrize("sign", ["x", "é", "照", "🙂"])
def test_names_of_any_length_stay_apart_and_fit(sign: str, tmp_path: Path) -> None:
    stem = sign * (243 // len(sign.encode()))
    sources = [Path(f"{stem}{tail}.jpg") for tail in ("", "1", "2")]
    found = distinct_stems(sources)
    assert len({name_key(name) for name in found}) == 3
    for name in found:
        assert len(name.encode()) <= MOST_BYTES - SPARE_BYTES
        assert name.startswith(sign * 40)
        (tmp_path / f"{name}-print-sheet.jpeg").write_bytes(b"")
    longest = tmp_path / file_name("{name}", {"name": stem * 3}, ".tiff")
    longest.write_bytes(b"")
    assert len(free_path(longest).name.encode()) <= MOST_BYTES
    free_path(longest).write_bytes(b"")


def test_a_number_goes_behind_the_stem() -> None:
    assert add_number(Path("x/a.b.png"), 12) == Path("x/a.b_12.png")


def test_a_link_that_leads_nowhere_takes_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.png").symlink_to(tmp_path / "gone")
    assert free_path(tmp_path / "a.png") == tmp_path / "a_2.png"


@pytest.mark.parametrize("name", ["con", "PRN", "aux.backup", "COM9", "lpt\u00b9", "CONIN$"])
def test_devices_of_windows_are_no_names(name: str) -> None:
    assert portable_stem(name).partition(".")[0].endswith("_")
    assert portable_stem(f"{name[0]}_{name}") == f"{name[0]}_{name}"


def test_bytes_that_are_no_text_can_be_shown() -> None:
    assert display_name(Path(os.fsdecode(b"caf\xe9.jpg"))) == "caf\ufffd.jpg"
    assert display_name("Zoë 照片.jpg") == "Zoë 照片.jpg"


@pytest.mark.parametrize("sign", ["\n", "\r", "\t", "\x1b", "\x7f", "\x9b", "\u2028", "\u202e", "\u2066"])
def test_a_shown_name_never_steers_the_terminal(sign: str) -> None:
    assert display_name(f"a{sign}[31mb.jpg") == "a\ufffd[31mb.jpg"


@pytest.mark.parametrize("path", ["/a/b.jpg", "/Zoë/照.jpg", os.fsdecode(b"/caf\xe9/100%.jpg"), "relative/x.png"])
def test_any_path_can_be_kept_as_text(path: str) -> None:
    stored = encode_path(Path(path))
    assert decode_path(stored.encode().decode()) == Path(path)
    assert (stored == path) == path.isprintable()
    assert decode_path(Path(path)) == Path(path)
    with pytest.raises(ValueError, match="path"):
        decode_path(5)
