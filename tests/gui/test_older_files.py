"""What the window of an earlier version has written is read as it was meant."""

from __future__ import annotations

from pathlib import Path

from catchlight.gui.app.application import WINDOW_FILE
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.recovery.open_list import OpenListFile
from catchlight.operations.adjust.params import AdjustParams
from catchlight.paths import Home
from catchlight.store.settings.settings_file import SettingsFile

from tests.older_files import copied


def test_the_windows_memory(tmp_path: Path) -> None:
    home = Home(copied(tmp_path))
    memory = Memory(SettingsFile(home.settings), home.root / WINDOW_FILE)
    assert memory.notice is None
    assert memory.settings.theme == "light"
    state = memory.state
    assert (state.text_scale, state.ground, state.guides, state.tab) == (1.25, "grey", False, "headshot")
    assert state.greeted
    assert state.toured
    assert state.geometry == "AdnQywADAAA="
    assert state.recent_documents == ("icao_35x45", "us_passport")
    assert (memory.background("icao_35x45"), memory.background("us_passport")) == ("#D6E6F5", "document")
    export, batch = state.export, state.batch
    assert (export.folder, export.quality, export.metadata) == ("/home/anna/Exports", 88, False)
    assert export.pattern == "{name}_{date}"
    assert (batch.preset, batch.folder, batch.pattern) == ("Team page", "/home/anna/Team", "{number}_{name}")
    assert (batch.media_type, batch.quality, batch.taken, batch.jobs) == ("image/webp", 80, "refuse", 2)
    assert state.servers == ("http://studio.local:8765",)
    (note,) = state.profile_jobs
    assert (note.job, note.address) == ("job_01a21c72713477559d815d149ff5d7b1", None)
    assert (note.name, note.request, note.ended) == ("anna.jpg", "first-asking", True)
    assert note.generation == "gen_01a21c72460278049d384ac0afdf4a3a"
    assert note.parameters == {"sizes": [96, 48], "shape": "circle"}


def test_what_was_open(tmp_path: Path) -> None:
    slot = OpenListFile(Home(copied(tmp_path)).open)
    (left,) = slot.claim()
    slot.release(keep=True)
    anna, pasted, sample = left.pictures
    assert (anna.path, anna.name, anna.position) == ("/home/anna/Pictures/anna.jpg", "anna.jpg", 1)
    assert anna.trail == (None, "gen_01a21c724611740bae60713eecc6f1d0", "gen_01a21c724816746384d266cbb22ecbe3")
    assert (anna.pasted, anna.sample) == (False, False)
    assert (pasted.pasted, pasted.name, pasted.trail) == (True, "Pasted picture", (None,))
    assert (sample.sample, sample.name) == (True, "Sample")
    assert (left.current, left.tab, left.tries, left.closed) == (1, "adjust", 1, False)
    assert left.draft is not None
    assert left.draft.tab == "adjust"
    wish = AdjustParams.model_validate(left.draft.parameters)
    assert (wish.adjustment_prompt, wish.settings.contrast) == ("cooler", 30.0)
