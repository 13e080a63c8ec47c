"""Installed packages for tests of plug-ins: a module and its metadata in a folder, as an installer leaves them there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def install_package(site: Path, name: str, entries: Mapping[str, Mapping[str, str]], module: str) -> None:
    """``name`` 1.0 with one module of the same name (hyphens as underscores). entries: by group, what each name points to."""
    (site / f"{name.replace('-', '_')}.py").write_text(module, encoding="utf-8")
    metadata = site / f"{name.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    groups = (
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in found.items())
        for group, found in entries.items()
    )
    (metadata / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
