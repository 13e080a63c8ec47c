"""What an edit tells of its sources besides its own facts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.models import Models
from catchlight.engine.picture import Metadata, Picture
from catchlight.engine.portrait import Portraits
from catchlight.engine.progress import Progress
from catchlight.operations.params.adjust import AdjustParams
from catchlight.service.editor import EditRequest, LocalEditor


def test_what_decoding_left_out_stands_in_the_details_once(catalogue: Catalogue, models: Models) -> None:
    editor = LocalEditor(Portraits(models), catalogue)
    plain = Picture(np.full((80, 90, 3), 120, np.uint8), metadata=Metadata("image/jpeg"))
    noted = plain.with_(metadata=replace(plain.metadata, notes=("Something was left out.",)))
    params = AdjustParams(adjustment_prompt="warmer")

    def details(*pictures: Picture) -> dict[str, object]:
        return editor.run(EditRequest("adjust", params, pictures), Progress()).details

    assert "sourceNotes" not in details(plain)
    assert details(noted)["sourceNotes"] == ["Something was left out."]
