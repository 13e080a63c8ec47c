"""Places that deliveries go to: a folder of this machine, or another one by fsspec (S3, SFTP, WebDAV ...)."""

from __future__ import annotations

import posixpath
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from catchlight.core.errors import CatchlightError
from catchlight.core.files.writing import TEMPORARY, disk, make_private_folder, write_atomic, writing
from catchlight.core.messages import Message
from catchlight.core.retry import is_transient

PACKAGES = {"s3": "s3fs", "s3a": "s3fs", "sftp": "paramiko", "ssh": "paramiko", "webdav": "webdav4"}
_ERROR_NUMBER = re.compile(r"\[(Errno|WinError) \w+\]\s*")
_FLAT = {"s3", "s3a", "gs", "gcs", "abfs", "az"}
"""Systems without folders; making one there would make the bucket itself, also where its name is a slip."""
_WEBDAV = {"webdav": "https", "webdav+https": "https", "webdav+http": "http"}


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
        protocols = (system.protocol,) if isinstance(system.protocol, str) else system.protocol
        self._has_folders = _FLAT.isdisjoint(protocols)

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
            reason = _reason(fault)
            raise DeliveryFault(
                Message(
                    "Could not {doing} {place}: {why}. Check the delivery address, its password and its room.",
                    doing=doing,
                    place=self._address,
                    why=reason,
                ),
                transient=_passes(fault),
            ) from fault


def remote_target(address: str, options: dict[str, Any]) -> RemoteTarget:
    """The file system of a URL. Raises DeliveryFault: a missing package, an address or an option that is none."""
    scheme = address.partition("://")[0]
    shown = _without_password(address)
    try:
        if scheme in _WEBDAV:
            return _webdav(address, options, shown)
        from fsspec.core import url_to_fs

        system, root = url_to_fs(address, **options)
    except ImportError as fault:
        package = PACKAGES.get(scheme.partition("+")[0], fault.name or "a further package")
        raise DeliveryFault(
            Message(
                "Delivering to {kind}:// needs {package}. Install it with: pip install 'catchlight[delivery]'.",
                kind=scheme,
                package=package,
            )
        ) from fault
    except Exception as fault:  # a border, as above
        reason = _reason(fault)
        raise DeliveryFault(
            Message(
                "{address} cannot be used for delivery: {why}. Check the delivery address.", address=shown, why=reason
            )
        ) from fault
    return RemoteTarget(system, root, shown)


def _webdav(address: str, options: dict[str, Any], shown: str) -> RemoteTarget:
    from webdav4.fsspec import WebdavFileSystem

    parts = urlsplit(address)
    if not parts.hostname:
        raise ValueError(Message("it names no host"))
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    base = f"{_WEBDAV[parts.scheme]}://{host}" + (f":{parts.port}" if parts.port else "")
    if parts.username and "auth" not in options:
        options["auth"] = (unquote(parts.username), unquote(parts.password or ""))
    elif "auth" in options:
        options["auth"] = tuple(options["auth"])
    return RemoteTarget(WebdavFileSystem(base, **options), parts.path, shown)


def _passes(fault: BaseException) -> bool:
    """Whether a driver's error is one of a connection: itself, or the one that it wraps."""
    import httpx

    seen: BaseException | None = fault
    while seen is not None:
        if is_transient(seen) or isinstance(seen, httpx.TransportError):
            return True
        seen = seen.__cause__
    return False


def _reason(fault: Exception) -> str:
    """What a driver said, in one line and without Python's number of the error."""
    if fault.args and isinstance(fault.args[0], Message):
        return fault.args[0]
    said = " ".join(_ERROR_NUMBER.sub("", str(fault)).split()).rstrip(".")[:200]
    return said or Message("it gave no reason")


def _without_password(address: str) -> str:
    scheme, separator, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{separator}{host.rpartition('@')[2]}{slash}{path}"
