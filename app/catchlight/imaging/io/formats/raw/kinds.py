"""Which files are a camera's raw data, found by the mark at their beginning or by their tags (TIFF/EP, ISO 12234-2; DNG 1.7)."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.imaging.io.ifd import Damaged, Directory, Ifds
from catchlight.imaging.io.sniff import raw_name

_COMPRESSION, _PHOTOMETRIC, _BELOW, _MAKE = 259, 262, 330, 271
_CFA_PATTERN, _DNG_VERSION = 33422, 50706
_CFA, _LINEAR_RAW = 32803, 34892
_RAW_COMPRESSIONS = {
    34713: "Nikon NEF",
    32767: "Sony ARW",
    65535: "Pentax PEF",
    32770: "Samsung SRW",
    65000: "Kodak DCR",
}
_MOST_PAGES, _MOST_BELOW = 100, 32


def raw_kind(data: bytes) -> str:
    """What a raw file is called (``Nikon NEF``); empty for every other file. Never raises."""
    named = raw_name(data)
    if named:
        return named
    if data[:4] not in (b"II*\0", b"MM\0*"):
        return ""
    try:
        ifds = Ifds(data)
        tops = ifds.chain(_MOST_PAGES)[:_MOST_PAGES]
    except Damaged:
        return "Canon CR2" if data[8:10] == b"CR" else ""
    found = []
    for top in tops:
        found.append(top)
        for offset in ifds.numbers(top.entries.get(_BELOW), _MOST_BELOW):
            try:
                found.append(ifds.directory(int(offset)))
            except Damaged:
                continue
    return raw_kind_of(ifds, found, data)


def raw_kind_of(ifds: Ifds, directories: Sequence[Directory], data: bytes) -> str:
    """The same by directories that were read already; the first of the file is the first of them."""
    name = "Canon CR2" if data[8:10] == b"CR" else ""
    for directory in directories:
        entries = directory.entries
        if _DNG_VERSION in entries:
            return "DNG"
        colours = ifds.whole(entries, _PHOTOMETRIC)
        packing = _RAW_COMPRESSIONS.get(ifds.whole(entries, _COMPRESSION))
        if packing or _CFA_PATTERN in entries or colours in (_CFA, _LINEAR_RAW):
            maker = ifds.text(directories[0].entries.get(_MAKE)).strip()
            name = name or packing or maker or "TIFF/EP"
    return name
