"""What a format's reader hands over: pixels as they are stored, and everything the file says about them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from catchlight.core.messages import Message
from catchlight.imaging.picture import Pixels

Mode = Literal["rgb", "grey", "cmyk", "lab"]
Cicp = tuple[int, int]

PICTURE = Message("the picture")
"""What a file is called that has no name, and as long as its name is not known."""


class Unreadable(ValueError):
    """Pixels that cannot be had; the message completes "<file> is damaged or incomplete (...)"."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class NotSupported(ValueError):
    """A sound file of a kind that is not read; the message calls the file ``name``, and ends with what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class ColourEncoding:
    """What a file says about the meaning of its numbers, strongest first; all empty: sRGB."""

    cicp: Cicp | None = None
    """Colour primaries and transfer characteristics (ITU-T H.273)."""
    narrow: bool = False
    """Whether the values that ``cicp`` names use video's range: 16 to 235 of 255."""
    icc: bytes = b""
    srgb: bool = False
    """Declared to be sRGB without a profile."""
    gamma: float | None = None
    """Exponent from stored value to light, where the file states one (1.0: linear)."""
    primaries: tuple[float, ...] | None = None
    """x, y of white, red, green and blue (CIE 1931)."""
    adobe_rgb: bool = False
    """Declared to be Adobe RGB (1998) by name alone, as cameras do in Exif."""

    def named_adobe_rgb(self) -> ColourEncoding:
        """These, with what Exif says of the colour space."""
        return replace(self, adobe_rgb=True)


@dataclass
class DecodedImage:
    """A decoded file before its colours are converted and before it is turned upright."""

    pixels: Pixels
    """HxWxC, contiguous; C without alpha: 1 grey, 3 RGB and Lab (ICC encoding), 4 CMYK (0: no ink)."""
    mode: Mode = "rgb"
    alpha: Pixels | None = None
    """HxW of the pixels' depth, straight."""
    colours: ColourEncoding = field(default_factory=ColourEncoding)
    orientation: int | None = None
    """1..8 where the container itself states it; None: the Exif block decides."""
    exif: bytes = b""
    xmp: bytes = b""
    dpi: tuple[float, float] | None = None
    notes: list[str] = field(default_factory=list)
    in_srgb: Pixels | None = None
    """HxWx3 sRGB of the same picture, where the reader has it: nothing is converted then."""


@dataclass(frozen=True)
class EmbeddedPreview:
    """What can be shown of a file before it is decoded. pixels: HxWx3 uint8 sRGB, upright. whole: width and height of the
    picture. own, profile: the same in the file's own RGB space, with the ICC profile of that, if it is known not to be sRGB."""

    pixels: Pixels
    whole: tuple[int, int]
    own: Pixels | None = None
    profile: bytes = b""


def contiguous(pixels: npt.NDArray[Any]) -> Pixels:
    """HxWxC of any strides as a contiguous uint8 or uint16 array."""
    return plane(pixels[..., None] if pixels.ndim == 2 else pixels)


def plane(pixels: Any) -> Pixels:
    """The same array, contiguous, of whatever shape."""
    result: Pixels = np.ascontiguousarray(pixels)
    return result
