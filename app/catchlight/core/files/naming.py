"""Names of results: valid on every system, and no two of a run alike.

A run's names are told apart as the least discerning file systems do it: without regard to case (Windows, macOS) and to
Unicode normalisation (macOS). They depend on the list of inputs alone, so that a second run gives the same ones.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes

from catchlight.core.messages import Message

FIELDS = ("name", "document", "width", "height", "date", "number")
"""Words of a pattern: {name}, {document}, {width}, {height}, {date}, {number}."""
MOST_BYTES = 240
"""Longest name in UTF-8; ext4, XFS, APFS and NTFS take 255 bytes or more."""
SPARE_BYTES = 24
"""What is left for an ending, a number and a suffix behind the name of a source."""
_URI = "file://"
_FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
_UNDECODABLE = re.compile(r"[\ud800-\udfff]")
_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)
"""Devices of Windows: a file of this name, whatever its suffix, cannot be made there (Microsoft, "Naming Files")."""


def file_name(pattern: str, values: Mapping[str, object], suffix: str) -> str:
    """A name that every system takes; unknown braces stay as they are, an empty result is called ``picture``."""
    filled = re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), pattern)
    clean = re.sub(r"_{2,}", "_", portable_stem(filled)).strip("_")
    return portable_stem(clean, MOST_BYTES - len(suffix.encode())) + suffix


def portable_stem(stem: str, most_bytes: int = MOST_BYTES) -> str:
    """A stem that every system takes: no reserved sign or word, no bytes outside UTF-8, at most ``most_bytes`` long.

    An empty result is called ``picture``.
    """
    clean = _FORBIDDEN.sub("-", _UNDECODABLE.sub("_", stem)).strip(" .")
    clean = _shortened(clean, most_bytes).rstrip(" .") or "picture"
    first, dot, rest = clean.partition(".")
    return f"{first}_{dot}{rest}" if _RESERVED.fullmatch(first.rstrip(" ")) else clean


def name_key(name: str) -> str:
    """Equal for two names that some file system takes for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def distinct_stems(sources: Sequence[Path]) -> tuple[str, ...]:
    """A stem for the result of each source, no two with one ``name_key``.

    The source's own stem where no other source has it, else stem and type, else that with a number.
    """
    stems = [portable_stem(source.stem, MOST_BYTES - SPARE_BYTES) for source in sources]
    counts = Counter(map(name_key, stems))
    used = {key for key, count in counts.items() if count == 1}
    found = []
    for source, stem in zip(sources, stems, strict=True):
        if counts[name_key(stem)] > 1:
            stem = _free_stem(portable_stem(source.name.replace(".", "_"), MOST_BYTES - SPARE_BYTES), used)
            used.add(name_key(stem))
        found.append(stem)
    return tuple(found)


def add_number(path: Path, number: int) -> Path:
    """The path with a number behind its stem, still short enough."""
    tail = f"_{number}{path.suffix}"
    return path.with_name(_shortened(path.stem, MOST_BYTES - len(tail.encode(errors="replace"))) + tail)


def free_path(path: Path) -> Path:
    """The path itself where nothing has that name, else with a number behind the name."""
    number, free = 2, path
    while os.path.lexists(free):
        number, free = number + 1, add_number(path, number)
    return free


def display_name(path: Path | str) -> str:
    """A name or path as one line of text that can be written as UTF-8.

    Bytes that are none become question marks in a diamond, and so do signs that would steer a terminal, break the line, or
    turn the order of what follows.
    """
    return _STEERING.sub("\ufffd", os.fspath(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace"))


def encode_path(path: Path) -> str:
    """A path as text that can be written as UTF-8: as it is, or as a file's URI where its bytes are no UTF-8."""
    text = os.fspath(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _URI + quote_from_bytes(os.fsencode(text))
    return text


def decode_path(stored: object) -> Path:
    """What ``encode_path`` was given; a path stays as it is. Raises ValueError for anything else."""
    if isinstance(stored, Path):
        return stored
    if not isinstance(stored, str):
        raise ValueError(Message("must be a path"))
    if stored.startswith(_URI):
        return Path(os.fsdecode(unquote_to_bytes(stored.removeprefix(_URI))))
    return Path(stored)


def _free_stem(base: str, used: set[str]) -> str:
    number, stem = 2, base
    while name_key(stem) in used:
        tail = f"_{number}"
        number, stem = number + 1, _shortened(base, MOST_BYTES - SPARE_BYTES - len(tail)) + tail
    return stem


def _shortened(text: str, most_bytes: int) -> str:
    """The beginning of a text that fits, never cut within a sign."""
    return text.encode("utf-8", "surrogateescape")[: max(0, most_bytes)].decode("utf-8", "ignore")
