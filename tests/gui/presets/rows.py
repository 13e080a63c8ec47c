"""What the dialog of presets lists."""

from __future__ import annotations

from catchlight.gui.presets.presets_dialog import PresetsDialog
from catchlight.service.presets.preset_library import PresetFile
from PySide6.QtCore import Qt


def own_count(place: PresetsDialog) -> int:
    """The user's presets in the list; -1 until it was read."""
    rows = [place.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(place.list.count())]
    return sum(isinstance(row, PresetFile) and not row.shipped for row in rows) if rows else -1
