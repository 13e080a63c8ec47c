"""Profile pictures from the terminal: where they go, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from catchlight.imaging.io import codec
from catchlight.paths import Home
from catchlight.store.settings.settings import Settings
from catchlight.store.settings.settings_file import SettingsFile
from catchlight.store.settings.storage import Delivery

from tests.cli.conftest import Run


def sizes(folder: Path) -> dict[str, int]:
    """Names and sides of the pictures in a folder."""
    return {
        file.name: codec.decode(file.read_bytes(), codec.DecodeLimits(min_side=1)).width
        for file in folder.glob("*.png")
    }


def test_every_size_lands_in_the_picture_s_own_folder(catchlight: Run, photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = catchlight(
        "profile-picture", photo, "--sizes", "96,48", "--shape", "circle", "--to", out, "--customer", "a-7"
    )
    assert ran.code == 0, ran.err
    assert sizes(out / "anna-profile") == {"circle-96.png": 96, "circle-48.png": 48}
    manifest = json.loads((out / "anna-profile" / "manifest.json").read_bytes())
    assert manifest["extCustomerId"] == "a-7"
    assert str(out / "anna-profile") in ran.out.replace("\n", "")
    assert "96, 48 px" in ran.out


def test_what_is_there_is_replaced_only_when_asked(catchlight: Run, photo: Path, tmp_path: Path) -> None:
    command = ("profile-picture", photo, "--to", tmp_path / "out")
    assert catchlight(*command, "--sizes", "48").code == 0
    refused = catchlight(*command, "--sizes", "32")
    assert refused.code == 1
    assert "--overwrite" in refused.err
    assert catchlight(*command, "--sizes", "32", "--overwrite").code == 0
    manifest = json.loads((tmp_path / "out" / "anna-profile" / "manifest.json").read_bytes())
    assert [one["size"] for one in manifest["pictures"]] == [32]


def test_the_settings_name_the_place(catchlight: Run, photo: Path, tmp_path: Path, home: Home) -> None:
    delivery = Delivery(address=f"file://{tmp_path}/profiles")
    SettingsFile(home.settings).save(Settings(delivery=delivery))
    assert catchlight("profile-picture", photo, "--sizes", "32").code == 0
    assert sizes(tmp_path / "profiles" / "anna-profile") == {"square-32.png": 32}


def test_without_a_place_they_go_beside_where_one_is(
    catchlight: Run, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert catchlight("profile-picture", photo, "--sizes", "32").code == 0
    assert sizes(tmp_path / "profile-pictures" / "anna-profile") == {"square-32.png": 32}


def test_one_bad_picture_does_not_stop_the_others(catchlight: Run, photo: Path, tmp_path: Path) -> None:
    broken = photo.with_name("broken.png")
    broken.write_bytes(b"nothing")
    ran = catchlight("profile-picture", broken, photo, "--sizes", "32", "--to", tmp_path / "out")
    assert ran.code == 1
    assert "broken.png" in ran.err
    assert sizes(tmp_path / "out" / "anna-profile") == {"square-32.png": 32}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sizes", "8"), "greater than or equal to 16"),
        (("--sizes", "big"), "whole numbers"),
        (("--sizes", "64,64"), "twice"),
        (("--background", "studio_gray"), "studio_grey"),
        (("--shape", "circle", "--output-format", "jpeg"), "transparency"),
    ],
)
def test_wrong_wishes_are_faults_of_usage(
    catchlight: Run, photo: Path, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    ran = catchlight("profile-picture", photo, "--to", tmp_path / "out", *words)
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "out").exists()


def test_an_address_that_is_none_is_said(catchlight: Run, photo: Path) -> None:
    ran = catchlight("profile-picture", photo, "--to", "nowhere://x")
    assert ran.code == 1
    assert "delivery address" in ran.err
