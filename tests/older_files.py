"""The files that earlier versions of the program wrote, each version's in a folder of ``tests/data``."""

from __future__ import annotations

import shutil
from pathlib import Path

VERSION_0_1 = Path(__file__).with_name("data") / "version_0_1"
POSTGRESQL = VERSION_0_1.with_name("postgresql")
"""What earlier versions made in PostgreSQL, by pg_dump: a file a version of each schema, ``<schema>_<version>.sql``."""


def copied(folder: Path) -> Path:
    """The files of version 0.1 in a folder of a test's own: to open a database is to write beside it."""
    return Path(shutil.copytree(VERSION_0_1, folder / "version_0_1"))
