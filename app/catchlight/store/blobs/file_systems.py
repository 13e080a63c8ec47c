"""File systems of fsspec by their addresses, and what their drivers' faults mean. Passwords stay out of all that is told."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from catchlight.core.messages import Message
from catchlight.core.retry import is_transient

PACKAGES = {"s3": "s3fs", "s3a": "s3fs", "sftp": "paramiko", "ssh": "paramiko", "webdav": "webdav4"}
_FLAT = {"s3", "s3a", "gs", "gcs", "abfs", "az"}
"""Systems without folders; making one there would make the bucket itself, also where its name is a slip."""
_WEBDAV = {"webdav": "https", "webdav+https": "https", "webdav+http": "http"}
_TOLD = {"endpoint_url", "region_name", "host", "port", "username"}
"""Options that may stand in a message."""
_USER = re.compile(r"//[^/@\s]+@")
_ERROR_NUMBER = re.compile(r"\[(Errno|WinError) \w+\]\s*")


def open_file_system(address: str, options: dict[str, Any]) -> tuple[Any, str]:
    """The file system of a URL, and the path in it. options: of fsspec's class; what is missing it takes from its environment.

    Raises ImportError for a missing package, and whatever the driver raises.
    """
    if address.partition("://")[0] in _WEBDAV:
        return _webdav(address, options)
    from fsspec.core import url_to_fs

    system, root = url_to_fs(address, **options)
    return system, str(root)


def check_scheme(address: str) -> None:
    """Raises ImportError for a missing package, ValueError for a kind of address that nobody knows."""
    scheme = address.partition("://")[0]
    if scheme in _WEBDAV:
        import webdav4.fsspec  # noqa: F401 - is it there?

        return
    from fsspec import get_filesystem_class

    get_filesystem_class(scheme)


def package_of(address: str, fault: ImportError) -> str:
    """The package whose absence was met when an address was opened."""
    return PACKAGES.get(address.partition("://")[0].partition("+")[0], fault.name or "a further package")


def protocols_of(system: Any) -> frozenset[str]:
    return frozenset((system.protocol,) if isinstance(system.protocol, str) else system.protocol)


def has_folders(system: Any) -> bool:
    """Whether a file's folder has to be made first, and a file under its name may be half written."""
    return _FLAT.isdisjoint(protocols_of(system))


def passes(fault: BaseException) -> bool:
    """Whether a driver's error is one of a connection: itself, or the one that it wraps."""
    import httpx

    seen: BaseException | None = fault
    while seen is not None:
        if is_transient(seen) or isinstance(seen, httpx.TransportError):
            return True
        seen = seen.__cause__
    return False


def reason_of(fault: Exception, secrets: Collection[str] = ()) -> str:
    """What a driver said, in one line and without Python's number of the error. secrets: words that are never told."""
    if fault.args and isinstance(fault.args[0], Message):
        return fault.args[0]
    said = _USER.sub("//", str(fault))
    for secret in secrets:
        said = said.replace(secret, "***")
    said = " ".join(_ERROR_NUMBER.sub("", said).split()).rstrip(".")[:200]
    return said or Message("it gave no reason")


def without_password(address: str) -> str:
    """An address as it may be told: without user, password and query."""
    scheme, separator, rest = address.partition("://")
    host, slash, path = rest.partition("?")[0].partition("/")
    return f"{scheme}{separator}{host.rpartition('@')[2]}{slash}{path}"


def secrets_of(address: str, options: Mapping[str, Any]) -> frozenset[str]:
    """Every word of an address and its options that may be a password or a key."""
    found = {unquote(urlsplit(address).password or "")}
    waiting: list[Any] = [value for name, value in options.items() if name not in _TOLD]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += [inner for name, inner in value.items() if name not in _TOLD]
        elif isinstance(value, list | tuple):
            waiting += value
        elif isinstance(value, str):
            found.add(value)
    return frozenset(word for word in found if len(word) > 2)


def _webdav(address: str, options: dict[str, Any]) -> tuple[Any, str]:
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
    return WebdavFileSystem(base, **options), parts.path
