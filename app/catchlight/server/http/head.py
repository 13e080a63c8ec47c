"""HEAD for every path that answers GET: the same head, and no body (RFC 9110, section 9.3.2)."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadMiddleware:
    """Lets the app answer GET and sends the head of that. Streams, which have no end of their own, are left at once."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        answered = False

        async def head_alone(message: Message) -> None:
            nonlocal answered
            if answered:
                return
            if message["type"] == "http.response.start":
                answered = True
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        async def gone() -> Message:
            return {"type": "http.disconnect"} if answered else await receive()

        scope["method"] = "GET"
        try:
            await self._app(scope, gone, head_alone)
        finally:
            scope["method"] = "HEAD"
