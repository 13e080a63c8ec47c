"""Pieces of known files inside others: a page of a database, what a crash left of a half written copy."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

_PROBE = 16
"""Bytes of a probe. By chance one of a thousand stands in a terabyte with a probability of 10^-23."""
_EVERY = 1024
"""Bytes between probes: what keeps one piece of 1040 bytes of a file is found."""
_PIECE = 4 << 20
_SHORTEST = 512
"""Bytes in a row from which they are a piece. The same portrait with another mark, as another proof has it, shares up to some
dozens with this one: blocks that both marks shift alike are encoded alike. Pieces of 1040 bytes are found as before."""
_KINDS = 16
"""Different bytes that a probe must have: runs of one value stand in every file."""

_START_OF_SCAN = 0xDA


class Fragments:
    """Looks for pieces of some files, by probes of their bytes; of JPEG files by those of their picture alone: the tables before
    it stand in every file of the same encoder and quality."""

    def __init__(self, files: Iterable[bytes]) -> None:
        self._files = tuple(files)
        self._probes: dict[bytes, list[tuple[int, int]]] = {}
        for number, data in enumerate(self._files):
            for start in range(_picture_start(data), len(data) - _PROBE + 1, _EVERY):
                probe = data[start : start + _PROBE]
                if len(set(probe)) >= _KINDS // 2 + 2:
                    self._probes.setdefault(probe, []).append((number, start))
        self._first = np.zeros(1 << 16, bool)
        heads = np.array([int.from_bytes(probe[:2], "little") for probe in self._probes], np.int64)
        self._first[heads] = True
        self._heads = np.array(sorted({int.from_bytes(probe[:8], "little") for probe in self._probes}), np.uint64)

    def find(self, data: bytes | mmap.mmap) -> int | None:
        """Where a piece that is known begins, or None."""
        for start in range(0, len(data), _PIECE):
            for place in self._probes_in(bytes(data[start : start + _PIECE + _PROBE - 1])):
                first, end = self._run(data, start + place)
                if end - first >= _SHORTEST:
                    return first
        return None

    def _run(self, data: bytes | mmap.mmap, place: int) -> tuple[int, int]:
        """The longest run of bytes around a probe that stands in one of the files just so: its beginning and its end."""
        runs = []
        for number, start in self._probes[bytes(data[place : place + _PROBE])]:
            file = self._files[number]
            before = _shared(
                file[max(0, start - _SHORTEST) : start][::-1], data[max(0, place - _SHORTEST) : place][::-1]
            )
            behind = _shared(file[start : start + _SHORTEST], data[place : place + _SHORTEST])
            runs.append((place - before, place + behind))
        return max(runs, key=lambda run: run[1] - run[0])

    def _probes_in(self, part: bytes) -> Sequence[int]:
        if len(part) < _PROBE or not len(self._heads):
            return ()
        octets = np.frombuffer(part, np.uint8)
        pairs = octets[:-1].astype(np.uint16) | (octets[1:].astype(np.uint16) << np.uint16(8))
        places: NDArray[np.int64] = np.flatnonzero(self._first[pairs[: len(part) - _PROBE + 1]])
        if not len(places):
            return ()
        heads = np.zeros(len(places), np.uint64)
        for number in range(8):
            heads |= octets[places + number].astype(np.uint64) << np.uint64(8 * number)
        at = np.minimum(np.searchsorted(self._heads, heads), len(self._heads) - 1)
        return [
            int(place) for place in places[self._heads[at] == heads] if part[place : place + _PROBE] in self._probes
        ]


def _shared(one: bytes, other: bytes) -> int:
    """How many bytes at their beginning are the same."""
    length = min(len(one), len(other))
    differ = np.flatnonzero(np.frombuffer(one[:length], np.uint8) != np.frombuffer(other[:length], np.uint8))
    return int(differ[0]) if len(differ) else length


def _picture_start(data: bytes) -> int:
    """Where the first scan of a JPEG file begins (ITU-T T.81, B.1.1), 0 for other files."""
    if not data.startswith(b"\xff\xd8"):
        return 0
    place = 2
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker, length = data[place + 1], int.from_bytes(data[place + 2 : place + 4], "big")
        place += 2 + length
        if marker == _START_OF_SCAN:
            return place
    return 0
