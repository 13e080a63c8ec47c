"""Small pictures, and batches of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from catchlight.operations.adjust.params import AdjustParams
from catchlight.paths import Home
from catchlight.service.batch.plan import BatchPlan, plan_of
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset import Preset
from catchlight.store.batches.journal import Journal
from catchlight.store.batches.journals import Journals

DATE = "2026-11-21"


def make_pictures(folder: Path, names: list[str]) -> list[Path]:
    """A JPEG of its own for each name."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names):
        pixels = np.random.default_rng(number).integers(0, 256, (80, 70, 3), np.uint8)
        (folder / name).write_bytes(cv2.imencode(".jpg", pixels)[1].tobytes())
    return [folder / name for name in names]


@pytest.fixture
def preset() -> Preset:
    return preset_of("Warm", [AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer"), (70, 80))])


@pytest.fixture
def begin(home: Home, preset: Preset, tmp_path: Path) -> Callable[..., Journal[BatchPlan]]:
    """Begins a batch over files; further values are fields of its Output."""

    def begun(sources: list[Path], **output: Any) -> Journal[BatchPlan]:
        wish = {"folder": tmp_path / "out"} | output
        return Journals(home.batches, BatchPlan).begin(plan_of(sources, preset, wish, DATE))

    return begun
