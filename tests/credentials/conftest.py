"""An identity made once, and pictures with records."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from catchlight.credentials.identity import Identity, make_identity
from catchlight.credentials.reading import read_anchors
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Record, Step

MADE = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=UTC)


@pytest.fixture(scope="session")
def identity_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("identity")
    make_identity(folder, "Studio Müller")
    return folder


@pytest.fixture(scope="session")
def identity(identity_folder: Path) -> Identity:
    from catchlight.credentials.identity import CHAIN, KEY, load_identity

    return load_identity(identity_folder / KEY, identity_folder / CHAIN)


@pytest.fixture(scope="session")
def anchors(identity_folder: Path) -> str:
    return read_anchors(identity_folder)


def step(operation: str, kind: Kind = "pixels", **facts: object) -> Step:
    return Step(
        operation=operation,
        parameters={"userPrompt": "a secret wish"},
        kind=kind,
        source="ab" * 32,
        program="Catchlight 0.2.0",
        made=MADE,
        facts=facts,
    )


def picture(*steps: Step, depth: int = 8, seed: int = 0) -> Picture:
    """96x64 of noise, with a record."""
    top, kind = (256, np.uint8) if depth == 8 else (65536, np.uint16)
    pixels = np.random.default_rng(seed).integers(0, top, (64, 96, 3)).astype(kind)
    return Picture(pixels, dpi=300.0, record=Record(steps=steps))
