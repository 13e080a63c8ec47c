"""The cards of garments say which of them still look drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import codec
from catchlight.engine.picture import Picture
from catchlight.engine.portrait import Portraits
from catchlight.engine.progress import Progress
from catchlight.engine.view import view
from catchlight.gui.card_stock import CardStock
from catchlight.gui.jobs import JobQueue
from catchlight.gui.tabs.headshot_render import Studio
from catchlight.gui.tabs.headshot_wish import Wish


@pytest.mark.parametrize(("rated", "noted"), [(2.9, True), (3.0, False)])
def test_a_card_of_a_garment_that_looks_drawn_says_so(
    rated: float, noted: bool, qapp: object, portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    garment = "turtleneck"
    shape = catalogue.garments[garment].model_copy(update={"rated": rated})
    catalogue = replace(catalogue, garments={**catalogue.garments, garment: shape})
    photo = codec.decode((portraits_folder / "d08_glasses_bokeh_bg.jpg").read_bytes())
    small = Picture(view(portraits.of(photo).upright, None, 700).picture.rgb8)
    jobs = JobQueue()
    card = Studio(portraits, catalogue, CardStock(jobs)).card(small, Wish(dyes=((garment, garment),)))
    for _ in range(2):  # the second time as it is kept
        assert ("drawn" in card(Progress()).text("note")) == noted
    jobs.close()
