"""Places that deliveries go to: a folder of this machine, or another one by fsspec (S3, SFTP, WebDAV ...)."""

from __future__ import annotations

import posixpath
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from catchlight.core.errors import CatchlightError
from catchlight.core.files.writing import TEMPORARY, disk, make_private_folder, write_atomic, writing
from catchlight.core.messages import Message
from catchlight.store.blobs.file_systems import (
    has_folders,
    open_file_system,
    package_of,
    passes,
    reason_of,
    without_password,
)


class DeliveryFault(CatchlightError):
    """The place of delivery cannot be reached, refuses, or is no place."""

    code = "delivery_failed"

    def __init__(self, message: Message, *, transient: bool = False) -> None:
        """transient: whether it may pass by itself, such as a connection that broke off."""
        super().__init__(message)
        self.transient = transient


class FolderTarget:
    """A folder of this machine; files are flushed to the disk before they take their names.

    What is delivered may be read by whoever may read the folder, and a folder that is made for it is for this user alone.
    """

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder).expanduser().resolve()

    def read(self, name: str) -> bytes | None:
        with disk(Message("read {path}", path=str(self._folder / name))):
            try:
                return (self._folder / name).read_bytes()
            except FileNotFoundError:
                return None

    def size(self, name: str) -> int | None:
        with disk(Message("read {path}", path=str(self._folder / name))):
            try:
                return (self._folder / name).stat().st_size
            except FileNotFoundError:
                return None

    def write(self, name: str, data: bytes) -> None:
        target = self._folder / name
        with writing(target):
            make_private_folder(self._folder)
            allowed = stat.S_IMODE(self._folder.stat().st_mode) & 0o755
            for folder in reversed(list(target.relative_to(self._folder).parents)[:-1]):
                (self._folder / folder).mkdir(mode=0o700 | allowed, exist_ok=True)
        write_atomic(target, data, mode=0o600 | allowed & 0o044)

    def location(self, name: str) -> str:
        return str(self._folder / name)

    def tidy(self, folder: str) -> None:
        with disk(Message("tidy {path}", path=str(self._folder / folder))):
            for left in (self._folder / folder).glob(f".*{TEMPORARY}"):
                left.unlink(missing_ok=True)


class RemoteTarget:
    """A file system of fsspec. address: without the user's name and password, for locations and errors."""

    def __init__(self, system: Any, root: str, address: str) -> None:
        self._system = system
        self._root = root.rstrip("/")
        self._address = address.rstrip("/")
        self._has_folders = has_folders(system)

    def read(self, name: str) -> bytes | None:
        with self._faults(Message("read {name} at", name=name)):
            try:
                return bytes(self._system.cat_file(self._path(name)))
            except FileNotFoundError:
                return None

    def size(self, name: str) -> int | None:
        with self._faults(Message("look for {name} at", name=name)):
            self._system.invalidate_cache()
            try:
                return int(self._system.info(self._path(name))["size"])
            except FileNotFoundError:
                return None

    def write(self, name: str, data: bytes) -> None:
        path = self._path(name)
        folder, own = posixpath.split(path)
        temporary = f"{folder}/.{own}.{secrets.token_hex(4)}{TEMPORARY}"
        with self._faults(Message("write {name} to", name=name)):
            if self._has_folders:
                self._system.makedirs(folder, exist_ok=True)
            try:
                self._system.pipe_file(temporary, data)
                self._system.invalidate_cache()
                if self._system.exists(path):
                    self._system.rm_file(path)  # several systems refuse to rename onto a name that is taken
                self._system.mv(temporary, path)
            except BaseException:
                with suppress(Exception):
                    self._system.rm_file(temporary)
                raise

    def location(self, name: str) -> str:
        return f"{self._address}/{name}"

    def tidy(self, folder: str) -> None:
        with self._faults(Message("tidy {name} at", name=folder)):
            self._system.invalidate_cache()
            for path in self._system.ls(self._path(folder), detail=False):
                if posixpath.basename(path).startswith(".") and path.endswith(TEMPORARY):
                    self._system.rm_file(path)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    @contextmanager
    def _faults(self, doing: Message) -> Iterator[None]:
        """A border: what drivers of other people's file systems raise is their own affair."""
        try:
            yield
        except Exception as fault:
            reason = reason_of(fault)
            raise DeliveryFault(
                Message(
                    "Could not {doing} {place}: {why}. Check the delivery address, its password and its room.",
                    doing=doing,
                    place=self._address,
                    why=reason,
                ),
                transient=passes(fault),
            ) from fault


def remote_target(address: str, options: dict[str, Any]) -> RemoteTarget:
    """The file system of a URL. Raises DeliveryFault: a missing package, an address or an option that is none."""
    shown = without_password(address)
    try:
        system, root = open_file_system(address, options)
    except ImportError as fault:
        raise DeliveryFault(
            Message(
                "Delivering to {kind}:// needs {package}. Install it with: pip install 'catchlight[delivery]'.",
                kind=address.partition("://")[0],
                package=package_of(address, fault),
            )
        ) from fault
    except Exception as fault:  # a border, as above
        reason = reason_of(fault)
        raise DeliveryFault(
            Message(
                "{address} cannot be used for delivery: {why}. Check the delivery address.", address=shown, why=reason
            )
        ) from fault
    return RemoteTarget(system, root, shown)
