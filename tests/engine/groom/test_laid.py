"""What the hair laid over a picture does to the scalp below it."""

from __future__ import annotations

import numpy as np
from catchlight.catalogue.hairstyles import Groom
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.groom import bare, cast, laid, scene
from catchlight.engine.groom.head import Hairline, azimuth
from catchlight.engine.groom.palette import Palette
from catchlight.engine.portrait import Portrait


def test_a_parting_is_a_light_line_between_dark_roots_and_less_red_than_skin(
    portrait: Portrait, catalogue: Catalogue
) -> None:
    style = catalogue.hair_styles.get("middle_part")
    assert style is not None
    assert isinstance(style.shape, Groom)
    known = scene.read(portrait)
    freed = bare.read(known)
    point = freed.skull.point
    skin = np.array([150, 95, 70], np.uint8)
    part = np.broadcast_to(skin, point.shape).copy()
    black = Palette(np.linspace((4, 1, 1), (30, 1, 1), 64, dtype=np.float32), np.zeros(3, np.float32), True)
    laid._darken_scalp(part, freed, style.shape, black, Hairline(), known.cm, cast.powers(known))
    inside = np.minimum(freed.skull.inside, freed.body)[freed.skull.part] > 0.99
    rooted = inside & (point[..., 1] - Hairline().height(azimuth(point)) > 1.5)
    apart = np.abs(point[..., 0])
    line, beside = (part[rooted & near].astype(float).mean(axis=0) for near in (apart < 0.05, abs(apart - 0.6) < 0.1))
    assert line.mean() > 1.2 * beside.mean()
    for scalp in (line, beside):
        assert scalp[0] / scalp[2] < 0.9 * skin[0] / skin[2]
