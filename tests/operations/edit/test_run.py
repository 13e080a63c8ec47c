"""Edits by a sentence and a hotspot: the right place, the right change, nothing elsewhere."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Step
from catchlight.language.lexicon.row_types import Grammar, Verb
from catchlight.operations.edit import run as edit
from catchlight.operations.edit.aiming import at_hotspot
from catchlight.operations.edit.areas import AreaMarks
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.marks import Box, Hotspot, Stroke
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.preview import shrink_to_person
from catchlight.operations.edit.shaping.verbs import SHAPE_VERBS
from catchlight.operations.edit.touched_outline import outline_targets
from catchlight.operations.edit.verbs import VERBS
from catchlight.operations.operation import Context, Outcome
from catchlight.paths import resources
from catchlight.portrait import view
from catchlight.portrait.portrait import Portraits
from pydantic import ValidationError

NOSE, MOUTH, RIGHT_EYE, LEFT_EYE, CHEEK, SUIT, CORNER, HAIR = (
    (226, 128), (223, 143), (203, 110), (242, 104), (191, 120), (160, 440), (20, 300), (226, 40),
)  # fmt: skip


@pytest.fixture
def run(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> Any:
    def edited(prompt: str, at: tuple[float, float], picture: Picture | None = None, **more: Any) -> Outcome:
        def begin(kind: Kind, facts: dict[str, Any]) -> Step:
            made = datetime(2026, 1, 1, tzinfo=UTC)
            return Step(operation="edit", parameters={}, kind=kind, source="", made=made, facts=facts)

        params = EditParams(user_prompt=prompt, hotspot=Hotspot(x=at[0], y=at[1]), **more)
        return edit.run([portraits.of(picture or sample)], params, Context(Progress(), catalogue, begin))

    return edited


def changed(outcome: Outcome, picture: Picture) -> np.ndarray:
    return (outcome.picture.pixels[..., :3] != picture.pixels[..., :3]).any(axis=-1)


def test_every_verb_of_the_vocabulary_has_its_tool() -> None:
    grammar = Grammar.model_validate_json((resources() / "language" / "edit.json").read_bytes())
    done = {name for name, verb in grammar.verbs.items() if not becomes_another_everywhere(verb)}
    assert {*VERBS, *SHAPE_VERBS} == done
    assert not {*VERBS} & {*SHAPE_VERBS}


def becomes_another_everywhere(verb: Verb) -> bool:
    """Whether a verb is never done itself, as each of its places makes another one of it."""
    anywhere = "@part" in verb.becomes or (verb.only is not None and set(verb.only) <= set(verb.becomes))
    return anywhere and "@none" in verb.becomes


@pytest.mark.parametrize(
    ("prompt", "at", "verb", "regions"),
    [
        ("make it navy", SUIT, "recolour", ["jacket"]),
        ("make it red", (226, 152), "lipstick", ["lips"]),
        ("whiten the teeth", MOUTH, "whiten", ["teeth"]),
        ("brighten the eyes", LEFT_EYE, "brighten_eyes", ["eye"]),
        ("brighten the eye", LEFT_EYE, "brighten_eyes", ["right eye"]),
        ("brighten both eyes", RIGHT_EYE, "brighten_eyes", ["eye"]),
        ("make the left eye blue", NOSE, "recolour", ["left iris"]),
        ("make it brighter", NOSE, "lighten", ["face"]),
        ("blur it", CORNER, "blur", ["thing"]),
        ("make it grey", HAIR, "recolour", ["hair"]),
        ("darken all except the person", NOSE, "darken", ["everything"]),
        ("less shine", CHEEK, "reduce_shine", ["left cheek"]),
    ],
)
def test_the_place_is_what_the_words_and_the_hotspot_mean(
    run: Any, prompt: str, at: tuple[int, int], verb: str, regions: list[str]
) -> None:
    facts = run(prompt, at).details["intents"][0]
    assert (facts["verb"], facts["regions"]) == (verb, regions)


@pytest.mark.parametrize(
    "prompt",
    [
        "make the jacket navy", "lighten the face", "darken the face", "make the jacket more vivid", "desaturate the jacket",
        "warm up the face", "cool the face", "more contrast on the face", "soften the hair", "sharpen the eyes",
        "blur the background", "whiten the teeth", "make the background white", "reduce shine on the face",
        "lighten the shadows on the face", "reduce the redness", "remove the blemishes", "soften the wrinkles",
        "smooth the skin", "even out the skin tone", "give the skin a light tan", "add a bit of blush", "add red lipstick",
        "brighten the eyes", "remove dark circles", "make the hair dark brown", "make the eyes blue",
    ],
)  # fmt: skip
def test_every_kind_of_wish_changes_its_place_and_no_other(
    run: Any, portraits: Portraits, sample: Picture, prompt: str
) -> None:
    at = SUIT if "jacket" in prompt else NOSE
    outcome = run(prompt, at)
    differs = changed(outcome, sample)
    assert differs.mean() > 0.0002
    scene = EditScene(portraits.of(sample), *at)
    outline = outline_targets(scene, prompt, None, AreaMarks())
    import cv2

    reach = cv2.dilate((outline.mask > 0.01).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    if prompt not in ("make the background white", "blur the background"):
        assert not differs[~reach].any()
    assert outcome.picture.record.steps[-1].facts == outcome.details


def test_directions_are_right(run: Any, sample: Picture, portraits: Portraits) -> None:
    cheek = np.s_[128:142, 190:206]

    def lab(outcome: Outcome) -> Any:
        return oklab.from_srgb(outcome.picture.rgb8[cheek].astype(np.float32) / 255).reshape(-1, 3).mean(axis=0)

    plain = oklab.from_srgb(sample.rgb8[cheek].astype(np.float32) / 255).reshape(-1, 3).mean(axis=0)
    assert lab(run("lighten the face", NOSE))[0] > plain[0] + 0.02
    assert lab(run("darken the face", NOSE))[0] < plain[0] - 0.02
    assert lab(run("warm up the face", NOSE))[2] > plain[2] + 0.005
    assert lab(run("cool the face", NOSE))[2] < plain[2] - 0.005
    assert lab(run("reduce the redness on the face", NOSE))[1] <= plain[1]
    a_little, much = lab(run("lighten the face a touch", NOSE))[0], lab(run("lighten the face a lot", NOSE))[0]
    assert plain[0] < a_little < much
    half = lab(run("lighten the face", NOSE, strength=0.5))[0]
    assert plain[0] < half < lab(run("lighten the face", NOSE))[0]


def test_several_wishes_and_what_is_protected(run: Any, sample: Picture, portraits: Portraits) -> None:
    outcome = run("make the jacket navy and whiten the teeth", SUIT)
    assert [entry["verb"] for entry in outcome.details["intents"]] == ["recolour", "whiten"]
    scene = EditScene(portraits.of(sample), *NOSE)
    lips = scene.area("lips").on((sample.height, sample.width)) > 0.5
    assert changed(run("make the face warmer", NOSE), sample)[lips].any()
    assert not changed(run("make the face warmer but don't touch the lips", NOSE), sample)[lips].any()


def test_sixteen_bits_and_alpha_stay(run: Any, sample: Picture) -> None:
    deep = np.dstack([sample.pixels.astype(np.uint16) * 257 + 3, np.full(sample.pixels.shape[:2], 40000, np.uint16)])
    deep[:100, :100, 3] = 0
    picture = sample.with_(pixels=deep)
    outcome = run("make the clothes navy", SUIT, picture)
    assert outcome.picture.pixels.dtype == np.uint16
    assert np.array_equal(outcome.picture.pixels[..., 3], deep[..., 3])
    differs = changed(outcome, picture)
    assert differs.any()
    assert not differs[:60].any()


def test_a_transparent_background_is_cut_out(run: Any, sample: Picture) -> None:
    outcome = run("make the background transparent", CORNER)
    assert outcome.picture.has_alpha
    assert outcome.picture.pixels[300, 20, 3] < 30
    assert outcome.picture.pixels[NOSE[1], NOSE[0], 3] == 255
    assert outcome.picture.record.steps[-1].kind == "background"


def test_box_brush_and_softness_correct_the_area(run: Any, sample: Picture) -> None:
    box = Box(x=200, y=100, width=60, height=60)
    inside = changed(run("darken the face", NOSE, box=box), sample)
    rows, columns = np.nonzero(inside)
    assert 200 <= columns.min() <= columns.max() < 260
    assert 100 <= rows.min() <= rows.max() < 160
    painted = run("darken it", NOSE, strokes=(Stroke(points=((40.0, 40.0), (90.0, 40.0)), radius=12),))
    assert changed(painted, sample)[40, 60]
    erased = run("darken the face", NOSE, strokes=(Stroke(points=((226.0, 128.0),), radius=20, erase=True),))
    assert not changed(erased, sample)[128, 226]
    sharp, soft = (
        changed(run("darken the face", NOSE), sample),
        changed(run("darken the face", NOSE, softness=0.5), sample),
    )
    assert soft.sum() > 1.1 * sharp.sum()


def test_a_box_and_strokes_travel_as_json() -> None:
    params = EditParams(
        user_prompt="remove this", hotspot=Hotspot(x=1, y=2), box=Box(x=0, y=0, width=4, height=4),
        strokes=(Stroke(points=((1.0, 2.0),), radius=3),),
    )  # fmt: skip
    sent = params.model_dump_json(by_alias=True)
    assert EditParams.model_validate_json(sent) == params
    assert json.loads(sent)["userPrompt"] == "remove this"


def test_a_thing_is_removed_without_a_trace(run: Any, portraits: Portraits) -> None:
    random = np.random.default_rng(4)
    pixels = np.clip(np.array([120, 140, 160]) + random.normal(0, 5, (300, 420, 3)), 0, 255).astype(np.uint8)
    clean = pixels.copy()
    pixels[120:170, 200:260] = (220, 60, 40)
    outcome = run("remove this", (230, 145), Picture(pixels))
    assert outcome.details["intents"][0]["regions"] == ["thing"]
    patch = outcome.picture.pixels[120:170, 200:260].astype(float)
    assert np.abs(patch.mean(axis=(0, 1)) - clean[120:170, 200:260].mean(axis=(0, 1))).max() < 4
    assert 3 < patch.std(axis=(0, 1)).mean() < 8


@pytest.mark.parametrize(
    ("prompt", "at", "code"),
    [
        ("frobnicate the quux", NOSE, "prompt_not_understood"),
        ("take off the hat", NOSE, "nothing_at_hotspot"),
        ("make the tie red", SUIT, "nothing_at_hotspot"),
        ("make it brighter", (600, 10), "invalid_request"),
        ("make it brighter", (-1, 10), "invalid_request"),
    ],
)
def test_refusals_say_what_to_do(run: Any, prompt: str, at: tuple[int, int], code: str) -> None:
    with pytest.raises(CatchlightError) as refusal:
        run(prompt, at)
    assert refusal.value.code == code
    assert len(refusal.value.message) > 30


def test_a_place_that_is_named_is_meant_wherever_the_hotspot_lies(run: Any) -> None:
    near, far = run("whiten the teeth", MOUTH), run("whiten the teeth", (30, 480))
    assert near.details["changed"] is not None
    assert np.array_equal(near.picture.pixels, far.picture.pixels)


def test_a_refused_sentence_names_three_that_are_understood(run: Any) -> None:
    with pytest.raises(CatchlightError) as refusal:
        run("mak teh jaket nvy blu pls zzz", SUIT)
    assert refusal.value.message.count(";") == 2


@pytest.mark.parametrize("values", [{"user_prompt": "  "}, {"strength": 1.5}, {"region": "elbow"}, {"softness": -1}])
def test_bad_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EditParams(**{"user_prompt": "brighter", "hotspot": Hotspot(x=1, y=1), **values})


def test_pictures_without_a_face_have_things_and_a_whole(run: Any) -> None:
    y, x = np.mgrid[:200, :300]
    pixels = np.stack([x % 256, y, (x + y) % 200], axis=-1).astype(np.uint8)
    assert run("make everything warmer", (10, 10), Picture(pixels)).details["changed"] is not None
    with pytest.raises(CatchlightError) as refusal:
        run("whiten the teeth", (10, 10), Picture(pixels))
    assert refusal.value.code == "nothing_at_hotspot"


def test_the_same_edit_gives_the_same_pixels(run: Any) -> None:
    one, two = (run("blur the background", CORNER).picture.pixels for _ in range(2))
    assert np.array_equal(one, two)


def test_a_preview_is_the_edit_seen_from_afar(portraits: Portraits, sample: Picture) -> None:
    portrait = portraits.of(sample)
    params = EditParams(user_prompt="make the jacket navy", hotspot=Hotspot(x=SUIT[0], y=SUIT[1]))
    small, placed = shrink_to_person(portrait, params, 256)
    assert small.picture.width == 256
    assert placed.hotspot.x == pytest.approx(SUIT[0] / 2)
    quick = edit.apply_edit(small, placed, Progress()).pixels.astype(float)
    whole = view.resize(edit.apply_edit(portrait, params, Progress()).pixels, (256, 256)).astype(float)
    assert np.abs(quick - whole).mean() < 4


def test_the_region_under_the_point_is_named(portraits: Portraits, sample: Picture) -> None:
    for at, name in ((NOSE, "face"), (SUIT, "jacket"), (MOUTH, "teeth"), (CORNER, "background")):
        found = at_hotspot(EditScene(portraits.of(sample), *at))
        assert found is not None
        assert found.name == name


@pytest.mark.parametrize(
    ("name", "at"), [("d17", (700, 600)), ("d21", (700, 250)), ("d23", (300, 300)), ("d18", (800, 700))]
)
@pytest.mark.sampled(2)
def test_hard_pictures_are_edited_or_refused_with_a_reason(
    run: Any, portraits_folder: Path, name: str, at: tuple[int, int]
) -> None:
    picture = codec.decode(next(portraits_folder.glob(f"{name}*")).read_bytes())
    assert run("make it brighter", at, picture).details["changed"] is not None
    with pytest.raises(CatchlightError):
        run("make the tie red", (2, 2), picture)


@pytest.mark.parametrize(
    ("name", "prompt", "at", "told"),
    [
        ("d03", "make the clothes black", (300, 1800), "beard"),
        ("d30", "make the clothes light grey", (400, 1900), "Hair lies over the clothes"),
    ],
)
def test_clothes_whose_edge_cannot_be_told_are_refused(
    run: Any, portraits_folder: Path, name: str, prompt: str, at: tuple[int, int], told: str
) -> None:
    """A beard like a curtain over a jersey; black cloth under black hair that was to become light."""
    picture = codec.decode(next(portraits_folder.glob(f"{name}*")).read_bytes())
    with pytest.raises(CatchlightError, match=told) as refusal:
        run(prompt, at, picture)
    assert refusal.value.code == "nothing_at_hotspot"


def test_black_without_folds_is_not_made_light(run: Any) -> None:
    with pytest.raises(CatchlightError, match="wholly black") as refusal:
        run("make the clothes light grey", SUIT)
    assert refusal.value.code == "nothing_at_hotspot"
    assert run("make the jacket light grey", SUIT).details["changed"] is not None


def test_a_second_colour_starts_from_the_picture_too(
    run: Any, sample: Picture, portraits: Portraits, catalogue: Catalogue
) -> None:
    """What is kept of a garment with the picture holds none of the colour that it was given first."""
    run("make the jacket navy", SUIT)
    second = run("make the jacket red", SUIT).picture.pixels
    params = EditParams(user_prompt="make the jacket red", hotspot=Hotspot(x=SUIT[0], y=SUIT[1]))
    fresh = edit.apply_edit(Portraits(portraits.models).of(sample), params, Progress()).pixels
    assert np.array_equal(second, fresh)
