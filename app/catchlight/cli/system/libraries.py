"""Which of the system's libraries Qt lacks on Linux: all of them at once, with the packages that bring them.

The dynamic linker names only the first one it misses, and Qt ends the process where its platform plugin lacks one. So the files
are read as the linker reads them ("System V ABI", chapter 5: DT_NEEDED entries of the dynamic section).
"""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""Package of Debian 12 and Ubuntu by the library that it brings; what Qt's modules and platform plugins ask the system for."""
_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NULL, _DT_NEEDED, _DT_STRTAB = 0, 1, 5


def missing_libraries(files: Iterable[Path], bundled: Sequence[Path]) -> list[str]:
    """Names of the system's libraries that these files need, or what they need does, and that cannot be loaded.

    bundled: folders of libraries that come along with them. A file that is no ELF needs nothing.
    """
    todo, seen, missing = list(files), set[str](), set[str]()
    while todo:
        for name in _needed(todo.pop()):
            if name in seen:
                continue
            seen.add(name)
            own = next((folder / name for folder in bundled if (folder / name).exists()), None)
            if own is not None:
                todo.append(own)
            elif (lacking := _lacking(name)) is not None:
                missing.add(lacking)
    return sorted(missing)


def missing_libraries_text(missing: Sequence[str]) -> str:
    """A sentence that names the libraries, and how Debian and its kin get them."""
    packages = sorted({PACKAGES[name] for name in missing if name in PACKAGES})
    names = f"{', '.join(missing[:-1])} and {missing[-1]}" if len(missing) > 1 else missing[0]
    said = f"the window needs {names}, which {'is' if len(missing) == 1 else 'are'} missing on this system."
    return f"{said} On Debian or Ubuntu: apt install {' '.join(packages)}" if packages else said


def _lacking(name: str) -> str | None:
    """The library that cannot be found when this one is loaded: itself, or one that it needs."""
    try:
        ctypes.CDLL(name)
    except OSError as fault:
        first = str(fault).partition(":")[0]
        return first if ".so" in first and " " not in first else name
    return None


def _needed(file: Path) -> list[str]:
    """Names of the libraries that an ELF file asks for."""
    try:
        with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return list(_entries(data))
    except (OSError, ValueError, struct.error):
        return []


def _entries(data: mmap.mmap) -> Iterator[str]:
    if data[:4] != b"\x7fELF":
        return
    wide, order = data[4] == 2, "<" if data[5] == 1 else ">"
    headers = _program_headers(data, wide, order)
    loads = [(offset, address, length) for kind, offset, address, length in headers if kind == _PT_LOAD]
    word = struct.Struct(f"{order}qQ" if wide else f"{order}iI")
    for kind, offset, _, length in headers:
        if kind == _PT_DYNAMIC:
            pairs = list(_until_null(word.iter_unpack(data[offset : offset + length // word.size * word.size])))
            table = next(value for tag, value in pairs if tag == _DT_STRTAB)
            base = next(o + table - a for o, a, n in loads if a <= table < a + n)
            for tag, value in pairs:
                if tag == _DT_NEEDED:
                    yield data[base + value : data.find(b"\0", base + value)].decode()


def _program_headers(data: mmap.mmap, wide: bool, order: str) -> list[tuple[int, int, int, int]]:
    """Kind, place in the file, address, and length in the file of each. wide: of 64 bits. order: of bytes, as struct names it."""
    start, size, count = (
        (*struct.unpack_from(f"{order}Q", data, 32), *struct.unpack_from(f"{order}2H", data, 54))
        if wide
        else (*struct.unpack_from(f"{order}I", data, 28), *struct.unpack_from(f"{order}2H", data, 42))
    )
    layout = struct.Struct(f"{order}I4xQQ8xQ" if wide else f"{order}3I4xI")
    return [layout.unpack_from(data, start + number * size) for number in range(count)]


def _until_null(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for tag, value in pairs:
        if tag == _DT_NULL:
            return
        yield tag, value
