"""Raw files in Adjust: developed anew before everything else, from the file itself, which nothing touches."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import InvalidRequest, StorageFault
from catchlight.core.progress import Progress
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor
from catchlight.service.files.reading import read_picture
from pydantic import ValidationError

from tests.imaging.io.raws import dng
from tests.operations.adjust.test_run import run

BRIGHT = RawDevelopment(exposure=1.0, temperature=4500.0)


@cache
def shot() -> bytes:
    pixels = codec.decode((Path(__file__).parents[3] / "resources" / "samples" / "astronaut.png").read_bytes()).pixels
    return dng(np.ascontiguousarray(cv2.GaussianBlur(pixels, (0, 0), 1.5)[..., :3]))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "IMG_1.DNG"
    path.write_bytes(shot())
    return path


@pytest.fixture
def raw(file: Path) -> Picture:
    return read_picture(file, codec.DecodeLimits())


def test_raw_settings_develop_the_file_anew(
    portraits: Portraits, catalogue: Catalogue, raw: Picture, file: Path
) -> None:
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    made = run(portraits, catalogue, raw, AdjustParams(raw=BRIGHT))
    wanted = codec.decode(shot(), raw=BRIGHT.plain)
    assert np.array_equal(made.picture.pixels, wanted.pixels)
    assert made.picture.source_colours is not None
    assert made.picture.metadata.sources == raw.metadata.sources
    assert made.details == {"settings": {}, "developed": {}, "raw": {"exposure": 1.0, "temperature": 4500.0}}
    assert hashlib.sha256(file.read_bytes()).hexdigest() == before


def test_other_settings_come_after_them(portraits: Portraits, catalogue: Catalogue, raw: Picture) -> None:
    both = run(portraits, catalogue, raw, AdjustParams(raw=BRIGHT, settings=Development(contrast=30)))
    bright = codec.decode(shot(), raw=BRIGHT.plain)
    apart = run(portraits, catalogue, bright, AdjustParams(settings=Development(contrast=30)))
    assert np.array_equal(both.picture.pixels, apart.picture.pixels)


@pytest.mark.parametrize("size", [200, 500])
def test_the_preview_shows_what_comes_of_it(
    portraits: Portraits, catalogue: Catalogue, raw: Picture, size: int
) -> None:
    params = AdjustParams(raw=BRIGHT, settings=Development(contrast=20))
    whole = run(portraits, catalogue, raw, params).picture.pixels
    editor = LocalEditor(portraits, catalogue)
    shown = editor.preview(EditRequest("adjust", params, [raw]), size, Progress())
    small = cv2.resize(whole, (shown.picture.width, shown.picture.height), interpolation=cv2.INTER_AREA)
    assert max(shown.picture.width, shown.picture.height) == min(size, max(raw.width, raw.height))
    assert np.abs(shown.picture.pixels.astype(float) - small).mean() / 257 < 3, "its blown highlights are blended"


def test_only_an_untouched_raw_file_is_developed_anew(
    portraits: Portraits, catalogue: Catalogue, raw: Picture, sample: Picture, file: Path
) -> None:
    params = AdjustParams(raw=BRIGHT)
    with pytest.raises(InvalidRequest, match="no camera raw file"):
        run(portraits, catalogue, sample, params)
    edited = run(portraits, catalogue, raw, AdjustParams(settings=Development(contrast=30))).picture
    with pytest.raises(InvalidRequest, match="raw settings come before every edit"):
        run(portraits, catalogue, edited, params)
    file.write_bytes(shot() + b"\0")
    with pytest.raises(StorageFault, match=r"IMG_1\.DNG is gone or was changed"):
        run(portraits, catalogue, raw, params)


def test_raw_settings_have_limits_and_say_something() -> None:
    for wrong in ({"temperature": 100.0}, {"exposure": 9.0}, {"highlights": "all"}):
        with pytest.raises(ValidationError):
            RawDevelopment.model_validate(wrong)
    with pytest.raises(ValidationError, match="adjustmentPrompt is empty"):
        AdjustParams(raw=RawDevelopment())
    assert AdjustParams(raw=BRIGHT).model_dump(mode="json", by_alias=True, exclude_defaults=True) == {
        "raw": {"temperature": 4500.0, "exposure": 1.0}
    }


def test_a_result_of_a_raw_file_is_a_16_bit_tiff(portraits: Portraits, catalogue: Catalogue, raw: Picture) -> None:
    result = LocalEditor(portraits, catalogue).run(EditRequest("adjust", AdjustParams(raw=BRIGHT), [raw]), Progress())
    assert result.file.media_type == "image/tiff"
    again = codec.decode(result.file.data)
    assert again.depth == 16
    assert again.metadata.profile.startswith("ProPhoto RGB")
    assert again.record.steps[-1].facts["raw"]["exposure"] == 1.0


def test_a_jpeg_of_a_raw_file_is_srgb_and_what_goes_on_keeps_its_colours(
    portraits: Portraits, catalogue: Catalogue, raw: Picture
) -> None:
    def made(**wish: Any) -> EditResult:
        params = AdjustParams(raw=BRIGHT, output_format="jpeg", **wish)
        return LocalEditor(portraits, catalogue).run(EditRequest("adjust", params, [raw]), Progress())

    unasked = made()
    assert codec.decode(unasked.file.data).source_colours is None
    assert unasked.picture.source_colours is not None
    for space, name in (("source", "ProPhoto RGB (sRGB curve)"), ("display_p3", "Display P3")):
        assert codec.decode(made(color_space=space).file.data).metadata.profile == name
    assert made(color_space="srgb").picture.source_colours is None
