"""The engine's picture: a read-only array in sRGB, upright, with what is known of its source."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.record import Record
from catchlight.imaging.source_file import SourceFile

if TYPE_CHECKING:
    from catchlight.imaging.colour.source_colours import SourceColours

Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
ByteImage = npt.NDArray[np.uint8]
FloatImage = npt.NDArray[np.float32]
FloatPlane = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Metadata:
    """What the file said besides its pixels."""

    media_type: str = "image/png"
    """Type of the file the picture came from, for example ``image/jpeg``."""
    exif: bytes = b""
    """Exif block without location, thumbnail and orientation (the pixels are upright already)."""
    profile: str = "sRGB"
    """Name of the embedded colour profile before conversion."""
    name: str = ""
    """File name without folder, or empty."""
    notes: tuple[str, ...] = ()
    """What decoding had to change, in words for the user (animation cut to its first frame, CMYK converted...)."""
    generative: str = ""
    """IPTC's word where the file says, in Content Credentials or XMP, that a generator had a part in it; unchecked."""
    credentials: bool = False
    """Whether the file carries Content Credentials."""
    sources: tuple[SourceFile, ...] = field(default=(), compare=False)
    """The files that the pixels came from, the picture's own first; empty where none is at hand."""


@dataclass(frozen=True, eq=False)
class Picture:
    """HxWx3 or HxWx4 uint8 or uint16, sRGB, upright, straight (not premultiplied) alpha; the array is read-only.

    dpi is None where the file does not say. Two pictures with the same pixels have the same ``digest``.
    """

    pixels: Pixels
    dpi: float | None = None
    metadata: Metadata = field(default_factory=Metadata)
    record: Record = field(default_factory=Record)
    source_colours: SourceColours | None = field(default=None, repr=False)
    """The colours of a file that is not in sRGB; it is written back in them."""

    def __post_init__(self) -> None:
        if (
            self.pixels.ndim != 3
            or self.pixels.shape[2] not in (3, 4)
            or self.pixels.dtype not in (np.uint8, np.uint16)
        ):
            raise ValueError(f"a picture is HxWx3 or x4, uint8 or uint16, not {self.pixels.shape} {self.pixels.dtype}")
        if self.pixels.flags.writeable or not self.pixels.flags.c_contiguous:
            frozen = (
                np.array(self.pixels, order="C") if self.pixels.base is not None else np.ascontiguousarray(self.pixels)
            )
            frozen.flags.writeable = False
            object.__setattr__(self, "pixels", frozen)

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    @property
    def has_alpha(self) -> bool:
        return bool(self.pixels.shape[2] == 4)

    @property
    def depth(self) -> int:
        """Bits per channel: 8 or 16."""
        return 16 if self.pixels.dtype == np.uint16 else 8

    @cached_property
    def digest(self) -> str:
        """sha256 over shape, depth and pixels, as hex."""
        state = hashlib.sha256(f"{self.pixels.shape}{self.depth}".encode())
        state.update(np.ascontiguousarray(self.pixels).data)
        return state.hexdigest()

    @cached_property
    def rgb8(self) -> ByteImage:
        """HxWx3 uint8, read-only: what networks see. Transparent parts lie on white."""
        if self.depth == 8 and not self.has_alpha:
            return self.pixels  # type: ignore[return-value]
        pixels = to_rgb8(self.pixels)
        pixels.flags.writeable = False
        return pixels

    def with_(self, **changes: Any) -> Picture:
        """A picture like this one with some fields replaced."""
        return replace(self, **changes)


def to_rgb8(pixels: Pixels) -> ByteImage:
    """HxWx3 or x4 uint8 or uint16 as HxWx3 uint8. Transparent parts lie on white."""
    shown = (pixels >> 8).astype(np.uint8) if pixels.dtype == np.uint16 else np.asarray(pixels, np.uint8)
    if shown.shape[2] == 4:
        alpha = shown[..., 3:].astype(np.uint16)
        colour = shown[..., :3].astype(np.uint16)
        shown = ((colour * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)
    return np.ascontiguousarray(shown[..., :3])
