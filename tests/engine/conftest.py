"""What several tests of the engine look at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.engine import codec, view
from catchlight.engine.portrait import Portrait, Portraits

Worn = Callable[[str], Portrait]


@pytest.fixture
def worn(portraits_folder: Path, portraits: Portraits) -> Worn:
    """A portrait by the beginning of its name, 900 pixels long."""

    def seen(name: str) -> Portrait:
        found = sorted(portraits_folder.glob(f"{name}*"))
        return view.view(portraits.of(codec.decode(found[0].read_bytes())), None, 900)

    return seen
