"""What tests of styling share: the sample's portrait, and one call that styles it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import codec
from catchlight.engine.groom import scene
from catchlight.engine.groom.scene import Scene
from catchlight.engine.groom.styling import Styled, styled
from catchlight.engine.groom.wishes import Options
from catchlight.engine.picture import Picture
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.progress import Progress
from catchlight.engine.view import view

from tests.engine.groom.styles import row_of

Wear = Callable[..., Styled]


@pytest.fixture
def portrait(portraits: Portraits, sample: Picture) -> Portrait:
    return portraits.of(sample)


@pytest.fixture
def wear(portrait: Portrait, catalogue: Catalogue) -> Wear:
    """``wear("bob", "tidy", seed=2)``: the sample in styles of ``row_of``."""

    def put_on(*names: str, on: Portrait | None = None, dyed: Any = None, **options: Any) -> Styled:
        rows = [row_of(catalogue, name) for name in names]
        return styled(on or portrait, rows, Options(**options), Progress(), dyed=dyed)

    return put_on


@pytest.fixture
def seen(portraits: Portraits, portraits_folder: Path) -> Scene:
    """Two ears, of which short black hair hides little."""
    photo = codec.decode(next(portraits_folder.glob("d01_*")).read_bytes())
    return scene.read(view(portraits.of(photo), longest=1000))
