"""The small files of 26 November 2026 that were opened wrong or refused; they lie beside the repository where they are at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from catchlight.core.errors import UnsupportedImage
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture

from tests.conftest import PORTRAITS
from tests.imaging.io.reading import distance

_FOLDER = PORTRAITS.parent / "failing"
pytestmark = pytest.mark.skipif(
    not _FOLDER.is_dir(), reason="the failing files (../shared/failing) are not on this machine"
)
Read = Callable[[str], Picture]


@pytest.fixture
def read() -> Read:
    return lambda name: codec.decode(next(_FOLDER.glob(f"{name}_*")).read_bytes(), name=name)


@pytest.mark.parametrize("name", ["A1", "A3", "B1", "B3", "B5", "C1", "C3", "I1"])
def test_it_looks_like_the_reference(name: str, read: Read) -> None:
    with PIL.Image.open(_FOLDER / "reference_as_it_should_look.png") as reference:
        assert distance(read(name), np.asarray(reference.convert("RGB"))) < 1


def test_adobe_rgb_by_exif_is_as_colourful_as_the_reference(read: Read) -> None:
    with PIL.Image.open(_FOLDER / "reference_as_it_should_look.png") as reference:
        right = reference.convert("RGB").resize((360, 400), PIL.Image.Resampling.LANCZOS)
    picture = read("C5")
    assert picture.metadata.profile.startswith("Adobe RGB")
    assert np.abs(picture.pixels.mean(axis=(0, 1)) - np.asarray(right).mean(axis=(0, 1))).max() < 2


@pytest.mark.parametrize("name", ["D1", "D2", "D4"])
def test_a_bad_field_is_dropped_with_a_note(name: str, read: Read) -> None:
    picture = read(name)
    assert picture.pixels.shape == (300, 270, 3)
    assert picture.metadata.notes


@pytest.mark.parametrize("name", ["D6", "D8"])
def test_what_is_odd_but_sound_needs_no_note(name: str, read: Read) -> None:
    assert read(name).metadata.notes == ()


@pytest.mark.parametrize(("name", "said"), [("E1", "end of the file"), ("E3", "damaged")])
def test_damage_is_said(name: str, said: str, read: Read) -> None:
    assert any(said in note for note in read(name).metadata.notes)


def test_what_made_a_decoder_fail_is_refused(read: Read) -> None:
    with pytest.raises(UnsupportedImage):
        read("F1")


def test_the_folder_is_whole() -> None:
    assert isinstance(_FOLDER, Path)
    assert len(list(_FOLDER.glob("[A-FI]*.*"))) >= 17
