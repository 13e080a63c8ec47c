"""The bytes of an export: the finished file unchanged where nothing else was asked for, else written anew."""

from __future__ import annotations

from dataclasses import dataclass, replace

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.colour.output_spaces import EIGHT_BIT, ColourSpace, in_colour_space, space_name, space_of_file
from catchlight.imaging.colour.source_colours import transformed
from catchlight.imaging.filters.alpha import reduce_by_area
from catchlight.imaging.filters.output_sharpening import Medium, sharpen, sharpening_for
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File
from catchlight.service.export_size import DEFAULT_DPI, ExportSize
from catchlight.service.signing import Signing, does_not_fit, room_beside

LEAST_QUALITY = 30
LOSSY = EIGHT_BIT


@dataclass(frozen=True)
class ExportRequest:
    """How a picture is to be written. longest: pixels of the longer side, None for all of them."""

    media_type: str
    quality: int = 95
    metadata: bool = True
    longest: int | None = None
    max_kilobytes: int | None = None
    colour_space: ColourSpace | None = None
    """None for what suits the picture and the type: ``space_of_file``."""
    size: ExportSize | None = None
    """Another way to say how large it is; None for all pixels, or ``longest``."""
    dpi: float | None = None
    """Pixels per inch that the file says; None as the picture has them."""
    sharpen: Medium | None = None
    """Sharpened for where it will be looked at; None leaves every pixel as it is."""

    @property
    def same_pixels(self) -> bool:
        """Whether the picture is neither scaled nor sharpened, and keeps its density."""
        return self.longest is None and self.size is None and self.dpi is None and self.sharpen is None

    def same_colours(self, picture: Picture) -> bool:
        """Whether the file is in the colours that it has unasked."""
        unasked = space_of_file(picture, self.media_type)
        return space_of_file(picture, self.media_type, self.colour_space) == unasked


@dataclass(frozen=True)
class ExportResult:
    """Finished bytes. unchanged: they are those that were measured when the picture was made."""

    data: bytes
    quality: int | None
    width: int
    height: int
    unchanged: bool = False
    signed: bool = False
    """Whether it has Content Credentials."""
    dpi: float | None = None
    """Pixels per inch that the file says."""
    note: str = ""
    """Why it has none, although they are switched on; empty otherwise."""
    profile: str = "sRGB"
    """What the colours of the file are called."""


def is_unchanged(picture: Picture, file: File | None, wish: ExportRequest) -> bool:
    """Whether the file that the edit made of a picture is delivered as it is."""
    small_enough = file is not None and (wish.max_kilobytes is None or len(file.data) <= wish.max_kilobytes * 1000)
    same = file is not None and file.media_type == wish.media_type and wish.metadata and wish.same_pixels
    full = wish.media_type not in LOSSY or wish.quality >= 95
    return same and full and small_enough and wish.same_colours(picture)


def encode_export(
    picture: Picture,
    file: File | None,
    wish: ExportRequest,
    progress: Progress,
    signing: Signing | None = None,
    most: int | None = None,
) -> ExportResult:
    """The bytes; raises UnusablePicture ``cannot_reach_size`` with the size that was reached, and what signing raises.

    file: what the edit itself made, where it made one. signing: signs it where the settings ask for that. most: bytes that the
    photo's document takes, which a signature must not break.
    """
    made = _encode(picture, file, wish, progress)
    if signing is None or not signing.on:
        return made
    signed = _signed(made, picture, wish, signing)
    limits = [limit for limit in (most, wish.max_kilobytes and wish.max_kilobytes * 1000) if limit]
    limit = min(limits, default=len(signed.data))
    if len(made.data) <= limit < len(signed.data):
        more = len(signed.data) - len(made.data)
        smaller = replace(wish, max_kilobytes=room_beside(limit, more))
        try:
            made = _encode(picture, None, smaller, progress)
        except UnusablePicture as fault:
            raise does_not_fit(limit, more) from fault
        signed = _signed(made, picture, wish, signing)
    return signed


def _signed(made: ExportResult, picture: Picture, wish: ExportRequest, signing: Signing) -> ExportResult:
    resized = (made.width, made.height) != (picture.width, picture.height)
    finished = signing.finish(File(made.data, wish.media_type), picture, resized=resized)
    return replace(made, data=finished.file.data, signed=not finished.note, note=finished.note)


def _encode(picture: Picture, file: File | None, wish: ExportRequest, progress: Progress) -> ExportResult:
    """The bytes without a signature; raises as ``encode_export``."""
    if file is not None and is_unchanged(picture, file, wish):
        said = space_name(picture, space_of_file(picture, wish.media_type))
        return ExportResult(file.data, None, picture.width, picture.height, True, dpi=picture.dpi, profile=said)
    space = space_of_file(picture, wish.media_type, wish.colour_space)
    profile = space_name(picture, space)
    if space == "srgb":
        picture = picture.with_(source_colours=None)  # the sooner the less there is to scale
    picture = in_colour_space(_finished(limit_longest_side(picture, wish.longest), wish), space)
    progress.check()
    data = codec.encode(picture, wish.media_type, wish.quality, metadata=wish.metadata)
    quality = wish.quality
    most = wish.max_kilobytes
    if most is not None and len(data) > most * 1000:
        if wish.media_type not in LOSSY:
            raise _refusal(len(data), most, picture, wish)
        low, high, found = LEAST_QUALITY, wish.quality - 1, b""
        while low <= high:
            progress.check()
            middle = (low + high) // 2
            tried = codec.encode(picture, wish.media_type, middle, metadata=wish.metadata)
            if len(tried) <= most * 1000:
                found, quality, low = tried, middle, middle + 1
            else:
                data, high = tried, middle - 1
        if not found:
            raise _refusal(len(data), most, picture, wish)
        data = found
    told = quality if wish.media_type in LOSSY else None
    return ExportResult(data, told, picture.width, picture.height, dpi=picture.dpi, profile=profile)


def _finished(picture: Picture, wish: ExportRequest) -> Picture:
    """In the size, sharpness and density that are asked for; the very same picture where none is."""
    before = max(picture.width, picture.height)
    if wish.size is not None:
        size = wish.size.pixels(picture.width, picture.height, wish.dpi)
        dpi = wish.size.density(size, wish.dpi)
        picture = _scaled(picture, size)
        picture = picture.with_(dpi=dpi) if dpi is not None else picture
    elif wish.dpi is not None:
        picture = picture.with_(dpi=wish.dpi)
    if wish.sharpen is not None:
        size = (picture.width, picture.height)
        how = sharpening_for(wish.sharpen, size, picture.dpi or DEFAULT_DPI, before / max(size))
        picture = transformed(picture, lambda pixels: sharpen(pixels, how))
    return picture


def limit_longest_side(picture: Picture, longest: int | None) -> Picture:
    """The picture with its longer side at most ``longest`` pixels; never enlarged."""
    if longest is None or max(picture.width, picture.height) <= longest:
        return picture
    scale = longest / max(picture.width, picture.height)
    return _scaled(picture, (max(1, round(picture.width * scale)), max(1, round(picture.height * scale))))


def _scaled(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture in a smaller size, width and height; its density is then none that was ever measured."""
    if size == (picture.width, picture.height):
        return picture
    return transformed(picture, lambda pixels: reduce_by_area(pixels, size)).with_(dpi=None)


def _refusal(reached: int, most: int, picture: Picture, wish: ExportRequest) -> UnusablePicture:
    """Advises JPEG where that is another type, and can hold the picture."""
    sizes = {"kilobytes": most, "smallest": reached / 1000}
    if wish.media_type == "image/jpeg" or picture.has_alpha:
        said = Message(
            "{kilobytes} kB cannot be reached: the smallest good file has {smallest:.0f} kB. Allow more, or a smaller size.",
            **sizes,
        )
    else:
        said = Message(
            "{kilobytes} kB cannot be reached: the smallest good file has {smallest:.0f} kB. "
            "Allow more, choose JPEG, or a smaller size.",
            **sizes,
        )
    return UnusablePicture(said, code="cannot_reach_size")
