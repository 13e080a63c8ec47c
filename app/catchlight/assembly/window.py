"""The window with its parts."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.cli.program import BrokenWindowError, NoWindowError
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.gui.app.application import DesktopApplication

ONE_BLAS_THREAD = "OPENBLAS_NUM_THREADS", "1"
"""NumPy's helpers wait for more work by spinning, beside the window and before the workers; it must be said before NumPy
is loaded. What multiplies large matrices here is cut into rows for threads of its own."""
NO_PLUGINS = "PYDANTIC_DISABLE_PLUGINS", "__all__"
"""Pydantic would look through all that is installed for plugins of its own before the first model is made."""


def window(home: Home, photos: Sequence[Path]) -> int:
    """Show the window until it is closed; gives the exit code. Raises NoWindowError, BrokenWindowError."""
    return _shown(home, photos, None)


def try_window(home: Home) -> int:
    """Show the window without a display, go through its tabs and close it; gives the number of tabs.

    Raises NoWindowError, BrokenWindowError.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    found: list[str] = []

    def begin(desk: DesktopApplication) -> None:
        from catchlight.gui.app.trial import WindowTrial

        WindowTrial(desk, found.append).begin()

    _shown(home, (), begin)
    return len(found)


def _shown(home: Home, photos: Sequence[Path], begun: Callable[[DesktopApplication], None] | None) -> int:
    from catchlight.cli.display import no_display, obstacle

    reason = obstacle()
    if reason is not None:
        raise NoWindowError(reason) if no_display() else BrokenWindowError(reason)
    for word in (ONE_BLAS_THREAD, NO_PLUGINS):
        os.environ.setdefault(*word)
    try:
        import PySide6.QtWidgets  # noqa: F401 - loads Qt's libraries, which may lack some of the system's

        import catchlight.gui  # noqa: F401 - before all that follows, which would be loaded more slowly
    except ImportError as fault:
        raise BrokenWindowError(f"Qt cannot be loaded ({fault}).") from fault
    gc.disable()  # until the window is there: looking for rubbish among modules that are being loaded takes its time
    from catchlight.assembly.engines import engines
    from catchlight.client.edit_backend import EditBackend
    from catchlight.client.job_backend import JobBackends
    from catchlight.gui.app import application
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.editor import LocalEditor
    from catchlight.service.lazy import LazyGenerations, LazySelections
    from catchlight.service.recording import RecordingEditor
    from catchlight.store.settings.settings_file import SettingsFile

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Qt's loop would keep Python from ever seeing Ctrl+C
    catalogue, portraits = parts.catalogue(home), Portraits(parts.models(home))
    settings = SettingsFile(home.settings)
    generations = LazyGenerations(lambda: parts.generations(home))
    selections = LazySelections(lambda: parts.selections(home, generations, portraits, catalogue))
    try:
        known = engines(home, lambda: portraits.models)
        places = EditBackend(LocalEditor(portraits, catalogue, known.imagine), parts.operations())
        editor, jobs = RecordingEditor(places, generations), JobBackends(selections, places)
        return application.run(
            home,
            catalogue,
            editor,
            portraits,
            generations,
            settings,
            list(photos),
            places,
            jobs,
            begun,
            known,
            parts.chat_model,
        )
    finally:
        gc.enable()
        selections.close()
        generations.close()
