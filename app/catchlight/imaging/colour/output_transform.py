"""From a picture's colours to those of a screen or a printer, by Little CMS; for a screen also as a printer would show them."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from catchlight.imaging.colour.output_profiles import OutputProfile
from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.imaging.picture import ByteImage

if TYPE_CHECKING:
    from PIL.ImageCms import ImageCmsProfile, ImageCmsTransform

Intent = Literal["perceptual", "relative", "saturation", "absolute"]
INTENTS: tuple[Intent, ...] = get_args(Intent)
"""In the order of their numbers (ICC.1:2022, 7.2.15)."""
_RELATIVE, _ABSOLUTE = 1, 3
_BLACK_POINT, _GAMUT_CHECK, _SOFT_PROOF = 0x2000, 0x1000, 0x4000
"""Flags of Little CMS."""
GAMUT_COLOUR = (255, 0, 200)
"""What lies over colours that the printer cannot print; no skin and hardly any cloth has it."""
_OVERLAY = 0.75


@dataclass(frozen=True)
class Proof:
    """How a printer would show a picture.

    intent, black_point: how colours are brought to the printer. paper_white: whether the paper's own colour and the ink's
    weakest black are shown too. gamut: whether colours that cannot be printed are covered with ``GAMUT_COLOUR``.
    """

    profile: OutputProfile
    intent: Intent = "relative"
    black_point: bool = True
    paper_white: bool = False
    gamut: bool = False


class ScreenTransform:
    """One source's way to the screen. Safe for several threads, and lets others run while it works."""

    def __init__(self, source: bytes, display: bytes, intent: Intent, black_point: bool, proof: Proof | None) -> None:
        """source, display: ICC profiles of RGB spaces. intent, black_point: to the screen, without a proof."""
        self._alarm: ImageCmsTransform | None = None
        self._table: ByteImage | None = None
        if proof is None:
            self._shown = _plain(source, display, INTENTS.index(intent), _BLACK_POINT if black_point else 0)
            return
        self._shown = _proofing(source, display, proof, 0)
        if proof.gamut:
            self._alarm = _proofing(source, display, proof, _GAMUT_CHECK)

    def rgb(self, pixels: ByteImage) -> ByteImage:
        """HxWx3 as it is on the screen."""
        table = self._table
        return self._computed(pixels) if table is None else _looked_up(table, pixels)

    def bgra(self, pixels: ByteImage) -> ByteImage:
        """HxWx4, blue, green, red and straight alpha, as it is on the screen; alpha stays."""
        made = pixels.copy()
        made[..., :3] = self.rgb(np.ascontiguousarray(pixels[..., 2::-1]))[..., ::-1]
        return made

    def tabulate(self, check: Callable[[], object] = lambda: None) -> None:
        """Write the answer for all 16.7 million colours down: 50 MB, and all that comes after takes a few nanoseconds a pixel.

        Nothing else changes. Takes half a second with a profile of a matrix, one and a half with tables; for a worker.
        check: called again and again meanwhile, and may raise to stop it.
        """
        if self._table is not None:
            return
        table = np.empty((4096, 4096, 3), np.uint8)
        band = np.empty((16, 4096, 3), np.uint8)
        low = np.arange(65536).reshape(16, 4096)
        band[..., 1], band[..., 2] = low >> 8, low & 255
        for red in range(256):
            check()
            band[..., 0] = red
            table[red * 16 : red * 16 + 16] = self._computed(band)
        self._table = table

    def _computed(self, pixels: ByteImage) -> ByteImage:
        from PIL import Image

        image = Image.fromarray(np.ascontiguousarray(pixels))
        shown = np.asarray(self._shown.apply(image), np.uint8)
        return shown if self._alarm is None else _warned(shown, np.asarray(self._alarm.apply(image), np.uint8))


class ScreenColours:
    """Everything that a screen's colours hang on, with a transform for each space that pictures come in.

    Safe for several threads: a transform is built once.
    """

    def __init__(
        self,
        display: OutputProfile | None,
        intent: Intent = "relative",
        black_point: bool = True,
        proof: Proof | None = None,
    ) -> None:
        """display: None stands for sRGB."""
        self.display = display
        self.proof = proof
        self._target = display.data if display is not None else srgb_profile()
        self._intent: Intent = intent
        self._black_point = black_point
        self._made: dict[bytes, ScreenTransform] = {}
        self._lock = threading.Lock()

    @property
    def key(self) -> tuple[object, ...]:
        """Two with the same key show the same."""
        return self._target, self._intent, self._black_point, self.proof

    @property
    def active(self) -> bool:
        """Whether anything is other than without: not with an sRGB screen and no proof."""
        return self.proof is not None or (self.display is not None and not self.display.srgb)

    def transform(self, source: bytes | None = None) -> ScreenTransform:
        """From an RGB profile's colours, sRGB's where it is None."""
        profile = source or srgb_profile()
        with self._lock:
            if profile not in self._made:
                self._made[profile] = ScreenTransform(
                    profile, self._target, self._intent, self._black_point, self.proof
                )
            return self._made[profile]


def to_printer(
    pixels: ByteImage, source: bytes, printer: OutputProfile, intent: Intent, black_point: bool
) -> ByteImage:
    """HxWx3 in an RGB profile's colours as the numbers that an RGB printer takes, HxWx3."""
    from PIL import Image

    flags = _BLACK_POINT if black_point else 0
    made = _plain(source, printer.data, INTENTS.index(intent), flags).apply(Image.fromarray(pixels))
    return np.asarray(made, np.uint8)


def _plain(source: bytes, target: bytes, intent: int, flags: int) -> ImageCmsTransform:
    from PIL import ImageCms

    way = ImageCms.Intent(intent), ImageCms.Flags(flags)
    return ImageCms.buildTransform(_profile(source), _profile(target), "RGB", "RGB", *way)


def _proofing(source: bytes, display: bytes, proof: Proof, more: int) -> ImageCmsTransform:
    """Little CMS brings colours to the printer by the first intent, and from there to the screen by the second: absolute shows
    the paper's white."""
    from PIL import ImageCms

    flags = _SOFT_PROOF | more | (_BLACK_POINT if proof.black_point else 0)
    return ImageCms.buildProofTransform(
        _profile(source),
        _profile(display),
        _profile(proof.profile.data),
        "RGB",
        "RGB",
        ImageCms.Intent(INTENTS.index(proof.intent)),
        ImageCms.Intent(_ABSOLUTE if proof.paper_white else _RELATIVE),
        ImageCms.Flags(flags),
    )


def _profile(data: bytes) -> ImageCmsProfile:
    from PIL import ImageCms

    return ImageCms.ImageCmsProfile(io.BytesIO(data))


def _looked_up(table: ByteImage, pixels: ByteImage) -> ByteImage:
    """table: 4096x4096x3, red in the upper bits of the row, blue in the lower ones of the column."""
    import cv2

    places = np.empty((*pixels.shape[:2], 2), np.int16)
    red, green, blue = (pixels[..., channel].astype(np.int16) for channel in range(3))
    places[..., 0] = (green & 15) << 8 | blue
    places[..., 1] = red << 4 | green >> 4
    return np.asarray(cv2.remap(table, places, None, cv2.INTER_NEAREST), np.uint8)  # type: ignore[call-overload]


def _warned(shown: ByteImage, alarm: ByteImage) -> ByteImage:
    """Where the alarm differs, Little CMS found a colour outside: it is covered."""
    outside = (shown != alarm).any(axis=2)
    pixels = shown.copy()
    pixels[outside] = np.rint(
        pixels[outside] * np.float32(1 - _OVERLAY) + np.array(GAMUT_COLOUR, np.float32) * _OVERLAY
    )
    return pixels
