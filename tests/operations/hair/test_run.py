"""The hair operation as an editor runs it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict, InvalidRequest, UnknownEntry, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec, xmp
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Step
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.hair import run as hair
from catchlight.operations.hair.params import HairParams
from catchlight.operations.operation import Context, Outcome
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from catchlight.retouch.regions import region
from pydantic import ValidationError


@pytest.fixture
def run(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> Any:
    def ran(picture: Picture | None = None, donor: Picture | None = None, **params: Any) -> Outcome:
        def begin(kind: Kind, facts: dict[str, Any]) -> Step:
            made = datetime(2026, 1, 1, tzinfo=UTC)
            return Step(operation="hair", parameters={}, kind=kind, source="", made=made, facts=facts)

        context = Context(Progress(), catalogue, begin)
        pictures = [picture or sample, *(() if donor is None else (donor,))]
        return hair.run([portraits.of(one) for one in pictures], HairParams(**params), context)

    return ran


def test_a_catalogue_colour_is_applied_and_told(run: Any, sample: Picture) -> None:
    outcome = run(hair_color="copper")
    assert outcome.details["metadata"] == {
        "appliedStyles": [],
        "appliedColor": {"id": "copper", "label": "Copper", "hex": "#A4502B"},
    }
    assert outcome.picture.pixels.shape == sample.pixels.shape
    assert not np.array_equal(outcome.picture.pixels, sample.pixels)
    assert outcome.picture.record.steps[-1].kind == "pixels"
    assert outcome.picture.record.unfit_for_official_use


def test_a_free_colour_is_custom(run: Any) -> None:
    applied = run(hair_color="#8a4a2b").details["metadata"]["appliedColor"]
    assert applied == {"id": "custom", "label": "#8A4A2B", "hex": "#8A4A2B"}


def test_the_original_colour_is_kept_and_measured(run: Any, sample: Picture) -> None:
    outcome = run(hair_color="original")
    assert outcome.picture.pixels is sample.pixels
    assert outcome.details["metadata"]["appliedColor"]["id"] == "original"
    assert outcome.details["metadata"]["appliedColor"]["hex"] == outcome.details["hair"]["base"]
    assert not outcome.picture.record.unfit_for_official_use


def test_without_a_wish_the_catalogue_suggests(run: Any, catalogue: Catalogue) -> None:
    found = {
        gender: run(gender=gender).details["metadata"]["appliedColor"]["id"] for gender in (None, "female", "male")
    }
    for gender, colour in found.items():
        row = catalogue.hair_colours.get(colour)
        assert row is not None
        assert (gender or "neutral") in row.suggested_for
    assert len(set(found.values())) == 3


def test_unknown_entries_are_named(run: Any) -> None:
    with pytest.raises(UnknownEntry, match="golden_blonde") as colour:
        run(hair_color="golden_blond")
    assert colour.value.code == "unknown_color"
    with pytest.raises(UnknownEntry) as style:
        run(hair_styles=("mohican_of_the_future",))
    assert style.value.code == "unknown_style"


def test_keeping_the_style_changes_nothing_but_the_colour(run: Any) -> None:
    with_style = run(hair_styles=("keep",), hair_color="copper").picture.pixels
    assert np.array_equal(with_style, run(hair_color="copper").picture.pixels)


def test_no_hair_is_refused(run: Any) -> None:
    officer = codec.decode((resources() / "samples" / "officer.jpg").read_bytes())
    with pytest.raises(UnusablePicture) as refused:
        run(officer, hair_color="copper")
    assert refused.value.code == "no_hair"


def test_a_colour_that_shows_is_refused_where_hair_runs_into_the_ground(run: Any, portraits_folder: Path) -> None:
    """Black curls before black rocks: what is hair is a guess, until a brush says so."""
    rocks = codec.decode(next(portraits_folder.glob("c02a*")).read_bytes())
    with pytest.raises(UnusablePicture, match="where the hair ends") as refused:
        run(rocks, hair_color="mahogany")
    assert refused.value.code == "no_hair"
    assert "unsure" in run(rocks, hair_color="black").details["doubts"]
    stroke = Stroke(points=((300.0, 700.0), (300.0, 720.0)), radius=12, erase=True)
    told = run(rocks, hair_color="mahogany", strokes=(stroke,))
    assert not np.array_equal(told.picture.pixels, rocks.pixels)


def test_a_colour_far_lighter_than_black_hair_is_refused(run: Any, portraits_folder: Path) -> None:
    black = codec.decode(next(portraits_folder.glob("d02*")).read_bytes())
    with pytest.raises(Conflict, match="far lighter") as refused:
        run(black, hair_color="platinum_blonde")
    assert refused.value.code == "conflicting_styles"
    assert run(black, hair_color="mahogany").picture.width == black.width


def test_no_face_is_refused(run: Any) -> None:
    with pytest.raises(UnusablePicture) as refused:
        run(Picture(np.full((300, 300, 3), 120, np.uint8)), hair_color="copper")
    assert refused.value.code == "no_face"


def test_brows_follow_only_when_asked(run: Any, portraits: Portraits, portraits_folder: Path) -> None:
    picture = codec.decode((portraits_folder / "d34_ombre_brick.jpg").read_bytes())
    brow = region(portraits.of(picture), "brow") > 0.5
    plain = run(picture, hair_color="cobalt_blue").picture.pixels
    followed = run(picture, hair_color="cobalt_blue", brows=True).picture.pixels
    assert np.array_equal(plain[brow], picture.pixels[brow])
    assert (followed[brow].astype(int)[:, 2] - plain[brow].astype(int)[:, 2]).mean() > 5


def test_a_row_of_two_colours_brings_its_technique(run: Any) -> None:
    row = run(hair_color="ombre_black_blue").picture.record.steps[-1].facts
    assert row["technique"] == "ombre"
    flat = run(hair_color="ombre_black_blue", technique="all_over").picture.pixels
    assert not np.array_equal(flat, run(hair_color="ombre_black_blue").picture.pixels)


def test_strokes_correct_the_mask(run: Any, sample: Picture) -> None:
    stroke = Stroke(points=((60.0, 400.0), (90.0, 400.0)), radius=12.0)
    painted = run(hair_color="cobalt_blue", strokes=(stroke,)).picture.pixels
    assert not np.array_equal(painted[400, 70:80], sample.pixels[400, 70:80, :3])
    assert np.array_equal(run(hair_color="cobalt_blue").picture.pixels[400, 70:80], sample.pixels[400, 70:80, :3])


@pytest.mark.parametrize(
    "wrong", [{"color_strength": 1.2}, {"technique": "dip_dye"}, {"gender": "other"}, {"seed": -1}, {"shade": "copper"}]
)
def test_values_outside_the_declaration_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        HairParams(**wrong)


@pytest.fixture(scope="module")
def darker(sample: Picture) -> Picture:
    return sample.with_(pixels=(sample.pixels * 0.7).astype(np.uint8))


def test_hair_of_a_reference_photo_is_worn_in_the_persons_own_colour(
    run: Any, sample: Picture, darker: Picture
) -> None:
    outcome = run(darker, donor=sample)
    assert outcome.details["metadata"]["appliedStyles"] == ["reference"]
    assert outcome.details["metadata"]["appliedColor"]["id"] == "original"
    assert not np.array_equal(outcome.picture.pixels, darker.pixels)
    step = outcome.picture.record.steps[-1]
    assert (step.kind, step.facts["reference"]) == ("pixels", sample.digest)
    assert outcome.picture.record.digital_source == "compositeCapture"
    assert outcome.picture.record.unfit_for_official_use
    packet = xmp.packet(outcome.picture.record)
    assert b"digitalsourcetype/compositeCapture</Iptc4xmpExt:DigitalSourceType>" in packet
    assert xmp.record(packet) == outcome.picture.record


def test_it_may_keep_its_colour_or_take_another(run: Any, sample: Picture, darker: Picture) -> None:
    kept = run(darker, donor=sample, hair_color="reference").details["metadata"]["appliedColor"]
    assert kept["id"] == "reference"
    dyed = run(darker, donor=sample, hair_color="dark_brown")
    assert dyed.details["metadata"] == {
        "appliedStyles": ["reference"],
        "appliedColor": {
            "id": "dark_brown",
            "label": "Dark brown",
            "hex": dyed.details["metadata"]["appliedColor"]["hex"],
        },
    }


@pytest.mark.parametrize("params", [{"hair_styles": ("fuller",)}, {"length": 1.2}, {"parting": 2.0}])
def test_a_reference_photo_is_worn_as_it_is(run: Any, sample: Picture, params: dict[str, Any]) -> None:
    with pytest.raises(Conflict, match="worn as it is there"):
        run(donor=sample, **params)


def test_the_colour_of_a_missing_reference_photo_is_refused(run: Any) -> None:
    with pytest.raises(InvalidRequest, match="there is none"):
        run(hair_color="reference")
    with pytest.raises(InvalidRequest, match="needs that photo"):
        run(hair_styles=("reference",))
