"""The engines of a home's settings, with the adapters that they are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.core.progress import Progress
    from catchlight.imagine.port import EngineAccess, Generator, Place
    from catchlight.models.registry import Models
    from catchlight.service.editor import EngineSource
    from catchlight.service.imagining.engines import Adapters, Engines, LocalEngine
    from catchlight.store.settings.engine_settings import EngineSettings, Imagining
    from catchlight.store.settings.settings_file import SettingsFile


def engines(home: Home, models: Callable[[], Models], *, sessions: bool = True) -> Engines:
    """sessions: whether a person is there, who may allow an engine on the internet."""
    from catchlight.service.imagining.engines import Engines
    from catchlight.store.settings.settings_file import SettingsFile

    return Engines(FileStore(SettingsFile(home.settings)), models, adapters(), sessions)


@dataclass(frozen=True)
class FileStore:
    """The part ``imagining`` of a settings file, read anew at each question."""

    file: SettingsFile

    def load(self) -> Imagining:
        return self.file.load().settings.imagining

    def save(self, imagining: Imagining) -> None:
        self.file.save(self.file.load().settings.model_copy(update={"imagining": imagining}))


def adapters() -> Adapters:
    """Nothing of a network is loaded before one of them is asked for."""
    from catchlight.service.imagining.engines import Adapters

    return Adapters(_make, _place, _look, _keep_token, _forget_token, batch_engine)


def batch_engine(home: Home, models: Models) -> EngineSource:
    """Gives the engine of a batch's process: that of the settings, never one on the internet."""
    return engines(home, lambda: models, sessions=False).imagine


def _make(row: EngineSettings, access: EngineAccess) -> Generator:
    if row.kind == "onnx":
        from pathlib import Path

        from catchlight.generators.onnx_file import OnnxInpainter

        return OnnxInpainter(row.id, Path(row.address))
    from catchlight.generators.make import make_engine

    return make_engine(row.id, row.kind, row.address, row.model, row.graph, row.timeout, access)


def _place(address: str) -> Place:
    from catchlight.generators.address import locate

    return locate(address).place


def _look(progress: Progress) -> tuple[LocalEngine, ...]:
    from catchlight.generators.make import look_for_engines

    return look_for_engines(progress)


def _keep_token(engine: str, token: str) -> None:
    from catchlight.generators.tokens import keep_token

    keep_token(engine, token)


def _forget_token(engine: str) -> None:
    from catchlight.generators.tokens import forget_token

    forget_token(engine)
