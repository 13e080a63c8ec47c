"""The profile picture tab with the sample open, over jobs that can be watched and held."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from catchlight.gui.tabs.profile_picture.tab import ProfilePictureTab
from catchlight.paths import Home

from tests.gui.conftest import SAMPLE, Stage, wait
from tests.gui.tabs.profile_picture.doing import shown
from tests.selections import Watched


@pytest.fixture
def watched(home: Home) -> Watched:
    return Watched(home)


@pytest.fixture
def stage(new_stage: Callable[..., Stage], watched: Watched) -> Stage:
    return new_stage(target=watched.target)


@pytest.fixture
def tab(stage: Stage) -> ProfilePictureTab:
    """The tab with the sample open and seen as a square."""
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("profile_picture")
    return shown(stage)
