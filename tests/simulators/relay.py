"""A TCP port in front of a server's socket, as a network is in front of a database."""

from __future__ import annotations

import selectors
import socket
import threading
from pathlib import Path
from types import TracebackType
from typing import Self


class Relay:
    """Passes bytes on between connections to ``port`` of this machine and a socket in the file system, until it is left."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._bound = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._bound.getsockname()[1]
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="relay")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _fault: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._wake.send(b".")
        self._thread.join()
        for one in (self._bound, self._wake, self._woken):
            one.close()

    def _run(self) -> None:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._bound, selectors.EVENT_READ)
            waiting.register(self._woken, selectors.EVENT_READ)
            while True:
                for key, _ in waiting.select():
                    if key.fileobj is self._woken:
                        self._end(waiting)
                        return
                    if key.fileobj is self._bound:
                        self._accept(waiting)
                    elif key.fileobj in {one.fileobj for one in waiting.get_map().values()}:
                        self._pass_on(waiting, key)

    def _accept(self, waiting: selectors.DefaultSelector) -> None:
        near, _ = self._bound.accept()
        far = socket.socket(socket.AF_UNIX)
        far.connect(str(self._target))
        waiting.register(near, selectors.EVENT_READ, far)
        waiting.register(far, selectors.EVENT_READ, near)

    def _pass_on(self, waiting: selectors.DefaultSelector, key: selectors.SelectorKey) -> None:
        source, target = key.fileobj, key.data
        assert isinstance(source, socket.socket)
        try:
            data = source.recv(65536)
            target.sendall(data)
        except OSError:
            data = b""
        if not data:
            for one in (source, target):
                waiting.unregister(one)
                one.close()

    def _end(self, waiting: selectors.DefaultSelector) -> None:
        for key in [*waiting.get_map().values()]:
            if key.data is not None and isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
