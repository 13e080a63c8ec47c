"""The verbs that tidy up, and the tool that does each."""

from __future__ import annotations

from catchlight.operations.edit.cleanup.beard import trim_beard
from catchlight.operations.edit.cleanup.cloth import remove_lint
from catchlight.operations.edit.request import EditFunction

CLEANUP_VERBS: dict[str, EditFunction] = {
    "remove_lint": remove_lint,
    "trim_beard": trim_beard,
}
