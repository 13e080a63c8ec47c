"""The cards of garments say which of them still look drawn."""

from __future__ import annotations

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


@pytest.mark.parametrize(("garment", "noted"), [("dress_shirt", True), ("turtleneck", False)])
def test_a_card_of_a_garment_that_looks_drawn_says_so(
    garment: str, noted: bool, qapp: object, portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    photo = codec.decode((portraits_folder / "d08_glasses_bokeh_bg.jpg").read_bytes())
    small = Picture(view(portraits.of(photo).upright, None, 700).picture.rgb8)
    jobs = JobQueue()
    card = Studio(portraits, catalogue, CardStock(jobs)).card(small, Wish(dyes=((garment, garment),)))
    for _ in range(2):  # the second time as it is kept
        assert ("drawn" in card(Progress()).text("note")) == noted
    jobs.close()
