"""What the user has chosen, in one JSON file: limits, load, store, looks and recent files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from catchlight.core.files.naming import decode_path, encode_path
from catchlight.core.files.strict_json import parse_json
from catchlight.core.files.writing import disk, make_private_folder, move_aside, write_atomic
from catchlight.core.messages import Message

RECENT = 12
DATABASE_VARIABLE = "CATCHLIGHT_DATABASE"
PICTURES_VARIABLE = "CATCHLIGHT_PICTURES"


def recent_entry(file: Path) -> str:
    """A file as it stands among the recent ones: absolute, links followed, as text that ``naming.path_of`` reads."""
    return encode_path(Path(os.path.realpath(file)))


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class PictureLimits(_Part):
    """What a picture may be at most (and at least) to be taken in."""

    max_bytes: int = Field(
        40_000_000,
        title="Largest file",
        ge=100_000,
        le=1_000_000_000,
        json_schema_extra={"unit": "MB", "per": 1_000_000},
    )
    max_pixels: int = Field(
        100_000_000,
        title="Most pixels",
        ge=1_000_000,
        le=1_000_000_000,
        json_schema_extra={"unit": "MP", "per": 1_000_000},
    )
    min_side: int = Field(64, title="Shortest side", ge=16, le=2000, json_schema_extra={"unit": "px"})


class LocalLimits(PictureLimits):
    """The same for files that are opened on this machine: studio cameras have 150 megapixels, scans of them a gigabyte."""

    max_bytes: int = Field(
        1_000_000_000,
        title="Largest file",
        ge=100_000,
        le=4_000_000_000,
        json_schema_extra={"unit": "MB", "per": 1_000_000},
    )
    max_pixels: int = Field(
        200_000_000,
        title="Most pixels",
        ge=1_000_000,
        le=1_000_000_000,
        json_schema_extra={"unit": "MP", "per": 1_000_000},
    )


class StoreLimits(_Part):
    """How much the store keeps; the oldest generations go first. None: no limit."""

    max_megabytes: int | None = Field(
        4000, title="Store at most", ge=10, le=10_000_000, json_schema_extra={"unit": "MB", "none": "No limit"}
    )
    keep_days: int | None = Field(
        None, title="Keep for", ge=1, le=36_500, json_schema_extra={"unit": "days", "none": "For ever"}
    )


class Cache(_Part):
    """What is kept on disk although it can be made again."""

    max_megabytes: int = Field(
        300,
        title="Cards at most",
        ge=0,
        le=100_000,
        description="Rendered cards of every person, so that they need not be rendered again.",
        json_schema_extra={"unit": "MB"},
    )


class Load(_Part):
    """How many edits the server runs at once, and how many may wait; all its worker processes together."""

    workers: int | None = Field(None, title="Worker processes", ge=1, le=64, json_schema_extra={"none": "One"})
    edits: int | None = Field(
        None,
        title="Edits at once",
        ge=1,
        le=64,
        description="Of all worker processes together.",
        json_schema_extra={"none": "One per two cores"},
    )
    queue: int = Field(32, title="Waiting edits", ge=0, le=1000)
    body_megabytes: int = Field(
        512,
        title="Bodies in memory",
        ge=1,
        le=100_000,
        description="What is beyond waits unread.",
        json_schema_extra={"unit": "MB"},
    )


class JobLimits(_Part):
    """Jobs for profile pictures: how many are done at once, may be under way, and how long they are remembered."""

    workers: int = Field(1, title="Jobs at once", ge=1, le=16)
    queue: int = Field(
        200, title="Jobs under way", ge=1, le=10_000, description="Waiting and at work; more are refused."
    )
    keep_days: int = Field(30, title="Remember jobs for", ge=1, le=3650, json_schema_extra={"unit": "days"})


class BatchLimits(_Part):
    """Batches that clients hand to this program as a server."""

    workers: int = Field(
        1,
        title="Files at once",
        ge=1,
        le=64,
        description="Of each server process; a file is begun only while an edit would find room.",
    )
    queue: int = Field(
        20_000,
        title="Open files of one client",
        ge=1,
        le=1_000_000,
        description="More are refused until some are done.",
    )
    keep_days: int = Field(
        7, title="Keep batches for", ge=1, le=365, description="After the last use.", json_schema_extra={"unit": "days"}
    )


class Delivery(_Part):
    """Where profile pictures are delivered."""

    address: str = Field(
        "",
        title="Delivery address",
        description="A folder, or s3://bucket/folder, sftp://host/folder, webdav+https://host/folder; empty: a folder of the "
        "program's own.",
        json_schema_extra={"empty": "The program's own folder"},
    )
    options: dict[str, Any] = Field(
        {},
        title="Delivery options",
        description="Options of fsspec's file system (key, secret, endpoint_url, auth ...); what is not here it takes from its "
        "environment, so that passwords need not lie in this file.",
        json_schema_extra={"file_only": True},
    )


class Storage(_Part):
    """Where the servers and workers of a lab keep what they share. Empty: in files of this computer.

    Passwords need not lie in the settings: PostgreSQL takes them from ``~/.pgpass``, ``PGPASSFILE`` or ``PGPASSWORD``, fsspec
    from its environment.
    """

    database: str = Field("", max_length=2000, json_schema_extra={"file_only": True})
    """``postgresql://user@host/database``: generations, jobs with their events, and tokens."""
    pictures: str = Field("", max_length=2000, json_schema_extra={"file_only": True})
    """An fsspec URL, such as ``s3://bucket/prefix`` or ``file:///mnt/share``: the files of the pictures."""
    picture_options: dict[str, Any] = Field({}, json_schema_extra={"file_only": True})
    """Options of fsspec's file system."""

    def in_environment(self, environment: Mapping[str, str] = os.environ) -> Storage:
        """The same, after what ``CATCHLIGHT_DATABASE`` and ``CATCHLIGHT_PICTURES`` name; an empty one names this computer."""
        named = {"database": DATABASE_VARIABLE, "pictures": PICTURES_VARIABLE}
        found = {field: environment[variable].strip() for field, variable in named.items() if variable in environment}
        return self.model_copy(update=found)


class EngineSettings(_Part):
    """One engine that the user added. address: its URL, or the file of an ONNX engine. network: that parts of pictures may go to
    it on another computer of the own network, said once when it was added. Tokens are not kept here."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")
    kind: Literal["onnx", "comfy", "sdcpp", "sdapi", "openai"]
    address: str = Field(min_length=1, max_length=2000)
    model: str = Field("", max_length=300)
    graph: str = Field("", max_length=2000)
    """File of a workflow of the user's own (ComfyUI)."""
    timeout: int = Field(120, ge=5, le=3600)
    """Seconds without any sign of life."""
    network: bool = False


class Imagining(_Part):
    """Engines that paint what a picture lacks; none until a person adds one. use: the id of the one that is used, or none."""

    engines: tuple[EngineSettings, ...] = Field((), max_length=32, json_schema_extra={"file_only": True})
    use: str = Field("none", json_schema_extra={"file_only": True})
    variants: int = Field(
        4, title="Variants", ge=1, le=4, description="How many tries of an engine are offered side by side."
    )
    allow_internet: bool = Field(
        False,
        title="Engines on the internet",
        description="Off: no part of a picture goes beyond your own network. On: it is asked once in every session.",
    )

    def engine(self, entry: str) -> EngineSettings | None:
        """The row of an engine by its id."""
        return next((row for row in self.engines if row.id == entry), None)


class CredentialSettings(_Part):
    """Content Credentials of exported pictures. key, chain: the user's own PEM files; empty: the identity that was made here. No
    key is ever kept in the settings.
    """

    sign: bool = Field(
        False,
        title="Sign exported pictures",
        description="JPEG and PNG files say, signed and for everybody to check, what was done to the picture.",
    )
    key: str = Field("", max_length=4000, json_schema_extra={"file_only": True})
    chain: str = Field("", max_length=4000, json_schema_extra={"file_only": True})
    trust_list: str = Field("", max_length=4000, json_schema_extra={"file_only": True})
    """PEM file of the certificates that are trusted besides those made here."""


class LanguageModelSettings(_Part):
    """A language model of the user's own that reads sentences which the program refuses; none until an address is given."""

    address: str = Field(
        "",
        title="Address",
        max_length=2000,
        description="Of a server on this computer that speaks OpenAI's chat interface, for example http://127.0.0.1:11434. It is "
        "asked only when you ask it, about sentences that are not understood here; no picture goes there.",
        json_schema_extra={"empty": "None"},
    )
    model: str = Field("", title="Model", max_length=300, json_schema_extra={"empty": "The server's first"})


class DisplayColours(_Part):
    """How pictures are brought to the screens. screens: by the name of a screen ``system``, ``none``, or the file of an ICC
    profile; one that is not named has the system's.
    """

    screens: dict[str, str] = Field({}, max_length=64, json_schema_extra={"file_only": True})
    intent: Literal["relative", "perceptual", "saturation", "absolute"] = Field(
        "relative",
        title="Rendering intent",
        description="What happens to colours that the screen cannot show.",
    )
    black_point: bool = Field(
        True, title="Black point compensation", description="The darkest tone becomes the screen's black."
    )


class Settings(_Part):
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
