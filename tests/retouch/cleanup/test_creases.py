"""Soft folds are evened; a seam and the weave stay."""

from __future__ import annotations

import numpy as np
from catchlight.retouch.area import Area
from catchlight.retouch.cleanup import creases

CM = 24.0
SHAPE = (240, 320)
CLOTH = Area((0, 0, 320, 240), np.ones(SHAPE, np.float32))


def cloth() -> tuple[np.ndarray, np.ndarray]:
    """Grey cloth with a sharp seam in the middle, plain and creased."""
    random = np.random.default_rng(3)
    plain = 130 + random.normal(0, 1.5, SHAPE)
    plain[:, 160:] -= 45
    folds = 9 * np.sin(np.arange(240) / 9.0)[:, None] * np.ones(SHAPE)
    return tuple(  # type: ignore[return-value]
        np.repeat(np.clip(plane, 0, 255)[..., None], 3, axis=2).round().astype(np.uint8)
        for plane in (plain, plain + folds)
    )


def test_folds_go_and_the_seam_stays() -> None:
    plain, creased = cloth()
    found = creases.find(creased, CLOTH, CM)
    after = creases.iron(creased, found, CLOTH, 1.0).astype(float)
    part = np.s_[40:200, 20:120]
    rows_before, rows_after = creased[part][..., 0].mean(axis=1).std(), after[part][..., 0].mean(axis=1).std()
    assert rows_after < 0.55 * rows_before
    weave = [
        (image - image.mean(axis=1, keepdims=True)).std()
        for image in (creased[part][..., 0].astype(float), after[part][..., 0])
    ]
    assert weave[1] > 0.85 * weave[0]
    assert after[:, 150:158].mean() - after[:, 163:171].mean() > 40
    assert found.depth > creases.find(plain, CLOTH, CM).depth * 3


def test_only_the_area_changes_and_no_amount_changes_nothing() -> None:
    _, creased = cloth()
    found = creases.find(creased, CLOTH, CM)
    mask = CLOTH.mask.copy()
    mask[:, 100:] = 0
    after = creases.iron(creased, found, Area(CLOTH.box, mask), 1.0)
    assert (after[:, 100:] == creased[:, 100:]).all()
    assert (after[:, :100] != creased[:, :100]).any()
    assert creases.iron(creased, found, CLOTH, 0.0) is creased


def test_checks_are_seen_as_sewn() -> None:
    checked = cloth()[0]
    checked[::14] //= 2
    checked[:, ::14] //= 2
    assert creases.find(checked, CLOTH, CM).sewn > 0.6
