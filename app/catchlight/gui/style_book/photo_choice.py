"""A photo, or a piece of the style book, that something is taken from."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.imaging.picture import Picture


@dataclass(frozen=True)
class PhotoChoice:
    """A photo whose hair or clothes are worn. name: what it is called in the window. piece: id in the style book, empty for any
    other photo. path: of its file as ``naming.encode_path`` writes it, where it was read from one."""

    picture: Picture
    name: str
    piece: str = ""
    path: str = ""
