"""The settings on disk."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from catchlight.core.files.strict_json import parse_json
from catchlight.core.files.writing import disk, make_private_folder, move_aside, write_atomic
from catchlight.core.messages import Message
from catchlight.store.settings.settings import Settings


@dataclass(frozen=True)
class LoadedSettings:
    """Settings as read, and a sentence for the user where the file could not be used as it was."""

    settings: Settings
    notice: Message | None = None


class SettingsFile:
    """The settings on disk. A damaged file is kept aside and said, never overwritten and never fatal."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> LoadedSettings:
        """Raises StorageFault only when the disk cannot be read."""
        with disk(Message("read {path}", path=str(self._path))):
            try:
                text = self._path.read_bytes()
            except FileNotFoundError:
                return LoadedSettings(Settings())
        try:
            found = parse_json(text)
            if not isinstance(found, dict):
                raise ValueError("not an object")
        except ValueError:
            kept = move_aside(self._path)
            return LoadedSettings(
                Settings(),
                Message("The settings file was damaged; defaults are in use. It is kept as {path}.", path=str(kept)),
            )
        try:
            return LoadedSettings(Settings.model_validate(found))
        except ValidationError as fault:
            bad = sorted({str(error["loc"][0]) for error in fault.errors()})
            good = Settings.model_validate({key: value for key, value in found.items() if key not in bad})
            kept = move_aside(self._path)
            self.save(good)
            return LoadedSettings(
                good,
                Message(
                    "Settings not understood and reset: {names}. The old file is kept as {path}.",
                    names=tuple(bad),
                    path=str(kept),
                ),
            )

    def save(self, settings: Settings) -> None:
        """Write atomically; raises StorageFault."""
        content: dict[str, Any] = settings.model_dump(mode="json", by_alias=True)
        with disk(Message("create {path}", path=str(self._path.parent))):
            make_private_folder(self._path.parent)
        write_atomic(
            self._path,
            json.dumps(content, indent=2, ensure_ascii=False).encode(errors="backslashreplace") + b"\n",
            mode=0o600,
        )
