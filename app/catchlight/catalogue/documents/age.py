"""How old the sources of documents are, and which rows should be read again."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from catchlight.catalogue.documents.row import DocumentSpec


def newest_date(document: DocumentSpec) -> datetime.date | None:
    """Date of the newest source; of a year or a month alone its first day. None where no source has a date."""
    dates = [_first_day(source.date) for source in document.sources if source.date]
    return max(dates, default=None)


def stale_documents(documents: Iterable[DocumentSpec], months: int, today: datetime.date) -> list[DocumentSpec]:
    """Rows whose newest source is older than so many months, the oldest first; then those whose sources have no date."""
    limit = _months_before(today, months)
    dated = [(newest_date(document), document) for document in documents]
    old = [(date, document) for date, document in dated if date is not None and date < limit]
    old.sort(key=lambda pair: pair[0])
    return [document for _, document in old] + [document for date, document in dated if date is None]


def _first_day(date: str) -> datetime.date:
    year, month, day = (*(int(part) for part in date.split("-")), 1, 1)[:3]
    return datetime.date(year, month, day)


def _months_before(day: datetime.date, months: int) -> datetime.date:
    """The same day so many months earlier, or the first of the next month where that month is too short."""
    count = day.year * 12 + day.month - 1 - months
    if count < 12:
        return datetime.date.min
    year, month = divmod(count, 12)
    try:
        return datetime.date(year, month + 1, day.day)
    except ValueError:
        return datetime.date(year, month + 2, 1)  # December, the last, has 31 days
