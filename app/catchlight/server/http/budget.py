"""How many bytes of bodies and answers may be in memory at once; who comes later waits unread, at no cost to us."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from catchlight.core.messages import Message
from catchlight.server.errors import busy

WAIT_SECONDS = 20.0
"""How long a request may wait for room before it is told to come again."""


class Budget:
    """Room for bytes, given out in the order of asking. Used on the event loop alone.

    A body takes room as it comes, so that nobody holds what he has only announced. Where bodies that are still coming hold all of
    it, each would wait for the others: then the oldest goes on beyond the total. So there is never more than that and one body.
    While a body waits, the client's bytes stay in the network, which holds them back.
    """

    def __init__(self, total: int, changed: Callable[[int], None] = lambda used: None) -> None:
        """total: bytes; a request larger than that is let in alone. changed: hears the bytes in use."""
        self._total = total
        self._changed = changed
        self._used = 0
        self._waiting: deque[_Turn] = deque()
        self._arriving: dict[BudgetShare, None] = {}
        """Shares of bodies that are on their way, the oldest first."""

    @property
    def used(self) -> int:
        return self._used

    async def share(self, size: int) -> BudgetShare:
        """Room for ``size`` bytes. Raises ServerError ``busy`` when none gets free in time."""
        share = BudgetShare(self)
        self._arriving[share] = None
        try:
            await self.extend(share, size)
        except BaseException:
            self.complete(share)
            raise
        return share

    async def extend(self, share: BudgetShare, by: int) -> None:
        """Room for so many bytes more. Raises ServerError ``busy`` when none gets free in time."""
        if self._must_go_on(share) or (not self._waiting and self._fits(by)):
            share.size += by
            self.change(by)
        else:
            await self._wait(_Turn(share, by, asyncio.get_running_loop().create_future()))

    def change(self, by: int) -> None:
        """Add to the bytes in use, or take from them and let in who waits."""
        self._used += by
        self._let_in()
        self._changed(self._used)

    def complete(self, share: BudgetShare) -> None:
        """The body has come, or comes no more: the next one is the oldest."""
        self._arriving.pop(share, None)

    async def _wait(self, turn: _Turn) -> None:
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await turn.come
        except BaseException as fault:
            if turn.come.done() and not turn.come.cancelled():
                turn.share.size -= turn.size  # the turn came in the same moment
                self.change(-turn.size)
            else:
                self._waiting.remove(turn)
                self._let_in()
            if isinstance(fault, TimeoutError):
                raise busy(Message("Too many large pictures are on their way; try again shortly.")) from None
            raise

    def _let_in(self) -> None:
        for turn in [turn for turn in self._waiting if self._must_go_on(turn.share)]:
            self._waiting.remove(turn)
            self._come(turn)
        while self._waiting and self._fits(self._waiting[0].size):
            self._come(self._waiting.popleft())

    def _come(self, turn: _Turn) -> None:
        if not turn.come.done():
            self._used += turn.size
            turn.share.size += turn.size
            turn.come.set_result(None)

    def _must_go_on(self, share: BudgetShare) -> bool:
        """Whether it is the oldest on its way, and none whose body is there will give room back."""
        oldest = next(iter(self._arriving), None)
        return share is oldest and self._used == sum(coming.size for coming in self._arriving)

    def _fits(self, size: int) -> bool:
        return self._used == 0 or self._used + size <= self._total


class BudgetShare:
    """Bytes that one request holds."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.size = 0

    async def grow(self, by: int) -> None:
        """Hold so many more, of a body that is on its way. Raises ServerError ``busy`` when there is no room in time."""
        await self._budget.extend(self, by)

    def resize(self, size: int) -> None:
        """Hold that many from now on, the body being there: an answer may be more than it was, and is not made to wait."""
        self._budget.complete(self)
        change, self.size = size - self.size, size
        self._budget.change(change)

    def give_back(self) -> None:
        """Hold nothing; may be called again."""
        self.resize(0)


@dataclass(eq=False)
class _Turn:
    """Somebody who waits for room."""

    share: BudgetShare
    size: int
    come: asyncio.Future[None]
