"""A small SFTP server over a folder, for tests of delivery: paramiko's server side on loopback, one password."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path
from typing import Any

import paramiko
from paramiko import SFTPAttributes, SFTPHandle, SFTPServer, SFTPServerInterface


class _Handle(SFTPHandle):
    def stat(self) -> Any:
        return SFTPAttributes.from_stat(os.fstat(self.readfile.fileno()))


class _Files(SFTPServerInterface):
    root = Path()

    def _at(self, path: str) -> Path:
        return self.root / self.canonicalize(path).lstrip("/")

    def _tried(self, work: Any) -> Any:
        try:
            return work()
        except OSError as fault:
            return SFTPServer.convert_errno(fault.errno or 0)

    def list_folder(self, path: str) -> Any:
        return self._tried(
            lambda: [SFTPAttributes.from_stat(one.stat(), one.name) for one in sorted(self._at(path).iterdir())]
        )

    def stat(self, path: str) -> Any:
        return self._tried(lambda: SFTPAttributes.from_stat(self._at(path).stat()))

    lstat = stat

    def open(self, path: str, flags: int, attr: Any) -> Any:
        def opened() -> _Handle:
            file = os.fdopen(
                os.open(self._at(path), flags, 0o644), "r+b" if flags & os.O_RDWR else "wb" if flags else "rb"
            )
            handle = _Handle(flags)
            handle.readfile = handle.writefile = file
            return handle

        return self._tried(opened)

    def _done(self, work: Any) -> int:
        result = self._tried(work)
        return result if isinstance(result, int) else paramiko.SFTP_OK

    def remove(self, path: str) -> int:
        return self._done(lambda: self._at(path).unlink())

    def mkdir(self, path: str, attr: Any) -> int:
        return self._done(lambda: self._at(path).mkdir())

    def posix_rename(self, old: str, new: str) -> int:
        return self._done(lambda: self._at(old).replace(self._at(new)))

    rename = posix_rename


class _Doorman(paramiko.ServerInterface):
    def check_auth_password(self, username: str, password: str) -> int:
        known = (username, password) == ("anna", "secret")
        return paramiko.AUTH_SUCCESSFUL if known else paramiko.AUTH_FAILED

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return paramiko.OPEN_SUCCEEDED


class SftpServer:
    """Serves ``folder`` until ``close``; user anna, password secret."""

    def __init__(self, folder: Path) -> None:
        self._files = type("Files", (_Files,), {"root": folder})
        self._key = paramiko.RSAKey.generate(2048)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._transports: list[paramiko.Transport] = []
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            transport = paramiko.Transport(connection)
            transport.add_server_key(self._key)
            transport.set_subsystem_handler("sftp", SFTPServer, self._files)
            transport.start_server(server=_Doorman())
            self._transports.append(transport)

    def close(self) -> None:
        for transport in self._transports:
            transport.close()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(5)
