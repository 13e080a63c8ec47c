"""A batch of the window that a server does: the same rows, names and promises, and gone on with wherever it was left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.gui.batch.window import BatchWindow
from catchlight.gui.runs.table import STATE
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home
from catchlight.service.editor import Editor
from catchlight.store.generations import Generations

from tests.batch_service import batch_service
from tests.doubles import EchoEditor, GatedEditor
from tests.gui.batch.test_batch import fill, open_batch, texts
from tests.gui.conftest import Stage, wait
from tests.server.conftest import Running, running
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import make_pictures

LONG = 120.0
Serve = Callable[..., Running]


@pytest.fixture
def serve(tmp_path: Path, catalogue: Catalogue) -> Iterator[Serve]:
    """A server in another home."""
    with ExitStack() as stack:

        def started(editor: Editor, token: str | None = None) -> Running:
            home = Home(tmp_path / "server")
            generations = Generations(home.store)
            stack.callback(generations.close)
            batches = stack.enter_context(batch_service(home, editor, catalogue))
            return stack.enter_context(running(editor, generations, catalogue, token=token, batches=batches))

        yield started


@pytest.fixture
def reopen(new_stage: Callable[..., Stage]) -> Callable[[], Stage]:
    """Opens the window of this home, as the program does at each start."""
    return lambda: new_stage(places=EditBackend(EchoEditor(), OPERATIONS))


@pytest.fixture
def echo(tmp_path: Path) -> Echo:
    """What this computer does files with; its log says whether it did any."""
    return Echo(tmp_path / "log")


def connect(stage: Stage, server: Running, token: str = "") -> None:
    assert stage.window.place is not None
    assert stage.session.places is not None
    stage.window.place.use_server(server.url, token)
    wait(lambda: stage.session.places.address == server.url and stage.session.jobs.idle)  # type: ignore[union-attr]


def choose(window: BatchWindow, server: Running | None) -> None:
    assert window.form.place is not None
    window.form.place.setCurrentIndex(window.form.place.findData(None if server is None else server.url))


def prepare(stage: Stage, echo: Echo, tmp_path: Path, server: Running) -> BatchWindow:
    """Three files, to be done by a server."""
    sources = make_pictures(tmp_path / "in", ["a.jpg", "b.jpg", "c.jpg"])
    window = open_batch(stage, echo)
    fill(window, stage.window.presets.batches, sources, tmp_path / "out")
    window.form.jobs.setValue(1)
    choose(window, server)
    return window


def results(tmp_path: Path) -> list[str]:
    return sorted(file.name for file in (tmp_path / "out").iterdir())


def test_a_server_does_the_files_and_keeps_nothing(
    reopen: Callable[[], Stage], serve: Serve, tmp_path: Path, echo: Echo
) -> None:
    server, stage = serve(EchoEditor()), reopen()
    batches = stage.window.presets.batches
    window = open_batch(stage, echo)
    assert window.form.place is not None
    assert not window.form.place.isVisibleTo(window)
    connect(stage, server)
    window.form.show_servers()
    assert window.form.place.isVisibleTo(window)
    assert window.form.server is None
    prepare(stage, echo, tmp_path, server)
    assert not window.form.jobs.isEnabled()
    window.foot.start_button.click()
    wait(lambda: batches.journal is not None and not batches.busy, LONG)
    assert texts(window, STATE) == ["Done"] * 3
    assert results(tmp_path) == ["a.png", "b.png", "c.png"]
    assert not echo.log.exists()
    assert server.client.get("/batches").json()["batches"] == []
    assert stage.session.memory.state.batch.server == server.url


def test_a_batch_at_a_server_goes_on_there_after_the_program_was_closed(
    reopen: Callable[[], Stage], serve: Serve, tmp_path: Path, echo: Echo
) -> None:
    editor = GatedEditor()
    server, stage = serve(editor), reopen()
    connect(stage, server)
    window = prepare(stage, echo, tmp_path, server)
    window.start()
    wait(lambda: editor.running == 1, LONG)
    (known,) = server.client.get("/batches").json()["batches"]
    again = reopen()
    editor.gate.set()
    batches = again.window.presets.batches
    wait(lambda: batches.interrupted is not None)
    window = open_batch(again, echo)
    assert server.url.removeprefix("http://") in window.notice._where.text()
    assert [batch["batchId"] for batch in server.client.get("/batches").json()["batches"]] == [known["batchId"]]
    window.notice.continue_button.click()
    wait(lambda: batches.journal is not None and not batches.busy, LONG)
    assert texts(window, STATE) == ["Done"] * 3
    assert window.form.server == server.url
    assert results(tmp_path) == ["a.png", "b.png", "c.png"]
    assert not echo.log.exists()


def test_what_a_server_has_not_done_can_be_done_here(
    reopen: Callable[[], Stage], serve: Serve, tmp_path: Path, echo: Echo
) -> None:
    editor = GatedEditor()
    server, stage = serve(editor), reopen()
    connect(stage, server)
    window, batches = prepare(stage, echo, tmp_path, server), stage.window.presets.batches
    window.start()
    wait(lambda: editor.running == 1, LONG)
    assert window.form.place is not None
    assert not window.form.place.isEnabled()
    window.foot.stop_button.click()
    wait(lambda: batches.unfinished, LONG)
    assert window.form.place.isEnabled()
    assert not window.form.pattern.isEnabled()
    choose(window, None)
    window.foot.start_button.click()
    wait(lambda: batches.busy)
    wait(lambda: not batches.busy, LONG)
    assert texts(window, STATE) == ["Done"] * 3
    assert sorted(echo.log.read_text().split()) == ["a.jpg", "b.jpg", "c.jpg"]


def test_a_server_that_wants_its_token_says_where_to_give_it(
    reopen: Callable[[], Stage], serve: Serve, tmp_path: Path, echo: Echo
) -> None:
    server, stage = serve(EchoEditor(), "secret-of-the-lab"), reopen()
    stage.session.memory.keep(servers=(server.url,))  # of an earlier day; tokens are kept nowhere
    window, batches = prepare(stage, echo, tmp_path, server), stage.window.presets.batches
    window.start()
    wait(lambda: window.foot.trouble.isVisibleTo(window), LONG)
    assert "bar of the main window" in window.foot.trouble.text()
    assert batches.unfinished
    connect(stage, server, "secret-of-the-lab")
    window.foot.start_button.click()
    wait(lambda: batches.busy)
    wait(lambda: not batches.busy, LONG)
    assert texts(window, STATE) == ["Done"] * 3


def test_a_batch_that_is_forgotten_is_forgotten_at_the_server_too(
    reopen: Callable[[], Stage], serve: Serve, tmp_path: Path, echo: Echo
) -> None:
    editor = GatedEditor()
    server, stage = serve(editor), reopen()
    connect(stage, server)
    prepare(stage, echo, tmp_path, server).start()
    wait(lambda: editor.running == 1, LONG)
    again = reopen()
    batches = again.window.presets.batches
    wait(lambda: batches.interrupted is not None)
    open_batch(again, echo).notice.forget_button.click()
    wait(lambda: server.client.get("/batches").json()["batches"] == [])
    assert batches.interrupted is None
