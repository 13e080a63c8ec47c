"""Adjusting whole pictures: by words, by settings, by both, through the operation itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import InvalidRequest, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.develop.development import Band, Bands, Development
from catchlight.develop.picture_statistics import PictureStats
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Step
from catchlight.language.lexicon.row_types import Grammar
from catchlight.operations import sentences as wording
from catchlight.operations.adjust import run as adjust
from catchlight.operations.adjust import sentence_settings
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.adjust.run import look_settings, parse_settings, resolve_settings
from catchlight.operations.operation import Context, Outcome
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from pydantic import ValidationError


def run(portraits: Portraits, catalogue: Catalogue, picture: Picture, params: AdjustParams) -> Outcome:
    def begin(kind: Kind, facts: dict[str, Any]) -> Step:
        made = datetime(2026, 1, 1, tzinfo=UTC)
        return Step(operation="adjust", parameters={}, kind=kind, source="", made=made, facts=facts)

    return adjust.run([portraits.of(picture)], params, Context(Progress(), catalogue, begin))


def warmth(picture: Picture) -> float:
    return float(picture.pixels[..., 0].astype(float).mean() - picture.pixels[..., 2].astype(float).mean())


def test_a_sentence_alone_develops_the_picture(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    outcome = run(portraits, catalogue, sample, AdjustParams(adjustment_prompt="warmer, lift the shadows"))
    assert warmth(outcome.picture) > warmth(sample) + 5
    dark = sample.rgb8.mean(axis=2) < 70
    assert outcome.picture.rgb8[dark].mean() > sample.rgb8[dark].mean() + 1.5
    assert outcome.details["settings"].keys() == {"temperature", "shadows"}
    step = outcome.picture.record.steps[-1]
    assert step.facts == outcome.details
    assert step.kind == "pixels"


def test_words_and_settings_are_one_thing(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    said = run(portraits, catalogue, sample, AdjustParams(adjustment_prompt="warmer, film look at 60 %, less contrast"))
    settings = Development.model_validate_json(Development().model_dump_json())
    settings = settings.plus(parse_settings("warmer, film look at 60 %, less contrast", PictureStats(), catalogue))
    moved = run(portraits, catalogue, sample, AdjustParams(settings=settings))
    assert np.array_equal(said.picture.pixels, moved.picture.pixels)
    assert said.details == moved.details


def test_both_together_add_up(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    params = AdjustParams(adjustment_prompt="exposure +0.5", settings=Development(exposure=0.5))
    assert run(portraits, catalogue, sample, params).details["settings"] == {"exposure": 1}


def test_strength_scales_all_of_it(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    def away(strength: float) -> float:
        params = AdjustParams(adjustment_prompt="teal and orange, brighter", strength=strength)
        made = run(portraits, catalogue, sample, params).picture.pixels
        return float(np.abs(made.astype(float) - sample.pixels).mean())

    assert away(0) == 0
    assert 0.2 * away(1) < away(0.5) < 0.8 * away(1)


@pytest.mark.parametrize("prompt", ["", "   "])
def test_nothing_said_and_nothing_set_is_refused(prompt: str) -> None:
    with pytest.raises(ValidationError, match="adjustmentPrompt is empty"):
        AdjustParams(adjustment_prompt=prompt)


@pytest.mark.parametrize("prompt", ["make it banana", "remove the car", "make it 4K", "tint the shadows grey"])
def test_what_is_not_understood_names_what_would_be(
    prompt: str, portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    with pytest.raises(UnusablePicture, match="Understood would be") as refused:
        run(portraits, catalogue, sample, AdjustParams(adjustment_prompt=prompt))
    assert refused.value.code == "prompt_not_understood"


def test_a_look_that_does_not_exist_is_a_bad_request(
    portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    with pytest.raises(InvalidRequest, match=r"settings\.look.*Did you mean"):
        run(portraits, catalogue, sample, AdjustParams(settings=Development(look="fillm")))


def test_alpha_and_depth_stay(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    alpha = np.full((*sample.pixels.shape[:2], 1), 9000, np.uint16)
    deep = Picture(np.concatenate([sample.pixels.astype(np.uint16) * 257, alpha], axis=2))
    made = run(portraits, catalogue, deep, AdjustParams(settings=Development(contrast=20.0))).picture
    assert made.depth == 16
    assert (made.pixels[..., 3] == 9000).all()


def test_skin_that_is_to_stay_stays(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    params = AdjustParams(adjustment_prompt="much cooler but don't touch the skin tones")
    made = run(portraits, catalogue, sample, params).picture.pixels.astype(int)
    cheek = np.s_[125:140, 205:220]
    wall = np.s_[60:100, 300:340]
    assert np.abs(made[cheek] - sample.pixels[cheek]).mean() < 3
    assert np.abs(made[wall] - sample.pixels[wall]).mean() > 8


# Words to settings


def settings_of(sentence: str, catalogue: Catalogue, seen: PictureStats | None = None) -> Development:
    return parse_settings(sentence, seen or PictureStats(), catalogue)


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("exposure +0.5", {"exposure": 0.5}),
        ("two stops darker", {"exposure": -2}),
        ("contrast +20", {"contrast": 20}),
        ("set the temperature to 5500 K", {}),
        ("black and white", {"look": "black_and_white"}),
        ("make the blues deeper", None),
        ("auto white balance", {"autoWhiteBalance": True}),
    ],
)
def test_sentences_come_to_settings(sentence: str, changed: dict[str, Any] | None, catalogue: Catalogue) -> None:
    found = settings_of(sentence, catalogue).changed()
    if changed is None:
        assert found["bands"]["blues"]
    else:
        assert found == changed


def test_amounts_are_in_order(catalogue: Catalogue) -> None:
    said = ["a touch warmer", "a bit warmer", "warmer", "much warmer", "extremely warm"]
    found = [settings_of(sentence, catalogue).temperature for sentence in said]
    assert found == sorted(found)
    assert len(set(found)) == len(found)
    assert found[0] >= 5
    kelvin = [settings_of(f"{number} K warmer", catalogue).temperature for number in (200, 500, 1500)]
    assert kelvin == sorted(kelvin)
    assert kelvin[0] > 0


def test_wishes_go_by_the_picture(catalogue: Catalogue) -> None:
    bright, dark = PictureStats(median=0.8), PictureStats(median=0.12, high=0.5)
    plain = settings_of("brighter", catalogue).exposure
    assert (
        settings_of("brighter", catalogue, bright).exposure < plain <= settings_of("brighter", catalogue, dark).exposure
    )
    assert settings_of("+1 stop", catalogue, bright).exposure == 1


def test_what_is_to_be_kept_is_kept(catalogue: Catalogue) -> None:
    film = resolve_settings(settings_of("film look without grain", catalogue), PictureStats(), catalogue)
    assert film == look_settings("film", catalogue).model_copy(update={"grain": 0.0})
    wish = settings_of("golden hour but don't make it warmer", catalogue)
    assert resolve_settings(wish, PictureStats(), catalogue).temperature == 0
    assert settings_of("brighter without blowing the highlights", catalogue).protect == ("highlights",)


def test_less_of_what_a_look_brings_leaves_the_look(catalogue: Catalogue) -> None:
    film = look_settings("film", catalogue)
    less = resolve_settings(settings_of("film look, less grain", catalogue), PictureStats(), catalogue)
    assert 0 < less.grain < film.grain
    assert less.model_copy(update={"grain": film.grain}) == film


def test_every_verb_of_the_language_has_a_setting_that_acts(catalogue: Catalogue) -> None:
    """Whatever the grammar can produce changes a picture that is neither grey nor perfect."""
    grammar = Grammar.model_validate_json((resources() / "language" / "adjust.json").read_bytes())
    interpreter = wording.interpreter("adjust")
    places = {"hue": "the blues", "luminance": "the blues", "tone": "the shadows"}
    said = {
        "hue": "shift the blues towards green",
        "luminance": "brighten the blues",
        "highlights": "raise the highlights",
        "tint": "more magenta",
        "tone": "tint the shadows blue",
        "look": "film look",
        "auto_all": "auto",
        "auto_exposure": "auto exposure",
        "auto_white_balance": "auto white balance",
        "noise": "reduce noise",
        "gamma": "gamma 1.2",
        "face_light": "the face is too dark",
        "pop": "make it pop",
    }
    rest = Development()
    for verb in grammar.verbs:
        sentence = said.get(verb, f"increase the {verb}")
        intents = interpreter.understand(sentence).intents
        assert {intent.verb for intent in intents} == {verb}, (sentence, places.get(verb))
        assert (
            sentence_settings.settings_of(interpreter.understand(sentence), PictureStats(), lambda entry: rest) != rest
        ), sentence


def test_every_look_of_the_language_is_in_the_catalogue_and_can_be_said(catalogue: Catalogue) -> None:
    grammar = Grammar.model_validate_json((resources() / "language" / "adjust.json").read_bytes())
    assert set(grammar.looks) == set(catalogue.looks.ids)


def test_every_look_is_valid_plain_and_does_something(catalogue: Catalogue, sample: Picture) -> None:
    from catchlight.develop.pipeline import develop

    made = {}
    for row in catalogue.looks:
        settings = look_settings(row.id, catalogue)
        assert not settings.is_neutral
        assert settings.look is None
        assert not settings.auto_exposure
        assert not settings.auto_white_balance
        assert not row.label_zh.isascii()
        made[row.id] = develop(sample.pixels, settings, PictureStats())
        if row.family == "mono":
            assert np.ptp(made[row.id].astype(int), axis=2).max() <= 1
    names = list(made)
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            assert np.abs(made[one].astype(float) - made[other]).mean() > 0.4, (one, other)


def test_looks_keep_skin_between_black_and_white(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    """No look blows or blocks a face, or turns it blue or green."""
    from catchlight.develop.pipeline import develop

    cheek = np.s_[125:150, 205:240]
    for row in catalogue.looks:
        face = (
            develop(sample.pixels, look_settings(row.id, catalogue), PictureStats())[cheek]
            .astype(float)
            .mean(axis=(0, 1))
        )
        assert 60 < face.mean() < 252, row.id
        if row.family != "mono":
            assert face[0] >= face[1] >= face[2], row.id


def test_a_band_is_asked_for_by_its_name(catalogue: Catalogue) -> None:
    wish = settings_of("desaturate the greens", catalogue)
    assert wish.bands == Bands(greens=Band(saturation=wish.bands.greens.saturation))
    assert wish.bands.greens.saturation < -20
