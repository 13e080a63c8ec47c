"""Rules for every test: a fresh home, no network but loopback, no thread left running, Qt without a display."""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.paths import HOME_VARIABLE, Home, resources
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.store.settings.storage import DATABASE_VARIABLE, PICTURES_VARIABLE

from tests.network_memo import FOLDER_VARIABLE, NetworkMemo, share_folder

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.imaging.picture import Picture

    from tests.simulators.postgres import PostgresServer
    from tests.simulators.s3 import S3Server

os.environ["QT_QPA_PLATFORM"] = "offscreen"

PORTRAITS = Path(__file__).resolve().parents[2] / "shared" / "portraits"
_ABSENT = "the test portraits (../shared/portraits) are not on this machine"
FACES = pytest.mark.skipif(not PORTRAITS.is_dir(), reason=_ABSENT)
"""Marks a test that opens some of the portraits by itself."""
SLOW_FIXTURES = frozenset(
    {"models", "portraits", "portraits_folder", "new_stage", "start", "real", "program", "begin", "photo_printer"}
)
"""What a test asks for that takes seconds: ``pytest -m fast`` leaves those tests out."""
SLOW_MODULES = frozenset(
    {
        "tests.backdrop.test_scene",
        "tests.catalogue.documents.test_search",
        "tests.catalogue.test_shipped",
        "tests.cli.commands.test_self_test",
        "tests.cli.test_commands",
        "tests.core.test_catalogues",
        "tests.develop.test_pipeline",
        "tests.docs.test_example_plugin",
        "tests.generators.test_http_engines",
        "tests.gui.app.test_gc_policy",
        "tests.gui.app.test_newcomer",
        "tests.gui.canvas.test_tiles",
        "tests.gui.kiosk.test_admin",
        "tests.hair.synthesis.guides.test_grow",
        "tests.imaging.io.test_colours",
        "tests.imaging.io.test_damage",
        "tests.imaging.io.test_hostile",
        "tests.imaging.io.test_jpeg_strips",
        "tests.imaging.io.test_metadata",
        "tests.imaging.io.test_records",
        "tests.kiosk.supervision.test_watchdog",
        "tests.kiosk.wipe.test_prove",
        "tests.language.test_interpreter",
        "tests.language.test_sentences",
        "tests.operations.test_previews",
        "tests.packaging.test_optional",
        "tests.portrait.test_portrait",
        "tests.print.test_render_sheet",
        "tests.server.process.test_supervisor",
        "tests.server.test_selection_kill",
        "tests.service.delivery.test_deliver",
    }
)
"""Modules that ask for none of these and were seen to take more than three seconds."""
_KEY = re.compile(r"[cd]\d\d[a-z]?(?![a-z0-9])")
_LOOPBACK = ("localhost", "127.", "::1", "0.0.0.0", "::")
_PATIENCE = 5.0
"""Seconds that a thread started by a test may take to end after it."""


def _qt_fault() -> str | None:
    """Why windows cannot be tested here, or None."""
    try:
        import PySide6.QtWidgets

        plugins = Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms"
        for plugin in plugins.glob("libqoffscreen.so"):
            ctypes.CDLL(str(plugin))  # Qt ends the process where this one cannot be loaded
    except (ImportError, OSError) as fault:
        return f"Qt cannot be loaded: {fault}"
    return None


QT_FAULT = _qt_fault()
collect_ignore = ["gui"] if QT_FAULT else []


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Without Qt's system libraries pytest-qt stops the whole run; the suite without windows is still worth running."""
    parser.addoption(
        "--all-cases", action="store_true", help="run every case of the tests that take only some by default"
    )
    if QT_FAULT and (plugin := pluginmanager.get_plugin("pytest-qt")) is not None:
        pluginmanager.unregister(plugin)


def pytest_configure(config: pytest.Config) -> None:
    share_folder(config)


def pytest_collection_finish() -> None:
    """Modules and tests have come to stay: a full look for garbage leaves them out, which took half a second each time."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if QT_FAULT:
        terminalreporter.write_line(f"SKIPPED tests/gui: no window can be tested here. {QT_FAULT}", yellow=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Within a file, tests on one portrait come one after another: the next finds it analysed, which saves it seconds."""
    if not config.getoption("--all-cases"):
        left_out = _left_out(items)
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=[*left_out])
    for item in items:
        item.add_marker(pytest.mark.slow if _is_slow(item) else pytest.mark.fast)
    first: dict[tuple[Path, str], int] = {}
    places = {item: first.setdefault((item.path, _portrait(item)), at) for at, item in enumerate(items)}
    items.sort(key=lambda item: places[item])


def _left_out(items: list[pytest.Item]) -> set[pytest.Item]:
    """Of a test that is marked ``sampled(n)`` and has more cases, all but n that are spread evenly over them."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled") is not None:
            cases.setdefault(item.nodeid.split("[")[0], []).append(item)
    left_out: set[pytest.Item] = set()
    for found in cases.values():
        marker = found[0].get_closest_marker("sampled")
        assert marker is not None
        count = min(marker.args[0], len(found))
        left_out.update({*found} - {found[at * len(found) // count] for at in range(count)})
    return left_out


def _is_slow(item: pytest.Item) -> bool:
    """Whether a test needs a network, the whole window, a server or further processes, takes long, or says so itself."""
    module = getattr(item, "module", None)
    if item.get_closest_marker("slow") is not None or (module is not None and module.__name__ in SLOW_MODULES):
        return True
    return not SLOW_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def _portrait(item: pytest.Item) -> str:
    """The first portrait that a test names, in its parameters or in its own words; its own name where it names none."""
    told = item.callspec.params.values() if hasattr(item, "callspec") else ()
    code = getattr(getattr(item, "function", None), "__code__", None)
    named = (text for text in (*told, *(code.co_consts if code else ())) if isinstance(text, str))
    return next((found.group() for text in named if (found := _KEY.match(text))), item.nodeid)


class NetworkBlockedError(AssertionError):
    """A test reached for an address that is not this machine's own."""


def _guard(host: Any) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name not in (None, "") and not str(name).startswith(_LOOPBACK):
        raise NetworkBlockedError(f"the network is blocked in tests: {name}")


@pytest.fixture(autouse=True, scope="session")
def _network_blocked() -> Iterator[None]:
    """Promise 1: everything works with loopback alone."""
    patch = pytest.MonkeyPatch()
    connect, connect_ex, send_to = socket.socket.connect, socket.socket.connect_ex, socket.socket.sendto
    look_up = socket.getaddrinfo

    def checked(address: Any) -> Any:
        if isinstance(address, tuple):
            _guard(address[0])
        return address

    patch.setattr(socket.socket, "connect", lambda self, address: connect(self, checked(address)))
    patch.setattr(socket.socket, "connect_ex", lambda self, address: connect_ex(self, checked(address)))
    patch.setattr(socket.socket, "sendto", lambda self, data, *rest: send_to(self, data, *rest[:-1], checked(rest[-1])))

    def guarded_look_up(host: Any, *rest: Any, **named: Any) -> Any:
        _guard(host)
        return look_up(host, *rest, **named)

    patch.setattr(socket, "getaddrinfo", guarded_look_up)
    yield
    patch.undo()


@pytest.fixture(autouse=True, scope="session")
def _networks_asked_once() -> Iterator[None]:
    """No process of a run asks a network again what it was asked before."""
    memo = NetworkMemo(Path(os.environ[FOLDER_VARIABLE]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Models, "run", lambda models, name, value: memo.run(models, name, value))
        yield


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home of the test's own, empty and not yet created."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    for variable in (DATABASE_VARIABLE, PICTURES_VARIABLE):
        monkeypatch.delenv(variable, raising=False)
    return Home.default()


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """A test that starts the program as a whole sets its log up, on a stream that ends with the test."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    for handler in [one for one in root.handlers if type(one) is logging.StreamHandler and one not in before]:
        root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture(autouse=True)
def _no_leaked_threads() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + _PATIENCE
    outlives = any(thread.name == "server" and thread.is_alive() for thread in before)
    while leaked := [
        thread
        for thread in threading.enumerate()
        if thread not in before and _is_pythons(thread) and not (outlives and _is_a_servers(thread))
    ]:
        if time.monotonic() > deadline:
            pytest.fail(f"threads left running: {', '.join(thread.name for thread in leaked)}")
        leaked[0].join(0.05)


def _is_pythons(thread: threading.Thread) -> bool:
    """Whether Python started the thread and it still runs; Qt's own threads are asked after by the window's tests."""
    return thread.is_alive() and not isinstance(thread, threading._DummyThread)


def _is_a_servers(thread: threading.Thread) -> bool:
    """Whether it works for a server, which starts one more for two requests at once and ends all of them with itself."""
    return thread.name == "AnyIO worker thread" or thread.name.startswith("asyncio_")


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The shipped catalogue."""
    from catchlight.catalogue.catalogue import Catalogue

    return Catalogue.load()


@pytest.fixture(scope="session")
def models() -> Models:
    """The shipped networks, loaded once for the whole run."""
    return Models(resources() / "models")


@pytest.fixture(scope="session")
def portraits(models: Models) -> Portraits:
    """Analyses, kept for the whole run: a second test on the same picture starts warm."""
    from catchlight.portrait.portrait import Portraits

    return Portraits(models, capacity=4)


@pytest.fixture(scope="session")
def sample_bytes() -> bytes:
    """The shipped astronaut, 512 x 512 PNG."""
    return (resources() / "samples" / "astronaut.png").read_bytes()


@pytest.fixture(scope="session")
def sample(sample_bytes: bytes) -> Picture:
    """The shipped astronaut, decoded."""
    from catchlight.imaging.io import codec

    return codec.decode(sample_bytes, name="astronaut.png")


@pytest.fixture(scope="session")
def plain_donor(portraits: Portraits, sample: Picture) -> Picture:
    """A photo whose hair can be worn: the astronaut before a plain ground."""
    from tests.reference_photos import plain_photo

    return plain_photo(portraits.of(sample))


@pytest.fixture(scope="session")
def hair_piece(portraits: Portraits, plain_donor: Picture) -> Picture:
    """The hair of ``plain_donor`` as a piece."""
    from tests.reference_photos import piece_of

    return piece_of(portraits, plain_donor)


@pytest.fixture(scope="session")
def portraits_folder() -> Path:
    """The folder of test portraits beside the project."""
    if not PORTRAITS.is_dir():
        pytest.skip(_ABSENT)
    return PORTRAITS


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for the whole run. Whoever stops it starts it again."""
    from tests.simulators.postgres import MISSING, PostgresServer, find_programs

    programs = find_programs()
    if programs is None:
        pytest.skip(MISSING)
    server = PostgresServer(programs)
    yield server
    server.close()


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of an empty database."""
    url = postgres.lend_database()
    yield url
    postgres.take_back(url)


@pytest.fixture(scope="session")
def s3() -> Iterator[S3Server]:
    """An S3 server for the whole run."""
    from tests.simulators.s3 import s3_for_a_run

    with s3_for_a_run() as server:
        yield server


Worn = Callable[[str], Portrait]


@pytest.fixture
def worn(portraits_folder: Path, portraits: Portraits) -> Worn:
    """A portrait by the beginning of its name, 900 pixels long."""

    def seen(name: str) -> Portrait:
        found = sorted(portraits_folder.glob(f"{name}*"))
        return view.view(portraits.of(codec.decode(found[0].read_bytes())), None, 900)

    return seen
