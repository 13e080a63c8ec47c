"""All that the user has chosen: limits, load, store, looks and recent files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import Field

from catchlight.core.files.naming import decode_path, encode_path
from catchlight.store.settings.engine_settings import Imagining, LanguageModelSettings
from catchlight.store.settings.picture_settings import CredentialSettings, DisplayColours
from catchlight.store.settings.resource_limits import (
    BatchLimits,
    Cache,
    JobLimits,
    Load,
    LocalLimits,
    PictureLimits,
    StoreLimits,
)
from catchlight.store.settings.settings_part import SettingsPart
from catchlight.store.settings.storage import Delivery, Storage

RECENT = 12


def recent_entry(file: Path) -> str:
    """A file as it stands among the recent ones: absolute, links followed, as text that ``naming.path_of`` reads."""
    return encode_path(Path(os.path.realpath(file)))


class Settings(SettingsPart):
    """All settings; every field has a default, so that an empty file is a valid one."""

    theme: Literal["dark", "light", "system"] = "dark"
    language: Literal["system", "en", "zh"] = "system"
    face_parsing: bool = Field(
        True,
        title="Face parsing",
        description="Uses weights trained on pictures that are for non-commercial research. Off: coarser outlines.",
    )
    reopen: bool = Field(
        False,
        title="Open the last pictures at the start",
        description="After the program ended without being closed, they are opened in any case.",
    )
    local_limits: LocalLimits = Field(
        LocalLimits(),
        title="Pictures that are opened",
        description="In the window, on the command line and in batches.",
        json_schema_extra={"effect": "now"},
    )
    limits: PictureLimits = Field(
        PictureLimits(), title="Pictures that are sent", description="To this program as a service, over HTTP."
    )
    store: StoreLimits = Field(StoreLimits(), title="Kept results")
    storage: Storage = Field(Storage(), title="Storage of a lab", json_schema_extra={"file_only": True})
    cache: Cache = Field(Cache(), title="Cache")
    delivery: Delivery = Field(Delivery(), title="Delivery of profile pictures")
    jobs: JobLimits = Field(JobLimits(), title="Profile picture jobs")
    batches: BatchLimits = Field(BatchLimits(), title="Batches of clients")
    load: Load = Field(Load(), title="As a server")
    imagining: Imagining = Field(Imagining(), title="Engines", json_schema_extra={"effect": "now"})
    language_model: LanguageModelSettings = Field(
        LanguageModelSettings(), title="Language model", json_schema_extra={"effect": "now"}
    )
    credentials: CredentialSettings = Field(
        CredentialSettings(), title="Content Credentials", json_schema_extra={"effect": "now"}
    )
    display: DisplayColours = Field(DisplayColours(), title="Screen colours", json_schema_extra={"effect": "now"})
    last_folder: str | None = None
    recent_files: tuple[str, ...] = Field((), max_length=RECENT)

    def opened(self, file: Path) -> Settings:
        """These settings after ``file`` was opened: first among the recent ones, its folder the last used."""
        path = recent_entry(file)
        recent = (path, *(name for name in self.recent_files if name != path))[:RECENT]
        folder = str(decode_path(path).parent)
        last = folder if folder == encode_path(Path(folder)) else self.last_folder  # what is no text no dialog can show
        return self.model_copy(update={"recent_files": recent, "last_folder": last})
