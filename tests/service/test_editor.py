"""What an edit tells of its sources besides its own facts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Metadata, Picture
from catchlight.models.registry import Models
from catchlight.operations.adjust.params import AdjustParams
from catchlight.portrait.portrait import Portraits
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
