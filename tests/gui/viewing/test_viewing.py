"""Full screen, the picture alone, the client's window, zoom that stays, and a history that folds what was discarded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.develop.development import Development
from catchlight.gui.canvas.compare import Mode
from catchlight.operations.adjust.params import AdjustParams
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, wait


def adjust(stage: Stage, exposure: float) -> None:
    document = stage.session.current
    assert document is not None
    before = len(document.steps)
    stage.session.run("adjust", AdjustParams(settings=Development(exposure=exposure)), "Adjust")
    wait(lambda: len(document.steps) > before)


def test_the_picture_stands_alone_and_on_the_clients_screen(stage: Stage) -> None:
    stage.open_sample()
    window = stage.window
    around = (window.top_bar, window.film_strip, window.view_bar, window.job_bar, window.menuBar(), window.history)
    QTest.keyClick(window.canvas, Qt.Key.Key_F)
    assert not any(widget.isVisible() for widget in around)
    assert window.canvas.isVisible()
    assert window.actions_by_key["alone"].isChecked()
    QTest.keyClick(window.canvas, Qt.Key.Key_Escape)
    assert all(widget.isVisible() for widget in around)
    stage.do("full_screen")
    assert window.isFullScreen()
    stage.do("full_screen")
    assert not window.isFullScreen()

    stage.do("client_window")
    client = window.viewing.client
    assert client is not None
    document = stage.session.current
    assert document is not None
    assert document.current is not None
    assert client.canvas.scene is not None
    assert client.canvas.scene.after is document.current.shown
    adjust(stage, 0.5)
    assert client.canvas.scene.after is document.current.shown
    assert client.canvas.mode is Mode.AFTER
    stage.do("cull")
    view = window.culling.view
    assert view is not None
    wait(lambda: view.previews.of(document) is not None)
    assert client.canvas.scene.after.level(0.1)[0] is view.previews.of(document).image  # type: ignore[union-attr]
    stage.do("cull")
    assert client.canvas.scene.after is document.current.shown
    QTest.keyClick(client, Qt.Key.Key_Escape)
    assert window.viewing.client is None
    assert not window.actions_by_key["client_window"].isChecked()


def test_the_zoom_stays_when_the_view_changes(stage: Stage) -> None:
    stage.open_sample()
    adjust(stage, 0.5)
    canvas = stage.window.canvas
    canvas.zoom_to(2.0, QPointF(200, 150))
    middle = canvas.viewport_now.to_picture(canvas.pane_width() / 2, canvas.height() / 2)
    for command, mode in (("split", Mode.SPLIT), ("side", Mode.SIDE), ("after", Mode.AFTER)):
        stage.do(command)
        assert canvas.mode is mode
        assert canvas.zoom_now == 2.0
        here = canvas.viewport_now.to_picture(canvas.pane_width() / 2, canvas.height() / 2)
        assert here == pytest.approx(middle, abs=1.0)
    canvas.fit()
    stage.do("side")
    assert canvas.viewport_now.fitted


def test_a_picture_that_is_opened_again_shows_what_was_seen_last(
    new_stage: Callable[..., Stage], tmp_path: Path
) -> None:
    from PIL import Image

    photo = tmp_path / "photo.png"
    Image.open(SAMPLE).resize((128, 128)).save(photo)
    for shown, next_one in ((0, 1), (1, 2), (2, 0), (0, 0)):
        stage = new_stage()
        stage.session.open_paths([photo])
        remembered: list[object] = []
        stage.session.loading.remembered.connect(remembered.append)
        wait(lambda remembered=remembered: remembered)
        document = stage.session.current
        assert document is not None
        wait(lambda document=document, shown=shown: document.loaded and document.index == shown)
        assert document.can_undo == (shown > 0)
        if next_one > shown:
            adjust(stage, 0.2 * next_one)
        else:
            document.jump(next_one)
        wait(lambda document=document, next_one=next_one: document.index == next_one)


def test_discarded_steps_are_folded_away(stage: Stage) -> None:
    stage.open_sample()
    history, document = stage.window.history, stage.session.current
    assert document is not None
    adjust(stage, 0.3)
    assert not history.folded.isVisible()
    stage.do("undo")
    assert document.discarded() == frozenset()
    adjust(stage, 0.6)
    assert document.discarded() == {1}
    assert history.folded.text() == "1 discarded step"
    assert [history.list.isRowHidden(row) for row in range(3)] == [False, True, False]
    history.folded.click()
    QApplication.processEvents()
    assert not history.list.isRowHidden(1)
    document.jump(1)
    assert document.discarded() == frozenset()
