"""Whether a file is a picture down to its end: readers forgive a missing end, which whoever waits for a file must not."""

from __future__ import annotations

from pathlib import Path

from catchlight.core.errors import UnsupportedImage
from catchlight.core.files.kinds import RAW_SUFFIXES, SUFFIXES
from catchlight.core.messages import Message
from catchlight.imaging.io import codec
from catchlight.imaging.io.limits import DecodeLimits

_HEAD_BYTES = 64


def check_whole(data: bytes, limits: DecodeLimits | None = None, name: str = "") -> None:
    """Decode a file's bytes to their end.

    Raises what ``codec.decode`` raises, and UnsupportedImage where a part of the pixels is missing or damaged.
    """
    picture = codec.decode(data, limits, name)
    lost = _loss_notes()
    for note in picture.metadata.notes:
        if getattr(note, "id", note) in lost:
            raise UnsupportedImage(Message("{name} is not complete: {why} Export it again.", name=name, why=note))


def is_of_another_kind(path: Path, data: bytes) -> bool:
    """Whether a file is no picture that is damaged or unfinished, but something else: neither name nor content is a picture's."""
    return path.suffix.lower() not in SUFFIXES | RAW_SUFFIXES and not codec.is_picture_head(data)


def is_begun(data: bytes) -> bool:
    """Whether something was written yet: some programs reserve the space first."""
    return any(data[:_HEAD_BYTES])


def _loss_notes() -> frozenset[str]:
    """Templates of the notes by which readers tell that pixels are missing or damaged."""
    from catchlight.imaging.io.formats.heif import decode as heif
    from catchlight.imaging.io.formats.jpeg import decode as jpeg
    from catchlight.imaging.io.formats.missing_end import NOTE_END_LOST
    from catchlight.imaging.io.formats.png import decode as png
    from catchlight.imaging.io.formats.tiff import decode as tiff

    notes = [NOTE_END_LOST, jpeg.NOTE_SHORTENED, jpeg.NOTE_END, png.NOTE_DAMAGED, png.NOTE_END, tiff.NOTE_INSIDE]
    notes.append(heif.NOTE_DAMAGED)
    return frozenset((*(note.id for note in notes), jpeg.NOTE_MISSING, png.NOTE_MISSING, tiff.NOTE_DAMAGED))
