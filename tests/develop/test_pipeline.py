"""Settings onto pixels: what each of them moves, and what none of them may do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.core.progress import Cancelled, Progress
from catchlight.develop import space
from catchlight.develop.decoding import linear
from catchlight.develop.development import AMOUNTS, BANDS, Band, Bands, Development, Filter, Tone, Toning, limits
from catchlight.develop.picture_statistics import PictureStats, measure_picture
from catchlight.develop.pipeline import develop
from catchlight.imaging.picture import Picture, Pixels

SEEN = PictureStats()


@pytest.fixture(scope="module")
def pixels(sample: Picture) -> Pixels:
    return sample.pixels[..., :3]


def ipt(pixels: Pixels) -> Any:
    return np.moveaxis(space.ipt_of(linear(pixels)), -1, 0)


def ramp(height: int = 64, width: int = 1024, deep: bool = False) -> Pixels:
    """A grey ramp from black to white."""
    top = 65535 if deep else 255
    row = np.round(np.linspace(0, top, width)).astype(np.uint16 if deep else np.uint8)
    return np.ascontiguousarray(np.broadcast_to(row[None, :, None], (height, width, 3)))


@pytest.mark.parametrize("deep", [False, True])
def test_neutral_settings_give_the_very_same_pixels(pixels: Pixels, deep: bool) -> None:
    source = (pixels.astype(np.uint16) * 257) if deep else pixels
    assert develop(source, Development(), SEEN) is source
    assert develop(source, Development(filter="red", protect=("skin",)), SEEN) is source


def test_almost_nothing_changes_almost_nothing(pixels: Pixels) -> None:
    made = develop(pixels, Development(contrast=0.01), SEEN)
    assert int(np.abs(made.astype(int) - pixels).max()) <= 1
    deep = pixels.astype(np.uint16) * 257
    assert int(np.abs(develop(deep, Development(contrast=0.01), SEEN).astype(int) - deep).max()) <= 24


@pytest.mark.parametrize("name", AMOUNTS)
def test_every_amount_acts_both_ways_and_by_degrees(pixels: Pixels, name: str) -> None:
    low, high = limits(name)
    changes = []
    for value in (high / 4, high / 2, low / 2):
        if value:
            made = develop(pixels, Development(**{name: value}), measure_picture(pixels))
            assert made.shape == pixels.shape
            assert made.dtype == pixels.dtype
            changes.append(float(np.abs(made.astype(float) - pixels).mean()))
    assert min(changes) > 0.05
    assert changes[1] > changes[0]


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("exposure", lambda i, p, t: i.mean()),
        ("contrast", lambda i, p, t: i.std()),
        ("highlights", lambda i, p, t: np.percentile(i, 80)),
        ("shadows", lambda i, p, t: np.percentile(i, 25)),
        ("midtones", lambda i, p, t: np.median(i)),
        ("whites", lambda i, p, t: np.percentile(i, 90)),
        ("blacks", lambda i, p, t: np.percentile(i, 25)),
        ("temperature", lambda i, p, t: t.mean()),
        ("tint", lambda i, p, t: p.mean()),
        ("vibrance", lambda i, p, t: np.hypot(p, t).mean()),
        ("saturation", lambda i, p, t: np.hypot(p, t).mean()),
        ("clarity", lambda i, p, t: np.abs(np.diff(i, axis=1)).mean()),
        ("sharpness", lambda i, p, t: np.abs(np.diff(i, n=2, axis=1)).mean()),
    ],
)
def test_more_and_less_move_the_measure_their_way(pixels: Pixels, name: str, measure: Any) -> None:
    before = measure(*ipt(pixels))
    more = measure(*ipt(develop(pixels, Development(**{name: limits(name)[1] / 3}), measure_picture(pixels))))
    less = measure(*ipt(develop(pixels, Development(**{name: limits(name)[0] / 3}), measure_picture(pixels))))
    assert less < before < more


@pytest.mark.parametrize("exposure", [0.7, 1.5, 3.0])
def test_brighter_light_keeps_hue_up_to_white(exposure: float) -> None:
    steps = np.linspace(0.3, 1.0, 64)[:, None] * np.array([0.92, 0.70, 0.58])
    skin = np.round(255 * np.broadcast_to(steps[:, None], (64, 64, 3))).astype(np.uint8)
    i, p, t = ipt(develop(skin, Development(exposure=exposure), SEEN))
    _, p0, t0 = ipt(skin)
    coloured = np.hypot(p, t) > 0.02
    turned = np.degrees(np.arctan2(t, p) - np.arctan2(t0, p0))[coloured]
    assert np.abs((turned + 180) % 360 - 180).max() < 4
    assert np.diff(i[:, 32]).min() > -0.004


@pytest.mark.parametrize(
    "settings",
    [
        Development(exposure=2.0),
        Development(exposure=-2.0),
        Development(contrast=100.0),
        Development(contrast=-100.0),
        Development(shadows=100.0),
        Development(highlights=-60.0),
        Development(whites=100.0, blacks=-100.0),
        Development(midtones=100.0, fade=100.0),
        Development(curve=((0.0, 0.0), (0.3, 0.5), (1.0, 1.0))),
    ],
)
def test_tones_never_turn_round_and_grey_stays_grey(settings: Development) -> None:
    made = develop(ramp(deep=True), settings, SEEN).astype(int)
    assert np.diff(made[32, :, 1]).min() >= -40
    assert np.ptp(made, axis=2).max() <= 8


def test_deep_pictures_do_not_band() -> None:
    """A soft ramp in 16 bit has as many levels after a strong lift as it had before."""
    dark = np.ascontiguousarray(
        np.broadcast_to(np.linspace(2000, 9000, 2048).astype(np.uint16)[None, :, None], (8, 2048, 3))
    )
    made = develop(dark, Development(exposure=2.0, blacks=20.0), SEEN)
    assert len(np.unique(made[4, :, 1])) > 1500


def test_a_vignette_on_a_plain_wall_is_dithered() -> None:
    wall = np.full((600, 800, 3), 120, np.uint8)
    made = develop(wall, Development(vignette=60.0), SEEN)[..., 1].astype(float)
    assert made[300, 400] == 120
    assert made[:8, :8].mean() < 95
    means = made[300].reshape(-1, 20).mean(axis=1)
    assert np.all(np.diff(means[20:]) < 0.4)
    # No two neighbouring columns jump by a whole level: the steps dissolve in noise.
    columns = made[280:320].mean(axis=0)
    assert np.abs(np.diff(columns)).max() < 0.75


def test_a_step_in_light_gets_no_halo() -> None:
    step = np.full((400, 600, 3), 60, np.uint8)
    step[:, 300:] = 235
    for settings in (Development(shadows=100.0), Development(highlights=-100.0), Development(clarity=100.0)):
        made = develop(step, settings, measure_picture(step)).astype(int)[200, :, 1]
        dark, bright = made[40:290], made[310:560]
        assert np.ptp(dark) <= 10
        assert np.ptp(bright) <= 10


def test_vibrance_spares_skin() -> None:
    def gain(colour: tuple[int, int, int]) -> float:
        patch = np.full((32, 32, 3), colour, np.uint8)
        _, p, t = ipt(develop(patch, Development(vibrance=80.0), SEEN))
        _, p0, t0 = ipt(patch)
        return float(np.hypot(p, t).mean() / np.hypot(p0, t0).mean())

    for skin in ((222, 178, 152), (146, 102, 78), (84, 56, 44)):
        assert gain(skin) < 1.25
    assert gain((120, 140, 190)) > 1.4


@pytest.mark.parametrize("band", BANDS)
def test_a_band_moves_its_own_colour_alone(band: str) -> None:
    colours = {"reds": (200, 60, 60), "oranges": (220, 140, 70), "yellows": (215, 200, 70), "greens": (80, 170, 80),
               "aquas": (70, 180, 175), "blues": (70, 110, 210), "purples": (130, 80, 210),
               "magentas": (205, 70, 165)}  # fmt: skip
    patches = np.array([[colour] * 48 for colour in colours.values()] * 1, np.uint8).repeat(8, axis=0)
    made = develop(patches, Development(bands=Bands(**{band: Band(saturation=-100.0)})), SEEN)
    chroma = np.hypot(*ipt(made)[1:]).reshape(8, 8, 48).mean(axis=(1, 2))
    before = np.hypot(*ipt(patches)[1:]).reshape(8, 8, 48).mean(axis=(1, 2))
    left = dict(zip(colours, chroma / before, strict=True))
    assert min(left, key=lambda name: left[name]) == band
    opposite = BANDS[(BANDS.index(band) + 4) % 8]
    assert left[band] < 0.45
    assert left[opposite] > 0.97


@pytest.mark.parametrize(
    ("filter_", "brighter", "darker"),
    [
        ("red", (200, 60, 60), (70, 110, 210)),
        ("blue", (70, 110, 210), (200, 60, 60)),
        ("green", (80, 170, 80), (200, 60, 60)),
    ],
)
def test_filters_lighten_their_own_colour(filter_: Filter, brighter: tuple[int, ...], darker: tuple[int, ...]) -> None:
    patches = np.array([[brighter] * 32] * 16 + [[darker] * 32] * 16, np.uint8)
    plain = develop(patches, Development(monochrome=100.0), SEEN).astype(float)
    made = develop(patches, Development(monochrome=100.0, filter=filter_), SEEN).astype(float)
    assert np.ptp(made, axis=2).max() <= 1
    assert made[:16].mean() > plain[:16].mean() + 3
    assert made[16:].mean() < plain[16:].mean() - 3


def test_toning_colours_its_zone() -> None:
    toned = Development(toning=Toning(shadows=Tone(hue=220.0, amount=60.0), highlights=Tone(hue=40.0, amount=60.0)))
    made = develop(ramp(), toned, SEEN).astype(int)[32]
    assert made[300, 2] - made[300, 0] > 6
    assert made[850, 0] - made[850, 2] > 6
    assert np.ptp(made[0]) <= 2
    assert np.ptp(made[-1]) <= 4


def test_grain_is_the_same_each_time_and_leaves_white_alone() -> None:
    grey = np.full((300, 300, 3), 120, np.uint8)
    first = develop(grey, Development(grain=60.0), SEEN)
    assert np.array_equal(first, develop(grey, Development(grain=60.0), SEEN))
    assert first.std() > 4
    assert abs(first.mean() - 120) < 2
    white = np.full((64, 64, 3), 255, np.uint8)
    assert develop(white, Development(grain=60.0), SEEN).min() > 240


def test_noise_goes_and_edges_stay() -> None:
    step = np.full((200, 200, 3), 90, np.uint8)
    step[:, 100:] = 180
    noisy = np.clip(step + np.random.default_rng(3).normal(0, 7, step.shape), 0, 255).astype(np.uint8)
    made = develop(noisy, Development(noise_reduction=70.0), measure_picture(noisy)).astype(float)
    assert made[20:180, 20:80].std() < 0.55 * noisy[20:180, 20:80].std()
    assert made[:, 104:].mean() - made[:, :96].mean() > 86
    assert made[:, 101].mean() - made[:, 98].mean() > 70


def test_alpha_stays_and_depth_too(pixels: Pixels) -> None:
    alpha = np.arange(pixels.shape[0] * pixels.shape[1], dtype=np.uint8).reshape(*pixels.shape[:2], 1)
    alpha = np.maximum(alpha, 1)  # hidden colours are not kept
    settings = Development(exposure=1.0, sharpness=30.0)
    made = develop(np.concatenate([pixels, alpha], axis=2), settings, SEEN)
    assert np.array_equal(made[..., 3:], alpha)
    assert np.array_equal(made[..., :3], develop(pixels, settings, SEEN))
    deep = develop(pixels.astype(np.uint16) * 257, Development(exposure=1.0), SEEN)
    assert deep.dtype == np.uint16
    assert np.abs(deep.astype(int) // 257 - develop(pixels, Development(exposure=1.0), SEEN)).max() <= 2


def test_parts_meet_without_a_seam(pixels: Pixels) -> None:
    """A picture wide enough for several parts equals its crop, away from the frame."""
    wide = np.ascontiguousarray(np.tile(pixels, (1, 3, 1)))
    settings = Development(sharpness=60.0, noise_reduction=50.0)
    made, whole = develop(wide, settings, SEEN), develop(np.ascontiguousarray(wide[:, 300:900]), settings, SEEN)
    assert np.abs(made[40:-40, 400:800].astype(int) - whole[40:-40, 100:500]).max() <= 1


def test_protected_parts_tones_and_colours_stay(pixels: Pixels) -> None:
    mask = np.zeros(pixels.shape[:2], np.uint8)
    mask[:, :200] = 255
    made = develop(pixels, Development(saturation=-100.0), SEEN, mask=mask)
    assert np.abs(made[:, :200].astype(int) - pixels[:, :200]).max() <= 1
    assert np.ptp(made[:, 210:].astype(int), axis=2).max() <= 1
    bright = ipt(pixels)[0] > 0.93
    kept = develop(pixels, Development(exposure=0.8, protect=("highlights",)), SEEN)
    assert np.abs(kept[bright].astype(int) - pixels[bright]).mean() < 2
    assert kept.mean() > pixels.mean() + 8
    suit = (pixels[..., 0].astype(int) - pixels[..., 2]) > 150
    spared = develop(pixels, Development(saturation=-100.0, protect=("reds", "oranges")), SEEN)
    assert np.abs(spared[suit].astype(int) - pixels[suit]).mean() < 4


def test_cancelling_stops_it(pixels: Pixels) -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        develop(pixels, Development(exposure=1.0), SEEN, progress)


def test_progress_rises_to_the_end(pixels: Pixels) -> None:
    heard: list[float] = []
    develop(
        np.tile(pixels, (2, 2, 1)), Development(contrast=10.0), SEEN, Progress(lambda part, step: heard.append(part))
    )
    assert heard == sorted(heard)
    assert heard[-1] == 1


def test_what_is_not_resolved_is_a_mistake_of_the_caller(pixels: Pixels) -> None:
    for settings in (Development(look="film"), Development(auto_exposure=True)):
        with pytest.raises(ValueError, match="resolved"):
            develop(pixels, settings, SEEN)


def test_what_is_kept_for_previews_is_what_larger_pictures_work_out(
    pixels: Pixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    from catchlight.develop.stages import base_layer

    settings = Development(shadows=60.0, clarity=40.0, exposure=0.3)
    preview = develop(pixels, settings, measure_picture(pixels))
    monkeypatch.setattr(base_layer, "_PREVIEW", 0)
    large = develop(pixels, settings, measure_picture(pixels))
    difference = np.abs(preview.astype(int) - large)
    assert difference.max() <= 1
    assert difference.mean() < 0.01


def test_the_base_follows_the_light_and_the_size_that_sliders_change(pixels: Pixels) -> None:
    """Kept coefficients must not outlive what they were found for."""
    seen = measure_picture(pixels)
    half = np.ascontiguousarray(pixels[::2, ::2])
    for source in (pixels, half, pixels):
        for temperature in (0.0, 60.0):
            settings = Development(shadows=60.0, temperature=temperature)
            expected = develop(source, settings, measure_picture(pixels))
            assert np.array_equal(develop(source, settings, seen), expected)
