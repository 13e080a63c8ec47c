"""Each tool does what it says inside its mask, and not a bit outside it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.brushes.apply import BrushGround, apply_edits
from catchlight.brushes.coverage import cover_linear
from catchlight.brushes.edits import BrushEdit, HandStroke, LinearGradient, RadialGradient, strikes
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatPlane, Pixels
from pydantic import ValidationError

SIZE = 160
RNG = np.random.default_rng(47)


def left_half(name: str) -> FloatPlane:
    assert name == "background"
    return np.repeat(np.linspace(1, 0, SIZE, dtype=np.float32)[None] > 0.5, SIZE, 0).astype(np.float32)


GROUND = BrushGround(left_half, lambda: 20.0)


def picture(depth: type = np.uint8, channels: int = 3) -> Any:
    """Coloured noise around a mid-tone, with alpha of its own where there is any."""
    top = np.iinfo(depth).max
    pixels = (np.array([0.55, 0.45, 0.38]) + RNG.normal(0, 0.03, (SIZE, SIZE, 3))) * top
    made = np.clip(pixels, 0, top).astype(depth)
    if channels == 4:
        made = np.dstack([made, RNG.integers(0, top, (SIZE, SIZE)).astype(depth)])
    return made


def stroke(x: float = 80.0, y: float = 80.0, radius: float = 20.0, **more: Any) -> HandStroke:
    return HandStroke(points=((x, y), (x + 10, y)), radius=radius, **more)


def away(points: tuple[tuple[float, float], ...], radius: float) -> Any:
    """Where no pixel of a stroke through the points can lie."""
    y, x = np.mgrid[:SIZE, :SIZE] + 0.5
    near = np.min([np.hypot(x - px, y - py) for px, py in points], axis=0)
    return near > radius + 11


TOOLS: tuple[dict[str, Any], ...] = (
    {"tool": "heal"},
    {"tool": "clone"},
    {"tool": "dodge"},
    {"tool": "burn"},
    {"tool": "smooth"},
    {"tool": "sharpen"},
    {"tool": "colour", "colour": "#2040C0"},
    {"tool": "adjust", "exposure": 1.0, "warmth": 40.0, "saturation": -50.0},
)


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
@pytest.mark.parametrize("given", TOOLS, ids=lambda given: given["tool"])
def test_pixels_outside_the_mask_and_alpha_stay_as_they_are(given: dict[str, Any], depth: type) -> None:
    pixels = picture(depth, channels=4)
    offset = (40.0, 30.0) if given["tool"] == "clone" else None
    edit = BrushEdit(**given, strokes=(stroke(offset=offset),))
    made = apply_edits(pixels, (edit,), GROUND)
    assert made.dtype == depth
    outside = away(((80, 80), (90, 80)), 20)
    assert (made[outside] == pixels[outside]).all()
    assert (made[..., 3] == pixels[..., 3]).all()
    changed = (made != pixels).any(axis=2)
    assert changed[75:85, 75:95].mean() > 0.5
    assert (apply_edits(pixels, (edit,), GROUND) == made).all()


def lab_of(pixels: Pixels) -> Any:
    return oklab.from_srgb(pixels[..., :3].astype(np.float32) / np.iinfo(pixels.dtype).max)


@pytest.mark.parametrize(("tool", "sign"), [("dodge", 1), ("burn", -1)])
def test_dodge_and_burn_change_lightness_and_keep_the_hue(tool: Any, sign: int) -> None:
    pixels = picture(np.uint16)
    edit = BrushEdit(tool=tool, strokes=(stroke(softness=0.0),))
    before, after = lab_of(pixels), lab_of(apply_edits(pixels, (edit,), GROUND))
    core = np.s_[75:85, 75:95]
    assert (sign * (after - before)[core][..., 0]).min() > 0.05
    assert np.abs((after - before)[core][..., 1:]).max() < 1e-3


def test_a_colour_keeps_lightness_and_takes_the_hue() -> None:
    pixels = picture(np.uint16)
    edit = BrushEdit(tool="colour", colour="#4060C0", amount=1.0, strokes=(stroke(softness=0.0),))
    before, after = lab_of(pixels), lab_of(apply_edits(pixels, (edit,), GROUND))
    core = np.s_[75:85, 75:95]
    assert np.abs((after - before)[core][..., 0]).max() < 2e-3
    wished = oklab.from_hex("#4060C0")
    assert after[core][..., 1:].mean(axis=(0, 1)) == pytest.approx(wished[1:], abs=0.01)


def test_adjust_lights_by_stops_warms_and_takes_colour_away() -> None:
    grey = np.full((SIZE, SIZE, 3), 70, np.uint8)
    whole = LinearGradient(start=(400.0, 0.0), end=(900.0, 0.0))
    lighter = apply_edits(grey, (BrushEdit(tool="adjust", exposure=1.0, linear=whole),), GROUND)
    light = oklab.linear(np.float32([[[70 / 255] * 3, (lighter[5, 5] / 255)]]))[0]
    assert light[1].mean() / light[0].mean() == pytest.approx(1.8, abs=0.25)  # two, less the way to white
    white = np.full_like(grey, 255)
    assert (apply_edits(white, (BrushEdit(tool="adjust", exposure=2.0, linear=whole),), GROUND) == 255).all()
    warm = apply_edits(grey, (BrushEdit(tool="adjust", warmth=60.0, linear=whole),), GROUND)[5, 5].astype(int)
    assert warm[0] > warm[1] > warm[2]
    bare = apply_edits(picture(), (BrushEdit(tool="adjust", saturation=-100.0, linear=whole),), GROUND)
    assert np.ptp(bare.astype(int), axis=2).max() <= 1


def test_gradients_fall_off_and_lie_within_their_region() -> None:
    pixels = np.full((SIZE, SIZE, 3), 120, np.uint8)
    linear = LinearGradient(start=(0.0, 0.0), end=(0.0, 100.0))
    made = apply_edits(pixels, (BrushEdit(tool="burn", linear=linear, within="background"),), GROUND).astype(int)
    column = made[:, 20, 0]
    assert column[0] < 102
    assert (np.diff(column) >= 0).all()
    assert (column[100:] == 120).all()
    assert (made[:, SIZE // 2 + 1 :] == 120).all()
    radial = RadialGradient(centre=(80.0, 80.0), radius_x=50.0, radius_y=20.0)
    round_ = apply_edits(pixels, (BrushEdit(tool="dodge", radial=radial),), GROUND).astype(int)
    assert round_[80, 80, 0] > 138
    assert round_[80, 120, 0] > 120
    assert (round_[102:] == 120).all()
    assert (round_[:, 131:] == 120).all()
    turned = radial.model_copy(update={"angle": 90.0})
    assert apply_edits(pixels, (BrushEdit(tool="dodge", radial=turned),), GROUND)[120, 80, 0] > 120
    inverted = apply_edits(pixels, (BrushEdit(tool="dodge", radial=radial, invert=True),), GROUND)
    assert inverted[80, 80, 0] == 120
    assert inverted[5, 5, 0] > 138
    whole = apply_edits(pixels, (BrushEdit(tool="dodge", within="background"),), GROUND)
    assert whole[5, 5, 0] > 138
    assert whole[5, 150, 0] == 120


def test_strokes_erase_what_earlier_ones_painted_and_flow_adds_up() -> None:
    pixels = np.full((SIZE, SIZE, 3), 120, np.uint8)

    def dodged(*strokes: HandStroke, **more: Any) -> int:
        return int(apply_edits(pixels, (BrushEdit(tool="dodge", strokes=strokes, **more),), GROUND)[80, 85, 0])

    full, faint = stroke(softness=0.0), stroke(softness=0.0, flow=0.3)
    assert 120 < dodged(faint) < dodged(faint, faint) < dodged(full)
    assert dodged(full, stroke(radius=30, erase=True)) == 120
    assert dodged(stroke(radius=30, erase=True), full) == dodged(full)
    light = stroke(softness=0.0, pressures=(0.4, 0.4))
    assert 120 < dodged(light) < dodged(full)
    assert 120 < dodged(full, opacity=0.5) < dodged(full)


def test_a_mask_that_follows_edges_ends_at_them() -> None:
    pixels = np.full((SIZE, SIZE, 3), 60, np.uint8)
    pixels[:, 80:] = 200
    painted = HandStroke(points=((70.0, 40.0), (70.0, 120.0)), radius=30.0, softness=0.8)
    plain = apply_edits(pixels, (BrushEdit(tool="dodge", strokes=(painted,)),), GROUND).astype(int)
    kept = apply_edits(pixels, (BrushEdit(tool="dodge", strokes=(painted,), edges=True),), GROUND).astype(int)
    over = (plain - pixels)[60:100, 82:90, 0].mean()
    assert over > 2
    assert (kept - pixels)[60:100, 82:90, 0].mean() < 0.6 * over
    assert (kept - pixels)[60:100, 68:78, 0].mean() > 10


def test_clone_copies_from_its_source_bit_for_bit_and_leaves_what_has_none() -> None:
    pixels = picture()
    hard = stroke(offset=(30.0, -40.0), softness=0.0, radius=15)
    made = apply_edits(pixels, (BrushEdit(tool="clone", strokes=(hard,)),), GROUND)
    assert (made[75:85, 75:95] == pixels[35:45, 105:125]).all()
    beyond = stroke(x=150, offset=(100.0, 0.0))
    assert (apply_edits(pixels, (BrushEdit(tool="clone", strokes=(beyond,)),), GROUND) == pixels).all()


def test_heal_takes_a_blemish_away_and_keeps_light_and_texture() -> None:
    pixels = picture(np.uint16).astype(float)
    shade = np.linspace(0.8, 1.1, SIZE)[None, :, None]
    clean = pixels * shade
    y, x = np.mgrid[:SIZE, :SIZE]
    spot = np.exp(-(((x - 80) ** 2 + (y - 80) ** 2) / 30.0))[..., None]
    hurt = (clean * (1 - 0.6 * spot)).astype(np.uint16)
    edit = BrushEdit(tool="heal", strokes=(HandStroke(points=((80.5, 80.5),), radius=14.0, softness=0.3),))
    made = apply_edits(hurt, (edit,), GROUND).astype(float)
    core = np.s_[74:87, 74:87]
    assert abs(made[core].mean() - clean[core].mean()) < 0.015 * 65535 < abs(hurt[core].mean() - clean[core].mean())
    assert made[core].std() == pytest.approx(clean[core].std(), rel=0.35)


@pytest.mark.parametrize("sides", [("left",), ("left", "bottom")])
def test_heal_takes_no_light_from_a_bright_border_beside_the_place(sides: tuple[str, ...]) -> None:
    noise = np.random.default_rng(3).normal(0, 2, (SIZE, SIZE, 3))
    clean = np.array([140.0, 115.0, 97.0]) + np.linspace(0, 25, SIZE)[None, :, None] + noise
    if "left" in sides:
        clean[:, :6] = 250
    if "bottom" in sides:
        clean[-6:] = 250
    pixels = np.clip(clean, 0, 255).astype(np.uint8)
    y, x = np.mgrid[:SIZE, :SIZE] + 0.5
    spot = np.hypot(x - 20, y - 140) < 10
    pixels[spot] = (60, 35, 30)
    # The brush reaches into the border, and its source has none.
    healing = HandStroke(points=((20.0, 140.0),), radius=16.0, softness=0.2, offset=(70.0, -60.0))
    healed = apply_edits(pixels, [BrushEdit(tool="heal", strokes=(healing,))], GROUND)
    away = healed[spot].astype(float) - clean[spot]
    assert np.abs(away.mean(axis=0)).max() < 3
    assert np.abs(away).max() < 12


def test_heal_follows_an_edge_of_shadow_through_the_place() -> None:
    lit = np.where(np.arange(SIZE) < 80, 150.0, 105.0)[None, :, None]
    pixels = np.clip(np.broadcast_to(lit, (SIZE, SIZE, 3)) + 0.5, 0, 255).astype(np.uint8)
    healing = HandStroke(points=((80.0, 80.0),), radius=12.0, offset=(50.0, 0.0))
    healed = apply_edits(pixels, [BrushEdit(tool="heal", strokes=(healing,))], GROUND)
    assert healed[80, 70].mean() > 142, "the light side stays light beside its rim"
    assert healed[80, 90].mean() < 113


def test_heal_takes_the_source_that_it_is_given() -> None:
    pixels = np.full((SIZE, SIZE, 3), 120, np.uint8)
    pixels[30:60, 30:60:2] = 140
    edit = BrushEdit(tool="heal", strokes=(stroke(x=110, radius=8, softness=0.0, offset=(-65.0, -35.0)),))
    made = apply_edits(pixels, (edit,), GROUND)
    assert made[76:84, 106:118].std() > 5  # the stripes of the source


def test_edits_that_are_off_do_nothing_and_copies_act_stroke_by_stroke() -> None:
    pixels = picture()
    off = BrushEdit(tool="dodge", strokes=(stroke(),), on=False)
    assert strikes((off, off.model_copy(update={"on": True, "opacity": 0.0}))) == ()
    assert apply_edits(pixels, strikes((off,)), GROUND) is pixels
    three = BrushEdit(tool="heal", strokes=(stroke(), stroke(x=40), stroke(x=40, erase=True)))
    assert [len(one.strokes) for one in strikes((three,))] == [2, 2]
    made = apply_edits(pixels, strikes((three,)), GROUND)
    assert (made[70:90, 35:50] == pixels[70:90, 35:50]).all()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tool": "dodge"}, "give it strokes"),
        ({"tool": "clone", "strokes": (stroke(),)}, "needs its source"),
        ({"tool": "heal", "within": "skin"}, "follow strokes"),
        ({"tool": "dodge", "strokes": (stroke(erase=True),)}, "only erase"),
        ({"tool": "dodge", "within": "elbow"}, "must be one of"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        BrushEdit(**given)


def test_pressures_are_as_many_as_points() -> None:
    line = ((10.0, 10.0), (20.0, 10.0), (30.0, 10.0))
    assert HandStroke(points=line, radius=3, pressures=(0.2, 0.5)).pressures == (0.2, 0.5, 0.5)
    assert HandStroke(points=line, radius=3, pressures=(0.1, 0.2, 0.3, 0.4)).pressures == (0.1, 0.2, 0.3)
    assert HandStroke(points=line, radius=3).pressures == ()
    with pytest.raises(ValidationError, match="less than or equal to 1"):
        stroke(pressures=(0.5, 1.5))


@pytest.mark.parametrize("end", [(50.0, 40.5), (50.0, 40.0)], ids=["half a pixel", "none"])
def test_a_linear_gradient_without_length_is_a_hard_edge(end: tuple[float, float]) -> None:
    covered = cover_linear(LinearGradient(start=(50.0, 40.0), end=end), (0, 0, 100, 80))
    assert np.all(covered[:39] == 1)
    assert np.all(covered[41:] == 0)


def test_what_heal_brings_takes_the_light_of_its_new_place() -> None:
    shade = np.linspace(60, 220, SIZE)[None, :, None]
    pixels = np.broadcast_to(shade, (SIZE, SIZE, 3)).astype(np.uint8)
    edit = BrushEdit(tool="heal", strokes=(stroke(radius=14, offset=(45.0, 20.0)),))
    made = apply_edits(pixels, (edit,), GROUND).astype(int)
    assert np.abs(made - pixels)[66:94, 66:104].max() <= 3
    copied = apply_edits(pixels, (edit.model_copy(update={"tool": "clone"}),), GROUND).astype(int)
    assert np.abs(copied - pixels)[78:82, 80:90].min() > 30


def test_where_nothing_is_alike_heal_fills_what_the_brush_covers_well_from_what_it_barely_touches() -> None:
    mosaic = np.random.default_rng(6).integers(0, 256, (SIZE // 16, SIZE // 16, 3), np.uint8)
    pixels = np.kron(mosaic, np.ones((16, 16, 1), np.uint8))
    y, x = np.mgrid[:SIZE, :SIZE] + 0.5
    apart = np.hypot(x - 80, y - 80)
    for flow in (1.0, 0.08):
        soft = BrushEdit(
            tool="heal", strokes=(HandStroke(points=((80.0, 80.0),), radius=30.0, softness=1.0, flow=flow),)
        )
        moved = np.abs(apply_edits(pixels, (soft,), GROUND).astype(int) - pixels).max(axis=2)
        assert moved[apart > 27].max() == 0, "less than a tenth of what it covers most"
        assert moved[apart < 20].max() >= 5
