"""Where pictures lie: the URL of the settings, or a folder of this computer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.store.blobs.blobs import Blobs
from catchlight.store.blobs.folder import FolderBlobs


def open_blobs(url: str, options: Mapping[str, Any], folder: Path) -> Blobs:
    """What is kept at ``url``, in a folder there of the same name as ``folder``, else in ``folder`` itself.

    url: ``s3://bucket/prefix``, ``sftp://host/folder``, ``webdav+https://host/folder`` and what else fsspec knows; a folder as
    ``file:///mnt/share`` or as a path. options: of fsspec's file system (keys, endpoints); what is missing it takes from its
    environment. Raises StorageFault for an address that cannot be used.
    """
    if not url:
        return FolderBlobs(folder)
    scheme, separator, rest = url.partition("://")
    if not separator or scheme == "file":
        place = Path(unquote(rest) if separator else url)
        if not place.is_absolute():
            raise StorageFault(
                Message("{url} is no place for pictures. Write s3://bucket/prefix or file:///mnt/share.", url=url[:200])
            )
        return FolderBlobs(place / folder.name, shared=True)
    from catchlight.store.blobs.fsspec_store import (
        FsspecBlobs,  # its package is slow to import, and one computer needs it not
    )

    address, mark, query = url.partition("?")
    return FsspecBlobs(f"{address.rstrip('/')}/{folder.name}{mark}{query}", options)
