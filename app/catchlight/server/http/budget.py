"""How many bytes of bodies and answers may be in memory at once; who comes later waits unread, at no cost to us."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from catchlight.core.messages import Message
from catchlight.server.errors import busy

WAIT_SECONDS = 20.0
"""How long a request may wait for room before it is told to come again."""


class Budget:
    """Room for bytes, given out in the order of asking. Used on the event loop alone.

    A body's whole length is reserved before its first byte is read: nobody can hold a part and wait for the rest.
    Until then the client's bytes stay in the network, which holds them back.
    """

    def __init__(self, total: int, changed: Callable[[int], None] = lambda used: None) -> None:
        """total: bytes; a request larger than that is let in alone. changed: hears the bytes in use."""
        self._total = total
        self._changed = changed
        self._used = 0
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    @property
    def used(self) -> int:
        return self._used

    async def share(self, size: int) -> BudgetShare:
        """Room for ``size`` bytes. Raises ServerError ``busy`` when none gets free in time."""
        if self._waiting or not self._fits(size):
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            entry = (size, turn)
            self._waiting.append(entry)
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    await turn
            except BaseException as fault:
                if turn.done() and not turn.cancelled():
                    self.change(-size)  # the turn came in the same moment
                else:
                    self._waiting.remove(entry)
                    self._let_in()
                if isinstance(fault, TimeoutError):
                    raise busy(Message("Too many large pictures are on their way; try again shortly.")) from None
                raise
        else:
            self.change(size)
        return BudgetShare(self, size)

    def change(self, by: int) -> None:
        """Add to the bytes in use, or take from them and let in who waits."""
        self._used += by
        self._let_in()
        self._changed(self._used)

    def _let_in(self) -> None:
        while self._waiting and self._fits(self._waiting[0][0]):
            size, turn = self._waiting.popleft()
            if not turn.done():
                self._used += size
                turn.set_result(None)

    def _fits(self, size: int) -> bool:
        return self._used == 0 or self._used + size <= self._total


class BudgetShare:
    """Bytes that one request holds."""

    def __init__(self, budget: Budget, size: int) -> None:
        self._budget = budget
        self._size = size

    def resize(self, size: int) -> None:
        """Hold that many from now on: an answer may be more than the body was, and is not made to wait."""
        change, self._size = size - self._size, size
        self._budget.change(change)

    def give_back(self) -> None:
        """Hold nothing; may be called again."""
        self.resize(0)
