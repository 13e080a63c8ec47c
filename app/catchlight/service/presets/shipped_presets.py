"""Presets that come with the program: rows of ``resources/presets/shipped.json``, which nobody renames or deletes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from catchlight.paths import resources
from catchlight.service.presets.preset import FORMAT, VERSION, Preset, read_preset


@dataclass(frozen=True)
class ShippedPreset:
    """A row. label, label_zh: its names; preset: its steps, under the English one."""

    id: str
    label: str
    label_zh: str
    preset: Preset

    def named(self, chinese: bool) -> Preset:
        """The steps under the name in the language of the window."""
        return self.preset.model_copy(update={"name": self.label_zh if chinese else self.label})

    def is_called(self, name: str) -> bool:
        return name.strip().casefold() in (self.id, self.label.casefold(), self.label_zh)


@lru_cache(maxsize=1)
def shipped_presets() -> tuple[ShippedPreset, ...]:
    """All rows, in their order, every step checked."""
    rows: list[dict[str, Any]] = json.loads(shipped_file().read_text(encoding="utf-8"))
    return tuple(ShippedPreset(row["id"], row["label"], row["labelZh"], _preset(row)) for row in rows)


def shipped_file() -> Path:
    return resources() / "presets" / "shipped.json"


def find_shipped(name: str) -> ShippedPreset | None:
    """A row by its id, or by its name in either language."""
    return next((row for row in shipped_presets() if row.is_called(name)), None)


def _preset(row: dict[str, Any]) -> Preset:
    body = {"format": FORMAT, "version": VERSION, "name": row["label"], "steps": row["steps"]}
    return read_preset(json.dumps(body).encode(), row["id"])
