"""What the tests of the profile picture tab do to it."""

from __future__ import annotations

from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.tabs.profile_picture.tab import ProfilePictureTab

from tests.gui.conftest import Stage, wait


def shown(stage: Stage) -> ProfilePictureTab:
    found = stage.window.tab_called("profile_picture")
    assert isinstance(found, ProfilePictureTab)
    wait(lambda: found._rendering is not None and not found.live.busy and not found.sources.busy)
    return found


def background(tab: ProfilePictureTab, key: str) -> None:
    tab.form.backgrounds.cards[key].click()
    wait(lambda: tab._rendering is not None and tab._rendering.look == tab.look and not tab.live.busy)


def choose_sizes(tab: ProfilePictureTab, *sizes: int) -> None:
    for size, chip in tab.form.chips.items():
        if chip.isChecked() != (size in sizes):
            chip.click()


def make(tab: ProfilePictureTab) -> ProfileJob:
    assert tab.make_button.isEnabled()
    tab.apply()
    entry = tab.job.entry
    assert entry is not None
    return entry
