"""The explicit list of what the program can do."""

from __future__ import annotations

from typing import Any

from catchlight.operations import id_photo, layout
from catchlight.operations.base import Operation

OPERATIONS: dict[str, Operation[Any]] = {row.id: row for row in (id_photo.OPERATION, layout.OPERATION)}
