"""Every operation's preview is its result scaled down, on the shipped sample, and is made without the slow parts of a run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging import geometry
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture, Pixels
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.run import placement_of
from catchlight.operations.profile_picture.params import ID, ProfilePictureParams
from catchlight.operations.profile_picture.run import products
from catchlight.operations.reduce import WHOLE, reduce_pixels, size_within
from catchlight.operations.registry import PREVIEWS, STEPS
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor

SIZE = 200
"""Of the sample's 512 pixels."""
LARGE, FRAMED = 1536, 560
"""The sample enlarged, for frames that are a part of it (849 to 997 pixels), and the size in which these are shown: smaller ones
are made from as many pixels."""


@dataclass(frozen=True)
class Near:
    """Largest difference of a preview and the result scaled down, in levels (0..255) of the channel that differs most, over the
    whole picture: mean, and the 99th percentile, which edges set."""

    mean: float
    edges: float


SAME = Near(0.0, 0.0)
"""The result itself is made and scaled."""
CLOSE = Near(1.0, 6.0)
"""Colours are those of the run; pixels beside an edge are mixed before the change and not after it."""
CUT_OUT = Near(1.6, 14.0)
"""Edges of hair, cloth and blur are found anew in fewer pixels."""
MASKED = Near(1.3, 30.0)
"""A few pixels along a mask's edge are on its other side."""
DRAWN = Near(1.2, 45.0)
"""Single strands are drawn, fewer and at other places."""
GRAINY = Near(3.0, 12.0)
"""Grain is another pattern, as strong as the run's grain is when it is scaled down."""

CASES: tuple[tuple[str, Mapping[str, Any], Near], ...] = (
    ("hair", {"hairColor": "copper"}, CLOSE),
    ("hair", {"hairColor": "burgundy", "brows": True}, CLOSE),
    ("hair", {"hairStyles": ["more_volume"]}, MASKED),
    ("hair", {"hairStyles": ["bob"]}, DRAWN),
    ("headshot", {"backgroundStyles": ["studio_grey"], "framingStyles": ["linkedin_square"]}, CLOSE),
    ("headshot", {"backgroundStyles": ["blur"], "framingStyles": ["original"]}, CLOSE),
    ("headshot", {"backgroundStyles": ["transparent"], "framingStyles": ["circle_safe"]}, CLOSE),
    ("headshot", {"framingStyles": ["original"], "keyLight": 0.5}, CLOSE),
    ("headshot", {"clothingStyles": ["navy"]}, CUT_OUT),
    ("id_photo", {}, SAME),
    ("id_photo", {"background": "#438EDB", "dpi": 150, "hd": True}, CUT_OUT),
    ("layout", {}, SAME),
    ("layout", {"paper": "a5", "cutLines": "full", "ruler": True, "format": "pdf"}, SAME),
    ("edit", {"userPrompt": "make the clothes black", "hotspot": {"x": 90, "y": 330}}, MASKED),
    ("edit", {"userPrompt": "smooth the skin, brighten the eyes", "hotspot": {"x": 225, "y": 150}}, CLOSE),
    ("edit", {"userPrompt": "blur the background", "hotspot": {"x": 340, "y": 60}}, CUT_OUT),
    ("face_expression", {"expressionKey": "soft_smile"}, CLOSE),
    ("face_expression", {"expressionKey": "raised_brows", "intensity": 0.8}, CLOSE),
    ("adjust", {"adjustmentPrompt": "warmer, lift the shadows"}, CLOSE),
    (
        "brush",
        {
            "edits": [
                {"tool": "burn", "within": "skin", "radial": {"centre": [225, 130], "radiusX": 90, "radiusY": 110}},
                {"tool": "heal", "strokes": [{"points": [[190, 150]], "radius": 8}]},
                {"tool": "smooth", "strokes": [{"points": [[200, 90], [250, 95]], "radius": 20}]},
            ]
        },
        CLOSE,
    ),
    ("adjust", {"settings": {"clarity": 30, "sharpness": 40, "noiseReduction": 30, "protect": ["skin"]}}, CLOSE),
    ("adjust", {"settings": {"grain": 40}}, GRAINY),
    ("crop", {"x": 100, "y": 20, "width": 300, "height": 350}, SAME),
    ("crop", {"turns": 1, "flipHorizontal": True, "ratio": "1:1"}, SAME),
    ("crop", {"angle": 4.0, "vertical": 30}, CUT_OUT),
    ("crop", {"spaceTop": 25, "canvasFill": "color"}, CLOSE),
    (ID, {"sizes": [FRAMED]}, CLOSE),
    (ID, {"sizes": [FRAMED], "shape": "circle", "backgroundStyle": "studio_blue"}, CLOSE),
)


def named(case: object) -> str:
    return case if isinstance(case, str) else ""


@dataclass(frozen=True)
class Studio:
    """Runs an operation and its preview on a picture."""

    portraits: Portraits
    catalogue: Catalogue
    results: dict[tuple[str, str, str], Pixels] = field(default_factory=dict)
    """By operation, wish and picture: each is run once."""

    def request(self, operation: str, wish: Mapping[str, Any], picture: Picture) -> EditRequest:
        model = ProfilePictureParams if operation == ID else STEPS[operation].params
        return EditRequest(operation, model.model_validate(wish, strict=False), (picture,))

    def result(self, request: EditRequest) -> Pixels:
        key = request.operation, request.params.model_dump_json(), request.pictures[0].digest
        if key not in self.results:
            self.results[key] = self._made(request)
            self.results[key].flags.writeable = False
        return self.results[key]

    def _made(self, request: EditRequest) -> Pixels:
        if request.operation != ID:
            return LocalEditor(self.portraits, self.catalogue).run(request, Progress()).picture.pixels
        assert isinstance(request.params, ProfilePictureParams)
        portrait = self.portraits.of(request.pictures[0])
        made = products(portrait, request.params, self.catalogue, datetime.now(UTC), Progress())
        return codec.decode(made[0].file.data, codec.STORE_LIMITS).pixels

    def preview(self, request: EditRequest, size: int = SIZE) -> Any:
        return LocalEditor(self.portraits, self.catalogue).preview(request, size, Progress())


@pytest.fixture(scope="module")
def studio(portraits: Portraits, catalogue: Catalogue) -> Studio:
    return Studio(portraits, catalogue)


@pytest.fixture(scope="module")
def large() -> Picture:
    import cv2

    small = codec.decode((resources() / "samples" / "astronaut.png").read_bytes()).pixels
    return Picture(np.asarray(cv2.resize(small, (LARGE, LARGE), interpolation=cv2.INTER_CUBIC), np.uint8))


def seen(pixels: Pixels) -> npt.NDArray[np.float64]:
    """As it looks: colours count by their opacity."""
    values = pixels.astype(float)
    return values if values.shape[2] == 3 else np.dstack([values[..., :3] * values[..., 3:] / 255, values[..., 3:]])


@pytest.mark.parametrize(("operation", "wish", "near"), CASES, ids=named)
@pytest.mark.sampled(11)
def test_a_preview_is_the_result_scaled_down(
    studio: Studio, sample: Picture, large: Picture, operation: str, wish: Mapping[str, Any], near: Near
) -> None:
    picture, size = (large, FRAMED) if operation in ("headshot", ID) else (sample, SIZE)
    request = studio.request(operation, wish, picture)
    result, made = studio.result(request), studio.preview(request, size)
    small = reduce_pixels(result, size)
    assert made.picture.pixels.shape == small.shape
    assert made.picture.pixels.dtype == small.dtype
    apart = np.abs(seen(made.picture.pixels) - seen(small)).max(axis=2)
    assert (float(apart.mean()), float(np.percentile(apart, 99))) <= (near.mean, 255.0)
    assert float(np.percentile(apart, 99)) <= near.edges


def test_every_operation_is_compared() -> None:
    assert {operation for operation, _, _ in CASES} == {*STEPS, ID} == set(PREVIEWS)


@pytest.mark.parametrize(
    ("operation", "wish"),
    [(operation, wish) for operation, wish, _ in CASES if operation != ID and wish.get("format") != "pdf"],
    ids=named,
)
def test_a_preview_of_any_size_above_the_results_is_the_result(
    studio: Studio, sample: Picture, operation: str, wish: Mapping[str, Any]
) -> None:
    request = studio.request(operation, wish, sample)
    result, made = studio.result(request), studio.preview(request, WHOLE)
    assert (made.width, made.height) == (result.shape[1], result.shape[0])
    assert np.array_equal(made.picture.pixels, result)


def test_a_place_of_the_source_is_found_in_the_small_frame(
    studio: Studio, sample: Picture, catalogue: Catalogue
) -> None:
    wish = HeadshotParams(framing_styles=("linkedin_square",))
    made = studio.preview(EditRequest("headshot", wish, (sample,)))
    portrait = studio.portraits.of(sample)
    assert np.array_equal(made.placement, placement_of(portrait, wish, catalogue))
    eyes = geometry.apply(made.placement, [portrait.landmarks.eyes])[0] * made.picture.width / made.width
    framed = studio.portraits.of(made.picture).landmarks.eyes
    assert np.linalg.norm(eyes - framed) < 1.5


def test_placements_lead_from_the_source_to_the_whole_result(studio: Studio, sample: Picture) -> None:
    wish = {"x": 100, "y": 20, "width": 300, "height": 350}
    made = studio.preview(studio.request("crop", wish, sample))
    assert geometry.apply(made.placement, [[100, 20], [399, 369]]).tolist() == [[0, 0], [299, 349]]
    photo = studio.preview(studio.request("id_photo", {}, sample))
    eyes = geometry.apply(photo.placement, [studio.portraits.of(sample).landmarks.eyes])[0]
    assert (photo.width, photo.height) == (413, 531)
    assert abs(eyes[0] - photo.width / 2) < 8
    assert 0.3 < eyes[1] / photo.height < 0.5
    assert studio.preview(studio.request("hair", {"hairColor": "copper"}, sample)).placement is None


SHEETS = frozenset({"layout"})
"""Operations whose result is no picture of the source: no place of one leads to a place of the other."""
FIRST: Mapping[str, Mapping[str, Any]] = {operation: wish for operation, wish, _ in reversed(CASES)}
"""The first wish of each operation."""
EYES_APART = 0.005
"""Of the result's longer side: how far the eyes may be from where the placement leads them; 0.0003 at most was measured."""


@pytest.mark.parametrize("operation", [one for one in FIRST if one not in SHEETS])
def test_the_face_of_a_preview_is_where_the_placement_leads_it(studio: Studio, sample: Picture, operation: str) -> None:
    """Without a placement it must be where it was: one that is left out where pixels move is found out."""
    made = studio.preview(studio.request(operation, FIRST[operation], sample), FRAMED)
    eyes = studio.portraits.of(sample).landmarks.eyes
    led = eyes if made.placement is None else geometry.apply(made.placement, [eyes])[0]
    seen_at = studio.portraits.of(made.picture).landmarks.eyes * (made.width / made.picture.width)
    assert np.abs(np.sort(led, axis=0) - np.sort(seen_at, axis=0)).max() < EYES_APART * max(made.width, made.height)
    if made.placement is None:
        assert (made.width, made.height) == (sample.width, sample.height)


def test_operations_that_cut_or_turn_give_a_placement(studio: Studio, sample: Picture) -> None:
    given = {
        operation
        for operation, wish in FIRST.items()
        if studio.preview(studio.request(operation, wish, sample)).placement is not None
    }
    assert given == {"crop", "headshot", "id_photo", ID}


def test_the_last_pixels_of_a_small_copy_are_treated_with_less(studio: Studio, sample: Picture) -> None:
    """Sharpness at full strength on pixels that stand for many would be seen as it never is in the result."""
    request = studio.request("adjust", {"settings": {"sharpness": 80}}, sample)
    plain = reduce_pixels(sample.pixels, 100).astype(float)
    result = reduce_pixels(studio.result(request), 100).astype(float)
    made = studio.preview(request, 100).picture.pixels.astype(float)
    assert np.abs(made - plain).mean() < 2 * np.abs(result - plain).mean() + 0.5


def test_a_refusal_is_that_of_the_run(studio: Studio, sample: Picture) -> None:
    for operation, wish in (
        ("hair", {"hairStyles": ["slick_back"]}),
        ("hair", {"hairColor": "cooper"}),
        ("edit", {"userPrompt": "frobnicate the quux", "hotspot": {"x": 5, "y": 5}}),
        ("id_photo", {"spec": "atlantis"}),
        ("crop", {"x": 500, "y": 0, "width": 100, "height": 100}),
    ):
        request, codes = studio.request(operation, wish, sample), []
        for ask in (studio.result, studio.preview):
            with pytest.raises(CatchlightError) as refused:
                ask(request)
            codes.append((refused.value.code, refused.value.message))
        assert codes[0] == codes[1]


def test_a_preview_can_be_cancelled(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    progress = Progress()
    progress.cancel()
    request = EditRequest("adjust", AdjustParams(adjustment_prompt="warmer"), (sample,))
    with pytest.raises(Cancelled):
        LocalEditor(portraits, catalogue).preview(request, SIZE, progress)


def test_hidden_colours_do_not_bleed_into_a_reduced_picture() -> None:
    pixels = np.zeros((4, 4, 4), np.uint8)
    pixels[:, :2] = (200, 100, 50, 255)
    pixels[:, 2:] = (0, 255, 0, 0)
    assert reduce_pixels(pixels, 1).tolist() == [[[200, 100, 50, 128]]]
    assert reduce_pixels(pixels, 4) is pixels
    assert size_within(1000, 3, 10) == (10, 1)


COLOUR = """
import sys
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.operations.hair.params import HairParams
from catchlight.paths import resources
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor

editor = LocalEditor(Portraits(Models()), Catalogue.load())
picture = codec.decode((resources() / "samples" / "astronaut.png").read_bytes())
request = EditRequest("hair", HairParams(hair_color="copper", brows=True), (picture,))
editor.preview(request, 200, Progress())
editor.run(request, Progress())
print(*(name for name in sys.modules if name.startswith("catchlight.hair.")))
"""
DRAWS = ("synthesis", "styling", "styling_scene", "style_plan", "style_warnings", "restyled_portrait", "preparation",
         "removal", "trim", "harm", "head", "paste_back")  # fmt: skip
"""What hair is drawn, cut and laid with."""


def test_colouring_hair_loads_nothing_of_what_draws_it() -> None:
    done = subprocess.run([sys.executable, "-c", COLOUR], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[2] for name in done.stdout.split()}
    assert {"colour", "mask", "analysis"} <= loaded
    assert loaded.isdisjoint(DRAWS)
