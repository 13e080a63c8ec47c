"""A style book of version 1, which knew hair alone, is gone on with."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from catchlight.store.database.sqlite import stored_version
from catchlight.store.style_book import FILE, StyleBook
from catchlight.store.style_book_schema import SCHEMA

from tests.store.test_style_book import small_garment, small_piece


def test_pieces_of_version_1_are_hair_and_garments_are_added(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    with closing(StyleBook(folder)) as book:
        kept = book.add(small_piece(), "Curls", ["bob"])
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript("ALTER TABLE pieces DROP COLUMN kind; PRAGMA user_version = 1;")
    with closing(StyleBook(folder)) as book:
        assert book.entries() == (kept,)
        assert book.add(small_garment(), "Top").kind == "garment"
    assert stored_version(folder / FILE) == SCHEMA.version == 2
