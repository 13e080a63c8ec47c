"""Generations that the limits of the store no longer allow."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select

from catchlight.store.generation_schema import GENERATIONS
from catchlight.store.settings.resource_limits import StoreLimits

_COLUMNS = GENERATIONS.c
_AT_ONCE = 500
"""Rows that are read or deleted with one statement."""


def forget_surplus(
    connection: Connection, limits: StoreLimits, now: datetime, spare: str | None = None, most: int | None = None
) -> list[str]:
    """Delete the rows that the limits no longer allow, oldest first, and give the keys of their pictures.

    spare: id of one that stays in any case. most: rows at most; more go by another call.
    """
    gone = _too_old(connection, limits, now, most)
    gone.pop(spare or "", None)
    gone |= _too_large(connection, limits, gone, spare, most)
    entries = list(gone)
    for start in range(0, len(entries), _AT_ONCE):
        connection.execute(GENERATIONS.delete().where(_COLUMNS.id.in_(entries[start : start + _AT_ONCE])))
    return [file for file, _ in gone.values()]


def _too_old(
    connection: Connection, limits: StoreLimits, now: datetime, most: int | None
) -> dict[str, tuple[str, int]]:
    if limits.keep_days is None:
        return {}
    oldest = now - timedelta(days=limits.keep_days)
    # Moments are kept as text, with or without a fraction: the comparison here is to the second, the one below decides.
    query = select(_COLUMNS.id, _COLUMNS.file, _COLUMNS.bytes, _COLUMNS.created).order_by(_COLUMNS.created)
    rows = connection.execute(query.where(_COLUMNS.created < f"{oldest:%Y-%m-%dT%H:%M:%SZ}").limit(most))
    return {row.id: (row.file, row.bytes) for row in rows if datetime.fromisoformat(row.created) < oldest}


def _too_large(
    connection: Connection, limits: StoreLimits, gone: dict[str, tuple[str, int]], spare: str | None, most: int | None
) -> dict[str, tuple[str, int]]:
    """Those beyond ``max_megabytes`` besides the ones that go already."""
    if limits.max_megabytes is None:
        return {}
    kept = int(connection.execute(select(func.coalesce(func.sum(_COLUMNS.bytes), 0))).scalar_one())
    total = kept - sum(size for _, size in gone.values())
    found: dict[str, tuple[str, int]] = {}
    after = ""
    while total > limits.max_megabytes * 1_000_000 and (most is None or len(gone) + len(found) < most):
        query = select(_COLUMNS.id, _COLUMNS.file, _COLUMNS.bytes).where(_COLUMNS.id > after).order_by(_COLUMNS.id)
        rows = connection.execute(query.limit(_AT_ONCE)).all()
        for row in rows:
            if total > limits.max_megabytes * 1_000_000 and row.id not in gone and row.id != spare:
                found[row.id] = (row.file, row.bytes)
                total -= row.bytes
        if len(rows) < _AT_ONCE:
            break
        after = rows[-1].id
    return found
