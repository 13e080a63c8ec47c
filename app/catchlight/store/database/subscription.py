"""Hearing of what other processes have done: PostgreSQL's LISTEN, on a connection of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from catchlight.core.retry import RetryPolicy

if TYPE_CHECKING:
    import psycopg

_LOOK_SECONDS = 0.5
"""How often the thread looks whether it is to end; what is told is heard at once."""
_RECONNECTING = RetryPolicy(first=0.25, longest=5.0)
"""Waits for a server that is away; there is no last one."""
_LOG = logging.getLogger(__name__)


class PostgresSubscription:
    """A thread that hears a channel until ``close``. Whenever the connection was made anew, ``missed`` is called."""

    def __init__(
        self,
        connect: Callable[[], psycopg.Connection[Any]],
        channel: str,
        heard: Callable[[str], object],
        missed: Callable[[], object],
    ) -> None:
        """connect: makes a connection that commits by itself. heard, missed: called on the thread, and neither wait nor raise."""
        self._connect, self._channel = connect, channel
        self._heard, self._missed = heard, missed
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"listen-{channel}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends within a second, or what an attempt to connect takes."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg
        from psycopg import sql

        failures = 0
        while not self._closing.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                    if failures:
                        _LOG.warning("The database is heard again on %s.", self._channel)
                    failures = 0
                    self._missed()
                    while not self._closing.is_set():
                        for note in connection.notifies(timeout=_LOOK_SECONDS):
                            self._heard(note.payload)
            except psycopg.Error:
                failures += 1
                if failures == 1:
                    _LOG.warning("The database went away; nothing is heard on %s until it is back.", self._channel)
                self._closing.wait(_RECONNECTING.wait(failures))
