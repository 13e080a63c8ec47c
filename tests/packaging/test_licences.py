"""What the program needs has licences that fit to it: Apache-2.0, given away as a package."""

from __future__ import annotations

import importlib.metadata as metadata
import re
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.fast
DELIVERED = ("delivery", "credentials", "tether", "gpio", "voice")
"""Extras that are installed with the program; the others are tools."""
FITS = re.compile(r"MIT|BSD|Apache|ISC|PSF|Python Software|Zlib|MPL|Mozilla Public|HPND|0BSD|CC0", re.I)
COPYLEFT = re.compile(r"GPL|General Public|SSPL|AGPL|Commons Clause|BUSL|NonCommercial", re.I)
LESSER = {
    "pyside6-essentials", "pyside6-addons", "shiboken6",  # Qt: as shared libraries, which a user can replace
    "paramiko", "gphoto2", "gpiod",  # Python modules of extras, loaded as they are
}  # fmt: skip
"""Under the LGPL, and how that is kept."""


def _needed(name: str, extras: tuple[str, ...], known: set[str]) -> Iterator[str]:
    """A package and all that it needs, as far as it is installed."""
    key = canonicalize_name(name)
    if key in known:
        return
    known.add(key)
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return  # of another system
    yield key
    for text in found.requires or ():
        wanted = Requirement(text)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield from _needed(wanted.name, tuple(wanted.extras), known)


def _licence(name: str) -> str:
    """What the package says: the expression, its classifiers, or its own words."""
    said = metadata.metadata(name)
    classes = [entry for entry in said.get_all("Classifier") or () if entry.startswith("License ::")]
    return said.get("License-Expression") or "; ".join(classes) or (said.get("License") or "").partition("\n")[0]


def test_every_package_that_is_installed_with_the_program_has_a_licence_that_fits() -> None:
    names = [name for name in _needed("catchlight", DELIVERED, set()) if name != "catchlight"]
    assert len(names) > 50
    for name in names:
        said = _licence(name)
        if name in LESSER:
            assert "LGPL" in said or "Lesser" in said, f"{name}: {said}"
        else:
            assert FITS.search(said), f"{name}: {said!r}"
            assert not COPYLEFT.search(said), f"{name}: {said}"
