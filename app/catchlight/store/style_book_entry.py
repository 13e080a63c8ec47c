"""A piece of the style book as it is listed, what its name and tags may be, and finding pieces by words and by style."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from catchlight.clothing.reference import piece as garment_piece
from catchlight.core.errors import InvalidRequest, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.suggest import close_matches
from catchlight.hair.reference import piece as hair_piece
from catchlight.hair.reference.suitability import CODE
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.store.ids import uuid7

LONGEST_NAME, LONGEST_TAG, LONGEST_NOTE = 80, 40, 500
MOST_TAGS = 20
_LIKE = 0.6
"""Likeness (``close_matches``) of a word that fits nothing as it stands to one that it may have been meant for."""
_MOST_TYPED = 200
Kind = Literal["hair", "garment"]
HAIR: Kind = "hair"
GARMENT: Kind = "garment"
PIECE_LIMITS = codec.DecodeLimits(40_000_000, 25_000_000, 16, "")
"""Of a piece's file."""


class PieceNameTaken(InvalidRequest):
    """Another piece has the name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            Message("The style book has a piece {name!r} already. Choose another name, or remove that one.", name=name)
        )
        self.name = name


class StyleBookEntry(BaseModel):
    """A piece. kind: what it is to be worn as. tags: free words, such as ids of catalogue styles. note: on licence and origin.
    bytes: of its file."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    id: str
    kind: Kind = HAIR
    name: str
    tags: tuple[str, ...] = ()
    note: str = ""
    created: datetime
    width: int
    height: int
    bytes: int


def new_id() -> str:
    return f"piece_{uuid7():032x}"


def fold(text: str) -> str:
    """Text as it is compared: composed, in lower case, without spaces around it."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


def clean_name(text: str) -> str:
    """A name in one line without spaces around it. Raises InvalidRequest for none, a long one or control characters."""
    name = text.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidRequest(Message("The name of a piece has 1 to {most} characters in one line.", most=LONGEST_NAME))
    return name


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags in their order, each once whatever its case. Raises InvalidRequest for too many, or one that is none."""
    found: dict[str, str] = {}
    for tag in tags:
        word = tag.strip()
        if not word or len(word) > LONGEST_TAG or not word.isprintable() or "," in word:
            raise InvalidRequest(
                Message("A tag has 1 to {most} characters in one line, without a comma.", most=LONGEST_TAG)
            )
        found.setdefault(fold(word), word)
    if len(found) > MOST_TAGS:
        raise InvalidRequest(Message("A piece has at most {most} tags.", most=MOST_TAGS))
    return tuple(found.values())


def clean_note(text: str) -> str:
    """A note in one line. Raises InvalidRequest for a long one."""
    note = " ".join(text.split())
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise InvalidRequest(Message("The note has at most {most} characters in one line.", most=LONGEST_NOTE))
    return note


def matching(entries: Sequence[StyleBookEntry], text: str) -> tuple[StyleBookEntry, ...]:
    """The entries that every word of ``text`` fits, as it stands in their name or tags; all where it is empty.

    Slips are forgiven only in a word that fits nowhere as it stands.
    """
    found = list(entries)
    for word in fold(text[:_MOST_TYPED]).split():
        meant = {word}
        if not any(word in _text(entry) for entry in entries):
            meant = set(close_matches(word, {part for entry in entries for part in _words(entry)}, n=5, cutoff=_LIKE))
        found = [entry for entry in found if any(part in _text(entry) for part in meant)]
    return tuple(found)


def read_piece_file(data: bytes, name: str) -> Picture:
    """The piece in a file. Raises UnusablePicture ``reference_unsuited`` for another picture or a damaged piece, and what
    ``codec.decode`` raises."""
    picture = codec.decode(data, PIECE_LIMITS, name)
    require_piece(picture)
    return picture


def encode_piece(picture: Picture) -> bytes:
    """The file of a piece. Raises UnusablePicture for a picture that is no sound piece, InvalidRequest for too large a one."""
    require_piece(picture)
    data = codec.encode(picture, "image/png")
    if len(data) > PIECE_LIMITS.max_bytes:
        raise InvalidRequest(Message("This piece is too large for the style book. Use a smaller photo."))
    return data


def require_piece(picture: Picture) -> None:
    """Raise UnusablePicture ``reference_unsuited`` for a picture that is no sound piece."""
    if kind_of(picture) == GARMENT:
        garment_piece.read_piece(picture)
    else:
        hair_piece.read_piece(picture)


def kind_of(picture: Picture) -> Kind:
    """Whether a piece is hair or a garment. Raises UnusablePicture ``reference_unsuited`` for a picture that is neither."""
    if hair_piece.is_piece(picture):
        return HAIR
    if garment_piece.is_piece(picture):
        return GARMENT
    raise UnusablePicture(Message("This picture is no piece of a style book."), code=CODE)


def tagged_with(entries: Sequence[StyleBookEntry], style: str, label: str) -> StyleBookEntry | None:
    """The piece of hair that is to be worn for a style of the catalogue: the newest one with its id or its label for a tag."""
    wanted = {fold(style), fold(style.replace("_", " ")), fold(label)}
    found = [entry for entry in entries if entry.kind == HAIR and wanted & {fold(tag) for tag in entry.tags}]
    return max(found, key=lambda entry: (entry.created, entry.id), default=None)


def free_name(name: str, taken: Sequence[str]) -> str:
    """``name``, with a number behind it where it is among the folded names ``taken``."""
    number, free = 1, name
    while fold(free) in taken:
        number += 1
        free = f"{name[:70]} {number}"
    return free


def _text(entry: StyleBookEntry) -> str:
    return fold(" ".join((entry.name, *entry.tags)))


def _words(entry: StyleBookEntry) -> list[str]:
    return _text(entry).replace("_", " ").split()
