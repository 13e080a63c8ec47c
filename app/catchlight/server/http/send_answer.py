"""Sending an answer piece by piece: a slow reader holds its own bytes, counted, and not for ever."""

from __future__ import annotations

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from catchlight.core.progress import Cancelled
from catchlight.server.http.budget import BudgetShare

PIECE = 1 << 18
"""Bytes that the transport is handed at once; it takes the next ones when it has passed these on."""
SECONDS = 60.0
"""How long one piece may take to be read."""


class BudgetedResponse(Response):
    """A whole answer in memory whose share of the budget is given back when it is sent, or its reader is gone."""

    def __init__(self, content: bytes, media_type: str, share: BudgetShare) -> None:
        super().__init__(content, media_type=media_type)
        self._share = share

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            content = memoryview(self.body)
            for place in range(0, len(content) or 1, PIECE):
                async with asyncio.timeout(SECONDS):
                    await send(
                        {
                            "type": "http.response.body",
                            "body": bytes(content[place : place + PIECE]),
                            "more_body": place + PIECE < len(content),
                        }
                    )
        except TimeoutError:
            raise Cancelled from None
        finally:
            self._share.give_back()
