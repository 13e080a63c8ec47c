"""Headshots from the terminal: short names for the lists, presets, and a background of one's own."""

from __future__ import annotations

from pathlib import Path

from catchlight.imaging.io import codec
from catchlight.operations.headshot.params import HeadshotParams

from tests.cli.conftest import Run
from tests.doubles import EchoEditor


def given(editor: EchoEditor) -> HeadshotParams:
    params = editor.requests[0].params
    assert isinstance(params, HeadshotParams)
    return params


def test_lists_are_given_one_by_one_or_with_commas(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    words = (
        "--clothing",
        "navy",
        "--clothing",
        "own_tie,red",
        "--background",
        "garden, softer",
        "--framing",
        "chest_up",
    )
    ran = catchlight("headshot", photo, photo.with_name("o.png"), *words, editor=editor)
    assert ran.code == 0, ran.err
    params = given(editor)
    assert params.clothing_styles == ("navy", "own_tie", "red")
    assert params.background_styles == ("garden", "softer")
    assert params.framing_styles == ("chest_up",)


def test_a_preset_fills_what_was_not_given(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    ran = catchlight(
        "headshot", photo, photo.with_name("o.png"), "--preset", "law_firm", "--framing", "original", editor=editor
    )
    assert ran.code == 0, ran.err
    assert given(editor).background_styles == ("law_library",)
    assert given(editor).framing_styles == ("original",)


def test_a_background_of_one_s_own_comes_along(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    ran = catchlight("headshot", photo, photo.with_name("o.png"), "--background-image", photo, editor=editor)
    assert ran.code == 0, ran.err
    assert len(editor.requests[0].pictures) == 2


def test_the_clothes_of_another_picture_come_along_last(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    out = photo.with_name("o.png")
    ran = catchlight("headshot", photo, out, "--clothing-reference", photo, "--background-image", photo, editor=editor)
    assert ran.code == 0, ran.err
    assert len(editor.requests[0].pictures) == 3
    assert given(editor).clothing_styles == ("reference",)
    ran = catchlight("headshot", photo, out, "--clothing-reference", photo.with_name("missing.png"))
    assert ran.code == 1  # as of hair --reference
    assert "There is no file" in ran.err


def test_an_unknown_preset_and_style_are_told(catchlight: Run, photo: Path) -> None:
    out = photo.with_name("o.png")
    ran = catchlight("headshot", photo, out, "--preset", "pirate")
    assert (ran.code, out.exists()) == (2, False)
    assert "law_firm" in ran.err
    ran = catchlight("headshot", photo, out, "--background", "studio_gray")
    assert ran.code == 2
    assert "studio_grey" in ran.err


def test_a_real_headshot_is_written(catchlight: Run, photo: Path) -> None:
    out = photo.with_name("head.jpg")
    ran = catchlight("headshot", photo, out, "--background", "studio_navy", "--framing", "linkedin_square")
    assert ran.code == 0, ran.err
    picture = codec.decode(out.read_bytes())
    assert picture.width == picture.height
    assert picture.record.steps[-1].operation == "headshot"
