"""The raw file that a picture is the development of, developed again in another way."""

from __future__ import annotations

from dataclasses import replace

from catchlight.core.errors import InvalidRequest, StorageFault
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.develop.raw import RawDevelopment
from catchlight.imaging.io import codec
from catchlight.imaging.io.formats.raw.half import HalfRaw
from catchlight.imaging.io.source import PICTURE
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait


def is_raw(picture: Picture) -> bool:
    """Whether a picture is a raw file's development and nothing was done to it since."""
    sources = picture.metadata.sources
    return bool(sources) and sources[0].media_type == codec.RAW and not picture.record.steps


def redevelop(picture: Picture, settings: RawDevelopment, progress: Progress) -> Picture:
    """The whole raw file developed by these settings, knowing what ``picture`` knows.

    Raises InvalidRequest where the picture is no untouched raw file, StorageFault where the file is gone, and what decoding
    raises.
    """
    data = _file_of(picture)
    made = codec.decode(data, _limits(picture, data), picture.metadata.name, progress=progress, raw=settings.plain)
    return made.with_(dpi=picture.dpi, metadata=replace(made.metadata, sources=picture.metadata.sources))


def half_of(portrait: Portrait, progress: Progress) -> HalfRaw:
    """The raw file at half its size, read once and kept with the portrait. Raises as ``redevelop``."""
    picture = portrait.picture
    data = _file_of(picture)
    called = picture.metadata.name or PICTURE
    limits = _limits(picture, data)
    return portrait.kept("raw half", lambda: codec.run_decoder(lambda: HalfRaw.read(data), limits, called, progress))


def _file_of(picture: Picture) -> bytes:
    name = picture.metadata.name or PICTURE
    if picture.record.steps:
        raise InvalidRequest(
            Message(
                "{name} was edited since it was developed, and raw settings come before every edit. "
                "Go back to the first step, or leave them out.",
                name=name,
            )
        )
    if not is_raw(picture):
        raise InvalidRequest(
            Message("{name} is no camera raw file. Choose a raw file, or leave the raw settings out.", name=name)
        )
    data = picture.metadata.sources[0].read()
    if data is None:
        raise StorageFault(
            Message("The raw file {name} is gone or was changed since it was opened. Open it again.", name=name)
        )
    return data


def _limits(picture: Picture, data: bytes) -> codec.DecodeLimits:
    """It was within those of whoever opened it."""
    return codec.DecodeLimits(len(data), picture.width * picture.height, 1, setting="")
