"""A raw file and its JPEG are one picture, and have one mark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.gui.document.document import OpenDocument
from catchlight.imaging.picture import Picture
from catchlight.imaging.sidecar.mark import NO_MARK, PictureMark
from catchlight.imaging.sidecar.packet import put_mark, read_mark

from tests.gui.conftest import Stage, wait
from tests.imaging.io.raws import dng


@pytest.fixture(autouse=True)
def _nothing_else(stage: Stage, draw_cards_of: Callable[..., None]) -> None:
    """No cards, and no tab that looks for a face."""
    draw_cards_of()
    stage.do("adjust")


@pytest.fixture
def both(tmp_path: Path, sample: Picture) -> tuple[Path, Path]:
    """The two files of one shot."""
    pixels = np.ascontiguousarray(cv2.resize(sample.rgb8, (256, 256)))
    raw, jpeg = tmp_path / "IMG_1.DNG", tmp_path / "IMG_1.JPG"
    raw.write_bytes(dng(pixels))
    jpeg.write_bytes(cv2.imencode(".jpg", pixels[..., ::-1])[1].tobytes())
    return raw, jpeg


def current(stage: Stage) -> OpenDocument:
    document = stage.session.current
    assert document is not None
    wait(lambda: document.loaded and not stage.session.marks.reading and stage.session.jobs.idle)
    return document


def rating_of(stage: Stage, *files: Path) -> list[int]:
    """What each file says by itself, after all is written."""
    wait(lambda: stage.session.jobs.idle)
    return [stage.session.marks._files.read(file).rating for file in files]


def test_whichever_file_is_shown_both_are_rated(stage: Stage, both: tuple[Path, Path], tmp_path: Path) -> None:
    raw, jpeg = both
    stage.session.open_paths([tmp_path])
    document, marks = current(stage), stage.session.marks
    assert (document.path, document.pair) == (raw, jpeg)
    stage.do("rate_3")
    assert rating_of(stage, raw, jpeg) == [3, 3]
    stage.do("switch_pair")
    assert current(stage).path == jpeg
    stage.do("rate_5")
    assert rating_of(stage, raw, jpeg) == [5, 5]
    names = {file.name for file in tmp_path.glob("*.xmp")}
    assert names == {"IMG_1.DNG.xmp", "IMG_1.xmp", "IMG_1.JPG.xmp"}
    assert {read_mark((tmp_path / name).read_bytes()) for name in names} == {PictureMark(5)}
    stage.do("switch_pair")
    stage.do("rate_2")
    assert rating_of(stage, raw, jpeg) == [2, 2]
    marks.undo()
    assert rating_of(stage, raw, jpeg) == [5, 5]
    stage.session.close(document)
    stage.session.open_paths([jpeg])
    assert marks.of(current(stage)).rating == 5


def test_the_mark_of_either_file_is_seen(stage: Stage, both: tuple[Path, Path]) -> None:
    (both[1].parent / "IMG_1.JPG.xmp").write_bytes(put_mark(None, PictureMark(4, "pick")))
    stage.session.open_paths(list(both))
    assert stage.session.marks.of(current(stage)) == PictureMark(4, "pick")


def test_a_file_that_is_open_by_itself_follows_its_shot(stage: Stage, both: tuple[Path, Path]) -> None:
    raw, jpeg = both
    stage.session.open_paths([jpeg])
    alone, marks = current(stage), stage.session.marks
    stage.session.open_paths(list(both))
    shot = current(stage)
    assert (alone.path, shot.path, shot.pair) == (jpeg, raw, jpeg)
    for document, stars in ((shot, 2), (alone, 4)):
        marks.set(document, PictureMark(stars))
        assert marks.of(alone) == marks.of(shot) == PictureMark(stars)
        assert rating_of(stage, raw, jpeg) == [stars, stars]


def test_a_file_that_a_camera_brings_later_gets_the_mark_of_its_shot(stage: Stage, both: tuple[Path, Path]) -> None:
    raw, jpeg = both
    stage.session.open_arrived(jpeg)
    document = current(stage)
    stage.do("rate_3")
    stage.session.open_arrived(raw)
    assert current(stage) is document
    assert (document.path, stage.session.marks.of(document).rating) == (raw, 3)
    assert rating_of(stage, raw, jpeg) == [3, 3]


def test_a_shot_of_which_a_file_was_deleted_shows_the_mark_it_has(stage: Stage, both: tuple[Path, Path]) -> None:
    raw, jpeg = both
    stage.session.open_paths(list(both))
    document, marks = current(stage), stage.session.marks
    jpeg.unlink()
    stage.do("rate_3")
    assert rating_of(stage, raw, jpeg) == [3, 0]
    raw.unlink()
    stage.do("rate_4")
    wait(lambda: marks.of(document).rating == 3)
    assert marks.of(document) != NO_MARK
