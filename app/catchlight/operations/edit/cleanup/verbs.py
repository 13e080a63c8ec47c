"""The verbs that tidy up, and the tool that does each."""

from __future__ import annotations

from catchlight.operations.edit.cleanup.beard import cover_grey, shave, trim_beard
from catchlight.operations.edit.cleanup.cloth import iron, remove_lint
from catchlight.operations.edit.cleanup.glasses import reduce_glare
from catchlight.operations.edit.cleanup.loose_hairs import remove_flyaways
from catchlight.operations.edit.request import EditFunction

CLEANUP_VERBS: dict[str, EditFunction] = {
    "remove_flyaways": remove_flyaways,
    "reduce_glare": reduce_glare,
    "iron": iron,
    "remove_lint": remove_lint,
    "shave": shave,
    "trim_beard": trim_beard,
    "cover_grey": cover_grey,
}
