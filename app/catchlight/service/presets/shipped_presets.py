"""Presets that come with the program: rows of ``resources/presets/shipped.json``, which nobody renames or deletes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from catchlight.paths import resources
from catchlight.service.presets.preset import FORMAT, VERSION, Preset, read_preset

SENTENCES = ("userPrompt", "adjustmentPrompt")
"""Parameters that are a sentence, which the program reads in either language."""


@dataclass(frozen=True)
class ShippedPreset:
    """A row. label, label_zh: its names; preset: its steps, under the English one. sentences_zh: what its sentences are in
    Chinese, by the English one."""

    id: str
    label: str
    label_zh: str
    preset: Preset
    sentences_zh: Mapping[str, str]

    def named(self, chinese: bool) -> Preset:
        """The steps in the language of the window: their name and their sentences."""
        return self._in_chinese() if chinese else self.preset

    def _in_chinese(self) -> Preset:
        steps = tuple(
            step.model_copy(
                update={
                    "parameters": step.parameters
                    | {key: self.sentences_zh[step.parameters[key]] for key in SENTENCES if key in step.parameters}
                }
            )
            for step in self.preset.steps
        )
        return self.preset.model_copy(update={"name": self.label_zh, "steps": steps})

    def is_called(self, name: str) -> bool:
        return name.strip().casefold() in (self.id, self.label.casefold(), self.label_zh)


@lru_cache(maxsize=1)
def shipped_presets() -> tuple[ShippedPreset, ...]:
    """All rows, in their order, every step checked."""
    rows: list[dict[str, Any]] = json.loads(shipped_file().read_text(encoding="utf-8"))
    return tuple(
        ShippedPreset(row["id"], row["label"], row["labelZh"], _preset(row), row.get("sentencesZh", {})) for row in rows
    )


def shipped_file() -> Path:
    return resources() / "presets" / "shipped.json"


def find_shipped(name: str) -> ShippedPreset | None:
    """A row by its id, or by its name in either language."""
    return next((row for row in shipped_presets() if row.is_called(name)), None)


def _preset(row: dict[str, Any]) -> Preset:
    body = {"format": FORMAT, "version": VERSION, "name": row["label"], "steps": row["steps"]}
    return read_preset(json.dumps(body).encode(), row["id"])
