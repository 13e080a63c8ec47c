"""Rows in the form of earlier versions, as people keep them in files of their own: read as if written today.

Also what a row says when it is written out (``/catalogue``, ``catchlight documents --json``) is taken back.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic.alias_generators import to_camel

from catchlight.catalogue.documents.limits import MM_PER_INCH
from catchlight.core.messages import Message

Raw = dict[str, Any]
"""A row as it stands in a JSON file, keys in camelCase."""
_camel = cache(to_camel)
"""The same few keys stand in every row."""


def upgrade_row(row: Any) -> Any:
    """The row with ``digital``, ``fileKb``, ``editPolicy`` and ``source`` moved to where they belong today.

    What the newer keys say has precedence. A row without millimetres is digital only: they follow from pixels and
    density. Anything but a dictionary is returned as it is, for the row type to refuse.
    """
    if not isinstance(row, dict):
        return row
    new: Raw = {_camel(key) if isinstance(key, str) else key: value for key, value in row.items()}
    new.pop("verified", None)
    _move_upload(new)
    policy = new.pop("editPolicy", None)
    if policy == "geometry_only":
        new.setdefault("edits", "refused")
    elif policy not in (None, "unknown"):
        raise ValueError(Message("editPolicy {policy!r} is not known; write edits instead", policy=policy))
    source = new.pop("source", None)
    if source is not None and not new.get("sources"):
        new["sources"] = [{"text": source}]
    return _with_millimetres(new)


def _move_upload(new: Raw) -> None:
    digital, kilobytes = new.pop("digital", None), new.pop("fileKb", None)
    if new.get("upload") is None and (digital is not None or kilobytes is not None):
        new["upload"] = {**(digital or {}), **({"kilobytes": kilobytes} if kilobytes is not None else {})}


def _with_millimetres(new: Raw) -> Raw:
    if "widthMm" in new or "heightMm" in new:
        return new
    numbers = [new.get(key) for key in ("widthPx", "heightPx", "dpi")]
    if not all(isinstance(number, int) and number > 0 for number in numbers):
        return new
    width, height, dpi = (float(number) for number in numbers if number is not None)
    mm = {"widthMm": round(width / dpi * MM_PER_INCH, 3), "heightMm": round(height / dpi * MM_PER_INCH, 3)}
    return {**new, **mm, "digitalOnly": True}
