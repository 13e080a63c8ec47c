"""What goes into the packages of the program's optional extras: every one that this environment has, with its data.

PyInstaller sees the modules that are imported by name, and no others: the descriptions of a cloud's service, and modules that
are named in a table are left out, and are missed only when they are needed.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

EXTRAS = ("delivery", "credentials")
"""The extras of pyproject.toml that the program itself uses."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"extra\s*==\s*[\"']([\w-]+)[\"']")
_CODE = (".py", ".pyc", ".pyi", ".so", ".pyd", ".dylib", ".dll")
_FOR_LINKERS = (".rlib", ".lib", ".pdb", ".exp", ".d", ".a", ".h")
"""Hundreds of megabytes beside the libraries of c2pa-python, which nothing loads."""
LIBRARIES = {"c2pa-python": "c2pa"}
"""Packages that load libraries of their own by name: PyInstaller does not see that."""
_NOT_NEEDED = {"tests", "test", "testing", "docs", "examples", "__pycache__"}


def distributions() -> list[importlib.metadata.Distribution]:
    """Those of the extras that are installed, with all that they need themselves and the program does not."""
    base = {one.name for one in _closure(importlib.metadata.distribution("catchlight"), frozenset())}
    found = _closure(importlib.metadata.distribution("catchlight"), frozenset(EXTRAS))
    return [one for one in found if one.name not in base]


def data() -> list[tuple[str, str]]:
    """Files beside the code of these packages, and what they say of themselves, each with its folder in the program."""
    found = []
    for one in distributions():
        for file in one.files or ():
            place = Path(str(one.locate_file(file)))
            if _is_data(PurePosixPath(file)) and place.is_file():
                found.append((str(place), str(PurePosixPath(file).parent)))
    return found


def library_packages() -> list[str]:
    """Modules of the installed packages whose libraries have to be collected."""
    there = {one.name.lower() for one in distributions()}
    return [module for name, module in LIBRARIES.items() if name in there]


def modules() -> list[str]:
    """Packages and modules that they consist of, by the names they are imported by."""
    names = set()
    for one in distributions():
        for file in one.files or ():
            parts = PurePosixPath(file).parts
            if file.suffix == ".py" and ".." not in parts and _NOT_NEEDED.isdisjoint(parts):
                dotted = [*parts[:-1], *([] if file.name == "__init__.py" else [file.stem])]
                if dotted and all(part.isidentifier() for part in dotted):
                    names.add(".".join(dotted))
    return sorted(names)


def _is_data(file: PurePosixPath) -> bool:
    """Whether a file of a distribution is read by its code: inside a package, or its metadata."""
    inside = len(file.parts) > 1 and ".." not in file.parts
    return inside and file.suffix not in (*_CODE, *_FOR_LINKERS) and _NOT_NEEDED.isdisjoint(file.parts)


def _closure(root: importlib.metadata.Distribution, extras: frozenset[str]) -> list[importlib.metadata.Distribution]:
    """What a distribution with these extras needs, as far as it is installed; the distribution itself is no part."""
    found: dict[str, importlib.metadata.Distribution] = {}
    todo = list(_needs(root, extras))
    while todo:
        name = todo.pop()
        try:
            one = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        if one.name not in found:
            found[one.name] = one
            todo.extend(_needs(one, frozenset()))
    return sorted(found.values(), key=lambda one: one.name.lower())


def _needs(one: importlib.metadata.Distribution, extras: frozenset[str]) -> Iterator[str]:
    """Names of what it needs; of its extras only those that are asked for."""
    for requirement in one.requires or ():
        name, _, marker = requirement.partition(";")
        named = _EXTRA.search(marker)
        if named is None or named[1] in extras:
            found = _NAME.match(name.strip())
            if found is not None:
                yield found.group()
