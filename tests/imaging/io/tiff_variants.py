"""The photo as TIFFs of every orientation, sample type, layout, compression and meaning, and grey files."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import tifffile

from tests.imaging.io.variants import (
    SRGB,
    Pixels,
    Variant,
    eight,
    gama,
    icc,
    iccp,
    light,
    png,
    power,
    saved,
    sixteen,
    tiff,
    turned,
    xyz_matrix,
)


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
