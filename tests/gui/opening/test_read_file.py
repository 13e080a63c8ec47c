"""How pictures come in, and what is said when they do not."""

from __future__ import annotations

import os
import shutil
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.files.naming import decode_path
from catchlight.gui.app.application import begin
from catchlight.gui.canvas import qt_images
from catchlight.gui.opening import listing
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import Home
from catchlight.service.files.discovery import DiscoveredFiles, find_pictures
from catchlight.store.settings.settings_file import SettingsFile
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, wait

ACTION = Qt.DropAction.CopyAction
BUTTON = Qt.MouseButton.LeftButton
KEYS = Qt.KeyboardModifier.NoModifier


def drop(stage: Stage, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    warnings.simplefilter("ignore", DeprecationWarning)  # this constructor in newer releases of Qt
    entered = QDragEnterEvent(QPoint(300, 300), ACTION, data, BUTTON, KEYS)
    QApplication.sendEvent(stage.window, entered)
    assert entered.isAccepted()
    assert stage.window.drop_frame.isVisibleTo(stage.window)
    QApplication.sendEvent(stage.window, QDropEvent(QPointF(300, 300), ACTION, data, BUTTON, KEYS))
    assert not stage.window.drop_frame.isVisibleTo(stage.window)


def loaded(stage: Stage) -> bool:
    return stage.session.current is not None and stage.session.current.loaded


def test_first_start_opens_the_sample_and_later_starts_do_not(stage: Stage) -> None:
    begin(stage.session, stage.store, [])
    wait(lambda: loaded(stage))
    assert stage.session.current is not None
    assert stage.session.current.sample
    closes, prints = (stage.window.actions_by_key[key] for key in ("close", "print"))
    assert closes.isEnabled()
    assert prints.isEnabled()
    stage.do("close")
    assert not closes.isEnabled()
    assert not prints.isEnabled()
    begin(stage.session, stage.store, [])
    assert stage.session.documents == []
    assert stage.window.empty.isVisibleTo(stage.window)


def test_dropping_a_folder_opens_its_pictures(stage: Stage, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("b.png", "a.png"):
        shutil.copy(SAMPLE, folder / name)
    (folder / "notes.txt").write_text("not a picture")
    drop(stage, folder)
    wait(lambda: loaded(stage) and all(document.thumbnail for document in stage.session.documents))
    assert [document.name for document in stage.session.documents] == ["a.png", "b.png"]
    assert stage.session.memory.settings.recent_files[0].endswith("b.png")


def test_a_dropped_file_that_is_no_picture_gives_a_banner_and_not_a_box(stage: Stage, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"this is not a picture")
    drop(stage, bad)
    wait(lambda: stage.window.banner.problem is not None)
    problem = stage.window.banner.problem
    assert problem is not None
    assert problem.title == "This file cannot be opened"
    assert "bad.jpg" in problem.text
    assert stage.window.banner.height() < 120
    assert stage.window.banner.y() < 40
    stage.answers.opened = [SAMPLE]
    stage.window.banner._button.click()
    wait(lambda: loaded(stage))
    assert stage.window.banner.problem is None


def test_a_missing_file_gives_a_banner(stage: Stage, tmp_path: Path) -> None:
    stage.session.open_paths([tmp_path / "gone.png"])
    wait(lambda: stage.window.banner.problem is not None)


def test_of_a_picture_that_is_too_small_it_is_said_that_it_cannot_be_opened(stage: Stage, tmp_path: Path) -> None:
    pixels = np.zeros((40, 40, 3), np.uint8)
    (tmp_path / "tiny.png").write_bytes(codec.encode(Picture(pixels), "image/png"))
    stage.session.open_paths([tmp_path / "tiny.png"])
    wait(lambda: stage.window.banner.problem is not None)
    problem = stage.window.banner.problem
    assert problem is not None
    assert problem.title == "This file cannot be opened"
    assert "40 x 40" in problem.text
    assert problem.action == "open"


def test_what_could_not_be_opened_is_no_recent_file_and_what_has_gone_cannot_be_chosen(
    stage: Stage, tmp_path: Path
) -> None:
    bad, gone = tmp_path / "bad.png", tmp_path / "gone.png"
    bad.write_bytes(b"no picture")
    shutil.copy(SAMPLE, gone)
    stage.session.open_paths([gone])
    wait(lambda: loaded(stage))
    stage.session.open_paths([bad])
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.session.memory.settings.recent_files == (str(gone),)
    recent = stage.window.recent
    gone.unlink()
    recent.aboutToShow.emit()
    wait(lambda: stage.session.jobs.idle)
    (row,) = recent.actions()
    assert not row.isEnabled()
    assert row.text() == "gone.png (not there any more)"
    shutil.copy(SAMPLE, gone)
    recent.aboutToShow.emit()
    wait(lambda: stage.session.jobs.idle)
    (row,) = recent.actions()
    assert row.isEnabled()


def test_a_picture_that_was_named_from_where_the_program_started_is_remembered_from_anywhere(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(SAMPLE, tmp_path / "me.png")
    monkeypatch.chdir(tmp_path)
    stage.session.open_paths([Path("me.png")])
    document = stage.session.current
    assert document is not None
    assert document.path == tmp_path / "me.png"
    assert stage.session.memory.settings.recent_files[0] == str(tmp_path / "me.png")
    wait(lambda: document.loaded and stage.session.jobs.idle)


def test_pasting_a_picture_opens_it(stage: Stage) -> None:
    picture = codec.decode(SAMPLE.read_bytes())
    QGuiApplication.clipboard().setImage(qt_images.wrap(np.array(picture.rgb8)).copy())
    stage.do("paste")
    wait(lambda: loaded(stage))
    assert stage.session.current is not None
    step = stage.session.current.current
    assert step is not None
    assert np.array_equal(step.picture.pixels, picture.rgb8)


def test_pasting_without_a_picture_says_so(stage: Stage) -> None:
    QGuiApplication.clipboard().setText("words")
    stage.do("paste")
    assert stage.window.banner.problem is not None


def test_a_picture_without_a_face_says_so_in_the_tab(stage: Stage, tmp_path: Path) -> None:
    blank = tmp_path / "blank.png"
    blank.write_bytes(codec.encode(Picture(np.full((300, 400, 3), 128, np.uint8)), "image/png"))
    stage.session.open_paths([blank])
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.id_photo._notice.text().startswith("No face was found")
    assert not stage.id_photo.apply_button.isEnabled()


def test_pictures_that_are_not_looked_at_give_their_memory_back(stage: Stage, tmp_path: Path) -> None:
    paths = [Path(shutil.copy(SAMPLE, tmp_path / f"{number}.png")) for number in range(8)]
    for path in paths:
        stage.session.open_paths([path])
        wait(lambda: loaded(stage))
    assert sum(document.loaded for document in stage.session.documents) <= 6
    stage.session.show(stage.session.documents[0])
    wait(lambda: loaded(stage))


def test_copying_gives_the_shown_picture(stage: Stage) -> None:
    stage.session.open_paths([SAMPLE])
    wait(lambda: loaded(stage))
    document = stage.session.current
    assert document is not None
    QGuiApplication.clipboard().clear()
    stage.do("copy")
    wait(lambda: not QGuiApplication.clipboard().image().isNull())
    copied = QGuiApplication.clipboard().image()
    assert np.array_equal(qt_images.pixels_of(copied), document.current.picture.rgb8)


def test_what_is_said_of_one_picture_is_not_said_of_the_next(stage: Stage, tmp_path: Path) -> None:
    blank = tmp_path / "blank.png"
    blank.write_bytes(codec.encode(Picture(np.full((300, 400, 3), 128, np.uint8)), "image/png"))
    stage.session.open_paths([blank])
    wait(lambda: stage.id_photo._notice.isVisibleTo(stage.window))
    stage.session.open_paths([SAMPLE])
    assert not stage.id_photo._notice.isVisibleTo(stage.window)
    wait(lambda: stage.id_photo.overlay() is not None)
    assert stage.id_photo.apply_button.isEnabled()


def jpegs(folder: Path, count: int) -> None:
    """A folder of small pictures."""
    folder.mkdir()
    data = codec.encode(Picture(np.full((80, 80, 3), 128, np.uint8)), "image/jpeg")
    for number in range(count):
        (folder / f"IMG_{number:04d}.jpg").write_bytes(data)


def test_all_of_a_large_folder_are_opened_and_what_is_left_out_is_told(stage: Stage, tmp_path: Path) -> None:
    folder = tmp_path / "card"
    jpegs(folder, 620)
    for name in (".IMG_0001.jpg", ".hidden", "IMG_0001.jpg.xmp", ".DS_Store", "notes.txt"):
        (folder / name).write_bytes(b"\0" * 50)
    os.mkfifo(folder / "p.jpg")
    (folder / "z.jpg").symlink_to("/dev/zero")
    told: list[Problem] = []
    stage.session.problem.connect(told.append)
    drop(stage, folder)
    wait(lambda: len(stage.session.documents) == 620)
    wait(lambda: loaded(stage))
    problem = told[0]
    assert problem.good
    assert problem.title == "Pictures opened: 620  ·  Left out of folders: 5"
    assert problem.text == ("hidden, or of the system: 2  ·  no picture that can be read: 1  ·  no regular file: 2")


def test_a_folder_that_takes_long_to_list_does_not_hold_the_window_up(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jpegs(tmp_path / "slow", 3)

    def slow(paths: Sequence[Path], *, pair_named: bool) -> DiscoveredFiles:
        time.sleep(1.5)
        return find_pictures(paths, pair_named=pair_named)

    monkeypatch.setattr(listing, "find_pictures", slow)
    began = time.monotonic()
    stage.session.open_paths([tmp_path / "slow"])
    assert time.monotonic() - began < 1.0
    assert stage.session.documents == []
    wait(lambda: len(stage.session.documents) == 3 and loaded(stage))


@pytest.mark.parametrize("kind", ["pipe", "zero", "loop"])
def test_what_is_no_regular_file_is_refused_at_once(stage: Stage, tmp_path: Path, kind: str) -> None:
    bad = tmp_path / "bad.jpg"
    if kind == "pipe":
        os.mkfifo(bad)
    else:
        bad.symlink_to("/dev/zero" if kind == "zero" else bad)
    stage.session.open_paths([bad])
    wait(lambda: stage.window.banner.problem is not None, 10)
    problem = stage.window.banner.problem
    assert problem is not None
    assert problem.title == "This file cannot be opened"
    assert ("is no regular file" in problem.text) == (kind != "loop")
    wait(lambda: stage.session.jobs.idle, 10)


def test_a_folder_without_a_picture_says_what_was_in_it(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("words")
    stage.session.open_paths([tmp_path])
    wait(lambda: stage.window.banner.problem is not None)
    problem = stage.window.banner.problem
    assert problem is not None
    assert problem.title == "There is no picture in this folder"
    assert problem.text.startswith(str(tmp_path))
    assert "no picture that can be read: 1" in problem.text


def test_a_name_that_is_no_utf8_is_opened_remembered_and_offered_again(
    stage: Stage, home: Home, tmp_path: Path
) -> None:
    file = tmp_path / os.fsdecode(b"caf\xe9.png")
    shutil.copy(SAMPLE, file)
    stage.session.open_paths([file])
    wait(lambda: loaded(stage) and stage.session.jobs.idle)
    assert stage.session.current is not None
    assert stage.session.current.name == "caf\ufffd.png"
    stage.session.memory.save()
    settings = SettingsFile(home.settings).load().settings
    assert decode_path(settings.recent_files[0]) == file
    recent = stage.window.recent
    recent.aboutToShow.emit()
    wait(lambda: stage.session.jobs.idle)
    (row,) = recent.actions()
    assert (row.text(), row.isEnabled()) == ("caf\ufffd.png", True)
    stage.session.close(stage.session.current)
    row.trigger()
    wait(lambda: loaded(stage))
