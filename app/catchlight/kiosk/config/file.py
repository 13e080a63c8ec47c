"""The configuration of a kiosk as a TOML file: read with every mistake told at once, written whole or not at all."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from pydantic import ValidationError

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk, write_atomic
from catchlight.core.messages import Message
from catchlight.kiosk.config.checks import check_agreement
from catchlight.kiosk.config.faults import ConfigFault, describe
from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.config.toml_text import toml_text
from catchlight.paths import Home

FILE = "kiosk.toml"
"""Its name in the program's home, where no other is given."""


def default_file() -> Path:
    """Where the configuration lies if none is named."""
    return Home.default().root / FILE


def load_config(path: Path | None) -> KioskConfig:
    """The configuration of a file. None: that of ``default_file``, or every field's default where there is none.

    Raises ConfigFault with all mistakes, StorageFault where a named file is missing or cannot be read.
    """
    file = default_file() if path is None else path
    if not file.is_file():
        if path is None:
            return KioskConfig()
        raise StorageFault(
            Message(
                "There is no configuration {path}. Make one with: catchlight kiosk --write-config {path}",
                path=str(file),
            )
        )
    with disk(Message("read {path}", path=str(file))):
        data = file.read_bytes()
    return read_config(data, file.name)


def read_config(data: bytes, source: str) -> KioskConfig:
    """The configuration that bytes of TOML say. source: what to call it in errors. Raises ConfigFault."""
    config = parse_config(data, source)
    mistakes = check_agreement(config)
    if mistakes:
        raise ConfigFault(source, mistakes)
    return config


def parse_config(data: bytes, source: str) -> KioskConfig:
    """The same, whether its parts agree or not: something may have to be filled in first. Raises ConfigFault."""
    try:
        values = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        raise ConfigFault(source, [Message("It is no text in UTF-8. Save it as UTF-8.")]) from fault
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise ConfigFault(source, [Message("It is no valid TOML: {why}.", why=str(fault).rstrip("."))]) from fault
    try:
        # As JSON, so that types are strict (no "1" for 1, no true for 1) and lists may still be tuples.
        return KioskConfig.model_validate_json(json.dumps(values, default=str), strict=True)
    except ValidationError as fault:
        raise ConfigFault(source, describe(fault)) from fault


def save_config(config: KioskConfig, path: Path) -> None:
    """Write a configuration, with comments, over what the file was. Raises ConfigFault, then nothing is written; StorageFault."""
    mistakes = check_agreement(config)
    if mistakes:
        raise ConfigFault(path.name, mistakes)
    write_atomic(path, toml_text(config).encode("utf-8"))
