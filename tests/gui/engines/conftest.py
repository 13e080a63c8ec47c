"""A window whose engines are told what to answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from catchlight.assembly import engines as assembled
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.gui.app.application import use_engines
from catchlight.imagine.fill import Imagine
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor
from catchlight.service.imagining.engines import Engines

from tests.gui.conftest import Stage
from tests.imagine.engines import ToldEngine, repainted


class TwoEngines(Engines):
    """Engines of which each is told what to answer, whatever its row says."""

    told = ToldEngine(repainted)

    def imagine(self, entry: str | None = None) -> Imagine:
        if self._made.get("told") is None:  # type: ignore[call-overload]
            self._made["told"] = Imagine(self.told, self.models())  # type: ignore[index]
        return self._made["told"]  # type: ignore[index]


@pytest.fixture
def with_engines(
    new_stage: Callable[..., Stage], portraits: Portraits, catalogue: Catalogue, home: Home
) -> Callable[..., Stage]:
    def made(kind: type[Engines] = Engines) -> Stage:
        known = assembled.engines(home, lambda: portraits.models)
        engines = kind(known.store, known.models, known.adapters)
        stage = new_stage(places=EditBackend(LocalEditor(portraits, catalogue, engines.imagine), OPERATIONS))
        use_engines(stage.session, engines)
        return stage

    return made
