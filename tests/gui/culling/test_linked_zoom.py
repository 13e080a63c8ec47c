"""One zoom for several pictures: the same part of the face in the same place."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.culling.linked_zoom import anchor_of, follow, zoom_to_part
from catchlight.portrait.face.detect import Face


def face_at(x: float, y: float, unit: float) -> Face:
    points = np.array([[x, y], [x + unit, y], [x + unit / 2, y + unit / 2], [x, y + unit], [x + unit, y + unit]])
    return Face(x - unit / 2, y - unit / 2, 2 * unit, 2 * unit, points, 0.9)


def test_eyes_and_mouth_come_to_the_middle_in_one_size() -> None:
    view = Viewport(400, 300, 2.0)
    for part, y in (("eyes", 500.0), ("mouth", 700.0)):
        zoomed = zoom_to_part(view, anchor_of(4000, 3000, face_at(1000, 500, 200), part), part)
        assert zoomed.to_view(1100, y) == pytest.approx((200, 150), abs=0.5)
        assert 200 * zoomed.step == pytest.approx(200)


def test_another_picture_follows_with_its_own_face() -> None:
    first, second = anchor_of(4000, 3000, face_at(1000, 500, 200)), anchor_of(6000, 4000, face_at(3000, 900, 400))
    leading = Viewport(400, 300, 1.0).fit(4000, 3000).zoom(0.8, 120, 90)
    following = follow(Viewport(380, 500, 1.0), second, leading, first)
    assert following.scale == pytest.approx(0.4)
    x, y = leading.to_view(first.x + 200, first.y - 100)
    assert following.to_view(second.x + 400, second.y - 200) == pytest.approx((x - 200 + 190, y - 150 + 250))


def test_without_a_face_the_middles_follow() -> None:
    anchor = anchor_of(4000, 3000, None)
    assert (anchor.x, anchor.y, anchor.unit) == (2000, 1500, 500)
