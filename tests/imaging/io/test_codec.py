from __future__ import annotations

import io
import struct
import zlib
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt
import PIL.Image
import pytest
from catchlight.core.errors import ImageTooLarge, InvalidRequest, UnsupportedImage
from catchlight.imaging.colour import delta_e, srgb
from catchlight.imaging.io import codec
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.imaging.io.profile_name import icc_name
from catchlight.imaging.picture import Metadata, Picture
from catchlight.imaging.record import Record, Step
from PIL import ImageCms

from tests.imaging.io import variants

Pixels = npt.NDArray[np.uint8]


@pytest.fixture(scope="module")
def scene() -> Pixels:
    """A smooth picture with a red top left corner, 96 x 128."""
    y, x = np.mgrid[:96, :128].astype(float)
    pixels = np.stack([200 - x, 60 + y, 90 + 0.5 * (x + y)], axis=-1)
    pixels[:20, :20] = (220, 20, 30)
    return pixels.astype(np.uint8)


def saved(pixels: Pixels, kind: str, mode: str | None = None, **options: object) -> bytes:
    out = io.BytesIO()
    image = PIL.Image.fromarray(pixels)
    (image.convert(mode) if mode else image).save(out, kind, **options)
    return out.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


@pytest.mark.parametrize("media_type", codec.WRITABLE)
def test_every_writable_type_comes_back_with_its_pixels_density_and_record(media_type: str, scene: Pixels) -> None:
    step = Step(
        operation="id_photo", parameters={"spec": "x <&> ü"}, kind="background", source="s", made=datetime.now(UTC)
    )
    data = codec.encode(Picture(scene, dpi=300.0, record=Record(steps=(step,))), media_type)
    assert codec.sniff(data) == media_type
    back = codec.decode(data)
    assert back.metadata.media_type == media_type
    assert np.abs(back.pixels.astype(int) - scene).mean() < 2.5
    assert back.record.steps == (step,)
    assert back.dpi == pytest.approx(300, abs=0.1)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied_once(orientation: int, scene: Pixels) -> None:
    undo = {1: None, 2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}[orientation]
    stored = PIL.Image.fromarray(scene)
    if undo is not None:
        stored = stored.transpose(PIL.Image.Transpose(undo))
    exif = PIL.Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    stored.save(out, "PNG", exif=exif)
    picture = codec.decode(out.getvalue())
    assert np.array_equal(picture.pixels, scene)
    again = codec.decode(codec.encode(picture, "image/jpeg"))
    assert (again.height, again.width) == scene.shape[:2]


def test_location_never_travels_on(scene: Pixels) -> None:
    exif = PIL.Image.Exif()
    exif[0x010F] = "Maker"
    exif.get_ifd(0x8825)[2] = (52.0, 31.0, 12.0)
    out = io.BytesIO()
    PIL.Image.fromarray(scene).save(out, "JPEG", exif=exif)
    written = PIL.Image.open(io.BytesIO(codec.encode(codec.decode(out.getvalue()), "image/jpeg"))).getexif()
    assert written[0x010F] == "Maker"
    assert not written.get_ifd(0x8825)


@pytest.mark.parametrize("media_type", ["image/png", "image/tiff"])
@pytest.mark.parametrize("channels", [3, 4])
def test_sixteen_bit_stays_sixteen_bit(media_type: str, channels: int) -> None:
    pixels = np.random.default_rng(2).integers(0, 65535, (70, 80, channels), np.uint16)
    step = Step(operation="adjust", parameters={}, kind="pixels", source="s")
    back = codec.decode(codec.encode(Picture(pixels, dpi=254.0, record=Record(steps=(step,))), media_type))
    assert back.depth == 16
    assert np.array_equal(back.pixels, pixels)
    assert back.dpi == pytest.approx(254, abs=0.1)
    assert back.record.steps == (step,)


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
def test_an_alpha_that_hides_nothing_is_none(depth: type[np.uint8] | type[np.uint16]) -> None:
    top = np.iinfo(depth).max
    pixels = np.full((80, 90, 4), top, depth)
    pixels[20:40, :, :3] = top // 3
    opaque = codec.decode(codec.encode(Picture(pixels.copy()), "image/png"))
    assert not opaque.has_alpha
    assert np.array_equal(opaque.pixels, pixels[..., :3])
    pixels[5, 5, 3] -= 1
    assert codec.decode(codec.encode(Picture(pixels), "image/png")).has_alpha


def test_cmyk_grey_palette_and_alpha_become_rgb(scene: Pixels) -> None:
    cmyk = codec.decode(saved(scene, "JPEG", "CMYK", quality=98))
    assert any("CMYK" in note for note in cmyk.metadata.notes)
    assert np.abs(cmyk.pixels.astype(int) - scene).mean() < 12
    grey = codec.decode(saved(scene, "PNG", "L"))
    assert (grey.pixels[..., 0] == grey.pixels[..., 2]).all()
    assert codec.decode(saved(scene, "PNG", "P")).pixels.shape == scene.shape
    faded = np.dstack([scene, np.full(scene.shape[:2], 77, np.uint8)])
    assert np.array_equal(codec.decode(saved(faded, "PNG")).pixels, faded)
    assert np.array_equal(codec.decode(saved(faded, "WEBP", lossless=True, exact=True)).pixels, faded)


def profile(gamma: float, primaries: list[tuple[float, float, float]]) -> bytes:
    """A matrix profile with one gamma for all channels."""
    curve = b"curv" + b"\0" * 4 + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    tags = {name: b"XYZ " + b"\0" * 4 + struct.pack(">3i", *(round(v * 65536) for v in xyz))
            for name, xyz in zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries, strict=True)}  # fmt: skip
    tags |= {b"rTRC": curve, b"gTRC": curve, b"bTRC": curve}
    tags |= {b"wtpt": b"XYZ " + b"\0" * 4 + struct.pack(">3i", 63190, 65536, 54061)}
    offset, table, body = 132 + 12 * len(tags), b"", b""
    for name, value in tags.items():
        table += struct.pack(">4sII", name, offset + len(body), len(value))
        body += value
    head = struct.pack(">I4s4s4s4s4s", 0, b"    ", b"\x02\x10\0\0", b"mntr", b"RGB ", b"XYZ ") + b"\0" * 12 + b"acsp"
    head += b"\0" * 28 + struct.pack(">3i", 63190, 65536, 54061)
    data = head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body
    return struct.pack(">I", len(data)) + data[4:]


WIDE = profile(2.2, [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)])
"""Adobe RGB (1998) colorants, D50."""


def test_a_wide_profile_is_converted_alike_at_8_and_16_bit(scene: Pixels) -> None:
    eight = codec.decode(saved(scene, "PNG", icc_profile=WIDE))
    assert np.abs(eight.pixels.astype(int) - scene).max() > 8
    by_lcms = ImageCms.profileToProfile(
        PIL.Image.fromarray(scene), ImageCms.ImageCmsProfile(io.BytesIO(WIDE)), ImageCms.createProfile("sRGB"),
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
    )  # fmt: skip
    assert np.abs(eight.pixels.astype(int) - np.asarray(by_lcms)).max() <= 1
    deep = codec.decode(variants.png(scene.astype(np.uint16) * 257, variants.iccp(WIDE)))
    assert deep.depth == 16
    assert not deep.metadata.notes
    assert np.abs(deep.pixels.astype(float) / 257 - eight.pixels).max() < 2.0


def test_a_damaged_profile_is_said_and_not_fatal(scene: Pixels) -> None:
    picture = codec.decode(saved(scene, "PNG", icc_profile=b"nonsense" * 30))
    assert np.array_equal(picture.pixels, scene)
    assert any("profile" in note for note in picture.metadata.notes)


def test_only_the_first_frame_is_opened_and_said(scene: Pixels) -> None:
    frames = [PIL.Image.fromarray(scene), PIL.Image.fromarray(255 - scene)]
    out = io.BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    picture = codec.decode(out.getvalue())
    assert np.abs(picture.pixels[..., :3].astype(int) - scene).mean() < 2
    assert any("first" in note for note in picture.metadata.notes)


def test_a_bomb_is_refused_by_its_header_alone() -> None:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0))
    with pytest.raises(ImageTooLarge, match="60000 x 60000"):
        codec.decode(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", b"") + chunk(b"IEND", b""))


def test_limits_are_told_apart(scene: Pixels) -> None:
    data = saved(scene, "PNG")
    with pytest.raises(ImageTooLarge):
        codec.decode(data, DecodeLimits(max_bytes=100))
    with pytest.raises(ImageTooLarge):
        codec.decode(data, DecodeLimits(max_pixels=1000))
    with pytest.raises(InvalidRequest, match="at least 200"):
        codec.decode(data, DecodeLimits(min_side=200))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "AVIF"])
def test_a_truncated_file_is_unsupported_not_half_a_picture(kind: str, scene: Pixels) -> None:
    data = saved(scene, kind)
    with pytest.raises(UnsupportedImage):
        codec.decode(data[: len(data) * 2 // 3])


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"GIF89a" + b"\0" * 50, b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"%PDF-1.7"]
)
def test_what_is_no_picture_is_unsupported(data: bytes) -> None:
    with pytest.raises(UnsupportedImage) as refusal:
        codec.decode(data, name="x.jpg")
    assert "0x" not in refusal.value.message


def test_a_false_type_is_unsupported(scene: Pixels) -> None:
    with pytest.raises(UnsupportedImage, match="declared as image/png"):
        codec.decode(saved(scene, "JPEG"), media_type="image/png")


def test_heic_is_read(scene: Pixels) -> None:
    import pillow_heif

    out = io.BytesIO()
    pillow_heif.from_pillow(PIL.Image.fromarray(scene)).save(out, quality=95)
    picture = codec.decode(out.getvalue(), media_type="image/heif")
    assert picture.metadata.media_type in ("image/heic", "image/heif")
    assert np.abs(picture.pixels.astype(int) - scene).mean() < 4


def test_result_type_follows_wish_alpha_and_source(scene: Pixels) -> None:
    jpeg = Picture(scene, metadata=Metadata("image/jpeg"))
    bitmap = Picture(scene, metadata=Metadata("image/bmp"))
    clear = Picture(np.dstack([scene, scene[..., 0]]))
    assert codec.result_type(jpeg, jpeg, None) == "image/jpeg"
    assert codec.result_type(bitmap, jpeg, None) == "image/png"
    assert codec.result_type(jpeg, clear, None) == "image/png"
    assert codec.result_type(jpeg, clear, "webp") == "image/webp"


def test_a_picture_keeps_its_type_where_that_is_written_and_holds_all_it_has() -> None:
    opaque = {
        "image/jpeg": "image/jpeg",
        "image/avif": "image/avif",
        "image/bmp": "image/png",
        "image/heic": "image/png",
        codec.RAW: "image/tiff",
    }
    assert {kind: codec.kept_type(kind, has_alpha=False) for kind in opaque} == opaque
    clear = {
        "image/jpeg": "image/png",
        "image/webp": "image/webp",
        "image/tiff": "image/tiff",
        "image/heic": "image/png",
    }
    assert {kind: codec.kept_type(kind, has_alpha=True) for kind in clear} == clear


def test_delta_e_agrees_with_published_pairs() -> None:
    assert delta_e.delta_e2000((255, 255, 255), (255, 255, 255)) == 0
    assert delta_e.delta_e2000((255, 255, 255), (0, 0, 0)) == pytest.approx(100, abs=0.1)
    assert delta_e.delta_e2000((255, 0, 0), (0, 0, 255)) == pytest.approx(52.88, abs=0.6)


def test_the_profile_in_a_file_does_not_tell_when_it_was_made() -> None:
    profile = srgb.srgb_profile()
    assert profile[24:36] == bytes.fromhex("07d000010001000000000000")
    assert icc_name(profile).startswith("sRGB")
