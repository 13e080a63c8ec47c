"""A WebDAV and an SFTP server on this machine that ask for a password, as fixtures of a module."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest

from tests.sftp_server import SftpServer

WebdavPlace = tuple[str, Path]
"""Address, and the folder that is served."""
SftpPlace = tuple[str, dict[str, Any]]
"""Address, and options of fsspec's file system."""


@pytest.fixture(scope="module")
def webdav(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebdavPlace]:
    """A WebDAV server on this machine that asks for a password."""
    from cheroot import wsgi
    from webdav4.fsspec import WebdavFileSystem
    from wsgidav.wsgidav_app import WsgiDAVApp

    folder = tmp_path_factory.mktemp("webdav")
    app = WsgiDAVApp(
        {
            "provider_mapping": {"/": str(folder)},
            "simple_dc": {"user_mapping": {"*": {"anna": {"password": "secret"}}}},
            "logging": {"enable": False},
            "verbose": 0,
        }
    )
    server = wsgi.Server(("127.0.0.1", 0), app, numthreads=2)
    server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    yield f"webdav+http://anna:secret@127.0.0.1:{server.bind_addr[1]}/profiles", folder
    for system in list(WebdavFileSystem._cache.values()):
        system.client.http.close()
    WebdavFileSystem.clear_instance_cache()
    server.stop()
    thread.join()


@pytest.fixture(scope="module")
def sftp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SftpPlace]:
    """An SFTP server on this machine that asks for a password."""
    from fsspec.implementations.sftp import SFTPFileSystem

    server = SftpServer(tmp_path_factory.mktemp("sftp"))
    address = f"sftp://anna:secret@127.0.0.1:{server.port}/profiles"
    options = {"look_for_keys": False, "allow_agent": False}
    fsspec.core.url_to_fs(address, **options)  # the connection's thread starts here, not within a test
    yield address, options
    for system in list(SFTPFileSystem._cache.values()):
        system.client.close()
    SFTPFileSystem.clear_instance_cache()
    server.close()
