"""The style book: pieces kept, found, renamed and removed by several at once, set right after damage, exported and taken in."""

from __future__ import annotations

import json
import multiprocessing
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.clothing.reference import piece as garment_piece
from catchlight.core.errors import InvalidRequest, UnknownEntry, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.hair.reference import piece
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.hair.reference.tone import HairTone
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import Home
from catchlight.store.style_book import FILE, StyleBook
from catchlight.store.style_book_entry import PieceNameTaken
from catchlight.store.style_book_exchange import export_book, import_book

from tests.clothing.reference import doubles


def small_piece(shade: int = 90) -> Picture:
    """A piece of a head of 60 pixels."""
    cover = np.zeros((60, 60), np.float32)
    cover[20:40, 15:45] = 0.9
    tone = HairTone(0.4, 0.1, np.zeros((24, 2), np.float32))
    reference = ReferenceHair(
        rgb=np.full((60, 60, 3), shade, np.uint8),
        cover=cover,
        ends=np.ones((60, 60), np.float32),
        ears=np.zeros((60, 60), np.float32),
        anchors=np.random.default_rng(1).uniform(0, 60, (piece.ANCHORS, 2)),
        cm=2.0,
        yaw=0.0,
        pitch=0.0,
        shading=np.zeros((4, 3), np.float32),
        softness=0.4,
        grain=1.0,
        tone=tone,
        grey=False,
    )
    return piece.make_piece(reference, "0" * 64)


@pytest.fixture
def book(home: Home) -> Any:
    made = StyleBook(home.style_book)
    yield made
    made.close()


def names(book: StyleBook) -> list[str]:
    return [entry.name for entry in book.entries()]


def test_nothing_is_made_before_something_is_kept(book: StyleBook) -> None:
    assert book.entries() == ()
    assert book.notices == ()
    assert book.search("bob") == ()
    assert not book.folder.exists()


def test_a_piece_is_kept_with_what_belongs_to_it_and_comes_back_whole(book: StyleBook) -> None:
    picture = small_piece()
    kept = book.add(picture, "  Anna's bob ", ["bob", "Bob", "dark"], "own photo,\n  all rights")
    assert (kept.name, kept.tags, kept.note) == ("Anna's bob", ("bob", "dark"), "own photo, all rights")
    again = StyleBook(book.folder)
    found = again.find("anna's BOB")
    assert found == kept
    assert again.find(kept.id) == kept
    read = again.picture(found)
    assert np.array_equal(read.pixels, picture.pixels)
    assert read.record == picture.record
    assert (book.folder / "pieces").stat().st_mode & 0o777 == 0o700
    again.close()


def test_names_are_unique_and_unknown_ones_get_suggestions(book: StyleBook) -> None:
    book.add(small_piece(), "Curls")
    with pytest.raises(PieceNameTaken, match="Curls"):
        book.add(small_piece(80), "CURLS")
    assert len(list((book.folder / "pieces").iterdir())) == 1
    with pytest.raises(UnknownEntry, match="Did you mean") as unknown:
        book.find("Crls")
    assert unknown.value.code == "unknown_piece"
    with pytest.raises(UnusablePicture, match="no piece"):
        book.add(Picture(np.zeros((70, 70, 4), np.uint8)), "Nothing")
    for name, tags, note in (
        ("", (), ""),
        ("a" * 81, (), ""),
        ("a\nb", (), ""),
        ("x", ("a,b",), ""),
        ("x", (), "n" * 501),
    ):
        with pytest.raises(InvalidRequest):
            book.add(small_piece(), name, tags, note)


def test_words_find_names_and_tags_and_slips_are_forgiven(book: StyleBook) -> None:
    book.add(small_piece(10), "Anna long", ["long_layers", "brown"])
    book.add(small_piece(20), "Ben short", ["crop"])
    book.add(small_piece(30), "小红 波波头", ["bob"])
    assert [entry.name for entry in book.search("")] == ["Anna long", "Ben short", "小红 波波头"]
    assert [entry.name for entry in book.search("LONG brown")] == ["Anna long"]
    assert [entry.name for entry in book.search("波波")] == ["小红 波波头"]
    assert [entry.name for entry in book.search("shrot")] == ["Ben short"]
    assert [entry.name for entry in book.search("layres")] == ["Anna long"]
    assert book.search("long crop") == ()
    assert book.search("zzzz") == ()


def test_pieces_are_renamed_described_and_removed(book: StyleBook) -> None:
    book.add(small_piece(), "One")
    book.add(small_piece(80), "Two")
    with pytest.raises(PieceNameTaken):
        book.rename("One", "two")
    assert book.rename("One", "ONE").name == "ONE"
    assert book.describe("one", ["pixie"], "mine").tags == ("pixie",)
    assert book.describe("one", note="yours").tags == ("pixie",)
    book.remove("one")
    assert names(book) == ["Two"]
    assert len(list((book.folder / "pieces").iterdir())) == 1
    with pytest.raises(UnknownEntry):
        book.rename("one", "three")


def test_a_damaged_piece_is_set_aside_and_told(book: StyleBook) -> None:
    kept = book.add(small_piece(), "Broken")
    file = book.path(kept)
    file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(UnusablePicture, match=r"Broken.*damaged") as told:
        book.picture(kept)
    assert told.value.code == "reference_unsuited"
    assert file.with_name(f"{file.name}.damaged-1").exists()
    assert book.entries() == ()


def test_files_and_entries_are_brought_together_again(book: StyleBook) -> None:
    gone, kept = book.add(small_piece(), "Gone"), book.add(small_piece(80), "Kept")
    book.close()
    book.path(gone).unlink()
    (book.folder / "pieces" / "stranger.png").write_bytes(b"no picture")
    (book.folder / "pieces" / ".0123.partial").write_bytes(b"half")
    again = StyleBook(book.folder)
    assert " ".join(again.notices).count("Gone") == 1
    assert "stranger.png.damaged-1" in " ".join(again.notices)
    assert again.entries() == (kept,)
    assert not (book.folder / "pieces" / ".0123.partial").exists()
    again.close()
    (book.folder / FILE).write_bytes(b"no database at all" * 100)
    third = StyleBook(book.folder)
    assert [third.picture(entry).digest for entry in third.entries()] == [small_piece(80).digest]
    assert any("damaged" in notice for notice in third.notices)
    third.close()


def test_several_threads_share_a_book(book: StyleBook) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: book.add(small_piece(n), f"Piece {n}"), range(12)))
        taken = [pool.submit(book.add, small_piece(n), "Same") for n in range(4)]
    assert sum(one.exception() is None for one in taken) == 1
    assert len(book.entries()) == 13


def _add_some(folder: Path, first: int) -> None:
    book = StyleBook(folder)
    for number in range(first, first + 4):
        book.add(small_piece(number), f"Piece {number}")
    book.close()


def test_several_processes_share_a_book(book: StyleBook) -> None:
    other = multiprocessing.get_context("spawn").Process(target=_add_some, args=(book.folder, 0))
    other.start()
    while other.is_alive():
        book.add(small_piece(), "Mine")
        book.remove("Mine")
    other.join(60)
    assert other.exitcode == 0
    assert names(book) == ["Piece 0", "Piece 1", "Piece 2", "Piece 3"]


def test_a_book_is_given_away_and_taken_in(book: StyleBook, tmp_path: Path) -> None:
    first = book.add(small_piece(), "One", ["bob"], "mine")
    book.add(small_piece(80), "Two")
    path, count = export_book(book, tmp_path / "given", Progress())
    assert (path.name, count) == ("given.catchlight-stylebook", 2)
    with pytest.raises(InvalidRequest, match="exists"):
        export_book(book, path, Progress())
    other = StyleBook(tmp_path / "other")
    other.add(small_piece(33), "one")
    came = import_book(other, path, Progress())
    assert [entry.name for entry in came.added] == ["One 2", "Two"]
    assert (came.added[0].tags, came.added[0].note, came.added[0].created) == (first.tags, first.note, first.created)
    assert came.known == came.left_out == ()
    assert other.file(other.find("One 2")) == book.file(first)
    again = import_book(other, path, Progress())
    assert (again.added, again.known) == ((), ("One 2", "Two"))
    assert not list(tmp_path.glob(".*partial"))
    other.close()


def hostile(
    path: Path, pieces: list[dict[str, Any]], files: dict[str, bytes], head: dict[str, Any] | None = None
) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        told = {"format": "catchlight-style-book", "version": 1, "pieces": pieces} | (head or {})
        archive.writestr("style-book.json", json.dumps(told))
    return path


def test_what_is_hostile_or_foreign_in_a_file_is_left_out_and_told(book: StyleBook, tmp_path: Path) -> None:
    made = {"created": "2026-01-02T03:04:05Z"}
    good = codec.encode(small_piece(), "image/png")
    rows = [
        {"file": "pieces/0001.png", "name": "Good", **made},
        {"file": "../../outside.png", "name": "Outside", **made},
        {"file": "pieces/0002.png", "name": "Missing", **made},
        {"file": "pieces/0003.png", "name": "No piece", **made},
        {"file": "pieces/0004.png", "name": "Bomb", **made},
        {"file": "pieces/0001.png", "name": "No date"},
    ]
    files = {
        "pieces/0001.png": good,
        "../../outside.png": good,
        "pieces/0003.png": codec.encode(Picture(np.zeros((70, 70, 3), np.uint8)), "image/png"),
        "pieces/0004.png": bytes(41_000_000),
        "readme.txt": b"hello",
    }
    with zipfile.ZipFile(hostile(tmp_path / "a.zip", rows, files)) as archive:
        assert "../../outside.png" in archive.namelist()
    came = import_book(book, tmp_path / "a.zip", Progress())
    assert [entry.name for entry in came.added] == ["Good"]
    told = " ".join(came.left_out)
    for part in ("Outside", "Missing", "No piece", "Bomb: its file is too large", "Entry 6", "left out: 2"):
        assert part in told, part
    assert not list(tmp_path.rglob("outside.png"))


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ({"format": "other"}, "no list"),
        ({"version": 2}, "newer"),
        ({"pieces": [{}] * 5001}, "more than 5000"),
        ({"pieces": 3}, "no list"),
    ],
)
def test_another_kind_of_file_is_refused(book: StyleBook, tmp_path: Path, head: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRequest, match=said):
        import_book(book, hostile(tmp_path / "b.zip", [], {}, head), Progress())
    (tmp_path / "c").write_bytes(b"no zip")
    with pytest.raises(InvalidRequest, match="ZIP"):
        import_book(book, tmp_path / "c", Progress())
    assert not book.folder.exists()


def small_garment() -> Picture:
    return garment_piece.make_piece(doubles.garment(0.3), "0" * 64)


def test_garments_lie_beside_hair_and_are_known_by_their_kind(book: StyleBook, tmp_path: Path) -> None:
    hair, top = book.add(small_piece(), "Curls"), book.add(small_garment(), "Red top", ["team"])
    assert [(entry.name, entry.kind) for entry in book.entries()] == [("Curls", "hair"), ("Red top", "garment")]
    with pytest.raises(UnusablePicture):
        book.correct(hair.id, small_garment())
    file, _ = export_book(book, tmp_path / "given", Progress())
    book.remove("Red top")
    (added,) = import_book(book, file, Progress()).added
    assert (added.name, added.kind, added.tags) == (top.name, "garment", ("team",))
    book.path(added).rename(book.path(top))
    book.close()
    names_then = {entry.kind: entry.name for entry in StyleBook(book.folder).entries()}
    assert names_then == {"hair": "Curls", "garment": "Found piece"}


def test_a_corrected_piece_keeps_what_is_known_of_it_and_leaves_no_old_file(book: StyleBook) -> None:
    before = book.add(small_garment(), "Red top", ["team"], "own photo")
    garment = garment_piece.read_piece(book.picture(before))
    moved = garment.with_anchors(replace(garment.anchors, hem=garment.anchors.hem - 9))
    after = book.correct("red TOP", garment_piece.corrected(book.picture(before), moved))
    assert after.id != before.id
    assert after.model_copy(update={"id": before.id, "bytes": before.bytes}) == before
    assert garment_piece.read_piece(book.picture(after)).anchors == moved.anchors
    assert [file.stem for file in (book.folder / "pieces").glob("*.png")] == [after.id]
    with pytest.raises(UnknownEntry):
        book.correct("nobody", small_garment())


def test_the_newest_piece_of_hair_with_a_style_s_tag_is_worn_for_it(book: StyleBook) -> None:
    def at(day: int) -> datetime:
        return datetime(2026, 1, day, tzinfo=UTC)

    book.add(small_garment(), "Top", ["pixie_cut"], created=at(9))
    book.add(small_piece(1), "Old", ["Pixie cut"], created=at(1))
    newest = book.add(small_piece(2), "New", ["brown", "PIXIE_CUT"], created=at(5))
    book.add(small_piece(3), "Other", ["bob"], created=at(7))
    assert book.tagged("pixie_cut", "Pixie") == newest
    assert book.tagged("long", "Long") is None
