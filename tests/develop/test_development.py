"""The settings as values: limits, scaling, adding, and being at rest."""

from __future__ import annotations

import pytest
from catchlight.develop.development import AMOUNTS, CURVES, Band, Bands, Development, Tone, Toning, limits
from pydantic import ValidationError


def test_nothing_set_is_neutral_and_anything_that_acts_is_not() -> None:
    assert Development().is_neutral
    for name in AMOUNTS:
        assert not Development(**{name: limits(name)[1] / 2}).is_neutral, name
    for name in CURVES:
        assert not Development(**{name: ((0.0, 0.1), (1.0, 1.0))}).is_neutral, name
    assert not Development(bands=Bands(blues=Band(hue=5.0))).is_neutral
    assert not Development(toning=Toning(shadows=Tone(hue=200.0, amount=5.0))).is_neutral
    assert not Development(look="film").is_neutral
    assert not Development(auto_exposure=True).is_neutral
    assert not Development(auto_white_balance=True).is_neutral


def test_what_only_waits_for_something_else_is_neutral() -> None:
    assert Development(filter="red").is_neutral
    assert Development(toning=Toning(shadows=Tone(hue=200.0))).is_neutral
    assert Development(look="film", look_strength=0.0).is_neutral
    assert Development(curve=((0.0, 0.0), (1.0, 1.0))).is_neutral
    assert Development(protect=("skin",)).is_neutral


@pytest.mark.parametrize(
    "wrong",
    [
        {"exposure": 6.0},
        {"contrast": -101.0},
        {"grain": -1.0},
        {"curve": ((0.0, 0.0),)},
        {"curve": ((0.0, 0.0), (1.0, 1.4))},
        {"filter": "mauve"},
        {"protect": ("nose",)},
        {"exposure": float("nan")},
        {"brightness": 3.0},
    ],
)
def test_bad_values_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Development(**wrong)  # type: ignore[arg-type]


def test_points_of_a_curve_are_put_in_order() -> None:
    assert Development(curve=((0.5, 0.0), (0.2, 1.0))).curve == ((0.2, 1.0), (0.5, 0.0))


def test_scaling_shrinks_amounts_and_keeps_names() -> None:
    full = Development(
        exposure=1.0,
        look="film",
        filter="red",
        monochrome=80.0,
        bands=Bands(blues=Band(saturation=-60.0)),
        toning=Toning(highlights=Tone(hue=40.0, amount=50.0)),
        curve=((0.0, 0.2), (1.0, 1.0)),
    )
    half = full.scaled(0.5)
    assert (half.exposure, half.look, half.look_strength, half.filter) == (0.5, "film", 50, "red")
    assert half.bands.blues.saturation == -30
    assert half.toning.highlights == Tone(hue=40.0, amount=25.0)
    assert half.curve == ((0.0, 0.1), (1.0, 1.0))
    assert full.scaled(0).is_neutral
    assert full.scaled(1) == full


def test_adding_stays_within_the_limits_and_joins_the_rest() -> None:
    one = Development(contrast=80.0, toning=Toning(shadows=Tone(hue=0.0, amount=30.0)), protect=("skin",))
    other = Development(contrast=60.0, toning=Toning(shadows=Tone(hue=90.0, amount=30.0)), protect=("skin", "blues"))
    both = one.plus(other)
    assert both.contrast == 100
    assert both.toning.shadows.hue == pytest.approx(45)
    assert both.protect == ("skin", "blues")
    assert one.plus(Development(look="film", look_strength=40.0)).look_strength == 40
    assert Development().plus(one) == one


def test_curves_follow_each_other() -> None:
    first, second = ((0.0, 0.0), (0.5, 0.6), (1.0, 1.0)), ((0.0, 0.1), (1.0, 1.0))
    joined = Development(curve=first).plus(Development(curve=second)).curve
    middle = min(joined, key=lambda point: abs(point[0] - 0.5))
    assert middle[1] == pytest.approx(0.1 + 0.9 * 0.62, abs=0.05)
    assert joined[0] == (0.0, pytest.approx(0.1))


def test_settings_travel_as_json_in_camel_case() -> None:
    settings = Development(noise_reduction=20.0, curve=((0.0, 0.0), (1.0, 0.9)), protect=("skin",))
    assert settings.changed() == {"noiseReduction": 20, "curve": [[0, 0], [1, 0.9]], "protect": ["skin"]}
    assert Development.model_validate_json(settings.model_dump_json(by_alias=True)) == settings
