"""Parts of copied steps: edits by hand one by one, raw development apart from the sliders, everything else whole."""

from __future__ import annotations

from catchlight.brushes.edits import BrushEdit, HandStroke, LinearGradient
from catchlight.catalogue.catalogue import Catalogue
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.copy_edits.parts import RAW, SETTINGS, WHOLE, chosen_steps, edit_parts
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.edit.marks import Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.service.presets.carry_over import AppliedStep
from PySide6.QtWidgets import QApplication

SIZE = (600, 400)
BURN = BrushEdit(tool="burn", linear=LinearGradient(start=(0, 0), end=(0, 300)), within="background")
HEAL = BrushEdit(tool="heal", strokes=(HandStroke(points=((10.0, 10.0),), radius=5.0),))
STEPS = [
    AppliedStep("adjust", AdjustParams(raw=RawDevelopment(exposure=0.5), settings=Development(contrast=10)), SIZE),
    AppliedStep("crop", CropParams(ratio="4:5"), SIZE),
    AppliedStep("brush", BrushParams(edits=(BURN, HEAL)), SIZE),
    AppliedStep("edit", EditParams(user_prompt="remove the spot", hotspot=Hotspot(x=5, y=5)), SIZE),
]


def test_each_edit_and_the_raw_development_are_parts_of_their_own(qapp: QApplication, catalogue: Catalogue) -> None:
    parts = edit_parts(STEPS, catalogue)
    assert [(one.step, one.part) for one in parts] == [
        (0, RAW), (0, SETTINGS), (1, WHOLE), (2, 0), (2, 1), (3, WHOLE),
    ]  # fmt: skip
    assert [one.usual for one in parts] == [True] * 5 + [False], "what is said of a place is copied only if asked for"
    assert parts[3].title == "Burn · linear · Background"


def test_only_what_is_chosen_is_left_of_a_step(qapp: QApplication, catalogue: Catalogue) -> None:
    raw, settings, crop, burn, heal, _edit = edit_parts(STEPS, catalogue)
    made = chosen_steps(STEPS, [settings, heal])
    assert [one.operation for one in made] == ["adjust", "brush"]
    assert made[0].params == AdjustParams(settings=Development(contrast=10))
    assert made[1].params == BrushParams(edits=(HEAL,))
    assert chosen_steps(STEPS, [raw, crop])[0].params == AdjustParams(raw=RawDevelopment(exposure=0.5))
    assert chosen_steps(STEPS, [burn])[0].params == BrushParams(edits=(BURN,))
    assert chosen_steps(STEPS, edit_parts(STEPS, catalogue)) == STEPS
    assert chosen_steps(STEPS, []) == []
