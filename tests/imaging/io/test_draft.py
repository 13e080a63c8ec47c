"""Drafts: small, soon, and the same picture as the thorough reader gives."""

from __future__ import annotations

import io

import numpy as np
import pytest
from catchlight.core.errors import UnsupportedImage
from catchlight.imaging.io import codec
from catchlight.imaging.io.exif import shot_time
from catchlight.imaging.io.formats.jpeg.draft import decode_draft
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.picture import Picture
from PIL import Image

from tests.display_profiles import matrix_display
from tests.imaging.io.raws import Shot, dng

LIMITS = DecodeLimits()


def jpeg(sample: Picture, orientation: int = 1, taken: str = "2026:11:27 18:30:05") -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif.get_ifd(0x8769)[0x9003] = taken
    file = io.BytesIO()
    large = Image.fromarray(sample.rgb8).resize((1600, 1200))
    large.save(file, "JPEG", quality=92, exif=exif)
    return file.getvalue()


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_draft_is_small_upright_and_the_same_picture(sample: Picture, orientation: int) -> None:
    data = jpeg(sample, orientation)
    draft, whole = decode_draft(data, 400, LIMITS), codec.decode(data)
    assert (draft.width, draft.height) == (whole.width, whole.height)
    assert 400 <= max(draft.pixels.shape[:2]) < 800
    small = Image.fromarray(whole.rgb8).resize(draft.pixels.shape[1::-1], Image.Resampling.BOX)
    assert np.abs(np.asarray(small, float) - draft.pixels).mean() < 2.5


def test_all_pixels_are_given_where_they_are_asked_for(sample: Picture) -> None:
    data = jpeg(sample)
    assert np.array_equal(decode_draft(data, 10**6, LIMITS).pixels, codec.decode(data).pixels)


def test_other_types_and_damaged_files_go_through_the_thorough_reader(sample: Picture, sample_bytes: bytes) -> None:
    assert decode_draft(sample_bytes, 100, LIMITS).pixels.shape == (100, 100, 3)
    cut = jpeg(sample)[:-3000]
    assert max(decode_draft(cut, 400, LIMITS).pixels.shape) == 400
    with pytest.raises(UnsupportedImage):
        decode_draft(b"nothing", 100, LIMITS)


def test_the_time_is_that_of_the_shot() -> None:
    exif = Image.Exif()
    assert shot_time(exif.tobytes()) == ""
    exif[0x0132] = "2026:01:01 00:00:00"
    assert shot_time(exif.tobytes()) == "2026:01:01 00:00:00"
    exif.get_ifd(0x8769)[0x9003] = "2025:05:05 05:05:05"
    assert shot_time(exif.tobytes()) == "2025:05:05 05:05:05"
    assert shot_time(b"rubbish") == ""


def test_a_raw_file_is_shown_by_the_preview_that_it_holds(sample: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    rgb = np.asarray(Image.fromarray(sample.rgb8).resize((1200, 900)))
    data = dng(rgb, Shot(orientation=6))
    monkeypatch.setattr("catchlight.imaging.io.formats.jpeg.draft.decode", None)  # developing it would take seconds
    draft = decode_draft(data, 400, LIMITS)
    assert (draft.width, draft.height) == (900, 1200)
    assert 400 <= max(draft.pixels.shape[:2]) < 800
    upright = Image.fromarray(np.rot90(rgb, -1)).resize(draft.pixels.shape[1::-1], Image.Resampling.BOX)
    assert np.abs(np.asarray(upright, float) - draft.pixels).mean() < 6


@pytest.mark.parametrize("media_type", ["image/jpeg", "image/png"])
def test_a_draft_keeps_the_colours_of_a_wide_file(sample: Picture, media_type: str) -> None:
    file = io.BytesIO()
    large = Image.fromarray(sample.rgb8).resize((1600, 1200))
    exif = Image.Exif()
    exif[0x0112] = 6
    kind = {"image/jpeg": "JPEG", "image/png": "PNG"}[media_type]
    large.save(file, kind, exif=exif, icc_profile=matrix_display())
    draft = decode_draft(file.getvalue(), 400, LIMITS)
    assert draft.profile == matrix_display()
    assert draft.own is not None
    assert draft.own.shape == draft.pixels.shape
    stored = large.transpose(Image.Transpose.ROTATE_270).resize(draft.own.shape[1::-1], Image.Resampling.BOX)
    assert np.abs(np.asarray(stored, int) - draft.own).mean() < 3
    assert decode_draft(jpeg(sample), 400, LIMITS).own is None
