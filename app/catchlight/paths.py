"""Where the program's data lies: shipped resources, and the one folder that holds all it keeps."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

HOME_VARIABLE = "CATCHLIGHT_HOME"


def resources() -> Path:
    """The shipped ``resources`` folder: inside the wheel, or beside ``app`` in a checkout (editable install)."""
    package = Path(__file__).resolve().parent
    shipped = package / "resources"
    return shipped if shipped.is_dir() else package.parents[1] / "resources"


@dataclass(frozen=True)
class Home:
    """Every file the program keeps. Nothing is created until something is written."""

    root: Path
    cache_root: Path | None = None
    """The system's folder for what can be made again; None: ``root`` holds it too."""

    @classmethod
    def default(cls) -> Home:
        """``CATCHLIGHT_HOME`` where set, else the system's folder for application data."""
        named = os.environ.get(HOME_VARIABLE)
        if named:
            return cls(Path(named).expanduser().resolve())
        import platformdirs

        data, cache = (
            of("catchlight", appauthor=False) for of in (platformdirs.user_data_dir, platformdirs.user_cache_dir)
        )
        return cls(Path(data), Path(cache))

    @property
    def settings(self) -> Path:
        return self.root / "settings.json"

    @property
    def store(self) -> Path:
        """Folder of the generations: the database and the pictures beside it."""
        return self.root / "store"

    @property
    def cache(self) -> Path:
        """What can be made again: nothing is lost when it is emptied."""
        return self.cache_root or self.root / "cache"

    @property
    def previews(self) -> Path:
        """Rendered cards."""
        return self.cache / "previews"

    @property
    def jobs(self) -> Path:
        """Folder of the list of jobs."""
        return self.root / "jobs"

    @property
    def presets(self) -> Path:
        """The user's presets, a file for each."""
        return self.root / "presets"

    @property
    def style_book(self) -> Path:
        """Pieces of hair that the user keeps."""
        return self.root / "style-book"

    @property
    def credentials(self) -> Path:
        """The identity that exports are signed with, where it was made here."""
        return self.root / "credentials"

    @property
    def marks(self) -> Path:
        """Ratings of pictures in folders where no sidecar can be written."""
        return self.root / "marks"

    @property
    def batches(self) -> Path:
        """The journals of batches."""
        return self.root / "batches"

    @property
    def batch_jobs(self) -> Path:
        """Batches that clients have handed to this program as a server."""
        return self.root / "batch-jobs"

    @property
    def batch_files(self) -> Path:
        """What clients have sent for their batches, and the results that wait to be fetched."""
        return self.batch_jobs / "batch-files"

    @property
    def watches(self) -> Path:
        """The journals of watched folders: what has arrived, and what has become of it."""
        return self.root / "watches"

    @property
    def open(self) -> Path:
        """What is open in the windows that run, for the start after a crash."""
        return self.root / "open"

    @property
    def resume_points(self) -> Path:
        """Which step of each picture was looked at last."""
        return self.root / "resume-points.json"

    @property
    def pasted(self) -> Path:
        """Copies of pictures from the clipboard, while they are open."""
        return self.root / "pasted"

    @property
    def camera(self) -> Path:
        """Portraits taken with a camera."""
        return self.root / "camera"

    @property
    def delivered(self) -> Path:
        """Where profile pictures go when the settings name no other place."""
        return self.root / "profile-pictures"

    @property
    def catalogue(self) -> Path:
        """The user's own catalogue rows, which override shipped ones by id."""
        return self.root / "catalogue"

    @property
    def tokens(self) -> Path:
        """Digests of the tokens of the service's clients."""
        return self.root / "tokens.sqlite3"

    @property
    def requests(self) -> Path:
        """What the service's clients have asked for under names of their own."""
        return self.root / "requests.sqlite3"

    @property
    def audit(self) -> Path:
        """Folder of the service's audit log."""
        return self.logs / "audit"

    @property
    def logs(self) -> Path:
        return self.root / "logs"
