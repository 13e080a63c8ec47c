"""The photo under every way in which a file says what its numbers mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.imaging.io.variants import (
    ADOBE,
    BT2020,
    D50,
    D65,
    P3,
    PROPHOTO,
    SRGB,
    Float,
    Pixels,
    Variant,
    camera_curve,
    chrm,
    chunk,
    cicp,
    eight,
    encoded,
    exif,
    gama,
    icc,
    iccp,
    png,
    power,
    saved,
    sixteen,
    srgb_curve,
    tiff,
)

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
