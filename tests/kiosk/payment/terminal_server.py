"""A payment terminal on loopback as docs/kiosk-payment.md describes it, with faults on demand; counts what it holds and took."""

from __future__ import annotations

import json
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

Fault = Literal[
    "silent", "slow", "lost", "double", "busy", "garbled", "decline", "pending", "another", "less", "expired"
]
"""silent: hangs up before it does anything. slow: does it, and answers later than anybody waits. lost: does it, and hangs up.
double: answers twice on one connection. busy: 503. garbled: no JSON. decline: no. pending: to be asked again. another: the
answer is of another authorisation. less: a smaller amount. expired: what was held is let go before it is captured."""
SLOW_SECONDS = 0.6


@dataclass
class Held:
    """What the terminal has for a reference."""

    id: str
    reference: str
    amount: int
    currency: str
    state: str
    captures: int = 0


class TerminalServer:
    """faults: by path ("authorisations"; "look" for GET), each used up by one question."""

    def __init__(self, token: str = "") -> None:
        self.faults: dict[str, list[Fault]] = defaultdict(list)
        self.held: dict[str, Held] = {}
        """By reference; of two for one reference the later one."""
        self._made: list[Held] = []
        self.questions: list[str] = []
        self.token = token
        self.status: tuple[int, dict[str, Any]] = (200, {"state": "ready"})
        """Answer to ``GET /status``."""
        self._answers: dict[str, dict[str, Any]] = {}
        self._void: set[str] = set()
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                if self.path == "/status":
                    return _send(self, *server.status)
                server.answer(self, "look", {"id": self.path.rsplit("/", 1)[1]})

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.answer(self, self.path.strip("/"), body)

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="terminal")
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    @property
    def charged(self) -> int:
        """All that was taken, a second capture counted again."""
        return sum(one.amount * one.captures for one in self._made)

    @property
    def holding(self) -> int:
        """All that is held and neither taken nor let go."""
        return sum(one.amount for one in self._made if one.state in ("authorised", "pending"))

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, handler: BaseHTTPRequestHandler, what: str, body: dict[str, Any]) -> None:
        with self._lock:
            self.questions.append(what)
            fault = self.faults[what].pop(0) if self.faults[what] else None
            if self.token and handler.headers.get("Authorization") != f"Bearer {self.token}":
                return _send(handler, 401, {"message": "no such token"})
            if fault == "silent":
                return _hang_up(handler)
            if fault == "busy":
                return _send(handler, 503, {})
            status, said = self._done_once(what, body, handler.headers.get("Idempotency-Key", ""), fault)
        if fault == "slow":
            time.sleep(SLOW_SECONDS)
        if fault == "lost":
            return _hang_up(handler)
        if fault == "garbled":
            said = {"html": "<p>"}
        if fault == "another":
            said = {**said, "id": "a-0815", "reference": "of-somebody-else"}
        if fault == "less":
            said = {**said, "amount": 1}
        _send(handler, status, said)
        if fault == "double":
            _send(handler, status, said)

    def _done_once(self, what: str, body: dict[str, Any], key: str, fault: Fault | None) -> tuple[int, dict[str, Any]]:
        if key in self._answers and what != "look":
            return 200, self._answers[key]
        status, said = self._done(what, body, fault)
        if key and status == 200:
            self._answers[key] = said
        return status, said

    def _done(self, what: str, body: dict[str, Any], fault: Fault | None) -> tuple[int, dict[str, Any]]:
        if what == "quotes":
            return 200, {"id": f"q-{body['reference']}", "amount": body["amount"], "currency": body["currency"]}
        if what == "voids":
            return 200, self._let_go(body["reference"])
        if what == "authorisations":
            if body["reference"] in self._void:
                return 409, {"message": "voided before"}
            state = fault if fault == "pending" else "declined" if fault == "decline" else "authorised"
            made = Held(f"a-{len(self._made)}", body["reference"], body["amount"], body["currency"], state)
            self.held[made.reference] = made
            self._made.append(made)
            return 200, _told(made)
        found = next(one for one in self._made if one.id == body.get("authorisation", body.get("id")))
        if what == "look" and found.state == "pending" and fault != "pending":
            found.state = "authorised"
        if what == "captures":
            if fault == "expired":
                found.state = "voided"
            if found.state == "authorised":
                found.state, found.captures = "captured", found.captures + 1
        return 200, _told(found)

    def _let_go(self, reference: str) -> dict[str, Any]:
        self._void.add(reference)
        for one in self._made:
            if one.reference == reference and one.state != "captured":
                one.state = "voided"
        return {"reference": reference, "state": "voided"}


def _told(held: Held) -> dict[str, Any]:
    said = {"id": held.id, "reference": held.reference, "state": held.state}
    return {
        **said,
        "amount": held.amount,
        "currency": held.currency,
        "message": "Card\nrefused" if held.state == "declined" else "",
    }


def _send(handler: BaseHTTPRequestHandler, status: int, said: dict[str, Any]) -> None:
    data = json.dumps(said).encode()
    try:
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)
    except OSError:
        handler.close_connection = True  # who asked is gone


def _hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


@contextmanager
def terminal_server(token: str = "") -> Iterator[TerminalServer]:
    """A terminal that answers until the end."""
    server = TerminalServer(token)
    server.start()
    try:
        yield server
    finally:
        server.close()
