"""Blobs in a store that several servers share: S3, or what else fsspec has a driver for.

In S3 a put is atomic: an object is there whole or not at all. Elsewhere a file is written under another name and renamed.
"""

from __future__ import annotations

import posixpath
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, BinaryIO, TypeVar

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import TEMPORARY
from catchlight.core.messages import Message
from catchlight.core.retry import ONCE, RetryPolicy, Transient
from catchlight.core.storage_faults import count_fault
from catchlight.store.blobs.blobs import BlobInfo
from catchlight.store.blobs.file_systems import (
    check_scheme,
    has_folders,
    open_file_system,
    package_of,
    protocols_of,
    reason_of,
    secrets_of,
    without_password,
)
from catchlight.store.blobs.keys import damage, is_by_digest, is_intact, shard

T = TypeVar("T")

RETRIES = RetryPolicy(attempts=4, first=0.3, longest=2.0)
"""About two seconds of waiting: whoever stores a picture holds a transaction meanwhile, and a client's retries come on top."""
CONNECT_SECONDS, READ_SECONDS = 3, 10
CALL_SECONDS, MOST_SECONDS, BYTES_A_SECOND = 15.0, 60.0, 1_000_000
"""How long a call may take, one that reads a whole picture or list, and how many bytes give a writing one a second more. The
driver's own limits do not hold while it waits to be let send (``Expect: 100-continue``), which would be for ever."""
CHECK_SECONDS, CHECKED_SECONDS = 2.0, 10.0
"""How long a check may take, and for how long a good one stands."""
_PROBE = ".check"
_FINAL = (PermissionError, ValueError, TypeError, ImportError, FileNotFoundError)
"""What a driver raises where another attempt would end the same."""


class FsspecBlobs:
    """A file system of fsspec. Thread safe."""

    def __init__(self, url: str, options: Mapping[str, Any] | None = None, retries: RetryPolicy = RETRIES) -> None:
        """The place is not asked yet. Raises StorageFault: a missing package, or an address that is none."""
        self.address = without_password(url).rstrip("/")
        self._url, self._options, self._retries = url, dict(options or {}), retries
        self._secrets = secrets_of(url, self._options)
        self._lock = threading.Lock()
        self._system: Any = None
        self._root = ""
        self._checked = float("-inf")
        try:
            check_scheme(url)
        except (ImportError, ValueError) as fault:
            raise self._unusable(fault) from fault

    @property
    def shared(self) -> bool:
        return True

    def put(self, key: str, data: bytes) -> None:
        self._do(Message("write {name} to", name=key), lambda system: self._write(system, self._path(key), data))

    def get(self, key: str) -> bytes:
        def read(system: Any) -> bytes:
            for _ in range(2):  # half an answer is not told from damage, so that it is asked for again
                found = bytes(system.cat_file(self._path(key), **_whole(system), **_within(system, MOST_SECONDS)))
                if is_intact(key, found):
                    return found
            raise damage(key)

        try:
            return self._do(Message("read {name} from", name=key), read)
        except FileNotFoundError:
            raise KeyError(key) from None

    @contextmanager
    def open(self, key: str) -> Iterator[BinaryIO]:
        """The whole is read first: nothing of a damaged one is given out."""
        yield BytesIO(self.get(key))

    def delete(self, key: str) -> None:
        with suppress(FileNotFoundError):
            self._do(
                Message("delete {name} from", name=key),
                lambda system: system.rm_file(self._path(key), **_within(system)),
            )

    def list(self) -> Iterator[BlobInfo]:
        """A folder of two characters at a time, so that a million of them need no memory."""
        for folder in self._entries():
            if folder["type"] != "directory":
                continue
            for entry in self._entries(folder["name"]):
                if entry["type"] == "file":
                    yield self._info(entry)

    def check(self) -> None:
        if time.monotonic() - self._checked < CHECKED_SECONDS:
            return

        def write(system: Any) -> None:
            if has_folders(system):
                system.makedirs(self._root, exist_ok=True)
            system.pipe_file(f"{self._root}/{_PROBE}", b"", **_within(system, CHECK_SECONDS))

        self._do(Message("write to"), write, ONCE)
        self._checked = time.monotonic()

    def _write(self, system: Any, path: str, data: bytes) -> None:
        if not has_folders(system):
            system.pipe_file(path, data, **_within(system, CALL_SECONDS + len(data) / BYTES_A_SECOND))
            return
        folder, own = posixpath.split(path)
        system.makedirs(folder, exist_ok=True)
        system.invalidate_cache()
        if is_by_digest(own) and system.exists(path) and system.info(path)["size"] == len(data):
            return  # others may be reading it, and not every system can replace a file
        temporary = f"{folder}/.{secrets.token_hex(8)}{TEMPORARY}"
        try:
            system.pipe_file(temporary, data)
            if system.exists(path):
                system.rm_file(path)
            system.mv(temporary, path)
        except BaseException:
            with suppress(Exception):
                system.rm_file(temporary)
            raise
        finally:
            system.invalidate_cache()

    def _entries(self, folder: str = "") -> Sequence[Mapping[str, Any]]:
        """folder: empty for the place itself, which is known once there is a connection."""

        def read(system: Any) -> Sequence[Mapping[str, Any]]:
            system.invalidate_cache()
            found: Sequence[Mapping[str, Any]] = system.ls(
                folder or self._root, detail=True, **_within(system, MOST_SECONDS)
            )
            system.invalidate_cache()
            return found

        try:
            return self._do(Message("list"), read)
        except FileNotFoundError:
            return []

    def _info(self, entry: Mapping[str, Any]) -> BlobInfo:
        folder, name = str(entry["name"]).rstrip("/").rsplit("/", 2)[-2:]
        key = f"{folder}/{name}" if name.endswith(TEMPORARY) else name
        return BlobInfo(key, int(entry["size"] or 0), _changed(entry))

    def _path(self, key: str) -> str:
        return f"{self._root}/{shard(key)}"

    def _do(self, doing: Message, work: Callable[[Any], T], retries: RetryPolicy | None = None) -> T:
        """A border: what drivers of other people's file systems raise is their own affair.

        Raises StorageFault after the last attempt, and FileNotFoundError at once.
        """

        def once() -> T:
            try:
                return work(self._connected())
            except (FileNotFoundError, StorageFault):
                raise
            except Exception as fault:
                self._forget()
                told = self._fault(doing, fault)
                if isinstance(fault, _FINAL):
                    raise told from fault
                raise Transient(told) from fault

        try:
            return (retries or self._retries).call(once)
        except StorageFault:
            count_fault("pictures")
            raise

    def _connected(self) -> Any:
        with self._lock:
            if self._system is None:
                try:
                    system, root = open_file_system(self._url, self._tuned())
                except (ImportError, ValueError, TypeError, KeyError) as fault:
                    raise self._unusable(fault) from fault
                if hasattr(system, "retries"):
                    system.retries = 1  # of s3fs; the program has one policy
                self._system, self._root = system, root.rstrip("/")
            return self._system

    def _tuned(self) -> dict[str, Any]:
        """The options, with the deadlines that the driver would do without."""
        options = dict(self._options)
        if self._url.startswith(("s3://", "s3a://")):
            limits = {
                "connect_timeout": CONNECT_SECONDS, "read_timeout": READ_SECONDS, "retries": {"total_max_attempts": 1},
            }  # fmt: skip
            options["config_kwargs"] = limits | dict(options.get("config_kwargs", {}))
            options.setdefault("use_listings_cache", False)
        elif self._url.startswith(("sftp://", "ssh://")):
            options = {
                "timeout": CONNECT_SECONDS,
                "banner_timeout": CONNECT_SECONDS,
                "skip_instance_cache": True,
            } | options
        return options

    def _forget(self) -> None:
        """A connection of a driver that keeps one for good may be dead: the next call makes another."""
        with self._lock:
            if self._system is not None and not self._system.async_impl and "memory" not in protocols_of(self._system):
                self._system = None

    def _fault(self, doing: Message, fault: Exception) -> StorageFault:
        return StorageFault(
            Message(
                "Could not {doing} {place}: {why}. Check the address of the pictures, its password and its room.",
                doing=doing,
                place=self.address,
                why=reason_of(fault, self._secrets),
            )
        )

    def _unusable(self, fault: Exception) -> StorageFault:
        if isinstance(fault, ImportError):
            return StorageFault(
                Message(
                    "Pictures at {place} need {package}. Install it with: pip install 'catchlight[delivery]'.",
                    place=self.address,
                    package=package_of(self._url, fault),
                )
            )
        return StorageFault(
            Message(
                "{place} cannot be used for pictures: {why}. Check the address and its options.",
                place=self.address,
                why=reason_of(fault, self._secrets),
            )
        )


def _whole(system: Any) -> dict[str, Any]:
    """For a read in one request, without one before it for the size."""
    return {"max_concurrency": 1} if protocols_of(system) & {"s3", "s3a"} else {}


def _within(system: Any, seconds: float | None = None) -> dict[str, float]:
    """A deadline for a call, where the driver runs on fsspec's loop. seconds: ``CALL_SECONDS`` unless given."""
    return {"timeout": CALL_SECONDS if seconds is None else seconds} if system.async_impl else {}


def _changed(entry: Mapping[str, Any]) -> datetime:
    """When a file was written, as the drivers say it; now where one does not, so that nothing is taken for old."""
    found = next((entry[name] for name in ("LastModified", "mtime", "modified", "created") if entry.get(name)), None)
    if isinstance(found, int | float):
        return datetime.fromtimestamp(found, UTC)
    if isinstance(found, str):
        found = datetime.fromisoformat(found)
    if not isinstance(found, datetime):
        return datetime.now(UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
