"""What the plate replaces: single bright strands on dark cloth too, and no threads of that."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.removal import hairline_shade, zones
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


def test_bright_strands_on_cloth_go_with_the_hair(portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("d33_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=1500))
    zone = zones.find_hair_zone(known, hairline_shade.hair_without_specks(known), 0.0)
    # Two single hairs lie on the right shoulder, away from all others; below them is nothing but the weave.
    strand = zone[932:938, 350:390]
    assert strand.max(axis=0).mean() > 0.9
    assert not np.any(zone[985:1100, 300:420])
