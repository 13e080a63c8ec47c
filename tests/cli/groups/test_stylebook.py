"""The style book on the command line: hair of a photo kept, found, worn by name, given away and taken in."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import resources

from tests.cli.conftest import Run
from tests.clothing.reference import doubles


@pytest.fixture
def donor(tmp_path: Path, plain_donor: Picture) -> Path:
    file = tmp_path / "eileen.png"
    file.write_bytes(codec.encode(plain_donor, "image/png"))
    return file


def test_a_photo_is_added_found_worn_renamed_and_removed(catchlight: Run, donor: Path, photo: Path) -> None:
    added = catchlight("stylebook", "add", donor, "--tag", "curls", "--tag", "bob", "--note", "public domain")
    assert added.code == 0, added.err
    assert "-> eileen" in added.out
    (row,) = json.loads(catchlight("stylebook", "list", "eilen", "bob", "--json").out)
    assert (row["name"], row["tags"], row["note"]) == ("eileen", ["curls", "bob"], "public domain")
    assert "No piece fits" in catchlight("stylebook", "list", "crop").err
    assert catchlight("stylebook", "tag", "eileen", "brown", "--remove", "Bob").out.strip() == "eileen: curls, brown"
    assert catchlight("stylebook", "tag", "eileen", "--remove", "none").code == 2
    assert catchlight("stylebook", "rename", "EILEEN", "Eileen's curls").code == 0
    shown = json.loads(catchlight("stylebook", "show", "eileen's curls", "--json").out)
    assert shown["colour"].startswith("#")
    assert abs(shown["turned"]) < 5
    out = photo.with_name("worn.png")
    worn = catchlight("hair", photo, out, "--reference", "Eileen's Curls", "--color", "reference")
    assert worn.code == 0, worn.err
    result, before = codec.decode(out.read_bytes()), codec.decode(photo.read_bytes())
    assert (np.abs(result.pixels.astype(int) - before.pixels).max(axis=2) > 8).mean() > 0.005
    assert result.record.digital_source == "compositeCapture"
    assert catchlight("stylebook", "remove", "Eileen's curls").code == 0
    assert "empty" in catchlight("stylebook", "list").err


def test_a_reference_that_is_neither_name_nor_file_says_what_is_near(
    catchlight: Run, donor: Path, photo: Path, hair_piece: Picture, tmp_path: Path
) -> None:
    file = tmp_path / "piece.png"
    file.write_bytes(codec.encode(hair_piece, "image/png"))
    assert catchlight("stylebook", "add", file, "--name", "Curls").code == 0
    ran = catchlight("hair", photo, photo.with_name("x.png"), "--reference", "Curl")
    assert ran.code == 2
    assert "Did you mean Curls" in ran.err
    ran = catchlight("hair", photo, photo.with_name("x.png"), "--reference", "curls.png")
    assert ran.code == 1
    assert "There is no file curls.png" in ran.err
    assert not photo.with_name("x.png").exists()


def test_photos_that_are_not_suited_are_named_and_stop_no_other(
    catchlight: Run, hair_piece: Picture, tmp_path: Path
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "a.jpg").write_bytes((resources() / "samples" / "officer.jpg").read_bytes())
    (folder / "b.png").write_bytes(codec.encode(hair_piece, "image/png"))
    ran = catchlight("stylebook", "add", folder)
    assert ran.code == 1
    assert "a.jpg" in ran.err
    assert "cannot be taken over" in ran.err
    assert "-> b" in ran.out
    again = catchlight("stylebook", "add", folder / "b.png")
    assert again.code == 1
    assert "has a piece" in again.err
    assert catchlight("stylebook", "add", folder, "--name", "Both").code == 2


def test_a_book_goes_to_another_home_as_one_file(catchlight: Run, hair_piece: Picture, tmp_path: Path) -> None:
    file, given, other = tmp_path / "b.png", tmp_path / "book", tmp_path / "other"
    file.write_bytes(codec.encode(hair_piece, "image/png"))
    assert "nothing to export" in catchlight("stylebook", "export", given).err
    catchlight("stylebook", "add", file, "--tag", "bob")
    ran = catchlight("stylebook", "export", given)
    assert ran.code == 0, ran.err
    assert "book.catchlight-stylebook  1 piece" in ran.out
    assert catchlight("stylebook", "export", given).code == 1
    book = tmp_path / "book.catchlight-stylebook"
    assert "1 piece taken in" in catchlight("stylebook", "import", book, "--home", other).out
    assert "already" in catchlight("stylebook", "import", book, "--home", other).out
    assert json.loads(catchlight("stylebook", "list", "--json", "--home", other).out)[0]["tags"] == ["bob"]
    broken = catchlight("stylebook", "import", file, "--home", other)
    assert broken.code == 1
    assert "no exported style book" in broken.err


@pytest.fixture
def jacket(tmp_path: Path) -> Path:
    file = tmp_path / "jacket.png"
    file.write_bytes(codec.encode(doubles.template(), "image/png"))
    return file


def test_a_cut_out_is_kept_its_anchors_corrected_and_it_is_worn_by_name(
    catchlight: Run, jacket: Path, photo: Path, tmp_path: Path
) -> None:
    added = catchlight("stylebook", "add", jacket, "--garment", "--name", "Team jacket", "--tag", "team")
    assert added.code == 0, added.err
    assert json.loads(catchlight("stylebook", "list", "--kind", "hair", "--json").out) == []
    (row,) = json.loads(catchlight("stylebook", "list", "team", "--kind", "garment", "--json").out)
    assert (row["name"], row["kind"]) == ("Team jacket", "garment")
    shown = json.loads(catchlight("stylebook", "show", "team jacket", "--json").out)
    hem = shown["anchors"]["hem"]
    assert shown["cutBy"] == ["bottom"]
    moved = catchlight("stylebook", "anchors", "team jacket", "--move", f"hem={hem - 40}", "--json")
    assert json.loads(moved.out) == shown["anchors"] | {"hem": hem - 40}
    assert json.loads(catchlight("stylebook", "anchors", "team jacket", "--json").out)["hem"] == hem - 40
    wrong = catchlight("stylebook", "anchors", "team jacket", "--move", "pit=1")
    assert wrong.code == 2
    assert "places are pit" in wrong.err
    assert "must lie below" in catchlight("stylebook", "anchors", "team jacket", "--move", "hem=1").err
    people, out = tmp_path / "team", tmp_path / "out"
    people.mkdir()
    for name in ("one", "two"):
        (people / f"{name}.png").write_bytes(photo.read_bytes())
    options = ("--clothing-reference", "TEAM jacket", "--framing", "original")
    worn = catchlight("headshot", people, out, *options)
    assert worn.code == 0, worn.err
    results = [codec.decode(file.read_bytes()) for file in sorted(out.iterdir())]
    assert len(results) == 2
    for result in results:
        chest = result.pixels[-20:, result.width // 2 - 20 : result.width // 2 + 20, :3].reshape(-1, 3)
        assert np.abs(np.median(chest, axis=0) - doubles.NEW).max() < 40
        assert result.record.digital_source == "compositeCapture"
    assert "is a garment" in catchlight("hair", photo, out / "x.png", "--reference", "team jacket").err
    assert catchlight("headshot", photo, out / "x.png", "--clothing-reference", "team jackt").code == 2


def test_a_style_takes_the_piece_with_its_tag_and_is_drawn_where_it_is_shaped(
    catchlight: Run, photo: Path, hair_piece: Picture, tmp_path: Path
) -> None:
    file, out = tmp_path / "piece.png", tmp_path / "out.png"
    file.write_bytes(codec.encode(hair_piece, "image/png"))
    assert catchlight("stylebook", "add", file, "--name", "Curls", "--tag", "bob").code == 0
    worn = catchlight("hair", photo, out, "--style", "bob")
    assert worn.code == 0, worn.err
    assert "as the piece Curls of the style book" in worn.err
    facts = codec.decode(out.read_bytes()).record.steps[-1].facts
    assert (facts["styles"], facts["digitalSource"]) == (["bob"], "compositeCapture")
    assert facts["identity"] > 0.6
    ran = catchlight("hair", photo, out, "--style", "bob", "--volume", "1.2", "--overwrite")
    assert "Curls" not in ran.err
