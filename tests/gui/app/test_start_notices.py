"""What a window says at its start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.gui.app import start_notices
from catchlight.gui.app.start_notices import tell_notices
from catchlight.gui.wording.problems import Problem
from catchlight.operations.plugin_rows import PluginOperations

from tests.gui.conftest import Stage, wait
from tests.packages import install_package


def test_a_plug_in_that_cannot_be_used_is_told_and_the_window_goes_on(
    new_stage: Callable[..., Stage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_package(tmp_path, "notice-bad", {"catchlight.operations": {"thing": "notice_bad:ROW"}}, "ROW = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(start_notices, "PLUGINS", PluginOperations(taken=()))
    stage = new_stage()
    told: list[Problem] = []
    stage.session.problem.connect(told.append)
    tell_notices(stage.session, stage.store)
    wait(lambda: told, 20)
    assert told == [
        Problem("A plug-in is left out", "thing of notice-bad 1.0: notice_bad:ROW is no Operation but int.")
    ]
