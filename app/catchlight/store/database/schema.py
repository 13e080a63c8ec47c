"""The tables that belong together, with the numbered steps that bring older ones to their present form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, MetaData

Migration = Callable[[Connection], None]
"""Brings tables from one version to the next, within the transaction that it is given."""


@dataclass(frozen=True)
class Schema:
    """Tables that are versioned together. migrations: number ``n`` (from 0) leads from version n + 1 to n + 2.

    name: of the tables where several schemas share one database. compatible: the oldest version of the program's tables
    that can be at work beside this one: a program that knows version ``compatible`` or a newer one may still use them.
    None: no other than this one.
    """

    tables: MetaData
    migrations: tuple[Migration, ...] = ()
    name: str = ""
    compatible: int | None = None

    @property
    def version(self) -> int:
        """Version of the tables that this program makes; a higher one was made by a newer program."""
        return len(self.migrations) + 1
