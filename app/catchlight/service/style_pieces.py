"""Pieces for the style book: made of photos, and found again by what somebody typed for a reference."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.service.files.discovery import SUFFIXES

if TYPE_CHECKING:
    from catchlight.imaging.picture import Picture
    from catchlight.portrait.portrait import Portrait
    from catchlight.store.style_book import StyleBook


def piece_of(portrait: Portrait) -> Picture:
    """The hair of a photo as a piece; a piece as it is. Raises UnusablePicture ``reference_unsuited`` with the reason."""
    from catchlight.hair import reference_styling
    from catchlight.hair.reference import piece

    reference = reference_styling.read_reference(portrait)
    if piece.is_piece(portrait.picture):
        return portrait.picture
    return piece.make_piece(reference, portrait.picture.digest)


def reference_file(text: str, book: StyleBook) -> Path:
    """The file of a reference: that path where there is one, else the piece of the style book with that name.

    Raises InvalidRequest for a path without a file, UnknownEntry ``unknown_piece`` with names that are near, UnusablePicture for
    a damaged piece, StorageFault.
    """
    path = Path(text)
    if os.path.isfile(path):
        return path
    if path.suffix.lower() in SUFFIXES or os.path.dirname(text):
        raise InvalidRequest(Message("There is no file {path}.", path=text))
    entry = book.find(text)
    book.picture(entry)  # refuses one that is damaged
    return book.path(entry)
