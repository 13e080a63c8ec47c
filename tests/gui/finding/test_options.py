"""The palette finds what can be set in tabs and dialogs, presets, and commands that cannot be done now."""

from __future__ import annotations

import pytest
from catchlight.develop.development import Development
from catchlight.gui.commands.command_palette import CommandPalette
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.finding.options import find_options
from catchlight.gui.id_documents.search import SUBTITLE
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.tabs.crop.tab import CropTab
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.operations.adjust.params import AdjustParams
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidgetItem

from tests.gui.conftest import Stage, wait


@pytest.fixture
def palette(stage: Stage) -> CommandPalette:
    """Over a window with all of its tabs, and a picture."""
    filled: list[bool] = []
    stage.window.tabs.filled.connect(lambda: filled.append(True))
    stage.window.tabs.fill()
    wait(lambda: filled)
    stage.do("sample")
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    return stage.window.palette_box


def found(stage: Stage, typed: str) -> list[QListWidgetItem]:
    stage.do("palette")
    box = stage.window.palette_box
    box.field.setText(typed)
    return [box.list.item(row) for row in range(box.list.count())]


def choose(stage: Stage, typed: str, where: str) -> None:
    """Run the row of what is typed that stands there."""
    row = next(item for item in found(stage, typed) if str(item.data(SUBTITLE)).startswith(where))
    stage.window.palette_box._run(row)


@pytest.mark.usefixtures("palette")
def test_options_of_tabs_are_shown_and_chosen(stage: Stage) -> None:
    choose(stage, "vignette", "Adjust")
    tab = stage.window.tab
    assert isinstance(tab, AdjustTab)
    slider = next(one for path, one in tab.sliders.sliders.items() if path == ("vignette",))
    assert slider.track.hasFocus()
    assert slider.track.isVisible(), "what is folded away is unfolded"
    choose(stage, "crop 4:5", "Crop  ·  Ratio")
    crop = stage.window.tab
    assert isinstance(crop, CropTab)
    assert crop.wish.ratio == "4:5"
    choose(stage, "dodge", "Edit")
    edit = stage.window.tab
    assert isinstance(edit, EditTab)
    assert edit.is_by_hand
    assert edit.hand.draft.tip.tool == "dodge"


@pytest.mark.usefixtures("palette")
def test_formats_open_the_dialog_with_their_choice(stage: Stage) -> None:
    choose(stage, "save as tiff", "Export")
    dialog = stage.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    assert dialog.form.format.currentText() == "TIFF"
    assert dialog.form.wish().media_type == "image/tiff"
    dialog.reject()
    assert found(stage, "export srgb")[0].text() == "sRGB"


@pytest.mark.usefixtures("palette")
def test_what_cannot_be_done_now_says_why(stage: Stage) -> None:
    items = found(stage, "raw")
    impossible = next(item for item in items if item.text() == "Raw or JPEG of the shot")
    assert "only for a shot" in impossible.data(SUBTITLE)
    assert not impossible.flags() & Qt.ItemFlag.ItemIsEnabled
    stage.window.palette_box._run(impossible)
    assert stage.window.palette_box.isVisible()
    stage.do("cull")
    crop = next(item for item in found(stage, "crop and straighten") if item.text() == "Crop and straighten")
    assert "culling" in crop.data(SUBTITLE)


def test_a_preset_is_done_by_its_name(stage: Stage, palette: CommandPalette) -> None:
    step = AppliedStep("adjust", AdjustParams(settings=Development(exposure=0.4)), (512, 512))
    stage.window.presets.shelf.save(preset_of("Golden evening", [step]))
    stage.do("palette")
    palette.field.setText("golden evening")
    wait(lambda: palette.list.item(0).text() == "Golden evening")
    palette._run(palette.list.item(0))
    document = stage.session.current
    assert document is not None
    wait(lambda: document.index == 1)
    assert document.steps[1].operation == "adjust"


@pytest.mark.usefixtures("palette")
def test_sentences_are_whole_and_stand_behind_commands(stage: Stage) -> None:
    stage.do("edit")
    tab = stage.window.tab
    assert isinstance(tab, EditTab)
    wait(lambda: tab.prompt.ready)
    said = [item.text() for item in found(stage, "healing")]
    assert said[0] == "Heal brush"
    assert not [text for text in said if text.startswith("Say")]
    assert not [item for item in found(stage, "black and white") if item.text().startswith("Say")]
    texts = [item.text() for item in found(stage, "teeth")]
    assert texts.index("Teeth") < texts.index("Say “whiten the teeth”")
    assert [item.text() for item in found(stage, "make the jacket navy and whi")] == [
        "Say “make the jacket navy and whiten the teeth”"
    ]


def test_options_have_names_of_their_own(stage: Stage, palette: CommandPalette) -> None:
    options = find_options(stage.window.tab_called("adjust"))
    assert {"Exposure", "Histogram", "Tone curve", "Single colours"} <= {option.title for option in options}
    assert not [option for option in options if option.title in ("", "More options")]
    assert len({(option.title, option.under) for option in options}) == len(options)
