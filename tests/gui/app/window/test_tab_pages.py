"""Tabs that are built when they are wanted, or in turns once the window stands."""

from __future__ import annotations

import time

from catchlight.gui.tabs.registry import TABS
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, wait

KEYS = [kind.key for kind in TABS]


def built(stage: Stage) -> list[str]:
    return [tab.key for tab in stage.window.tabs.built]


def test_only_the_chosen_tab_is_built_before_the_window_is_seen(stage: Stage) -> None:
    assert built(stage) == [stage.window.tab.key]


def test_the_others_come_in_turns_and_what_waits_for_them_is_told_once(stage: Stage) -> None:
    shown, told = stage.window.tab, []
    stage.window.tabs.filled.connect(lambda: told.append(built(stage)))
    stage.desk.stand()
    QApplication.processEvents()
    assert built(stage) != KEYS  # not all in one
    wait(lambda: told)
    end = time.monotonic() + 0.3
    wait(lambda: time.monotonic() > end)
    assert told == [KEYS]
    assert stage.window.tab is shown
    assert [tab.isVisible() for tab in stage.window.tabs] == [tab is shown for tab in stage.window.tabs]


def test_a_tab_that_is_wanted_while_it_comes_is_built_once(stage: Stage) -> None:
    stage.desk.stand()
    QApplication.processEvents()
    for kind in reversed(TABS):
        stage.do(kind.key)
        assert type(stage.window.tab) is kind
        QApplication.processEvents()
    assert built(stage) == KEYS
    assert stage.window.tabs.count() == len(KEYS)


def test_a_tab_that_comes_late_knows_what_is_open(stage: Stage) -> None:
    stage.do("adjust")
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    assert "hair" not in built(stage)
    late = stage.window.tab_called("hair")
    assert late.document is stage.session.current is not None
    assert not late.isVisible()


def test_another_theme_builds_no_tab_that_was_not_wanted(stage: Stage) -> None:
    stage.do("adjust")
    there = built(stage)
    stage.desk.redress()
    assert built(stage) == there
    assert stage.window.tab.key == "adjust"


def test_who_waits_for_the_tabs_is_told_when_another_window_takes_over(stage: Stage) -> None:
    told: list[bool] = []
    stage.window.tabs.filled.connect(lambda: told.append(True))
    stage.desk.stand()
    stage.desk.redress()
    assert told == [True]
