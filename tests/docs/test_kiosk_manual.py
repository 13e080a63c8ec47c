"""The operator's manual of the kiosk lists every setting as it is."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.supervision.health import TITLES

ROOT = Path(__file__).resolve().parents[2]
MANUAL = (ROOT / "docs" / "kiosk.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def settings() -> ModuleType:
    """packaging/kiosk_settings.py as a module."""
    spec = importlib.util.spec_from_file_location("kiosk_settings", ROOT / "packaging" / "kiosk_settings.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_those_of_the_model(settings: ModuleType) -> None:
    assert settings.with_tables(MANUAL) == MANUAL, "run python packaging/kiosk_settings.py"


def test_every_setting_is_listed(settings: ModuleType) -> None:
    listed = settings.tables()
    for name, part in KioskConfig.model_fields.items():
        assert f"### [{name}]" in listed
        for field in part.annotation.model_fields:  # type: ignore[union-attr]
            assert f"| `{field}` |" in listed


def test_the_parts_that_are_watched_are_named() -> None:
    words = {"wipe": "wiping"}
    for part in TITLES:
        assert words.get(part, part) in MANUAL
