"""Adjusting from the terminal: a sentence, settings by name, many files."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
import typer
from catchlight.cli.commands.adjust import settings_of
from catchlight.develop.development import Band, Bands, Development, Tone, Toning
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture

from tests.cli.conftest import Run
from tests.doubles import EchoEditor
from tests.imaging.io.raws import dng


def test_a_sentence_develops_a_file(catchlight: Run, photo: Path) -> None:
    out = photo.with_name("warm.jpg")
    ran = catchlight("adjust", photo, out, "warmer, lift the shadows")
    assert ran.code == 0, ran.err
    picture, source = codec.decode(out.read_bytes()), codec.decode(photo.read_bytes())
    assert (picture.width, picture.height) == (source.width, source.height)
    assert picture.record.steps[-1].facts["settings"].keys() == {"temperature", "shadows"}


def test_settings_and_strength_reach_the_operation(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    ran = catchlight(
        "adjust", photo, photo.with_name("o.png"), "", "--set", "exposure=-0.5", "--set", "blues.saturation=-40",
        "--strength", "0.5", editor=editor,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    settings = Development(exposure=-0.5, bands=Bands(blues=Band(saturation=-40.0)))
    params = editor.requests[0].params
    assert params.model_dump(exclude_defaults=True, exclude={"settings"}) == {"strength": 0.5, "output_format": "png"}
    assert params.settings == settings  # type: ignore[attr-defined]


def test_what_is_not_understood_fails_with_suggestions(catchlight: Run, photo: Path) -> None:
    ran = catchlight("adjust", photo, photo.with_name("o.png"), "make it banana")
    assert ran.code == 1
    assert "banana" in ran.err
    assert "Understood would be" in " ".join(ran.err.split())
    assert not photo.with_name("o.png").exists()


def test_nothing_said_is_wrong_usage(catchlight: Run, photo: Path) -> None:
    ran = catchlight("adjust", photo, photo.with_name("o.png"), "")
    assert ran.code == 2


def test_many_files_go_into_a_folder(catchlight: Run, photo: Path, sample_bytes: bytes, tmp_path: Path) -> None:
    other = photo.with_name("bert.png")
    other.write_bytes(sample_bytes)
    ran = catchlight("adjust", photo, other, tmp_path / "out", "sepia", editor=EchoEditor())
    assert ran.code == 0, ran.err
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == sorted(
        ["bert-adjust.png", f"{photo.stem}-adjust.png"]
    )


def test_every_kind_of_setting_can_be_given() -> None:
    found = settings_of(
        ["look=film", "look_strength=60", "auto-exposure=yes", "protect=skin,blues", "toning.shadows.hue=200",
         "toning.shadows.amount=30", "curve=[[0,0],[1,0.9]]", "filter=red", "noiseReduction=20"]
    )  # fmt: skip
    assert found == Development(
        look="film", look_strength=60.0, auto_exposure=True, protect=("skin", "blues"), filter="red",
        toning=Toning(shadows=Tone(hue=200.0, amount=30.0)), curve=((0.0, 0.0), (1.0, 0.9)), noise_reduction=20.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    "entry", ["exposure", "exposure=9", "sparkle=3", "=4", "blues.sparkle=1", "exposure=bright", "exposure.more=1"]
)
def test_bad_settings_are_wrong_usage(entry: str) -> None:
    with pytest.raises(typer.BadParameter):
        settings_of([entry])


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("exposur=1", "exposur: there is no such setting; did you mean exposure"),
        ("blues.sparkle=1", "blues.sparkle: there is no such setting"),
        ("curve=[[0,0]]", "curve: a curve has no point, or at least two"),
        ("exposure=bright", "exposure: input should be a valid number"),
        ("protect=nobody", "protect: input should be 'skin'"),
    ],
)
def test_bad_settings_are_told_in_plain_words(entry: str, said: str) -> None:
    with pytest.raises(typer.BadParameter) as refused:
        settings_of([entry])
    assert said in refused.value.message
    for word in ("Value error", "Extra inputs", "bands.", ".0"):
        assert word not in refused.value.message


def test_raw_files_are_developed_by_options_and_stay_as_they_are(
    catchlight: Run, tmp_path: Path, sample: Picture
) -> None:
    raw = tmp_path / "shoot" / "IMG_7.dng"
    raw.parent.mkdir()
    raw.write_bytes(dng(np.ascontiguousarray(sample.rgb8)))
    (raw.parent / "IMG_7.jpg").write_bytes(codec.encode(sample, "image/jpeg"))
    before = hashlib.sha256(raw.read_bytes()).hexdigest()
    options = ("--raw-exposure", "0.7", "--raw-temperature", "5200", "--raw-highlights", "blend")
    ran = catchlight("adjust", raw.parent, tmp_path / "out", "", *options)
    assert ran.code == 0, ran.err
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["IMG_7-adjust.tif"]
    assert "1 JPEG beside its raw file" in ran.out + ran.err
    step = codec.decode((tmp_path / "out" / "IMG_7-adjust.tif").read_bytes()).record.steps[-1]
    assert step.parameters["raw"] == {"exposure": 0.7, "temperature": 5200, "highlights": "blend"}
    assert hashlib.sha256(raw.read_bytes()).hexdigest() == before
    wrong = catchlight("adjust", raw, tmp_path / "out2", "", "--raw-exposure", "9")
    assert wrong.code == 2
    assert "--raw-exposure" in wrong.err
    none = catchlight("adjust", raw.with_suffix(".jpg"), tmp_path / "out2", "", "--raw-exposure", "1")
    assert none.code == 1
    assert "no camera raw file" in none.err
