"""Raw files developed: colours as LibRaw's own, nothing cut off that need not be, faults in plain words."""

from __future__ import annotations

import io
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest
import rawpy
import tifffile
from catchlight.core.errors import ImageTooLarge, UnsupportedImage
from catchlight.imaging.colour.delta_e import delta_e2000
from catchlight.imaging.io import codec, icc
from catchlight.imaging.io.formats.raw import tones
from catchlight.imaging.io.formats.raw.decode import read_facts
from catchlight.imaging.io.formats.raw.half import HalfRaw
from catchlight.imaging.io.formats.raw.settings import RawSettings
from catchlight.imaging.picture import Picture

from tests.imaging.io import variants
from tests.imaging.io.raws import NEUTRAL, Shot, dng

Array = npt.NDArray[np.float64]


@cache
def photo() -> npt.NDArray[np.uint8]:
    """Smooth, so that finding the colours between the sensor's pixels adds next to nothing."""
    return cv2.GaussianBlur(variants.photo(1200, 900), (0, 0), 3)  # type: ignore[return-value]


@cache
def raw(**shot: float) -> bytes:
    return dng(photo(), Shot(**shot))  # type: ignore[arg-type]


@cache
def developed() -> Picture:
    return codec.decode(raw(), name="IMG_1.DNG")


def eight(picture: Picture) -> Array:
    return picture.pixels[..., :3].astype(np.float64) / 257


def far(one: Array, other: Array) -> float:
    """Mean CIEDE2000 of two pictures in 0..255, at about 500 places."""
    step = max(1, round((one.shape[0] * one.shape[1] / 500) ** 0.5))
    pairs = zip(one[::step, ::step].reshape(-1, 3), other[::step, ::step].reshape(-1, 3), strict=True)
    return float(np.mean([delta_e2000(tuple(here), tuple(there)) for here, there in pairs]))


def test_a_raw_file_is_the_picture_that_the_camera_saw() -> None:
    picture = developed()
    assert (picture.width, picture.height, picture.depth) == (1200, 900, 16)
    assert np.abs(eight(picture) - photo())[4:-4, 4:-4].mean() < 1
    assert picture.metadata.media_type == codec.RAW
    assert picture.metadata.profile.startswith("ProPhoto RGB")
    assert picture.metadata.notes == ()


def test_colours_are_those_of_libraw() -> None:
    with rawpy.imread(io.BytesIO(raw())) as file:
        wanted = file.postprocess(use_camera_wb=True, gamma=(2.4, 12.92), no_auto_bright=True, output_bps=16)
    assert far(eight(developed()), wanted / 257) < 0.1


def test_the_wide_gamut_survives_into_a_tiff() -> None:
    data = codec.encode(developed(), codec.result_type(developed(), developed(), None))
    again = codec.decode(data)
    assert again.metadata.media_type == "image/tiff"
    assert again.metadata.profile.startswith("ProPhoto RGB")
    assert again.source_colours is not None
    assert developed().source_colours is not None
    assert np.array_equal(again.source_colours.pixels, developed().source_colours.pixels)
    assert np.abs(eight(again) - eight(developed())).mean() < 0.2, "the profile means what LibRaw made"


def test_what_the_camera_says_is_kept_and_nothing_of_the_sensor() -> None:
    exif = developed().metadata.exif
    for said in (b"Catchlight\0", b"Test Camera\0", b"2026:11:27 10:20:30\0"):
        assert said in exif
    assert len(exif) < 300


@pytest.mark.parametrize(("orientation", "turns"), [(3, 2), (6, 3), (8, 1)])
def test_preview_and_development_stand_upright(orientation: int, turns: int) -> None:
    data = raw(orientation=orientation)
    wanted = np.rot90(photo(), turns).astype(np.float64)
    assert np.abs(eight(codec.decode(data)) - wanted)[4:-4, 4:-4].mean() < 1
    preview = codec.embedded_preview(data)
    assert preview is not None
    assert np.abs(preview.pixels - wanted[::2, ::2]).mean() < 3
    assert preview.whole == wanted.shape[1::-1]


@pytest.mark.parametrize("kind", ["jpeg", "rgb"])
def test_the_embedded_preview_is_shown(kind: str) -> None:
    preview = codec.embedded_preview(raw(preview=kind))
    assert preview is not None
    assert max(preview.pixels.shape) == 600
    small = codec.embedded_preview(raw(preview=kind), longest=300)
    assert small is not None
    assert max(small.pixels.shape) == 300


def test_a_raw_file_without_a_preview_has_none() -> None:
    assert codec.embedded_preview(raw(preview="")) is None


def test_a_large_jpeg_is_shown_before_it_is_read() -> None:
    large = cv2.resize(photo(), (4400, 3300))
    preview = codec.embedded_preview(codec.encode(Picture(large), "image/jpeg", quality=60, chroma="4:2:0"))
    assert preview is not None
    assert preview.pixels.shape == (1536, 2048, 3)
    assert preview.whole == (4400, 3300)
    assert codec.embedded_preview(codec.encode(Picture(photo()), "image/jpeg")) is None, "small ones are there at once"


def test_a_draft_is_the_picture_in_less_detail() -> None:
    draft = codec.decode(raw(), draft=True)
    assert (draft.width, draft.height, draft.depth) == (1200, 900, 16)
    assert draft.source_colours is None
    assert far(eight(draft), eight(developed())) < 0.5


def test_exposure_is_in_stops_of_light() -> None:
    darker = codec.decode(raw(), raw=RawSettings(exposure=-1))
    light, less = (variants.light(eight(one))[8:, 8:] for one in (developed(), darker))
    middle = (light > 0.05) & (light < 0.8)
    assert np.abs(less[middle] / light[middle] - 0.5).max() < 0.01


def test_white_balance_is_as_shot_and_moves_as_its_numbers_say() -> None:
    facts = read_facts(raw())
    assert facts.temperature == pytest.approx(6504, abs=30)  # the camera's neutral is white at D65
    assert facts.tint == pytest.approx(9.6, abs=0.5)  # D65 lies 0.0032 above the Planckian locus
    same = codec.decode(raw(), raw=RawSettings(temperature=facts.temperature, tint=facts.tint))
    assert np.abs(eight(same) - eight(developed())).mean() < 0.1
    warm, cool, magenta = (
        codec.decode(raw(), raw=settings).pixels.astype(np.float64).mean(axis=(0, 1))
        for settings in (RawSettings(temperature=9000), RawSettings(temperature=4500), RawSettings(tint=60))
    )
    as_shot = developed().pixels.astype(np.float64).mean(axis=(0, 1))
    assert warm[0] / warm[2] > as_shot[0] / as_shot[2] > cool[0] / cool[2]
    assert magenta[1] / magenta[0] < as_shot[1] / as_shot[0]


def test_a_file_without_white_balance_says_that_it_got_daylight() -> None:
    picture = codec.decode(raw(balanced=False))
    assert any("daylight" in note for note in picture.metadata.notes)


def test_highlights_that_one_channel_has_are_reconstructed() -> None:
    """Green is cut off at the sensor, red and blue are not: cut off everywhere it would be white, or magenta."""
    data = raw(exposure=0.9)
    cut, whole = (
        codec.decode(data, raw=RawSettings(exposure=-0.9, highlights=kind)) for kind in ("clip", "reconstruct")
    )
    bright = photo().max(axis=2) > 215
    before = photo()[bright].astype(np.float64)
    lost = np.abs(eight(cut)[bright] - before).mean()
    assert np.abs(eight(whole)[bright] - before).mean() < 0.75 * lost
    with rawpy.imread(io.BytesIO(data)) as file:
        reference = file.postprocess(
            use_camera_wb=True,
            gamma=(2.4, 12.92),
            no_auto_bright=True,
            output_bps=16,
            highlight_mode=rawpy.HighlightMode.ReconstructDefault,
            bright=1 / NEUTRAL.min(),
        )
    same = reference.max(axis=2) < 0.95 * 65_535
    assert same.mean() > 0.4
    assert np.abs(eight(codec.decode(data)) - reference / 257)[same].mean() < 0.1


@pytest.mark.parametrize(
    "settings",
    [
        RawSettings(),
        RawSettings(temperature=4000, exposure=0.5),
        RawSettings(tint=-40, exposure=-0.5, highlights="blend"),
    ],
)
@pytest.mark.parametrize("exposure", [0.0, 0.9])
def test_the_half_size_development_shows_what_the_whole_will_be(settings: RawSettings, exposure: float) -> None:
    data = raw(exposure=exposure)
    shown = HalfRaw.read(data).develop(settings, 400)
    assert shown.shape == (300, 400, 3)
    whole = cv2.resize(codec.decode(data, raw=settings).pixels, (400, 300), interpolation=cv2.INTER_AREA)
    blown = settings.highlights == "reconstruct" and (exposure > 0 or settings.temperature is not None)
    assert far(shown / 257.0, whole / 257.0) < (1.5 if blown else 0.7), "blown highlights are blended on the screen"


def test_a_truncated_file_is_refused() -> None:
    with pytest.raises(UnsupportedImage, match=r"damaged or incomplete \(its sensor data"):
        codec.decode(raw()[: len(raw()) * 9 // 10])


def test_a_file_that_has_lost_its_sensor_data_is_refused() -> None:
    out = io.BytesIO()
    tags = [(50706, "B", 4, b"\x01\x04\x00\x00", True)]
    tifffile.imwrite(out, photo()[:100, :100], photometric="rgb", extratags=tags, metadata=None)
    with pytest.raises(UnsupportedImage, match=r"raw file \(DNG\)"):
        codec.decode(out.getvalue())
    flat = raw()
    begin = flat.index(b"II") + len(flat) - 1200 * 900 * 2
    with pytest.raises(UnsupportedImage, match="no sensor data"):
        codec.decode(flat[:begin] + b"\0" * (len(flat) - begin))


@pytest.mark.parametrize("head", [b"IIU\0", b"FUJIFILMCCD-RAW ", b"\0\0\0\x18ftypcrx ", b"IIRO"])
def test_a_mark_alone_is_no_raw_file(head: bytes) -> None:
    with pytest.raises(UnsupportedImage, match=r"raw file|damaged"):
        codec.decode(head + bytes(200))


def test_the_limits_count_before_anything_is_developed() -> None:
    with pytest.raises(ImageTooLarge, match="1200 x 900"):
        codec.decode(raw(), codec.DecodeLimits(max_pixels=1_000_000))


def test_edited_pixels_come_back_in_prophoto_as_the_profile_says() -> None:
    some = np.random.default_rng(3).integers(0, 65_536, (60, 80, 3), dtype=np.uint16)
    some[:20] //= 32
    exact = icc.from_srgb(some, tones.prophoto_profile()).astype(int)
    assert np.abs(tones.to_prophoto(some) - exact).max() <= 16
    back = icc.to_srgb(some, tones.prophoto_profile(), "rgb").astype(int)
    assert np.abs(tones.from_prophoto(some) - back).max() <= 100, "0.4 of 255: a profile rounds its matrix"
