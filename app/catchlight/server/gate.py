"""Who asks, and what they may: the server's own token, a client's token with its scopes and its rate, or this machine itself."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

from catchlight.core.errors import UnknownEntry
from catchlight.core.messages import Message
from catchlight.server.errors import ServerError
from catchlight.server.loopback import is_loopback
from catchlight.store.generation import Generation
from catchlight.store.tokens import ClientToken, ClientTokens

CHALLENGE = {"WWW-Authenticate": "Bearer"}
REMEMBER_SECONDS = 1.0
"""How long a token that was looked up is known without asking the disk: so soon after it was revoked it is refused."""
_MOST_REMEMBERED = 1000
_KEY = "catchlight.requester"
_SENDING, _SENDING_SCOPE = frozenset({"POST", "PUT"}), "edit"
_SCOPES = (("/generations", "own"), ("/batches", "own"), ("/profile-picture/jobs", "own"), ("/metrics", "monitor"))
"""Which scope the paths that begin so need, where nothing is sent; all others need none."""
_FREE = frozenset({"/health", "/ready"})
"""What balancers and supervisors ask, who have no token. Nothing there tells of anybody's pictures."""


@dataclass(frozen=True)
class Requester:
    """Who asks. name: of the client's token; None for whoever the whole server belongs to."""

    name: str | None = None
    scopes: frozenset[str] = frozenset({"admin"})

    @property
    def everything(self) -> bool:
        """Whether what others had made may be seen and deleted too."""
        return "admin" in self.scopes

    @property
    def only_of(self) -> str | None:
        """The owner whose pictures may be seen; None for everybody's."""
        return None if self.everything else self.name

    def check_owner(self, kind: str, entry: str, owner: str | None) -> None:
        """Raises UnknownEntry for what belongs to somebody else: whether it exists is nobody's business."""
        if not self.everything and owner != self.name:
            raise UnknownEntry(kind, entry)

    def own(self, generation: Generation) -> Generation:
        """The generation. Raises UnknownEntry where it belongs to somebody else."""
        self.check_owner("generation", generation.id, generation.owner)
        return generation


def requester_of(request: Request) -> Requester:
    """Who asks, as the gate has found."""
    found = request.scope[_KEY]
    assert isinstance(found, Requester)
    return found


def needed_scope(method: str, path: str) -> str | None:
    """The scope that a token needs for a path; None where any good token will do."""
    if method in _SENDING:
        return _SENDING_SCOPE
    return next((scope for begin, scope in _SCOPES if path == begin or path.startswith(f"{begin}/")), None)


class Gate:
    """Admits requests. Used on the event loop alone; tokens are looked up beside it."""

    def __init__(
        self,
        token: str | None = None,
        tokens: ClientTokens | None = None,
        share: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """token: the server's own. tokens: of its clients; None asks none of them. With neither, host names of this machine are
        served freely; with either, ``/health`` and ``/ready`` alone are told
        without one. share: of each rate that this process allows, one of several.
        """
        self._token, self._tokens, self._share, self._clock = token, tokens, share, clock
        self._remembered: OrderedDict[bytes, tuple[float, ClientToken]] = OrderedDict()
        self._rates: dict[str, _Rate] = {}

    async def admit(self, scope: Scope) -> Requester:
        """Who asks, noted for ``requester_of``. Raises ServerError: unauthorized, forbidden, busy."""
        headers = Headers(scope=scope)
        if self._token is None and self._tokens is None:
            _check_host(headers)
            found = Requester()
        else:
            found = await self._holder(headers, scope["method"], scope["path"])
        scope[_KEY] = found
        return found

    async def _holder(self, headers: Headers, method: str, path: str) -> Requester:
        if path in _FREE and method in ("GET", "HEAD") and "authorization" not in headers:
            return Requester(scopes=frozenset())
        scheme, _, rest = headers.get("authorization", "").partition(" ")
        given = rest.strip()
        if scheme.lower() != "bearer" or not given:
            raise _unauthorized()
        if self._token is not None and hmac.compare_digest(given.encode(), self._token.encode()):
            return Requester()
        client = await self._client(given)
        if client is None:
            raise _unauthorized()
        self._count(client)
        needed = needed_scope(method, path)
        if needed is not None and not client.scopes & {needed, "admin"}:
            raise ServerError(
                "forbidden",
                Message(
                    "The token {name} may not do this: it needs the scope {scope}.", name=client.name, scope=needed
                ),
            )
        return Requester(client.name, client.scopes)

    async def _client(self, given: str) -> ClientToken | None:
        if self._tokens is None:
            return None
        key, now = hashlib.sha256(given.encode()).digest(), self._clock()
        known = self._remembered.get(key)
        if known is not None and known[0] > now:
            return known[1]
        found = await asyncio.to_thread(self._tokens.find, given)
        self._remembered.pop(key, None)
        if found is not None:
            self._remembered[key] = (now + REMEMBER_SECONDS, found)
            if len(self._remembered) > _MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return found

    def _count(self, client: ClientToken) -> None:
        rate = self._rates.setdefault(client.name, _Rate(self._clock()))
        wait = rate.take(max(1.0, client.rate * self._share), self._clock())
        if wait:
            raise ServerError(
                "busy",
                Message(
                    "The token {name} allows {rate} requests a minute; try again in {seconds:.0f} s.",
                    name=client.name,
                    rate=client.rate,
                    seconds=wait,
                ),
                {"Retry-After": f"{wait:.0f}"},
            )


@dataclass
class _Rate:
    """A token bucket: a minute's requests at once at most, and as many again in every minute."""

    at: float
    used: float = 0.0

    def take(self, rate: float, now: float) -> float:
        """Count one request; gives whole seconds to wait where there are too many, else 0."""
        self.used = max(0.0, self.used - (now - self.at) * rate / 60)
        self.at = now
        if self.used + 1 > rate:
            return max(1.0, -(-(self.used + 1 - rate) * 60 // rate))
        self.used += 1
        return 0.0


def _check_host(headers: Headers) -> None:
    """Raises ServerError ``unauthorized`` for a Host header that does not name this machine: a web page whose name was rebound
    to 127.0.0.1 sends its own name there.
    """
    host = headers.get("host", "localhost")
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host
    if not is_loopback(name):
        raise ServerError(
            "unauthorized", Message("Ask for 127.0.0.1 or localhost: other host names are not served."), CHALLENGE
        )


def _unauthorized() -> ServerError:
    return ServerError("unauthorized", Message("Send a token as Authorization: Bearer TOKEN."), CHALLENGE)
