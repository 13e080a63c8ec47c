"""What is worn takes another colour in a headshot only where an edit would trust its borders as well."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot import assemble, garment_colours
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.run import parse_request
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view
from PIL import Image

NAVY, WHITE = (34, 43, 69), (240, 240, 240)


def test_a_jacket_that_looks_like_the_blouse_is_not_made_white(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    # The numbers of the file as they stand, without its profile: in these colours jacket and blouse are alike.
    with Image.open(portraits_folder / "d33_curly_outdoor.jpg") as file:
        photo = Picture(np.asarray(file.convert("RGB")))
    portrait = view(portraits.of(photo).upright, None, 1200)
    assert garment_colours.dye_warning(portrait, "clothes", NAVY) is None
    wish = parse_request(HeadshotParams(clothing_styles=("own_clothes", "white")), catalogue)
    with pytest.raises(Conflict, match="keep the own clothes") as refusal:
        assemble.make_headshot(portrait, wish, None, Progress())
    assert refusal.value.code == "does_not_fit"


def test_what_is_too_dark_is_not_made_white(portraits_folder: Path, portraits: Portraits) -> None:
    photo = codec.decode((portraits_folder / "d08_glasses_bokeh_bg.jpg").read_bytes())
    portrait = view(portraits.of(photo).upright, None, 1000)
    assert "too dark" in (garment_colours.dye_warning(portrait, "clothes", WHITE) or "")
    assert garment_colours.dye_warning(portrait, "clothes", NAVY) is None
