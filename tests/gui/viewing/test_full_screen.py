"""Full screen and back, and the keys of the client's window, which are those of the main window."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.develop.development import Development
from catchlight.gui.app.main_window import MainWindow
from catchlight.gui.canvas.compare import Mode
from catchlight.gui.viewing.client_window import ClientWindow
from catchlight.gui.wording.problems import Problem
from catchlight.operations.adjust.params import AdjustParams
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, wait


def open_client(window: MainWindow) -> ClientWindow:
    """The client's window with the keys."""
    window.actions_by_key["client_window"].trigger()
    client = window.viewing.client
    assert client is not None
    client.activateWindow()
    wait(client.isActiveWindow)
    client.canvas.setFocus()
    return client


@pytest.fixture
def shots(stage: Stage, tmp_path: Path) -> Stage:
    """Two small pictures that are open."""
    for number in range(2):
        Image.open(SAMPLE).resize((160 + number, 128)).save(tmp_path / f"{number}.png")
    stage.session.open_paths([tmp_path])
    wait(lambda: len(stage.session.marks.visible) == 2 and stage.session.current is not None)
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("adjust")
    return stage


def test_a_maximised_window_is_maximised_again(stage: Stage) -> None:
    window, checked = stage.window, stage.window.actions_by_key["full_screen"].isChecked
    window.showMaximized()
    QTest.keyClick(window.canvas, Qt.Key.Key_F11)
    assert window.isFullScreen()
    assert checked()
    QTest.keyClick(window.canvas, Qt.Key.Key_F11)
    assert window.isMaximized()
    assert not window.isFullScreen()
    assert not checked()
    window.showNormal()
    QTest.keyClick(window.canvas, Qt.Key.Key_F11)
    QTest.keyClick(window.canvas, Qt.Key.Key_F11)
    assert not window.isMaximized()


def test_escape_leaves_what_lies_uppermost(shots: Stage) -> None:
    window = shots.window
    shots.do("cull")
    view = window.culling.view
    assert view is not None
    pane = view.panes[0].view
    QTest.keyClick(pane, Qt.Key.Key_F11)
    QTest.keyClick(pane, Qt.Key.Key_F)
    assert window.viewing.alone
    assert not window.film_strip.isVisible()
    assert window.isFullScreen()
    QTest.keyClick(pane, Qt.Key.Key_Escape)
    assert not window.viewing.alone
    assert window.culling.shown
    QTest.keyClick(pane, Qt.Key.Key_Escape)
    assert not window.culling.shown
    wait(lambda: not window.job_bar.busy)
    window.banner.dismiss()
    window.banner.say(Problem("Something to read", "", good=True))
    QTest.keyClick(window.canvas, Qt.Key.Key_Escape)
    assert window.banner.problem is None
    assert window.isFullScreen()
    QTest.keyClick(window.canvas, Qt.Key.Key_Escape)
    assert not window.isFullScreen()


def test_keys_in_the_clients_window_mean_the_same(shots: Stage) -> None:
    window, session = shots.window, shots.session
    first, second = session.documents
    session.run("adjust", AdjustParams(settings=Development(exposure=0.3)), "Adjust")
    wait(lambda: first.index == 1)
    client = open_client(window)
    QTest.keyClick(client.canvas, Qt.Key.Key_F)
    assert window.viewing.alone
    QTest.keyClick(client.canvas, Qt.Key.Key_F)
    assert not window.viewing.alone
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(client.canvas, Qt.Key.Key_3, control)
    assert client.canvas.mode is Mode.SPLIT
    assert window.canvas.mode is Mode.AFTER
    QTest.keyClick(client.canvas, Qt.Key.Key_2, control)
    assert client.canvas.scene is not None
    assert client.canvas.scene.before is first.steps[0].shown
    QTest.keyClick(client.canvas, Qt.Key.Key_1, control)
    assert client.canvas.zoom_now == 1.0
    assert window.canvas.viewport_now.fitted
    QTest.keyClick(client.canvas, Qt.Key.Key_PageDown, control)
    assert session.current is second
    QTest.keyClick(client.canvas, Qt.Key.Key_PageUp, control)
    assert session.current is first


def test_the_clients_window_has_a_full_screen_of_its_own(stage: Stage) -> None:
    client = open_client(stage.window)
    QTest.keyClick(client.canvas, Qt.Key.Key_F11)
    assert client.isFullScreen()
    assert not stage.window.isFullScreen()
    assert not stage.window.actions_by_key["full_screen"].isChecked()
    QTest.keyClick(client.canvas, Qt.Key.Key_Escape)
    assert not client.isFullScreen()
    assert client.isVisible()
    QTest.keyClick(client.canvas, Qt.Key.Key_Escape)
    assert stage.window.viewing.client is None


def test_zoom_commands_reach_the_picture_that_is_looked_at(shots: Stage) -> None:
    shots.do("cull")
    view = shots.window.culling.view
    assert view is not None
    wait(lambda: view.active is not None and view.previews.of(view.active) is not None)
    shots.do("actual")
    assert view.panes[0].view.zoom_now == 1.0
    QApplication.processEvents()
    assert shots.window.canvas.viewport_now.fitted
