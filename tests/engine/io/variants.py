"""One photo in every kind of file that cameras, scanners and editors write, made without the program's own code.

Each variant is made from sRGB pixels by the formula of its standard, so that what is read must be those pixels again.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import PIL.Image
import tifffile
from catchlight.paths import resources

Pixels = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float64]

D65 = (0.3127, 0.3290)
D50 = (0.34567, 0.35850)
SRGB = (0.64, 0.33, 0.30, 0.60, 0.15, 0.06)
P3 = (0.680, 0.320, 0.265, 0.690, 0.150, 0.060)
ADOBE = (0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
BT2020 = (0.708, 0.292, 0.170, 0.797, 0.131, 0.046)
PROPHOTO = (0.734699, 0.265301, 0.159597, 0.840403, 0.036598, 0.000105)
_BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


@dataclass(frozen=True)
class Variant:
    """A file, and whether it must carry a note."""

    name: str
    data: bytes
    noted: bool = False
    deep: bool = False
    """Whether it must be read with 16 bit."""


def photo(width: int = 198, height: int = 220) -> Pixels:
    """The face of the shipped sample."""
    with PIL.Image.open(resources() / "samples" / "astronaut.png") as sample:
        part = sample.convert("RGB").crop((130, 0, 328, 220))
        return np.asarray(part.resize((width, height), PIL.Image.Resampling.BICUBIC))


def light(pixels: Pixels) -> Float:
    """Linear light of sRGB, 0..1."""
    value = pixels / 255.0
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def srgb_curve(linear: Float) -> Float:
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 0) ** (1 / 2.4) - 0.055)


def camera_curve(linear: Float) -> Float:
    """ITU-R BT.709 and BT.2020."""
    return np.where(linear < 0.018053968510807, 4.5 * linear, 1.09929682680944 * linear**0.45 - 0.09929682680944)


def power(gamma: float) -> Callable[[Float], Float]:
    return lambda linear: np.clip(linear, 0, 1) ** (1 / gamma)


def xyz_matrix(primaries: tuple[float, ...], white: tuple[float, float] = D65) -> Float:
    """RGB to XYZ under D50 (Lindbloom)."""
    points = np.array([*white, *primaries]).reshape(4, 2)
    full = np.stack([points[:, 0] / points[:, 1], np.ones(4), (1 - points.sum(1)) / points[:, 1]], axis=1)
    matrix = full[1:].T * np.linalg.solve(full[1:].T, full[0])
    scale = np.diag(_BRADFORD @ np.array([0.9642, 1.0, 0.8249]) / (_BRADFORD @ full[0]))
    return np.linalg.inv(_BRADFORD) @ scale @ _BRADFORD @ matrix


def encoded(
    pixels: Pixels, primaries: tuple[float, ...], curve: Callable[[Float], Float], white: tuple[float, float] = D65
) -> Float:
    """Values 0..1 of sRGB pixels in another space."""
    to_space = np.linalg.inv(xyz_matrix(primaries, white)) @ xyz_matrix(SRGB)
    return np.clip(curve(np.clip(light(pixels) @ to_space.T, 0, 1)), 0, 1)


def eight(values: Float) -> Pixels:
    return np.round(values * 255).astype(np.uint8)


def sixteen(values: Float) -> npt.NDArray[np.uint16]:
    return np.round(values * 65535).astype(np.uint16)


def icc(
    primaries: tuple[float, ...],
    curve: Callable[[Float], Float],
    white: tuple[float, float] = D65,
    space: bytes = b"RGB ",
) -> bytes:
    """A version 2 profile; the curve is inverted numerically into 1024 entries. It has no name at all that tells its kind."""
    fine = np.linspace(0, 1, 200_001)
    table = np.interp(np.linspace(0, 1, 1024), curve(fine), fine)
    trc = b"curv" + bytes(4) + struct.pack(">I", 1024) + np.round(table * 65535).astype(">u2").tobytes()
    columns = np.round(xyz_matrix(primaries, white) * 65536).astype(int)
    tags = {b"desc": b"desc" + bytes(4) + struct.pack(">I", 8) + b"profile\0" + bytes(79)}
    if space == b"RGB ":
        for place, name in enumerate((b"rXYZ", b"gXYZ", b"bXYZ")):
            tags[name] = b"XYZ " + bytes(4) + struct.pack(">3i", *(int(v) for v in columns[:, place]))
        tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), trc)
    else:
        tags[b"kTRC"] = trc
    tags[b"wtpt"] = b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)
    offset, table_bytes, body = 132 + 12 * len(tags), b"", b""
    for name, value in tags.items():
        table_bytes += struct.pack(">4sII", name, offset + len(body), len(value))
        body += value + bytes(-len(value) % 4)
    head = struct.pack(">I4s4s4s4s4s", 0, bytes(4), b"\x02\x40\0\0", b"mntr", space, b"XYZ ") + bytes(12) + b"acsp"
    head += bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    data = head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table_bytes + body
    return struct.pack(">I", len(data)) + data[4:]


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(pixels: npt.NDArray[Any], *chunks: bytes, level: int = 6) -> bytes:
    """A PNG of HxW, HxWx2, x3 or x4 of 8 or 16 bit, with chunks in front of its data."""
    channels = 1 if pixels.ndim == 2 else pixels.shape[2]
    kind, bits = {1: 0, 2: 4, 3: 2, 4: 6}[channels], 8 * pixels.dtype.itemsize
    head = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], bits, kind, 0, 0, 0)
    lines = pixels.astype(f">u{bits // 8}").reshape(pixels.shape[0], -1)
    raw = b"".join(b"\0" + line.tobytes() for line in lines)
    body = chunk(b"IHDR", head) + b"".join(chunks) + chunk(b"IDAT", zlib.compress(raw, level)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def iccp(profile: bytes) -> bytes:
    return chunk(b"iCCP", b"x\0\0" + zlib.compress(profile))


def gama(gamma: float) -> bytes:
    return chunk(b"gAMA", struct.pack(">I", round(100_000 / gamma)))


def chrm(primaries: tuple[float, ...], white: tuple[float, float] = D65) -> bytes:
    return chunk(b"cHRM", struct.pack(">8I", *(round(v * 100_000) for v in (*white, *primaries))))


def cicp(primaries: int, transfer: int) -> bytes:
    return chunk(b"cICP", bytes([primaries, transfer, 0, 1]))


def saved(pixels: npt.NDArray[Any], kind: str, mode: str | None = None, **options: object) -> bytes:
    out = io.BytesIO()
    image = PIL.Image.fromarray(pixels)
    (image.convert(mode) if mode else image).save(out, kind, **options)
    return out.getvalue()


def tiff(pixels: npt.NDArray[Any], **options: Any) -> bytes:
    out = io.BytesIO()
    options = {"photometric": "rgb", "metadata": None} | options
    tifffile.imwrite(out, pixels, **options)
    return out.getvalue()


def turned(pixels: npt.NDArray[Any], orientation: int) -> npt.NDArray[Any]:
    """Pixels as a camera stores them that states ``orientation`` (TIFF 6.0, tag 274)."""
    mirrored = {1: pixels, 2: pixels[:, ::-1], 3: pixels[::-1, ::-1], 4: pixels[::-1]}
    if orientation in mirrored:
        return np.ascontiguousarray(mirrored[orientation])
    swapped = np.swapaxes(pixels, 0, 1)
    across = {5: swapped, 6: swapped[::-1], 7: swapped[::-1, ::-1], 8: swapped[:, ::-1]}
    return np.ascontiguousarray(across[orientation])


def exif(orientation: int = 1, interop: str = "", space: int | None = None) -> bytes:
    """A block by Pillow."""
    block = PIL.Image.Exif()
    block[0x010F] = "Maker"
    if orientation != 1:
        block[0x0112] = orientation
    camera = block.get_ifd(0x8769)
    if space is not None:
        camera[0xA001] = space
    if interop:
        camera[0xA005] = {1: interop}
    return block.tobytes()


SPACES: dict[str, tuple[tuple[float, ...], Callable[[Float], Float], tuple[float, float]]] = {
    "linear": (SRGB, lambda linear: linear, D65),
    "srgb": (SRGB, srgb_curve, D65),
    "display_p3": (P3, srgb_curve, D65),
    "adobe_rgb": (ADOBE, power(563 / 256), D65),
    "prophoto": (PROPHOTO, power(1.8), D50),
    "bt2020": (BT2020, camera_curve, D65),
    "gamma18": (SRGB, power(1.8), D65),
}


def colour_variants(pixels: Pixels) -> Iterator[Variant]:
    """By profile at 8 and 16 bit in every container, by gAMA and cHRM, by cICP, by Exif."""
    for name, (primaries, curve, white) in SPACES.items():
        values, profile = encoded(pixels, primaries, curve, white), icc(primaries, curve, white)
        yield Variant(f"png8 icc {name}", png(eight(values), iccp(profile)))
        yield Variant(f"png16 icc {name}", png(sixteen(values), iccp(profile)), deep=True)
        yield Variant(f"tiff8 icc {name}", tiff(eight(values), iccprofile=profile))
        yield Variant(f"tiff16 icc {name}", tiff(sixteen(values), iccprofile=profile), deep=True)
        yield Variant(f"tiff float32 icc {name}", tiff(values.astype(np.float32), iccprofile=profile), deep=True)
        if name != "linear":
            jpeg = {"quality": 97, "subsampling": "4:4:4"}
            yield Variant(f"jpeg icc {name}", saved(eight(values), "JPEG", icc_profile=profile, **jpeg))
            yield Variant(f"webp icc {name}", saved(eight(values), "WEBP", quality=97, icc_profile=profile))
        lossless = saved(eight(values), "WEBP", lossless=True, icc_profile=profile)
        yield Variant(f"webp lossless icc {name}", lossless)
    for name, gamma in (("1.0", 1.0), ("1.8", 1.8), ("2.2", 2.2), ("2.5", 2.5)):
        values = encoded(pixels, SRGB, power(gamma))
        yield Variant(f"png8 gAMA {name}", png(eight(values), gama(gamma)))
        yield Variant(f"png16 gAMA {name}", png(sixteen(values), gama(gamma)), deep=True)
    values = encoded(pixels, ADOBE, power(2.2))
    yield Variant("png8 gAMA 2.2 cHRM adobe", png(eight(values), gama(2.2), chrm(ADOBE)))
    yield Variant("png16 gAMA 2.2 cHRM adobe", png(sixteen(values), gama(2.2), chrm(ADOBE)), deep=True)
    values = encoded(pixels, SRGB, srgb_curve)
    yield Variant("png8 sRGB over gAMA 1.0", png(eight(values), gama(1.0), chunk(b"sRGB", b"\0")))
    for name, numbers, primaries, curve in (
        ("display p3", (12, 13), P3, srgb_curve),
        ("bt.2020", (9, 14), BT2020, camera_curve),
        ("linear", (1, 8), SRGB, lambda linear: linear),
    ):
        values = encoded(pixels, primaries, curve)
        wrong = icc(ADOBE, power(1.0))
        yield Variant(f"png8 cICP {name} over iCCP", png(eight(values), cicp(*numbers), iccp(wrong)))
        yield Variant(f"png16 cICP {name}", png(sixteen(values), cicp(*numbers)), deep=True)
    values = encoded(pixels, ADOBE, power(563 / 256))
    options: dict[str, Any] = {"quality": 97, "subsampling": "4:4:4"}
    for name, block in (("R03", exif(interop="R03", space=0xFFFF)), ("ColorSpace 2", exif(space=2))):
        yield Variant(f"jpeg exif {name}", saved(eight(values), "JPEG", exif=block, **options))
        yield Variant(f"png exif {name}", png(eight(values), chunk(b"eXIf", block.removeprefix(b"Exif\0\0"))))
    yield Variant("jpeg exif R98", saved(pixels, "JPEG", exif=exif(interop="R98", space=1), **options))


def tiff_variants(pixels: Pixels) -> Iterator[Variant]:
    """Orientation, sample types, layouts, compressions and meanings of TIFF."""
    deep = pixels.astype(np.uint16) * 257
    for orientation in range(1, 9):
        tag = [(274, 3, 1, orientation, True)]
        yield Variant(f"tiff8 orientation {orientation}", tiff(turned(pixels, orientation), extratags=tag))
        for layout in ("contig", "separate"):
            stored = turned(deep, orientation)
            stored = np.ascontiguousarray(np.moveaxis(stored, -1, 0)) if layout == "separate" else stored
            data = tiff(stored, planarconfig=layout, extratags=tag)
            yield Variant(f"tiff16 {layout} orientation {orientation}", data, deep=True)
    yield Variant("tiff8 planar", tiff(np.moveaxis(pixels, -1, 0).copy(), planarconfig="separate"))
    packings = ("zlib", "lzw", "packbits", "zstd", "lzma", None)
    for packing in packings:
        for name, samples in (("8", pixels), ("16", deep)):
            data = tiff(samples, compression=packing, predictor=packing in ("zlib", "lzw", "zstd"))
            yield Variant(f"tiff{name} {packing}", data, deep=name == "16")
    yield Variant("tiff8 jpeg", tiff(pixels, compression="jpeg", compressionargs={"level": 97}))
    yield Variant("tiff8 tiled", tiff(pixels, tile=(64, 64)))
    yield Variant("tiff16 tiled big", tiff(deep, tile=(32, 48), bigtiff=True, compression="zlib"), deep=True)
    yield Variant(
        "tiff16 planar tiled lzw",
        tiff(np.moveaxis(deep, -1, 0).copy(), planarconfig="separate", tile=(64, 64), compression="lzw"),
        deep=True,
    )
    yield Variant("tiff8 big-endian", tiff(pixels, byteorder=">"))
    yield Variant("tiff16 big-endian", tiff(deep, byteorder=">"), deep=True)
    yield Variant("tiff uint32", tiff(pixels.astype(np.uint32) * 0x01010101), deep=True)
    yield Variant("tiff float16", tiff((pixels / 255).astype(np.float16)), noted=True, deep=True)
    yield Variant("tiff float32", tiff((pixels / 255).astype(np.float32)), noted=True, deep=True)
    yield Variant(
        "tiff float32 predictor",
        tiff((pixels / 255).astype(np.float32), compression="zlib", predictor=True),
        noted=True,
        deep=True,
    )
    yield Variant("tiff float64", tiff(pixels / 255.0), noted=True, deep=True)
    yield Variant("tiff float32 of 255", tiff(pixels.astype(np.float32)), noted=True, deep=True)
    for name, scale in (("8", pixels / 255.0), ("16", deep / 65535.0)):
        black = 1 - scale.max(axis=2, keepdims=True)
        inks = (1 - scale - black) / np.maximum(1 - black, 1e-9)
        cmyk = np.concatenate([inks, black], axis=2)
        samples = eight(cmyk) if name == "8" else sixteen(cmyk)
        yield Variant(f"tiff cmyk{name}", tiff(samples, photometric="separated"), noted=True, deep=name == "16")
        planes = np.moveaxis(samples, -1, 0).copy()
        yield Variant(
            f"tiff cmyk{name} planar",
            tiff(planes, photometric="separated", planarconfig="separate"),
            noted=True,
            deep=name == "16",
        )
    yield from _lab_variants(pixels)
    clear = np.full((*pixels.shape[:2], 1), 255, np.uint8)
    clear[:50] = 128
    half = np.round(pixels * (clear / 255.0)).astype(np.uint8)
    yield Variant("tiff8 associated alpha", tiff(np.dstack([half, clear]), extrasamples=["assocalpha"]))
    yield Variant("tiff8 straight alpha", tiff(np.dstack([pixels, clear]), extrasamples=["unassalpha"]))
    yield Variant("tiff8 extra channel", tiff(np.dstack([pixels, clear]), extrasamples=["unspecified"]), noted=True)
    yield from _page_variants(pixels)


def _lab_variants(pixels: Pixels) -> Iterator[Variant]:
    xyz = light(pixels) @ xyz_matrix(SRGB).T / np.array([0.9642, 1.0, 0.8249])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    lab = np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)
    low = np.round(lab * [2.55, 1, 1])
    cie8 = np.dstack([low[..., 0].astype(np.uint8), low[..., 1:].astype(np.int8).view(np.uint8)])
    icc8 = np.dstack([low[..., 0], low[..., 1:] + 128]).astype(np.uint8)
    high = np.round(lab * [655.35, 256, 256])
    cie16 = np.dstack([high[..., 0].astype(np.uint16), high[..., 1:].astype(np.int16).view(np.uint16)])
    icc16 = np.round(np.dstack([lab[..., 0] * 652.8, (lab[..., 1:] + 128) * 256])).astype(np.uint16)
    for name, samples, meaning in (
        ("cielab8", cie8, "cielab"),
        ("icclab8", icc8, "icclab"),
        ("cielab16", cie16, "cielab"),
        ("icclab16", icc16, "icclab"),
    ):
        yield Variant(f"tiff {name}", tiff(samples, photometric=meaning), noted=True, deep=name.endswith("16"))


def grey_tiff_variants(pixels: Pixels) -> Iterator[Variant]:
    """Grey files; what is read must be the photo's green three times."""
    grey = np.ascontiguousarray(pixels[..., 1])
    deep = grey.astype(np.uint16) * 257
    yield Variant("grey8", tiff(grey, photometric="minisblack"))
    yield Variant("grey16", tiff(deep, photometric="minisblack"), deep=True)
    yield Variant("grey8 white is zero", tiff(255 - grey, photometric="miniswhite"))
    yield Variant("grey16 white is zero", tiff(65535 - deep, photometric="miniswhite"), deep=True)
    full = np.full_like(deep, 65535)
    full[:40] = 30000
    yield Variant(
        "grey16 alpha",
        tiff(np.dstack([deep, full]), photometric="minisblack", extrasamples=["unassalpha"], planarconfig="contig"),
        deep=True,
    )
    yield Variant("png grey16", png(deep), deep=True)
    yield Variant("png grey16 alpha", png(np.dstack([deep, full])), deep=True)
    yield Variant("png grey8", png(grey))
    curved = light(pixels)[..., 1] ** (1 / 1.8)
    profile = icc(SRGB, power(1.8), space=b"GRAY")
    yield Variant("png grey8 icc", png(eight(curved), iccp(profile)))
    yield Variant("png grey16 icc", png(sixteen(curved), iccp(profile)), deep=True)
    yield Variant("png grey8 gAMA 1.8", png(eight(curved), gama(1.8)))
    yield Variant("tiff grey16 icc", tiff(sixteen(curved), photometric="minisblack", iccprofile=profile), deep=True)
    yield Variant("jpeg grey icc", saved(eight(curved), "JPEG", quality=98, icc_profile=profile))


def _page_variants(pixels: Pixels) -> Iterator[Variant]:
    small, mask = np.ascontiguousarray(pixels[::3, ::3]), np.zeros(pixels.shape[:2], bool)
    for name, kind, first, meaning in (
        ("thumbnail first", 1, small, "rgb"),
        ("unmarked thumbnail first", 0, small, "rgb"),
        ("mask first", 4, mask, "mask"),
    ):
        out = io.BytesIO()
        with tifffile.TiffWriter(out) as file:
            file.write(first, photometric=meaning, subfiletype=kind, metadata=None)
            file.write(pixels, photometric="rgb", metadata=None)
        yield Variant(f"tiff {name}", out.getvalue())
    out = io.BytesIO()
    with tifffile.TiffWriter(out) as file:
        file.write(small, photometric="rgb", subfiletype=1, subifds=1, metadata=None)
        file.write(pixels, photometric="rgb", metadata=None)
    yield Variant("tiff full size in a SubIFD", out.getvalue())
    out = io.BytesIO()
    with tifffile.TiffWriter(out) as file:
        file.write(pixels, photometric="rgb", metadata=None)
        file.write(255 - pixels, photometric="rgb", metadata=None)
    yield Variant("tiff two pages", out.getvalue(), noted=True)


def saved_cmyk(inks: Pixels, profile: bytes) -> bytes:
    """A JPEG of CMYK (255: full ink) as Photoshop writes it: inverted, with an Adobe segment."""
    out = io.BytesIO()
    PIL.Image.fromarray(inks, "CMYK").save(out, "JPEG", quality=97, icc_profile=profile)
    return out.getvalue()
