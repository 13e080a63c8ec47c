"""The file of an ID photo: of a type its document takes, no larger than its limit and no smaller than its least size.

Quality gives way first, then chroma, then size. Nothing is padded: a file that cannot be made large enough by quality
stays as it is, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message, join_alternatives
from catchlight.imaging.filters.alpha import reduce_by_area
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, PhotoFormat

LEAST_QUALITY, USUAL_QUALITY, GREATEST_QUALITY = 35, 95, 100
_STEPS = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)
_LOSSY = ("image/jpeg", "image/webp")
_KB, _KIB = 1000, 1024
"""An office's kB is 1000 or 1024 bytes: the stricter is kept at either end."""


@dataclass(frozen=True)
class PhotoFile:
    """The file of a photo, the picture in it (smaller where the size had to give way), and what is to be said of it."""

    file: File
    picture: Picture
    notes: tuple[str, ...] = ()


def fit_file_size(
    picture: Picture, document: DocumentSpec, wanted: PhotoFormat | None, most_kb: int | None, source_type: str
) -> PhotoFile:
    """The photo as a file. most_kb: a person's own target in kB (1000 bytes); without it the document's limits hold,
    where the photo has a size that its upload takes (not in HD, for example).

    Sizes go down only inside the upload's range. A limit of the document that cannot be kept is told in a note; a
    person's own target that cannot be reached raises UnusablePicture ``cannot_reach_size`` with the smallest size that
    was possible.
    """
    media_type = _type(picture, document, wanted, most_kb, source_type)
    least, most = _bytes_allowed(picture, document, most_kb)
    usual = PhotoFile(File(codec.encode(picture, media_type, USUAL_QUALITY), media_type), picture)
    made: PhotoFile | None = usual
    if most is not None and len(usual.file.data) > most:
        made, smallest = _smaller(picture, document, media_type, most)
        if made is None and most_kb is not None:
            raise _unreachable(most_kb, smallest, media_type)
    elif least is not None and len(usual.file.data) < least:
        made = PhotoFile(_larger(picture, media_type, least, most), picture)
    made = made or usual
    limit = most if most_kb is None else None
    file = replace(made.file, most=most)
    return PhotoFile(file, made.picture, _notes(file, document, least, limit))


def _type(
    picture: Picture, document: DocumentSpec, wanted: PhotoFormat | None, most_kb: int | None, source_type: str
) -> str:
    if wanted is not None:
        return f"image/{wanted}"
    if picture.has_alpha:
        return "image/png"
    upload = document.upload
    taken = [f"image/{name}" for name in upload.formats] if upload is not None else []
    writable = [media_type for media_type in taken if media_type in codec.WRITABLE]
    if writable:
        return writable[0]
    limited = most_kb is not None or document.file_kb is not None
    if limited and source_type not in _LOSSY:
        return "image/jpeg"
    return source_type if source_type in codec.WRITABLE else "image/png"


def _bytes_allowed(picture: Picture, document: DocumentSpec, most_kb: int | None) -> tuple[int | None, int | None]:
    """Least and greatest number of bytes; None where there is none."""
    if most_kb is not None:
        return None, most_kb * _KB
    upload = document.upload
    if upload is None or upload.kilobytes is None or not upload.takes(picture.width, picture.height):
        return None, None
    low, high = upload.kilobytes.low, upload.kilobytes.high
    return None if low is None else round(low * _KIB), None if high is None else round(high * _KB)


def upload_limit(picture: Picture, document: DocumentSpec) -> int | None:
    """Bytes that the document's upload takes of a photo of this size; None for any number, or where it takes no such photo."""
    return _bytes_allowed(picture, document, None)[1]


def _smaller(picture: Picture, document: DocumentSpec, media_type: str, most: int) -> tuple[PhotoFile | None, int]:
    """The best file of at most so many bytes, None where there is none; and the fewest bytes of all that were tried."""
    smallest = 0
    for scaled in _sizes(picture, document):
        for chroma in ("4:4:4", "4:2:0") if media_type == "image/jpeg" else ("4:4:4",):
            data = _best(scaled, media_type, chroma, most)
            if len(data) <= most:
                return PhotoFile(File(data, media_type), scaled), len(data)
            smallest = min(smallest or len(data), len(data))
    return None, smallest


def _best(picture: Picture, media_type: str, chroma: str, most: int) -> bytes:
    """The file of the best quality that fits, found by halving; that of the least quality where none does."""
    if media_type not in _LOSSY:
        return codec.encode(picture, media_type)
    found, low, high = b"", LEAST_QUALITY, USUAL_QUALITY
    while low <= high:
        quality = (low + high + 1) // 2
        data = codec.encode(picture, media_type, quality, chroma)
        if len(data) <= most:
            found, low = data, quality + 1
        else:
            high = quality - 1
    return found or codec.encode(picture, media_type, LEAST_QUALITY, chroma)


def _larger(picture: Picture, media_type: str, least: int, most: int | None) -> File:
    """The file of the lowest quality that is large enough, that of the best where none is; never above the greatest size."""
    data = codec.encode(picture, media_type, USUAL_QUALITY)
    for quality in range(USUAL_QUALITY + 1, GREATEST_QUALITY + 1) if media_type in _LOSSY else ():
        tried = codec.encode(picture, media_type, quality)
        if most is not None and len(tried) > most:
            break
        data = tried
        if len(data) >= least:
            break
    return File(data, media_type)


def _sizes(picture: Picture, document: DocumentSpec) -> Iterator[Picture]:
    """The picture at its own size, then smaller ones that the upload takes where it states a least size."""
    yield picture
    upload = document.upload
    if upload is None or upload.width is None or upload.height is None or upload.exact:
        return
    for step in _STEPS[1:]:
        width, height = round(picture.width * step), round(picture.height * step)
        if width >= (upload.width.low or picture.width) and height >= (upload.height.low or picture.height):
            yield _resized(picture, width, height, step)


def _resized(picture: Picture, width: int, height: int, step: float) -> Picture:
    pixels = reduce_by_area(picture.pixels, (width, height))
    return picture.with_(pixels=pixels, dpi=None if picture.dpi is None else picture.dpi * step)


def _unreachable(most_kb: int, smallest: int, media_type: str) -> UnusablePicture:
    sizes = {"kilobytes": most_kb, "smallest": smallest / _KB}
    if media_type == "image/jpeg":
        said = Message("{kilobytes} kB cannot be reached: the smallest good file has {smallest:.0f} kB.", **sizes)
    else:
        said = Message(
            "{kilobytes} kB cannot be reached: the smallest good file has {smallest:.0f} kB. "
            "Choose JPEG with a background colour for smaller files.",
            **sizes,
        )
    return UnusablePicture(said, code="cannot_reach_size")


def _notes(file: File, document: DocumentSpec, least: int | None, most: int | None) -> tuple[Message, ...]:
    """Why the file cannot be uploaded as it is, in sentences."""
    notes = []
    formats = document.upload.formats if document.upload is not None else ()
    kind = file.media_type.partition("/")[2]
    if formats and kind not in formats:
        notes.append(
            Message(
                "The upload takes {formats}, and this file is {kind}. "
                "Choose a background colour and the document's own file type.",
                formats=join_alternatives(name.upper() for name in formats),
                kind=kind.upper(),
            )
        )
    size = len(file.data)
    if most is not None and size > most:
        notes.append(
            Message(
                "The upload takes at most {most:.0f} kB, and this file has {size:.0f} kB.",
                most=most / _KB,
                size=size / _KB,
            )
        )
    if least is not None and size < least:
        notes.append(
            Message(
                "The upload takes no less than {least:.0f} kB, and this file has {size:.0f} kB at the best quality.",
                least=least / _KIB,
                size=size / _KB,
            )
        )
    return tuple(notes)
