"""Painting touches the area and nothing else, whatever the picture's kind."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.retouch import dye, eyes_and_teeth, focus, skin, spots, tone
from catchlight.retouch.area import Area
from catchlight.retouch.makeup import cheeks, lips
from catchlight.retouch.one_pass import combine_plans
from catchlight.retouch.paint import BrushPlan, paint

CM = 12.0
PLANS: dict[str, BrushPlan] = {
    "dye": dye.dye((0, 0, 128)),
    "hair": dye.dye((176, 106, 59), hair=True),
    "lighter": tone.expose(0.7),
    "darker": tone.expose(-0.7),
    "contrast": tone.contrast(0.5),
    "flat": tone.contrast(-0.5),
    "vivid": tone.saturate(1.6),
    "grey": tone.saturate(0.0),
    "warm": tone.warm(0.5),
    "smooth": skin.smooth(0.5),
    "lines": skin.lines(0.5),
    "even": skin.even(0.5),
    "calm": skin.calm(0.5),
    "tan": skin.tan(0.5),
    "matt": skin.matt(0.5),
    "fill": skin.fill(0.5),
    "lipstick": lips.lipstick(lips.LIPSTICK, 0.5),
    "blush": cheeks.blush(None, 0.5),
    "tint": cheeks.tint((120, 160, 200), 1.0),
    "whiten": eyes_and_teeth.whiten(0.5),
    "iris": eyes_and_teeth.brighten_iris(0.5),
    "blue_iris": eyes_and_teeth.recolour_iris((60, 90, 200), 1.0),
    "red_eye": eyes_and_teeth.red_eye(1.0),
    "under_eye": eyes_and_teeth.under_eye(0.5),
    "soften": focus.soften(0.5),
    "sharpen": focus.sharpen(0.5),
    "defocus": focus.defocus(5.0),
    "tidy": combine_plans(skin.smooth(0.3), skin.even(0.2), skin.matt(0.2)),
}


def scene(depth: type, channels: int) -> np.ndarray:
    """A lively test picture: shading, texture, redness, highlights."""
    random = np.random.default_rng(3)
    y, x = np.mgrid[:160, :200] / 160
    base = np.stack([0.55 + 0.3 * x - 0.2 * y, 0.42 + 0.2 * x * y, 0.36 + 0.1 * y], axis=-1)
    base += 0.25 * np.exp(-(((x - 0.6) ** 2 + (y - 0.5) ** 2) / 0.01))[..., None]
    base += random.normal(0, 0.04, base.shape)
    base[60:64, 50:150] -= 0.12
    pixels = np.clip(base, 0, 1)
    if channels == 4:
        pixels = np.dstack([pixels, random.random((160, 200))])
    return np.round(pixels * np.iinfo(depth).max).astype(depth)


def area() -> Area:
    import cv2

    mask = np.zeros((100, 120), np.float32)
    cv2.ellipse(mask, (60, 50), (50, 40), 0, 0, 360, 1.0, -1)
    return Area((40, 30, 160, 130), np.asarray(cv2.GaussianBlur(mask, (0, 0), 3), np.float32))


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize(("depth", "channels"), [(np.uint8, 3), (np.uint16, 4)])
def test_outside_stays_identical_and_inside_changes(name: str, depth: type, channels: int) -> None:
    before = scene(depth, channels)
    if name == "red_eye":
        before[70:90, 90:110, :3] = np.array([0.8, 0.1, 0.1]) * np.iinfo(depth).max
    after = paint(before, area(), PLANS[name], CM)
    assert after.dtype == before.dtype
    assert after.shape == before.shape
    differs = (after != before).any(axis=-1)
    covered = area().on((160, 200)) > 0.02
    assert differs[covered].mean() > (0.01 if name in ("red_eye", "iris") else 0.1)
    assert not differs[~covered].any()
    if channels == 4:
        assert np.array_equal(after[..., 3], before[..., 3])


@pytest.mark.parametrize("name", ["dye", "smooth", "fill", "warm"])
def test_strips_leave_no_seams(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from catchlight.retouch import paint as brush

    before = scene(np.uint8, 3)
    whole = paint(before, area(), PLANS[name], CM)
    monkeypatch.setattr(brush, "_STRIP", 120 * 17)
    assert np.abs(paint(before, area(), PLANS[name], CM).astype(int) - whole).max() <= 1


def test_sixteen_bits_are_not_banded() -> None:
    pixels = np.repeat(np.linspace(20000, 24000, 200).astype(np.uint16)[None, :, None], 160, axis=0).repeat(3, axis=2)
    after = paint(pixels, area(), tone.expose(-0.5), CM)
    assert len(np.unique(after[80, 60:140])) > 70


@pytest.mark.parametrize(
    ("cloth", "aim", "lit"),
    [
        ((0.92, 0.92, 0.9), (0, 0, 128), 0.31),
        ((0.1, 0.1, 0.12), (211, 211, 211), 0.86),
        ((0.15, 0.25, 0.6), (0, 0, 0), 0.19),
    ],
)
def test_dyed_cloth_takes_the_colour_and_keeps_its_folds(
    cloth: tuple[float, ...], aim: tuple[int, int, int], lit: float
) -> None:
    from catchlight.imaging.colour import oklab

    x = np.arange(240)
    folds = 0.8 + 0.2 * np.cos(x / 9)
    before = np.round(np.array(cloth)[None, None] * folds[None, :, None] * np.ones((200, 1, 1)) * 255).astype(np.uint8)
    after = paint(before, Area((0, 0, 240, 200), np.ones((200, 240), np.float32)), dye.dye(aim), CM)
    lab, old = (oklab.from_srgb(picture[100].astype(np.float32) / 255) for picture in (after, before))
    assert abs(float(np.quantile(lab[:, 0], 0.75)) - lit) < 0.05
    assert np.corrcoef(lab[:, 0], old[:, 0])[0, 1] > 0.97
    assert lab[:, 0].std() > 0.01
    goal = oklab.of_colour(aim)
    if float(np.hypot(*goal[1:])) > 0.05:
        ours = lab[:, 1:].mean(axis=0)
        assert float(ours @ goal[1:]) / float(np.hypot(*ours) * np.hypot(*goal[1:])) > 0.99


def test_smoothing_evens_blotches_but_leaves_pores() -> None:
    from catchlight.imaging.filters.gaussian import gaussian_blur

    random = np.random.default_rng(5)
    blotches = gaussian_blur(random.normal(0, 1, (200, 240)).astype(np.float32), 5)
    pores = random.normal(0, 0.012, (200, 240)).astype(np.float32)
    light = 0.6 + 0.02 * blotches / blotches.std() + pores
    before = np.round(np.clip(light[..., None] * [1, 0.8, 0.7], 0, 1) * 255).astype(np.uint8)
    after = paint(before, Area((0, 0, 240, 200), np.ones((200, 240), np.float32)), skin.smooth(0.8), 50.0)
    broad = [float(gaussian_blur(p[..., 0].astype(np.float32), 4)[30:-30, 30:-30].std()) for p in (before, after)]
    fine = [
        float((p[..., 0] - gaussian_blur(p[..., 0].astype(np.float32), 1.2))[30:-30, 30:-30].std())
        for p in (before, after)
    ]
    assert broad[1] < 0.75 * broad[0]
    assert fine[1] > 0.85 * fine[0]


def test_a_mole_is_found_and_healed_and_clean_skin_is_not() -> None:
    import cv2

    random = np.random.default_rng(1)
    clean = np.clip(np.array([0.75, 0.58, 0.5]) + random.normal(0, 0.01, (240, 240, 3)), 0, 1)
    spotted = clean.copy()
    dot = np.zeros((240, 240), np.float32)
    cv2.circle(dot, (120, 110), 5, 1.0, -1)
    spotted -= cv2.GaussianBlur(dot, (0, 0), 1)[..., None] * np.array([0.3, 0.3, 0.28])
    before = np.round(np.clip(spotted, 0, 1) * 255).astype(np.uint8)
    whole = Area((0, 0, 240, 240), np.ones((240, 240), np.float32))
    marks = spots.find(before, whole, 45.0)
    assert marks.mask[110, 120] > 0.9
    assert marks.mask.mean() < 0.02
    after = spots.heal(before, marks, whole, 45.0, 1.0)
    assert abs(float(after[107:113, 117:123].mean()) - float(before[60:90, 60:90].mean())) < 5
    assert np.array_equal(after[:60], before[:60])
    nowhere = spots.nearest_mark(marks, 20, 20, 30)
    assert nowhere.trimmed().empty


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
def test_plans_together_do_what_they_do_one_after_the_other(depth: type) -> None:
    before, plans = scene(depth, 3), (skin.smooth(0.3), skin.even(0.25), skin.matt(0.25))
    after = before
    for plan in plans:
        after = paint(after, area(), plan, CM)
    at_once = paint(before, area(), combine_plans(*plans), CM)
    level = np.iinfo(depth).max / 255
    apart = np.abs(at_once.astype(float) - after) / level
    assert apart.max() < 4
    assert apart.mean() < 0.1
    assert np.abs(after.astype(float) - before).max() / level > 12  # they do something


def test_skin_that_shines_over_makes_no_white_line_on_cloth() -> None:
    import cv2

    before = np.zeros((200, 240, 3), np.float32)
    before[:, :120], before[:, 120:] = (215, 170, 150), (24, 26, 40)
    before = np.round(cv2.GaussianBlur(before, (0, 0), 2)).astype(np.uint8)
    mask = np.zeros((200, 240), np.float32)
    mask[:, 118:] = 1
    after = paint(before, Area((0, 0, 240, 200), mask), dye.dye((190, 190, 190), worn=True), 60.0).astype(float)
    inside = after[80:120, 170:220].mean()
    assert inside > 140
    assert after[80:120, 122:160].mean(axis=(0, 2)).max() < inside + 12
