"""A preset's file that is opened like a picture is imported, whichever way it comes in."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.gui.app.application import begin, offer_tour
from catchlight.gui.app.file_events import FileEvents
from catchlight.gui.guide.tour import Tour
from catchlight.gui.presets.presets_dialog import PresetsDialog
from catchlight.operations.adjust.params import AdjustParams
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset import SUFFIX, Preset
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, Stage, wait
from tests.gui.presets.rows import own_count


def preset(name: str, words: str = "warmer") -> Preset:
    return preset_of(name, [AppliedStep("adjust", AdjustParams(adjustment_prompt=words), (512, 512))])


def written(folder: Path, name: str, words: str = "warmer") -> Path:
    file = folder / f"{name}{SUFFIX}"
    file.write_bytes(preset(name, words).file())
    return file


def place_of(stage: Stage) -> PresetsDialog:
    (place,) = [place for place in stage.window.findChildren(PresetsDialog) if place.isVisible()]
    return place


def names(stage: Stage) -> list[str]:
    return [entry.name for entry in stage.window.presets.shelf.entries()]


def test_an_argument_that_is_a_preset_is_imported_beside_the_pictures(stage: Stage, tmp_path: Path) -> None:
    begin(stage.session, stage.store, [written(tmp_path, "Warm"), SAMPLE, written(tmp_path, "Cool", "cooler")])
    place = place_of(stage)
    wait(lambda: own_count(place) == 2)
    wait(lambda: stage.session.jobs.idle)
    assert names(stage) == ["Cool", "Warm"]
    assert place.entry is not None
    assert place.entry.name == "Cool", "the last one is chosen"
    assert [document.path for document in stage.session.documents] == [SAMPLE]


def test_the_first_tour_waits_while_presets_are_in_front(stage: Stage, tmp_path: Path) -> None:
    stage.window.open_paths([written(tmp_path, "Warm")])
    place = place_of(stage)
    wait(lambda: own_count(place) == 1 and stage.session.jobs.idle)
    offer_tour(stage.desk)
    assert not [tour for tour in stage.window.findChildren(Tour) if tour.isVisible()]
    assert not stage.session.memory.state.toured
    place.reject()
    offer_tour(stage.desk)
    assert [tour for tour in stage.window.findChildren(Tour) if tour.isVisible()]


def test_what_is_on_the_shelf_already_is_only_chosen(stage: Stage, tmp_path: Path) -> None:
    file = written(tmp_path, "Warm")
    for _ in range(2):
        stage.window.open_paths([file])
        place = place_of(stage)
        wait(lambda place=place: own_count(place) == 1)  # type: ignore[misc]
        wait(lambda: stage.session.jobs.idle)
    assert stage.answers.asked == []
    assert not place.trouble.isVisibleTo(place)
    assert names(stage) == ["Warm"]


@pytest.mark.parametrize("agreed", [True, False])
def test_another_one_of_the_same_name_is_asked_about(stage: Stage, tmp_path: Path, agreed: bool) -> None:
    stage.window.presets.shelf.save(preset("Warm", "cooler"))
    stage.answers.agreed = agreed
    stage.window.open_paths([written(tmp_path, "Warm"), written(tmp_path, "Other")])
    wait(lambda: own_count(place_of(stage)) == 2)
    wait(lambda: stage.session.jobs.idle)
    assert len(stage.answers.asked) == 1
    words = stage.window.presets.shelf.find("Warm").steps[0].parameters["adjustmentPrompt"]
    assert words == ("warmer" if agreed else "cooler")


def test_a_file_that_is_no_preset_says_why_and_the_next_comes_in(stage: Stage, tmp_path: Path) -> None:
    torn = tmp_path / f"torn{SUFFIX}"
    torn.write_text("{")
    stage.window.open_paths([torn])
    place = place_of(stage)
    wait(lambda: place.trouble.isVisibleTo(place))
    assert torn.name in place.trouble.text()
    stage.window.open_paths([torn, written(tmp_path, "Warm")])
    wait(lambda: names(stage) == ["Warm"])
    assert stage.session.documents == []


def test_dropped_pasted_and_handed_over_by_the_system(stage: Stage, tmp_path: Path, qapp: QApplication) -> None:
    files = [written(tmp_path, name) for name in ("Dropped", "Handed")]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(files[0]))])
    assert stage.window._intake.accepts(data)
    assert stage.window._intake.take(data)
    wait(lambda: names(stage) == ["Dropped"])
    events = FileEvents(stage.session)
    qapp.installEventFilter(events)
    try:
        qapp.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(files[1]))))
    finally:
        qapp.removeEventFilter(events)
    wait(lambda: names(stage) == ["Dropped", "Handed"])
    wait(lambda: stage.session.jobs.idle)
