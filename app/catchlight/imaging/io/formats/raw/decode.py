"""Raw files to pixels: the whole picture for results, and the half-size one that is worked with on the screen until then."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.imaging.io.formats.raw import sensor, tones
from catchlight.imaging.io.formats.raw.embedded import preview_bytes, upright_preview
from catchlight.imaging.io.formats.raw.kinds import raw_kind
from catchlight.imaging.io.formats.raw.metadata import exif_of
from catchlight.imaging.io.formats.raw.settings import RawSettings
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import ColourEncoding, DecodedImage, EmbeddedPreview, plane
from catchlight.imaging.picture import Pixels


@dataclass(frozen=True)
class RawFacts:
    """What is known of a raw file without developing it. temperature, tint: of the light, as the camera had it."""

    kind: str
    width: int
    height: int
    temperature: float
    tint: float


def read_raw(
    data: bytes, limits: DecodeLimits, called: str, settings: RawSettings | None = None, *, draft: bool = False
) -> DecodedImage:
    """The developed picture, 16 bit, in ProPhoto with sRGB's curve and in sRGB.

    draft: developed at half the size and enlarged to all of it, in sRGB alone: to be looked at, and worked on, meanwhile.
    Raises ImageTooLarge, InvalidRequest, Unreadable, NotSupported.
    """
    settings = settings or RawSettings()
    kind = raw_kind(data)
    notes: list[str] = []
    with sensor.opened(data, kind) as raw:
        width, height = sensor.check_size(raw, limits, called)
        jpeg, _ = preview_bytes(raw)
        if not sensor.as_shot(raw)[1] and settings.temperature is None:
            notes.append(sensor.NOTE_DAYLIGHT)
        light = sensor.develop(raw, settings, half=draft)
    table = tones.tone_table(light.gain, settings.exposure, shoulder=settings.highlights != "clip")
    shown, own = tones.render(light.pixels, table, own=not draft)
    del light
    if draft:
        shown = enlarged(shown, width, height)
    said = ColourEncoding(icc=tones.prophoto_profile())
    return DecodedImage(
        shown if own is None else own,
        "rgb",
        colours=said if own is not None else ColourEncoding(srgb=True),
        orientation=1,
        exif=exif_of(data, kind, jpeg),
        notes=notes,
        in_srgb=shown,
    )


def read_preview(data: bytes, limits: DecodeLimits, called: str, longest: int) -> EmbeddedPreview | None:
    """The embedded preview, at most ``longest`` pixels long; None where there is none. Raises as ``read_raw``."""
    with sensor.opened(data, raw_kind(data)) as raw:
        whole = sensor.check_size(raw, limits, called)
        pixels = upright_preview(raw, limits, longest)
    return None if pixels is None else EmbeddedPreview(pixels, whole)


def read_facts(data: bytes) -> RawFacts:
    """Raises Unreadable, NotSupported."""
    kind = raw_kind(data)
    with sensor.opened(data, kind) as raw:
        shot, _ = sensor.as_shot(raw)
        temperature, tint = sensor.colours(raw).temperature_and_tint(shot)
        sizes = raw.sizes
        width, height = int(sizes.width), int(sizes.height)
        turned = sizes.flip in (5, 6)
    return RawFacts(kind, height if turned else width, width if turned else height, temperature, tint)


def enlarged(pixels: Pixels, width: int, height: int) -> Pixels:
    """HxWxC in another size, bilinear."""
    import cv2

    if pixels.shape[:2] == (height, width):
        return pixels
    return plane(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_LINEAR))
