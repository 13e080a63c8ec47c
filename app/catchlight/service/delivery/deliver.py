"""Delivery: finished files put where the settings say, whole or not at all, and never twice."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from catchlight import __version__
from catchlight.core.retry import RetryPolicy, Transient
from catchlight.service.delivery.targets import DeliveryFault, FolderTarget, remote_target

T = TypeVar("T")
RETRIES = RetryPolicy(attempts=5)
MANIFEST = "manifest.json"
"""Written last, by its temporary name first: where it lies, the delivery is whole."""
OWN_SCHEMES = frozenset(
    ("file", "s3", "s3a", "sftp", "ssh", "webdav", "webdav+https", "webdav+http", "gs", "gcs", "abfs", "az")
)
"""Schemes of addresses that the program delivers to by itself: no plug-in takes their place."""
_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


class DeliveredFile(_Part):
    """One file: its name beside the manifest, where that is as a whole, and the sum of its bytes."""

    size: int
    shape: str
    media_type: str
    bytes: int
    name: str
    location: str
    sha256: str
    enlarged: bool = False


class Manifest(_Part):
    """What lies in a delivery's folder. parcel: its own name, by which a repeated delivery is recognised."""

    parcel: str
    generation_id: str | None = None
    ext_customer_id: str | None = None
    program: str = f"Catchlight {__version__}"
    pictures: tuple[DeliveredFile, ...]


@dataclass(frozen=True)
class ParcelItem:
    """A file to deliver: ``size`` pixels wide and high."""

    size: int
    data: bytes
    media_type: str
    enlarged: bool = False


@dataclass(frozen=True)
class Parcel:
    """Files that belong together. name: of their folder, the same for every attempt at the same work."""

    name: str
    shape: str
    items: Sequence[ParcelItem]
    generation: str | None = None
    customer: str | None = None


class DeliveryTarget(Protocol):
    """A place that takes files. Names are relative, with slashes. Raises StorageFault or DeliveryFault."""

    def read(self, name: str) -> bytes | None:
        """The file's bytes; None where there is none."""
        ...

    def size(self, name: str) -> int | None:
        """Bytes of the file; None where there is none."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Under a temporary name first, then renamed; what has the name already is replaced."""
        ...

    def location(self, name: str) -> str:
        """The whole address of a name."""
        ...

    def tidy(self, folder: str) -> None:
        """Remove temporary files that a writer who died has left in a folder."""
        ...


def find_delivery(target: DeliveryTarget, parcel: str, wanted: Callable[[], None] = lambda: None) -> Manifest | None:
    """The manifest of a delivery that is whole: readable, of this parcel, every file there with its size. Else None.

    wanted: called while a place that does not answer is waited for; raises to end it.
    """
    found = _retry(lambda: target.read(f"{parcel}/{MANIFEST}"), wanted)
    if found is None:
        return None
    try:
        manifest = Manifest.model_validate_json(found)
    except ValidationError:
        return None

    def is_whole(file: DeliveredFile) -> bool:
        return _retry(lambda: target.size(f"{parcel}/{file.name}"), wanted) == file.bytes

    whole = all(is_whole(file) for file in manifest.pictures)
    return manifest if whole and manifest.parcel == parcel else None


def deliver(
    target: DeliveryTarget,
    parcel: Parcel,
    wanted: Callable[[], None],
    said: Callable[[float], None] = lambda _: None,
    anew: bool = False,
) -> Manifest:
    """Put the parcel's files and, last, its manifest; where the manifest lies already, nothing is written.

    Connections that break are tried again: to write a file twice does no harm. wanted: called before every file and while
    waiting, raises when somebody else has the work now. said: hears the share that is done. anew: what
    lies there is another parcel, and to be replaced.
    """
    before = None if anew else find_delivery(target, parcel.name, wanted)
    if before is not None:
        return before
    files = []
    for number, item in enumerate(parcel.items):
        wanted()
        name = f"{parcel.shape}-{item.size}{_SUFFIXES[item.media_type]}"
        _retry(partial(target.write, f"{parcel.name}/{name}", item.data), wanted)
        files.append(_entry(target, parcel, item, name))
        said((number + 1) / (len(parcel.items) + 1))
    wanted()
    manifest = Manifest(
        parcel=parcel.name, generation_id=parcel.generation, ext_customer_id=parcel.customer, pictures=tuple(files)
    )
    told = manifest.model_dump_json(by_alias=True, indent=2).encode() + b"\n"
    _retry(lambda: target.write(f"{parcel.name}/{MANIFEST}", told), wanted)
    _retry(lambda: target.tidy(parcel.name), wanted)
    said(1.0)
    return manifest


def target_of(address: str, options: Mapping[str, Any] | None = None) -> DeliveryTarget:
    """The place that an address names: a folder, or a URL of s3, sftp, webdav+https, of a plug-in, and what else fsspec knows.

    options: for fsspec's file system (keys, endpoints); what is not given it takes from its own environment and files.
    A plug-in gets them as they are. Raises DeliveryFault for an address that cannot be used.
    """
    scheme, separator, rest = address.partition("://")
    if not separator:
        return FolderTarget(address)
    if scheme == "file":
        return FolderTarget(rest)
    if scheme not in OWN_SCHEMES:
        from catchlight.service.delivery.plugin_targets import find_maker, plugin_target

        maker = find_maker(scheme)
        if maker is not None:
            return plugin_target(maker, address, dict(options or {}))
    return remote_target(address, dict(options or {}))


def _retry(work: Callable[[], T], wanted: Callable[[], None]) -> T:
    """``work`` at the place of delivery, tried by the policy where a fault of it passes."""

    def once() -> T:
        try:
            return work()
        except DeliveryFault as fault:
            if fault.transient:
                raise Transient(fault) from fault.__cause__
            raise

    return RETRIES.call(once, wanted)


def _entry(target: DeliveryTarget, parcel: Parcel, item: ParcelItem, name: str) -> DeliveredFile:
    return DeliveredFile(
        size=item.size,
        shape=parcel.shape,
        media_type=item.media_type,
        bytes=len(item.data),
        name=name,
        location=target.location(f"{parcel.name}/{name}"),
        sha256=hashlib.sha256(item.data).hexdigest(),
        enlarged=item.enlarged,
    )
