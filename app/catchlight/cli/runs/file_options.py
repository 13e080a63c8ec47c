"""Options that say what a picture becomes as a file: the same words wherever the command line writes pictures."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from catchlight.cli.root.usage import wrong_usage
from catchlight.imaging.colour.output_spaces import ColourSpace
from catchlight.imaging.filters.output_sharpening import Medium
from catchlight.service.export_size import ExportSize, parse_size

FileType = Literal["jpeg", "png", "webp", "tiff", "avif"]
BY_SUFFIX: dict[str, FileType] = {
    ".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png", ".webp": "webp", ".tif": "tiff", ".tiff": "tiff", ".avif": "avif",
}  # fmt: skip
Quality = Annotated[int, typer.Option(min=1, max=100, help="For JPEG, WebP and AVIF.")]
SizeText = Annotated[
    str | None,
    typer.Option(
        "--size",
        metavar="SIZE",
        help="2048 (pixels of the longer side), w1600, h1200, 50%, or 30cm (of the longer side, at --dpi); never enlarged.",
    ),
]
Dpi = Annotated[float | None, typer.Option(min=10, max=4800, help="Pixels per inch that the file says; 300 with cm.")]
Sharpen = Annotated[
    Medium | None, typer.Option("--sharpen", help="For a screen, or for matte or glossy paper; without it not at all.")
]
ColourSpaceName = Annotated[
    ColourSpace | None,
    typer.Option(
        "--color-space",
        help="Of the file; source is the picture's own. Without it that too, but sRGB where a raw file becomes a JPEG, WebP or "
        "AVIF.",
    ),
]
KeepMetadata = Annotated[bool, typer.Option(help="Camera data and the edit record; the location is never written.")]


def size_of(text: str | None) -> ExportSize | None:
    """A size that was typed; a fault is one of usage."""
    with wrong_usage():
        return None if text is None else parse_size(text)
