"""Pieces for the style book: made of photos and cut-outs, and found again by what somebody typed for a reference."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.service.files.discovery import SUFFIXES

if TYPE_CHECKING:
    from catchlight.imaging.picture import Picture
    from catchlight.portrait.portrait import Portrait
    from catchlight.store.style_book import StyleBook
    from catchlight.store.style_book_entry import Kind


def piece_of(portrait: Portrait, kind: Kind, progress: Progress) -> Picture:
    """The hair of a photo, or the garment of a photo or a cut-out, as a piece; a piece as it is. Raises UnusablePicture
    ``reference_unsuited`` with the reason."""
    return hair_piece_of(portrait) if kind == "hair" else garment_piece_of(portrait, progress)


def hair_piece_of(portrait: Portrait) -> Picture:
    from catchlight.hair import reference_styling
    from catchlight.hair.reference import piece

    reference = reference_styling.read_reference(portrait)
    if piece.is_piece(portrait.picture):
        return portrait.picture
    return piece.make_piece(reference, portrait.picture.digest)


def garment_piece_of(portrait: Portrait, progress: Progress) -> Picture:
    from catchlight.clothing.reference import piece
    from catchlight.operations.headshot.reference import dress

    garment = dress.read_garment(portrait, progress)
    return portrait.picture if piece.is_piece(portrait.picture) else piece.make_piece(garment, portrait.picture.digest)


def reference_file(text: str, book: StyleBook, kind: Kind) -> Path:
    """The file of a reference: that path where there is one, else the piece of the style book with that name.

    Raises InvalidRequest for a path without a file and for a piece of another kind, UnknownEntry ``unknown_piece`` with names
    that are near, UnusablePicture for a damaged piece, StorageFault.
    """
    path = Path(text)
    if os.path.isfile(path):
        return path
    if path.suffix.lower() in SUFFIXES or os.path.dirname(text):
        raise InvalidRequest(Message("There is no file {path}.", path=text))
    entry = book.find(text)
    if entry.kind != kind:
        raise InvalidRequest(
            Message("The piece {name} is a garment. Wear it with headshot --clothing-reference.", name=entry.name)
            if kind == "hair"
            else Message("The piece {name} is hair. Wear it with hair --reference.", name=entry.name)
        )
    book.picture(entry)  # refuses one that is damaged
    return book.path(entry)
