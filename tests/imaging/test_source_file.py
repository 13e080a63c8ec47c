"""Pictures know the files that they come from, and only as long as those are the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.source_file import joined, read_from, sent_as, traced

PICTURE = Picture(np.random.default_rng(0).integers(0, 256, (80, 80, 3), np.uint8))
DATA = codec.encode(PICTURE, "image/jpeg")


def test_a_file_is_read_again_unless_it_is_another_now(tmp_path: Path) -> None:
    file = tmp_path / "a.jpg"
    file.write_bytes(DATA)
    (source,) = read_from(codec.decode(DATA), file).metadata.sources
    assert (source.read(), source.media_type, source.steps) == (DATA, "image/jpeg", 0)
    (found,) = traced(PICTURE, file).metadata.sources
    assert (found.read(), found.media_type) == (DATA, "image/jpeg")
    file.write_bytes(DATA + b" ")
    assert source.read() is None
    file.unlink()
    assert source.read() is None
    assert traced(PICTURE, file) is PICTURE
    assert read_from(PICTURE, file) is PICTURE


def test_results_know_the_files_of_all_they_were_made_from() -> None:
    first, second = (sent_as(PICTURE, DATA + bytes([number])) for number in range(2))
    made = joined(PICTURE, (first, second, first))
    assert [source.read() for source in made.metadata.sources] == [DATA + b"\0", DATA + b"\1"]
    assert made.pixels is PICTURE.pixels
    assert joined(made, (made,)) is made
    assert "data" not in repr(made.metadata.sources[0])
    assert made.metadata == PICTURE.metadata, "where it comes from does not make it another picture"
