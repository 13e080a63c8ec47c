"""What the stores need of a database, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection

from catchlight.core.messages import Message


class Subscription(Protocol):
    """What is listened to until it is closed."""

    def close(self) -> None: ...


class Database(Protocol):
    """Tables of one schema. Safe for several threads, and for several processes."""

    @property
    def notices(self) -> tuple[Message, ...]:
        """What had to be mended when it was opened."""
        ...

    @property
    def shared(self) -> bool:
        """Whether other machines may be at it: then clocks and processes of this one say nothing about its rows' owners."""
        ...

    def read(self) -> AbstractContextManager[Connection]:
        """A transaction that sees one state. Raises StorageFault."""
        ...

    def write(self) -> AbstractContextManager[Connection]:
        """A transaction that is durable when it ends. Raises StorageFault.

        In SQLite it holds the write lock of the whole file from its beginning; elsewhere what must not happen twice at once
        takes ``lock`` first.
        """
        ...

    def check(self) -> None:
        """Raises StorageFault where nothing could be written: the server is away, or was made a stand-by."""
        ...

    def lock(self, connection: Connection, name: str) -> None:
        """Wait until no other transaction holds the lock of this name, and hold it to the end of this one."""
        ...

    def now(self, connection: Connection) -> float:
        """Seconds since 1970 by the one clock that everybody at this database goes by."""
        ...

    def notify(self, connection: Connection, channel: str, payload: str) -> None:
        """Tell whoever listens, when the transaction has ended well. Without listeners beyond this process: nothing."""
        ...

    def listen(self, channel: str, heard: Callable[[str], object], missed: Callable[[], object]) -> Subscription:
        """Until it is closed ``heard`` is called with every payload that anybody tells on the channel.

        missed: called at the beginning, and whenever the connection was lost and is there again: anything may have been told in
        between. Both are called on another thread and must neither wait nor raise. At a file nothing is ever heard: look for
        what is new.
        """
        ...

    def close(self) -> None: ...
