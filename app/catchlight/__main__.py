"""The one place where concrete classes meet: builds the parts and hands them to the command line."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catchlight.cli.main import run
from catchlight.cli.program import NoWindowError, Program, ServeOptions
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.catalogue.documents import Document
    from catchlight.catalogue.shelf import Catalogue
    from catchlight.engine.codec import Limits
    from catchlight.engine.models import Models
    from catchlight.operations.base import Operation
    from catchlight.operations.compliance.verdict import Verdict
    from catchlight.server.pool import EditPool
    from catchlight.service.editor import Editor
    from catchlight.service.generations import Generations
    from catchlight.service.settings import Settings


def main() -> None:
    """The console script ``catchlight``."""
    sys.exit(run(PROGRAM, sys.argv[1:]))


def _settings(home: Home) -> Settings:
    from catchlight.cli import console
    from catchlight.service.settings import SettingsFile

    loaded = SettingsFile(home.settings).load()
    if loaded.notice:
        console.note(loaded.notice)
    return loaded.settings


def _limits(home: Home) -> Limits:
    from catchlight.service.wire import engine_limits

    return engine_limits(_settings(home).limits)


def _catalogue(home: Home) -> Catalogue:
    from catchlight.catalogue.shelf import Catalogue

    return Catalogue.load(home.catalogue)


def _operations() -> Mapping[str, Operation[Any]]:
    from catchlight.operations.table import OPERATIONS

    return OPERATIONS


def _models(home: Home, threads: int | None = None) -> Models:
    from catchlight.engine.models import Models

    return Models(threads=threads, face_parsing=_settings(home).face_parsing)


def _editor(home: Home, catalogue: Catalogue) -> Editor:
    from catchlight.engine.portrait import Portraits
    from catchlight.service.editor import LocalEditor

    return LocalEditor(Portraits(_models(home)), catalogue)


def _judge(home: Home) -> Callable[[bytes, str, Document], Verdict]:
    from catchlight.engine.portrait import Portraits
    from catchlight.operations.compliance import judge_file

    portraits = Portraits(_models(home), capacity=1)
    return lambda data, media_type, document: judge_file(data, media_type, document, portraits)


def _window(home: Home, photos: Sequence[Path]) -> int:
    from catchlight.cli.display import obstacle

    reason = obstacle()
    if reason is not None:
        raise NoWindowError(reason)
    try:
        import PySide6.QtWidgets  # noqa: F401 - loads Qt's libraries, which may lack some of the system's
    except ImportError as fault:
        raise NoWindowError(f"Qt cannot be loaded ({fault}).") from fault
    from catchlight.client.places import Places
    from catchlight.engine.portrait import Portraits
    from catchlight.gui import application
    from catchlight.service.editor import LocalEditor
    from catchlight.service.late import LateGenerations
    from catchlight.service.recording import RecordingEditor
    from catchlight.service.settings import SettingsFile

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Qt's loop would keep Python from ever seeing Ctrl+C
    catalogue, portraits = _catalogue(home), Portraits(_models(home))
    settings = SettingsFile(home.settings)
    generations = LateGenerations(lambda: _generations(home))
    try:
        places = Places(LocalEditor(portraits, catalogue), _operations())
        editor = RecordingEditor(places, generations)
        return application.run(home, catalogue, editor, portraits, generations, settings, list(photos), places)
    finally:
        generations.close()


def _generations(home: Home) -> Generations:
    from catchlight.service.generations import Generations
    from catchlight.service.settings import SettingsFile

    return Generations(home.store, SettingsFile(home.settings).load().settings.store)


def _serve(home: Home, options: ServeOptions, ready: Callable[[str], None]) -> int:
    import logging
    import os

    from catchlight.cli import console
    from catchlight.engine.portrait import Portraits
    from catchlight.server.access import check_address
    from catchlight.server.app import create_app
    from catchlight.server.pool import EditPool, default_workers
    from catchlight.server.serving import listen, serve
    from catchlight.service.editor import LocalEditor
    from catchlight.service.generations import Generations
    from catchlight.service.recording import RecordingEditor

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    check_address(options.host, options.token)
    settings, catalogue = _settings(home), _catalogue(home)
    workers = options.workers or settings.load.workers or default_workers()
    portraits = Portraits(_models(home, max(1, (os.cpu_count() or 1) // workers)), capacity=max(4, workers))
    with listen(options.host, options.port) as bound:
        generations = Generations(home.store, settings.store)
        for notice in generations.notices:
            console.note(notice)
        editor = LocalEditor(portraits, catalogue)
        pool = EditPool(workers, settings.load.queue)
        recording = RecordingEditor(editor, generations)
        app = create_app(
            _operations().values(), recording, generations, catalogue, pool, settings.limits, options.token
        )
        if options.warm:
            _warm(editor, pool)
        ended = serve(app, pool, bound, ready)
    generations.close()
    if not ended:
        sys.stdout.flush()
        os._exit(0)  # a thread is still inside a network and cannot be stopped: ten seconds are up
    return 0


def _warm(editor: Editor, pool: EditPool) -> None:
    """Load every model in the background: one edit of the sample, kept nowhere."""
    import logging

    from catchlight.engine import codec
    from catchlight.engine.errors import CatchlightError
    from catchlight.engine.progress import Progress
    from catchlight.operations.table import OPERATIONS
    from catchlight.paths import resources
    from catchlight.service.editor import EditRequest

    def work(progress: Progress) -> None:
        sample = codec.decode((resources() / "samples" / "astronaut.png").read_bytes())
        try:
            editor.run(EditRequest("id_photo", OPERATIONS["id_photo"].params(), (sample,)), progress)
        except CatchlightError as error:
            logging.getLogger(__name__).warning("The models could not be loaded: %s", error.message)

    pool.place()
    pool.submit(work, Progress())


PROGRAM = Program(_limits, _catalogue, _operations, _editor, _judge, _serve, _window)
"""The real parts."""

if __name__ == "__main__":
    main()
