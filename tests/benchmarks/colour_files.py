"""How near a photo comes back from every kind of file: python -m tests.benchmarks.colour_files [--all]

The shipped sample is written as every variant of colour, sample type, layout and orientation by the formulas of the standards
(``tests/engine/io/variants.py`` and libraries, never the program's own code), decoded, and compared with itself. The bar: a mean
error of 2.5 of 255 at most. Variants whose numbers must come back exactly have 0; at 8 bit in a wide or linear space the file's
own rounding is left, in JPEG, WebP, HEIC and AVIF the loss of the codec.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.imaging.io import codec

from tests.imaging.io import colour_variants, tiff_variants, variants
from tests.imaging.io.reading import distance, heic
from tests.imaging.io.test_colours import avif, named
from tests.imaging.io.variants import Pixels, Variant

BAR = 2.5


@dataclass(frozen=True)
class Result:
    name: str
    error: float
    said: str


def numbered(photo: Pixels) -> Iterator[Variant]:
    """HEIC and AVIF by the numbers of their nclx box, and by profile."""
    for kind, encode in (("heic", heic), ("avif", avif)):
        for space, numbers in (("srgb", (1, 13)), ("display_p3", (12, 13)), ("bt2020", (9, 14)), ("linear", (1, 8))):
            primaries, curve, white = colour_variants.SPACES[space]
            values = variants.eight(variants.encoded(photo, primaries, curve, white))
            yield Variant(f"{kind} nclx {space}", named(encode(values), *numbers))
            yield Variant(f"{kind} icc {space}", encode(values, icc_profile=variants.icc(primaries, curve, white)))
        for orientation in range(2, 9):
            turned = variants.turned(photo, orientation)
            yield Variant(f"{kind} orientation {orientation}", encode(turned, exif=variants.exif(orientation)))
    for limits in ("full", "limited"):
        yield Variant(f"avif {limits} range", avif(photo, range=limits))


def measured(found: Iterator[Variant], right: Pixels) -> Iterator[Result]:
    for variant in found:
        try:
            picture = codec.decode(variant.data)
        except CatchlightError as refusal:
            yield Result(variant.name, float("inf"), refusal.message)
            continue
        yield Result(variant.name, distance(picture, right), " ".join(picture.metadata.notes))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="show every variant, not only the worst")
    options = parser.parse_args()
    photo = variants.photo(400, 444)
    results = [
        *measured(colour_variants.colour_variants(photo), photo),
        *measured(tiff_variants.tiff_variants(photo), photo),
        *measured(numbered(photo), photo),
        *measured(tiff_variants.grey_tiff_variants(photo), np.repeat(photo[..., 1:2], 3, axis=2)),
    ]
    results.sort(key=lambda result: -result.error)
    for result in results if options.all else results[:12]:
        print(f"{result.error:6.2f}  {result.name:40} {result.said}")
    beyond = [result for result in results if result.error > BAR]
    exact = sum(result.error == 0 for result in results)
    print(f"{len(results)} variants: worst {results[0].error:.2f}, {exact} exact, {len(beyond)} beyond {BAR}")
    sys.exit(bool(beyond))


if __name__ == "__main__":
    main()
