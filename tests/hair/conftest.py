"""What tests of styling share: the sample's portrait, and one call that styles it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.hair import analysis, styling_scene
from catchlight.hair.analysis import Hair
from catchlight.hair.style_plan import Options
from catchlight.hair.styling import StyleResult, apply_styles
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

from tests.hair.styles import row_of

Wear = Callable[..., StyleResult]


@pytest.fixture
def portrait(portraits: Portraits, sample: Picture) -> Portrait:
    return portraits.of(sample)


@pytest.fixture
def wear(portrait: Portrait, catalogue: Catalogue) -> Wear:
    """``wear("bob", "tidy", seed=2)``: the sample in styles of ``row_of``."""

    def put_on(*names: str, on: Portrait | None = None, dyed: Any = None, **options: Any) -> StyleResult:
        rows = [row_of(catalogue, name) for name in names]
        return apply_styles(on or portrait, rows, Options(**options), Progress(), dyed=dyed)

    return put_on


@pytest.fixture
def seen(portraits: Portraits, portraits_folder: Path) -> HairScene:
    """Two ears, of which short black hair hides little."""
    photo = codec.decode(next(portraits_folder.glob("d01_*")).read_bytes())
    return styling_scene.read_scene(view(portraits.of(photo), longest=1000))


@pytest.fixture(scope="package")
def astronaut(sample: Picture, portraits: Portraits) -> Portrait:
    return portraits.of(sample)


@pytest.fixture(scope="package")
def hair(astronaut: Portrait) -> Hair:
    return analysis.analyse_hair(astronaut)
