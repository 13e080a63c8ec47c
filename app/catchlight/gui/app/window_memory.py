"""What is kept between starts: the user's settings, and what only this window needs to know."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import write_atomic
from catchlight.develop.clipping import ClippingLimits
from catchlight.imaging.colour.output_spaces import ColourSpace
from catchlight.imaging.colour.output_transform import Intent
from catchlight.imaging.filters.output_sharpening import Medium
from catchlight.service.export_size import SizeUnit
from catchlight.store.settings.settings import Settings, recent_entry
from catchlight.store.settings.settings_file import LoadedSettings

RECENT_DOCUMENTS = 6
KEPT_JOBS = 12

log = logging.getLogger(__name__)


class SettingsStore(Protocol):
    """Where the settings lie."""

    def load(self) -> LoadedSettings: ...

    def save(self, settings: Settings) -> None: ...


class FileChoices(BaseModel):
    """What pictures were last written as. media_type: None for that of each. size_unit: None for all pixels; size: in it.

    dpi: None for as it is. colour_space: None for what suits the picture and the type.
    """

    model_config = ConfigDict(frozen=True)

    media_type: str | None = None
    quality: int = Field(95, ge=1, le=100)
    size_unit: SizeUnit | None = None
    size: float = Field(2048, gt=0, le=20_000)
    dpi: int | None = Field(None, ge=10, le=4800)
    sharpen: Medium | None = None
    colour_space: ColourSpace | None = None


class ExportChoices(FileChoices):
    """The last choices of an export. unedited: whether one of all takes pictures that nothing was made of."""

    folder: str = ""
    metadata: bool = True
    pattern: str = "{name}_{document}"
    unedited: bool = False


class BatchChoices(FileChoices):
    """The last choices of the batch window. preset: its name; jobs: files at once, None for one for each core; server: the
    address of the one that did the files, empty for this computer."""

    preset: str = ""
    folder: str = ""
    pattern: str = "{name}"
    taken: Literal["number", "refuse", "replace"] = "number"
    jobs: int | None = Field(None, ge=1, le=64)
    server: str = ""


class ProofChoices(BaseModel):
    """The last choices of the soft proof. profile: file of a printer's ICC profile, empty until one is chosen."""

    model_config = ConfigDict(frozen=True)

    profile: str = ""
    intent: Intent = "relative"
    black_point: bool = True
    paper_white: bool = False
    gamut: bool = False


class PrintChoices(BaseModel):
    """The last choices of printing a picture. paper: its id in the catalogue, or ``own`` for own_paper, width and height in mm.
    width_mm: of the picture, None for as large as fits. profile: file of a printer's ICC profile, empty for none.
    """

    model_config = ConfigDict(frozen=True)

    paper: str = "a4"
    own_paper: tuple[float, float] = (300.0, 400.0)
    orientation: Literal["auto", "portrait", "landscape"] = "auto"
    width_mm: float | None = Field(None, ge=1, le=5000)
    border_mm: float = Field(5.0, ge=0, le=500)
    profile: str = ""
    intent: Intent = "relative"
    black_point: bool = True


class WatchChoices(BaseModel):
    """The last choices of the window of the watched folder. results: what is done, and how it is written."""

    model_config = ConfigDict(frozen=True)

    folder: str = ""
    only_new: bool = False
    subfolders: bool = False
    poll: bool = False
    results: BatchChoices = BatchChoices()


class TetherChoices(BaseModel):
    """The last choices of the tethered camera. folder: empty for one of the day in the program's own."""

    model_config = ConfigDict(frozen=True)

    folder: str = ""
    pattern: str = Field("{date}_{number}", min_length=1, max_length=200)


class CullingChoices(BaseModel):
    """How pictures are culled. auto_advance: each mark goes on to the next picture. order: of the film strip."""

    model_config = ConfigDict(frozen=True)

    auto_advance: bool = True
    order: Literal["opened", "name", "time", "rating", "label"] = "opened"


class JobNote(BaseModel):
    """A profile picture job, to be found again. address: of its server. job: empty where the asking had not been answered."""

    model_config = ConfigDict(frozen=True)

    job: str = ""
    address: str | None = None
    name: str = ""
    request: str
    generation: str
    parameters: dict[str, Any] = {}
    ended: bool = False


class WindowState(BaseModel):
    """How the window was left."""

    model_config = ConfigDict(frozen=True)

    text_scale: float = Field(1.0, ge=1.0, le=2.0)
    ground: Literal["checkerboard", "white", "grey", "blue"] = "checkerboard"
    guides: bool = True
    greeted: bool = False
    """False until the first start has shown the sample."""
    toured: bool = False
    """False until the tour of the first start was taken, or skipped."""
    tab: str = "id_photo"
    """Key of the tab that was shown last."""
    geometry: str = ""
    """Size and place of the window, base64 of Qt's own form."""
    recent_documents: tuple[str, ...] = ()
    """Ids of identity documents, newest first."""
    backgrounds: dict[str, str] = {}
    """The background last chosen for each document, by its id."""
    export: ExportChoices = ExportChoices()
    proof: ProofChoices = ProofChoices()
    printing: PrintChoices = PrintChoices()
    batch: BatchChoices = BatchChoices()
    watch: WatchChoices = WatchChoices()
    tether: TetherChoices = TetherChoices()
    culling: CullingChoices = CullingChoices()
    clipping: ClippingLimits = ClippingLimits()
    references: dict[str, str] = {}
    """Files of reference pictures by those that they are shown beside, newest last; both as of ``encode_path``."""
    servers: tuple[str, ...] = ()
    """Addresses of servers that edits ran on, newest first."""
    profile_jobs: tuple[JobNote, ...] = ()
    """Newest last."""


class Memory:
    """Settings and window state, changed here and written by ``save``: small files, but a disk may be slow."""

    def __init__(self, settings: SettingsStore, state_file: Path) -> None:
        self._store = settings
        self._file = state_file
        loaded = settings.load()
        self.notice = loaded.notice
        self.settings = loaded.settings
        self.state = self._read()
        self._saved: tuple[Settings, WindowState] = (self.settings, self.state)

    def opened(self, path: Path) -> None:
        self.settings = self.settings.opened(path)

    def forget_file(self, path: Path) -> None:
        """It could not be opened: it is no recent file."""
        others = tuple(name for name in self.settings.recent_files if name != recent_entry(path))
        self.settings = self.settings.model_copy(update={"recent_files": others})

    def set(self, **fields: object) -> None:
        """Change settings, for example ``theme`` or ``language``."""
        self.settings = Settings.model_validate(self.settings.model_dump() | fields)

    def keep(self, **fields: object) -> None:
        """Change the window's state."""
        self.state = WindowState.model_validate(self.state.model_dump() | fields)

    def used_document(self, document: str) -> None:
        others = [entry for entry in self.state.recent_documents if entry != document]
        self.keep(recent_documents=(document, *others)[:RECENT_DOCUMENTS])

    def background(self, document: str) -> str:
        """The one last chosen for a document, its own where none was."""
        return self.state.backgrounds.get(document, "document")

    def chose_background(self, document: str, background: str) -> None:
        self.keep(backgrounds={**self.state.backgrounds, document: background})

    def save(self) -> None:
        """Write what changed. A disk that refuses is only logged: no picture is lost by it."""
        settings, state = self.settings, self.state
        saved_settings, saved_state = self._saved
        try:
            if settings != saved_settings:
                self._store.save(settings)
            if state != saved_state:
                write_atomic(self._file, state.model_dump_json(indent=2).encode())
            self._saved = (settings, state)
        except StorageFault as fault:
            log.warning("%s", fault.message)

    def _read(self) -> WindowState:
        try:
            return WindowState.model_validate_json(self._file.read_bytes())
        except FileNotFoundError:
            return WindowState()
        except (OSError, ValidationError) as fault:
            log.warning("%s cannot be used, defaults hold: %s", self._file, fault)
            return WindowState()
