"""The editor of a worker process: the engine with its own models, catalogue and settings of the user's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.models.registry import Models
    from catchlight.service.editor import Editor, EngineSource

KEPT_PORTRAITS = 2
"""Analyses that a worker keeps: the picture at work and the one that a step made of it."""


@dataclass(frozen=True)
class LocalEditorFactory:
    """Makes editors over the files of a home; crosses to another process as it is."""

    home: Path
    engine: Callable[[Home, Models], EngineSource] | None = None
    """Gives what gives the engine of the settings: a function of a module, so that it crosses too."""

    def __call__(self, threads: int) -> Editor:
        """threads: of each network. Raises StorageFault, and what loading the catalogue raises."""
        from catchlight.models.registry import Models
        from catchlight.portrait.portrait import Portraits
        from catchlight.service.editor import LocalEditor, no_engine
        from catchlight.service.user_catalogues import load_catalogue
        from catchlight.store.settings.settings_file import SettingsFile

        home = Home(self.home)
        settings = SettingsFile(home.settings).load().settings
        models = Models(threads=threads, face_parsing=settings.face_parsing)
        engine = self.engine
        source = no_engine if engine is None else engine(home, models)
        return LocalEditor(Portraits(models, capacity=KEPT_PORTRAITS), load_catalogue(home.catalogue), source)
