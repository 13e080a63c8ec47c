"""Open calls in a file, so that a restart does not lose them."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import get_args

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import move_aside, write_atomic
from catchlight.kiosk.staff.port import CallNotice, CallReason, StaffCall, StaffUnreached

_LOG = logging.getLogger(__name__)


class CallFile:
    """A ``CallWay`` that writes down what is open."""

    name = "file"

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Sequence[StaffCall]:
        """The calls that were open; none where the file is not there. One that cannot be read is kept aside. Raises
        StorageFault."""
        try:
            rows = json.loads(self._path.read_bytes())
            return [_call(row) for row in rows if row["reason"] in get_args(CallReason)]
        except FileNotFoundError:
            return []
        except (ValueError, KeyError, TypeError):
            _LOG.warning("The open calls could not be read and were moved to %s.", move_aside(self._path))
            return []

    def deliver(self, notice: CallNotice, still_open: Callable[[], Sequence[StaffCall]]) -> None:
        try:
            self.save(still_open())
        except StorageFault as fault:
            raise StaffUnreached(fault.message) from fault

    def save(self, calls: Sequence[StaffCall]) -> None:
        """Write down what is open. Raises StorageFault."""
        rows = [
            {
                "id": call.id,
                "reason": call.reason,
                "since": call.since.isoformat(),
                "last": call.last.isoformat(),
                "times": call.times,
            }
            for call in calls
        ]
        write_atomic(self._path, json.dumps(rows, indent=1).encode())

    def close(self) -> None:
        """Nothing goes on."""


def _call(row: dict[str, object]) -> StaffCall:
    since, last = (datetime.fromisoformat(str(row[name])) for name in ("since", "last"))
    if since.tzinfo is None or last.tzinfo is None:
        raise ValueError("a time without its zone")
    reason = next(reason for reason in get_args(CallReason) if reason == row["reason"])
    return StaffCall(int(str(row["id"])), reason, since, last, int(str(row["times"])))
