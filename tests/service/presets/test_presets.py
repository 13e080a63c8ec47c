"""Presets: what goes into one, what a file may hold, and the folder that keeps them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import InvalidRequest, StorageFault, UnknownEntry
from catchlight.imaging.frame.boxes import largest_box, whole_box
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record, Step
from catchlight.models.registry import Models
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import frame_of, plan_crop
from catchlight.operations.edit.marks import Box, Hotspot, Stroke
from catchlight.operations.edit.params import EditParams
from catchlight.operations.hair.params import HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.print_sheet.params import LayoutParams, SheetItem
from catchlight.portrait.portrait import Portrait
from catchlight.service.presets.carry_over import AppliedStep, carries, notes_on, preset_of
from catchlight.service.presets.preset import SUFFIX, Preset, PresetStep, read_preset
from catchlight.service.presets.preset_library import NameTaken, PresetFolder
from catchlight.service.presets.relative_places import Size

SIZE = (400, 600)
WARM = AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer"), SIZE)
STROKE = Stroke(points=((1.0, 2.0),), radius=3.0)


def warm(name: str = "Warm") -> Preset:
    return preset_of(name, [WARM])


def edited(**fields: Any) -> AppliedStep:
    values = {"user_prompt": "whiten the teeth", "hotspot": Hotspot(x=100, y=300)} | fields
    return AppliedStep("edit", EditParams(**values), SIZE)


def own_background(*pictures: Picture) -> AppliedStep:
    return AppliedStep("headshot", HeadshotParams(background_styles=("own_picture",)), SIZE, pictures)


def file_with(**changes: Any) -> bytes:
    return json.dumps(json.loads(warm().file()) | changes).encode()


def test_a_preset_holds_the_steps_as_the_record_keeps_them_and_comes_back_the_same() -> None:
    photo = AppliedStep("id_photo", IdPhotoParams(spec="uk_passport"), SIZE)
    preset = preset_of("  Passport ", [WARM, photo])
    assert preset.name == "Passport"
    assert [step.parameters for step in preset.steps] == [{"adjustmentPrompt": "warmer"}, {"spec": "uk_passport"}]
    again = read_preset(preset.file(), "a file")
    assert again == preset
    assert again.steps[1].params(50, 60) == photo.params


def test_a_preset_of_an_earlier_version_means_what_it_meant() -> None:
    """The window's default background is the document's own now; a preset says its own, or meant transparent."""
    old = file_with(steps=[{"operation": "id_photo", "parameters": {"spec": "uk_passport"}}])
    params = read_preset(old, "old").steps[0].params(50, 60)
    assert isinstance(params, IdPhotoParams)
    assert (params.spec, params.background) == ("uk_passport", "transparent")
    new = preset_of(
        "Passport", [AppliedStep("id_photo", IdPhotoParams(spec="uk_passport", background="document"), SIZE)]
    )
    assert new.steps[0].parameters == {"spec": "uk_passport", "background": "document"}


def test_places_are_kept_relative_to_the_picture_and_said() -> None:
    done = edited(box=Box(x=40, y=60, width=80, height=120))
    assert notes_on(done) == ("relative",)
    step = preset_of("Teeth", [done]).steps[0]
    assert step.params(*SIZE) == done.params
    moved = step.params(800, 300)
    assert isinstance(moved, EditParams)
    assert (moved.hotspot.x, moved.hotspot.y) == (200, 150)
    assert moved.box == Box(x=80, y=30, width=160, height=60)


@pytest.mark.parametrize("size", [(7, 9), (400, 600), (1237, 801)])
def test_a_cut_stays_inside_every_picture(size: tuple[int, int]) -> None:
    done = AppliedStep("crop", CropParams(x=399, y=1, width=1, height=599), SIZE)
    cut = preset_of("Cut", [done]).steps[0].params(*size)
    assert isinstance(cut, CropParams)
    assert cut.x + cut.width <= size[0]
    assert cut.y + cut.height <= size[1]


@pytest.mark.parametrize("angle", [-5.0, 2.0, 20.0])
@pytest.mark.parametrize("size", [(600, 400), (400, 600), (600, 450), (1201, 801)])
def test_a_straightened_cut_lies_on_every_picture(angle: float, size: tuple[int, int]) -> None:
    straightened = CropParams(angle=angle)
    box = whole_box(frame_of(straightened, (600, 400)))
    drawn = {"x": box.x, "y": box.y, "width": box.width - 20, "height": box.height}
    cut = preset_of("Cut", [AppliedStep("crop", straightened.model_copy(update=drawn), (600, 400))])
    params = cut.steps[0].params(*size)
    assert isinstance(params, CropParams)
    plan = plan_crop(Portrait(Picture(np.zeros((size[1], size[0], 3), np.uint8)), Models()), params)
    most = largest_box(plan.frame, plan.box.width / plan.box.height)
    assert plan.box.width >= 0.7 * most.width, "no smaller than it has to be"


def test_what_a_hand_drew_on_one_person_is_left_out_and_said() -> None:
    hair = AppliedStep("hair", HairParams(hair_color="black", strokes=(STROKE,)), SIZE)
    photo = AppliedStep("id_photo", IdPhotoParams(crown_y=10.0), SIZE)
    assert notes_on(hair) == ("strokes",)
    assert notes_on(photo) == ("lines",)
    assert notes_on(edited(strokes=(STROKE,))) == ("relative", "strokes")
    assert notes_on(WARM) == ()
    preset = preset_of("All", [hair, photo])
    assert [step.parameters for step in preset.steps] == [{"hairColor": "black"}, {}]


def test_a_background_of_ones_own_travels_in_the_file() -> None:
    picture = Picture(np.random.default_rng(1).integers(0, 256, (90, 80, 3), np.uint8))
    done = own_background(picture)
    assert notes_on(done) == ()
    step = read_preset(preset_of("Office", [done]).file(), "a file").steps[0]
    assert [joined.digest for joined in step.joining()] == [picture.digest]


def test_hair_of_a_photo_travels_with_it_and_is_left_out_where_that_is_gone() -> None:
    picture = Picture(np.random.default_rng(2).integers(0, 256, (90, 80, 3), np.uint8))
    for params in (HairParams(hair_styles=("reference",)), HairParams(hair_color="reference")):
        done = AppliedStep("hair", params, SIZE, (picture,))
        assert notes_on(done) == ()
        step = read_preset(preset_of("Curls", [done]).file(), "a file").steps[0]
        assert [joined.digest for joined in step.joining()] == [picture.digest]
        assert notes_on(AppliedStep("hair", params, SIZE)) == ("own_picture",)
        alone = file_with(steps=[{"operation": "hair", "parameters": step.parameters}])
        with pytest.raises(InvalidRequest, match="needs that photo"):
            read_preset(alone, "alone")


def test_the_clothes_of_a_picture_take_it_along_after_that_of_the_background() -> None:
    pictures = [Picture(np.full((70, 70, 3), value, np.uint8)) for value in (10, 200)]
    params = HeadshotParams(clothing_styles=("reference",), background_styles=("own_picture",))
    done = AppliedStep("headshot", params, SIZE, pictures)
    assert notes_on(done) == ()
    step = read_preset(preset_of("Team", [done]).file(), "a file").steps[0]
    assert [joined.digest for joined in step.joining()] == [picture.digest for picture in pictures]
    assert notes_on(AppliedStep("headshot", params, SIZE, pictures[:1])) == ("own_picture",)
    short = file_with(steps=[{"operation": "headshot", "parameters": step.parameters, "pictures": step.pictures[:1]}])
    with pytest.raises(InvalidRequest, match="picture of the clothes"):
        read_preset(short, "short")


def test_a_step_whose_picture_is_gone_is_named_and_left_out() -> None:
    assert notes_on(own_background()) == ("own_picture",)
    assert not carries(own_background())
    assert [step.operation for step in preset_of("Rest", [own_background(), WARM]).steps] == ["adjust"]
    with pytest.raises(InvalidRequest, match="nothing to save"):
        preset_of("Nothing", [own_background()])
    sheet = AppliedStep("layout", LayoutParams(mixed=(SheetItem(),)), SIZE)
    assert not carries(sheet)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xd8\xff", "not JSON"),
        (b"[]", '"format"'),
        (file_with(format="other"), '"format"'),
        (file_with(version=2), "newer Catchlight"),
        (file_with(version="1"), '"version"'),
        (file_with(colour="red"), "no field colour"),
        (file_with(name=" "), "1 to 80 characters"),
        (file_with(steps=[]), "steps"),
        (file_with(steps=[{"operation": "adjusst"}]), "did you mean adjust"),
        (file_with(steps=[{"operation": "adjust", "parameters": {"strenght": 1}}]), "did you mean strength"),
        (file_with(steps=[{"operation": "id_photo", "parameters": {"dpi": 9}}]), r"step 1 \(id_photo\): dpi"),
        (file_with(steps=[{"operation": "crop", "parameters": {"width": 9, "height": 9}}]), "placedIn"),
        (
            file_with(steps=[{"operation": "headshot", "parameters": {"backgroundStyles": ["own_picture"]}}]),
            "own_picture",
        ),
        (
            file_with(
                steps=[
                    {
                        "operation": "adjust",
                        "parameters": {"adjustmentPrompt": "warmer"},
                        "pictures": ["data:image/png;base64,AA=="],
                    }
                ]
            ),
            "takes no pictures",
        ),
        (file_with(steps=[{"operation": "layout", "parameters": {"mixed": [{}]}}]), "leave mixed out"),
    ],
)
def test_a_bad_file_is_refused_in_words(data: bytes, said: str) -> None:
    with pytest.raises(InvalidRequest, match=said) as refused:
        read_preset(data, "mine.catchlight-preset")
    assert "mine.catchlight-preset" in refused.value.message


def test_a_shelf_saves_finds_renames_and_deletes(tmp_path: Path) -> None:
    shelf = PresetFolder(tmp_path / "presets")
    assert shelf.entries() == ()
    shelf.save(warm("Warm / soft"))
    shelf.save(warm("Warm - soft"))
    assert [entry.name for entry in shelf.entries()] == ["Warm - soft", "Warm / soft"]
    with pytest.raises(NameTaken):
        shelf.save(warm("WARM / SOFT"))
    shelf.save(preset_of("Warm / soft", [WARM, WARM]), replace=True)
    assert len(shelf.find("warm / soft").steps) == 2
    with pytest.raises(NameTaken):
        shelf.rename("Warm / soft", "warm - SOFT")
    shelf.rename("Warm / soft", "{Soft}")
    assert [entry.name for entry in shelf.entries()] == ["{Soft}", "Warm - soft"][::-1]
    shelf.delete("Warm - soft")
    assert [entry.name for entry in shelf.entries()] == ["{Soft}"]
    with pytest.raises(UnknownEntry, match="Soft") as unknown:
        shelf.find("Sofd")
    assert unknown.value.code == "unknown_preset"


def test_renaming_to_other_case_keeps_one_file(tmp_path: Path) -> None:
    shelf = PresetFolder(tmp_path)
    shelf.save(warm())
    shelf.rename("Warm", "WARM")
    assert [entry.name for entry in shelf.entries()] == ["WARM"]


def test_export_and_import_keep_every_byte_and_replace_nothing_unasked(tmp_path: Path) -> None:
    shelf, other = PresetFolder(tmp_path / "one"), PresetFolder(tmp_path / "two")
    kept = shelf.save(warm())
    file = shelf.export("Warm", tmp_path)
    assert file == tmp_path / f"Warm{SUFFIX}"
    assert file.read_bytes() == kept.read_bytes()
    with pytest.raises(InvalidRequest, match="exists already"):
        shelf.export("Warm", tmp_path)
    assert other.take_in(file) == warm()
    with pytest.raises(NameTaken):
        other.take_in(file)
    assert other.take_in(file, name="Warm 2").name == "Warm 2"
    assert len(other.entries()) == 2


def test_a_damaged_file_is_listed_with_its_fault_and_harms_no_other(tmp_path: Path) -> None:
    shelf = PresetFolder(tmp_path)
    shelf.save(warm())
    (tmp_path / f"bad{SUFFIX}").write_text("{")
    assert [(entry.name, bool(entry.fault)) for entry in shelf.entries()] == [("bad", True), ("Warm", False)]
    with pytest.raises(InvalidRequest, match="not JSON"):
        shelf.find("bad")
    shelf.delete("bad")
    assert len(shelf.entries()) == 1
    with pytest.raises(StorageFault):
        shelf.named(str(tmp_path / f"absent{SUFFIX}"))


@pytest.mark.parametrize(("x", "moved"), [(-1e6, 0.0), (-3.0, 0.0), (10.0, 5.0), (1e6, 49.0)])
def test_a_place_stays_within_a_smaller_picture(x: float, moved: float) -> None:
    edit = {
        "userPrompt": "remove this",
        "hotspot": {"x": x, "y": 0},
        "box": {"x": -1e6, "y": 0, "width": 5e-324, "height": 1},
    }
    step = PresetStep(operation="edit", parameters=edit, placed_in=Size(width=100, height=100))
    found = step.params(50, 50)
    assert isinstance(found, EditParams)
    assert found.hotspot.x == moved


def test_an_embedded_picture_that_cannot_be_read_is_refused_on_import(tmp_path: Path) -> None:
    step = PresetStep(
        operation="headshot",
        parameters={"backgroundStyles": ["own_picture"]},
        pictures=("data:image/png;base64,iVBORw0KGgo=",),
    )
    file = tmp_path / f"torn{SUFFIX}"
    file.write_bytes(Preset(name="Torn", steps=(step,)).file())
    shelf = PresetFolder(tmp_path / "presets")
    with pytest.raises(Exception, match="damaged"):
        shelf.take_in(file)
    assert shelf.entries() == ()


def test_a_piece_of_hair_travels_with_its_record() -> None:
    step = Step(operation="hair_piece", parameters={}, kind="pixels", source="0" * 64, facts={"version": 1})
    pixels = np.zeros((70, 80, 4), np.uint8)
    pixels[20:40, 20:40] = 90
    piece = Picture(pixels, record=Record(steps=(step,)))
    preset = preset_of("Curls", [AppliedStep("hair", HairParams(hair_color="reference"), SIZE, (piece,))])
    (came,) = read_preset(preset.file(), "a file").steps[0].joining()
    assert came.record == piece.record
    assert np.array_equal(came.pixels, pixels)
    gone = AppliedStep("hair", HairParams(hair_color="original"), SIZE, lost=True)
    assert not carries(gone)
