"""The switch for where edits run: another machine does the same, and nothing is lost when it goes away."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.client.remote import RemoteEditor
from catchlight.core.progress import Progress
from catchlight.gui.jobs.backend_switch import BackendSwitch, ServerDialog
from catchlight.gui.tabs.hair.tab import HairTab
from catchlight.operations.operation import Preview
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor
from catchlight.store.generations import Generations
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Stage, wait
from tests.server.conftest import Running, running


@pytest.fixture
def places(portraits: Portraits, catalogue: Catalogue) -> EditBackend:
    return EditBackend(LocalEditor(portraits, catalogue), OPERATIONS)


@pytest.fixture
def stage(new_stage: Callable[..., Stage], places: EditBackend) -> Stage:
    """A window whose edits can run elsewhere."""
    return new_stage(places=places)


@pytest.fixture(scope="module")
def distant(
    tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue, portraits: Portraits
) -> Iterator[Callable[[str | None], contextlib.AbstractContextManager[Running]]]:
    generations = Generations(tmp_path_factory.mktemp("far") / "store")
    editor = LocalEditor(portraits, catalogue)
    yield lambda token: running(editor, generations, catalogue, token=token)
    generations.close()


def switch(stage: Stage) -> BackendSwitch:
    assert stage.window.place is not None
    return stage.window.place


def test_an_edit_on_a_server_is_a_step_like_any_other(
    stage: Stage, places: EditBackend, distant: Callable[..., Running]
) -> None:
    stage.open_sample()
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    document.jump(0)
    with distant(None) as server:
        switch(stage).use_server(server.url)
        wait(lambda: places.address == server.url)
        assert switch(stage).text() == server.url.removeprefix("http://")
        stage.make_id_photo()
        assert server.stored() == 1
    near, far = document.steps[1], document.steps[2]
    assert np.array_equal(near.picture.pixels, far.picture.pixels)
    assert far.details["verdict"]["checks"]
    assert far.generation is not None
    assert stage.store.find(far.generation).operation == "id_photo"


def test_the_window_asks_the_chosen_server_for_previews(
    stage: Stage, places: EditBackend, distant: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, bool, int]] = []
    of_server = RemoteEditor.preview

    def watched(self: RemoteEditor, request: EditRequest, size: int, progress: Progress) -> Preview:
        asked.append((request.operation, request.files[0] is not None, size))
        return of_server(self, request, size, progress)

    monkeypatch.setattr(RemoteEditor, "preview", watched)
    stage.open_sample()
    stage.do("hair")
    tab = next(tab for tab in stage.window.tabs if isinstance(tab, HairTab))
    wait(lambda: tab._rendering is not None and not tab.live.busy)
    assert asked == []
    with distant(None) as server:
        kept = server.stored()
        switch(stage).use_server(server.url)
        wait(lambda: places.address == server.url)
        tab.page.wished.emit("colour", "copper")
        wait(lambda: tab.wish.colour == "copper" and not tab.live.busy and tab.scene() is not None)
        assert ("hair", True, 1024) in asked
        switch(stage).use_this_computer()
        tab.retire()
        wait(lambda: stage.session.jobs.idle)
        assert server.stored() == kept
    made = tab._rendering
    assert made is not None
    source = stage.session.current.current.picture  # type: ignore[union-attr]
    params = tab.wish.params()
    near = places.preview(EditRequest("hair", params, [source]), 1024, Progress()).picture.pixels
    assert np.abs(made.shown.pixels.astype(int) - near).mean() < 2.5


def test_a_server_that_is_gone_is_said_and_one_button_brings_the_work_home(
    stage: Stage, places: EditBackend, distant: Callable[..., Running]
) -> None:
    stage.open_sample()
    with distant(None) as server:
        switch(stage).use_server(server.url)
        wait(lambda: places.address is not None)
    stage.do("apply")
    wait(lambda: stage.window.banner.problem is not None and not stage.window.banner.problem.good)
    assert stage.window.banner.problem.action == "work_here"  # type: ignore[union-attr]
    document = stage.session.current
    assert document is not None
    assert len(document.steps) == 1
    stage.do("work_here")
    assert places.address is None
    stage.make_id_photo()
    assert len(document.steps) == 2


def test_an_address_where_nothing_answers_changes_nothing(stage: Stage, places: EditBackend) -> None:
    switch(stage).use_server("127.0.0.1:9")
    wait(lambda: stage.window.banner.problem is not None)
    assert places.address is None
    assert switch(stage).text() == "This computer"
    assert stage.session.memory.state.servers == ()


def test_the_token_is_asked_for_and_never_kept(
    stage: Stage, places: EditBackend, distant: Callable[..., Running], qtbot: QtBot, home: Home
) -> None:
    with distant("a-secret-token") as server:
        switch(stage).use_server(server.url)
        wait(lambda: bool(stage.window.findChildren(ServerDialog)))
        (dialog,) = stage.window.findChildren(ServerDialog)
        dialog.address.setText(server.url)
        dialog.token.setText("a-secret-token")
        accept = next(button for button in dialog.findChildren(QPushButton) if button.isDefault())
        assert accept.x() > max(one.x() for one in dialog.findChildren(QPushButton) if one is not accept)
        qtbot.mouseClick(accept, Qt.MouseButton.LeftButton)
        wait(lambda: places.address == server.url)
    wait(lambda: stage.session.jobs.idle)
    stage.session.memory.save()
    kept = [file for file in home.root.rglob("*") if file.is_file()]
    assert kept
    assert not [file for file in kept if b"a-secret-token" in file.read_bytes()]


def test_a_token_that_was_taken_serves_again_in_this_run(
    stage: Stage, places: EditBackend, distant: Callable[..., Running], qtbot: QtBot
) -> None:
    with distant("a-secret-token") as server:
        switch(stage).use_server(server.url, "a-secret-token")
        wait(lambda: places.address == server.url)
        switch(stage).use_this_computer()
        qtbot.mouseClick(switch(stage), Qt.MouseButton.LeftButton)
        menu = switch(stage).findChildren(QMenu)[-1]
        named = server.url.removeprefix("http://")
        next(action for action in menu.actions() if action.text() == named).trigger()
        menu.close()
        wait(lambda: stage.session.jobs.idle)
        assert places.address == server.url
        assert not stage.window.findChildren(ServerDialog)


def test_a_server_that_answers_late_does_not_undo_a_later_choice(
    stage: Stage, places: EditBackend, distant: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = threading.Event(), threading.Event()
    check = RemoteEditor.check

    def late(self: RemoteEditor) -> str:
        version = check(self)
        asked.set()
        assert answered.wait(60)
        return version

    monkeypatch.setattr(RemoteEditor, "check", late)
    with distant(None) as server:
        switch(stage).use_server(server.url)
        wait(asked.is_set)
        switch(stage).use_this_computer()
        answered.set()
        wait(lambda: stage.session.jobs.idle)
    assert places.address is None
    assert switch(stage).text() == "This computer"
    assert stage.session.memory.state.servers == ()


def test_the_menu_names_the_places(stage: Stage, distant: Callable[..., Running], qtbot: QtBot) -> None:
    with distant(None) as server:
        switch(stage).use_server(server.url)
        wait(lambda: switch(stage).text() != "This computer")
        qtbot.mouseClick(switch(stage), Qt.MouseButton.LeftButton)
        menu = switch(stage).findChildren(QMenu)[-1]
        names = [action.text() for action in menu.actions() if action.text()]
        menu.close()
    assert names == ["This computer", server.url.removeprefix("http://"), "Another server…"]
