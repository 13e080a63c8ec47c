"""What the plate replaces: single bright strands on cloth too, but not the cloth itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from catchlight.engine.groom import scene, shade, zones
from catchlight.engine.groom.planes import grown, shrunk
from catchlight.engine.portrait import Portrait


def test_a_bright_strand_on_cloth_goes_with_the_hair(portrait: Portrait) -> None:
    import cv2

    known = scene.read(portrait)
    cm = known.cm
    cloth = shrunk((known.cloth > 0.7) & (known.hair < 0.02), 0.3 * cm) & grown(known.hair > 0.5, 4 * cm)
    rows, columns = np.nonzero(cloth)
    middle = len(rows) // 2
    row, column = int(rows[middle]), int(columns[middle])
    dark = known.rgb.copy()
    dark[known.cloth > 0.3] = 40
    drawn = dark.copy()
    ends = [(column - round(0.8 * cm), row), (column + round(0.8 * cm), row + round(0.3 * cm))]
    cv2.line(drawn, *ends, (150, 130, 110), 1, cv2.LINE_AA)
    on_line = (drawn != dark).any(axis=-1) & cloth
    assert on_line.sum() > cm
    zone, plain = (
        zones.read(replace(known, rgb=each), shade.rooted(known), 0.0)[on_line].mean() for each in (drawn, dark)
    )
    assert zone > 0.8 > 0.2 > plain
