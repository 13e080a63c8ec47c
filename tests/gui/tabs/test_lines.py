"""Lines dragged in the window: the frame that is shown is the frame that is cut."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.gui.canvas.measured_guides import CHIN, CROWN, EYES
from catchlight.gui.tabs.id_photo.frame_planner import FramePlanner

from tests.gui.conftest import Stage, wait
from tests.operations.id_photo.lines import is_cut_there

SHIFTS_MM = [(CROWN, up) for up in (-2.0, -1.0, 0.5, 1.0, 2.0)]
SHIFTS_MM += [(CHIN, up) for up in (-2.0, -1.0, 1.5)] + [(EYES, up) for up in (-2.0, 1.0, 2.0)]


def test_the_frame_that_is_shown_is_cut(stage: Stage) -> None:
    stage.open_sample()
    tab, document = stage.id_photo, stage.session.current
    assert document is not None
    planner: FramePlanner = tab.planner
    tab.search.chosen.emit("us_passport")
    tab.swatches.choose("original")
    wait(lambda: planner.plans is not None and planner.plans.framing.document.id == "us_passport")
    source = document.steps[0].picture
    shown = set()
    for line, up_mm in SHIFTS_MM:
        planner.reset_lines()
        wait(lambda: planner.plans is not None and not planner.plans.framing.guides.moved_px)
        planner.shift(line, up_mm)
        wait(lambda: planner.plans is not None and bool(planner.plans.framing.guides.moved_px))
        assert planner.plans is not None
        planned = planner.plans.framing
        assert set(planned.guides.moved_px) == {line}
        assert planner.shift_mm(line) == pytest.approx(up_mm, abs=0.01)
        stage.make_id_photo()
        step = document.steps[-1]
        assert is_cut_there(step.picture, planned, source), (line, up_mm)
        assert step.base_to_this is not None
        placed = step.base_to_this
        there = np.array([[placed.m11(), placed.m21(), placed.m31()], [placed.m12(), placed.m22(), placed.m32()]])
        assert there[:, :2] == pytest.approx(planned.matrix[:, :2]), "what is compared lies where it was cut"
        told = {row["id"]: row for row in step.details["verdict"]["checks"]}["own_lines"]
        assert (told["state"], told["hard"]) in (("uncertain", False), ("info", False))
        shown.add(tuple(planned.matrix.round(4).ravel()))
        tab.show_stage("frame")
    assert len(shown) == len(SHIFTS_MM)
