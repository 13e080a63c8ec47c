"""The catalogues of ``resources/i18n`` for tests: as the source has them, and as they are on the disk."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType


@cache
def tool() -> ModuleType:
    """``packaging/i18n.py``."""
    file = Path(__file__).resolve().parents[1] / "packaging" / "i18n.py"
    found = importlib.util.spec_from_file_location("catchlight_i18n", file)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    sys.path.insert(0, str(file.parent))
    try:
        found.loader.exec_module(module)
    finally:
        sys.path.remove(str(file.parent))
    return module


@cache
def texts_of(language: str) -> dict[str, str]:
    """English text to text, each form of a plural by itself."""
    found: dict[str, str] = {}
    for entry in tool().read(language):
        if isinstance(entry.id, str):
            if entry.id:
                found[entry.id] = entry.string
        else:
            forms = entry.string
            found |= {one: forms[min(place, len(forms) - 1)] for place, one in enumerate(entry.id)}
    return found
