"""The log of a kiosk: bounded files, and nothing on the screen, not even when the interpreter itself dies."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import logging
import os
import sys
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from catchlight.core.files.writing import writing
from catchlight.kiosk.config.model import KioskConfig

FILE_BYTES, FILES = 2_000_000, 4
"""Of one log file, and how many there are at most."""
_QUIET = ("PIL", "asyncio", "httpx", "httpcore", "sqlalchemy", "uvicorn.access")
_OPEN: list[object] = []
"""What the interpreter writes to when it dies must stay open."""


def log_to_folder(folder: Path, name: str) -> None:
    """From now on this process logs to ``name``.log in ``folder``; what libraries print goes to ``name``.err.

    Raises StorageFault.
    """
    with writing(folder / f"{name}.log"):
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / f"{name}.log",
            maxBytes=FILE_BYTES,
            backupCount=FILES - 1,
            encoding="utf-8",
            errors="backslashreplace",
        )
        printed = folder / f"{name}.err"
        if printed.exists() and printed.stat().st_size > FILE_BYTES:
            printed.replace(folder / f"{name}.err.1")
        file = printed.open("a", encoding="utf-8", errors="backslashreplace", buffering=1)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for before in list(root.handlers):
        root.removeHandler(before)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for quiet in _QUIET:
        logging.getLogger(quiet).setLevel(logging.WARNING)
    logging.captureWarnings(True)
    _OPEN.append(file)
    faulthandler.enable(file)
    for number in (1, 2):
        with contextlib.suppress(OSError):  # a program without a console has none
            os.dup2(file.fileno(), number)
    sys.stdout = sys.stderr = file


def export_logs(
    folders: Sequence[Path], target: Path, config: KioskConfig, facts: Mapping[str, object], now: datetime
) -> Path:
    """Write all logs and receipts of wipes, the settings without the PIN's hash, and ``facts`` into a zip file in ``target``.

    Gives the file. No picture is taken along: only files that end in .log, .err or .jsonl, with older ones. Raises StorageFault.
    """
    config = config.model_copy(update={"admin": config.admin.model_copy(update={"pin_hash": ""})})
    file = target / f"catchlight-{config.fleet.id or 'kiosk'}-{now:%Y%m%d-%H%M%S}.zip"
    with writing(file):
        target.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(file, "x", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("config.json", config.model_dump_json(indent=1))
            archive.writestr("facts.json", json.dumps(facts, indent=1, default=str, ensure_ascii=False))
            for folder in folders:
                for one in sorted(folder.glob("*")) if folder.is_dir() else ():
                    if one.is_file() and {".log", ".err", ".jsonl"} & set(one.suffixes):
                        archive.write(one, f"{folder.name}/{one.name}")
    return file
