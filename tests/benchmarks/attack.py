"""A service under attack: python -m tests.benchmarks.attack [--seconds 12] [NAME ...]

Each attack runs against a server of its own with one worker process, over loopback. Meanwhile a probe in a process of its own
asks for /health, and a good client for an edit of a small picture; in the middle of the attack the server is told to stop. Bars:
95 % of the answers to /health within 100 ms, the good client served within 2 s where the attack asks for no work, stopped within
10 s of SIGTERM, no error in the log. ``--parsers`` measures what hostile text costs at 125 kB to 1 MB instead; linear cost
doubles with the length at most. Attackers, probe and server share the machine: run it on one that does nothing else.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from catchlight.core.errors import CatchlightError
from catchlight.operations.registry import OPERATIONS
from catchlight.service.data_url import read_data_url
from catchlight.service.wire import body_model, read_body
from catchlight.store.jobs.events import place_of

from tests.benchmarks.load import _PROBE
from tests.benchmarks.servers import asked, row, sample, served
from tests.imaging.io.test_hostile import progressive
from tests.server.conftest import data_url

PATH = OPERATIONS["adjust"].path
HEAD = f"POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
HEALTH_BAR, EDIT_BAR, STOP_BAR = 0.1, 2.0, 10.0
BARRED = ("idle and slow", "slow bodies", "held room", "many scans")
"""Attacks during which the good client has its bar: they ask for no work, or for decoding, which is done beside the edits. With
the others it shares the thread of edits."""
LENGTHS = (125_000, 250_000, 500_000, 1_000_000)


def _open(port: int, sent: bytes) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=5)
    made.sendall(sent)
    return made


def idle_and_slow(port: int, going: threading.Event) -> None:
    """500 connections that say nothing and 50 whose heads come byte by byte; whoever is thrown out comes again."""
    _hold(port, going, [b""] * 500 + [b"G"] * 50)


def slow_bodies(port: int, going: threading.Event) -> None:
    """50 edits of 40 MB each, of which a byte comes now and then."""
    _hold(port, going, [f"{HEAD}Content-Length: 40000000\r\n\r\n{{".encode()] * 50)


def held_room(port: int, going: threading.Event) -> None:
    """50 edits of 40 MB each, of which the first 64 KB come at once."""
    _hold(port, going, [f"{HEAD}Content-Length: 40000000\r\n\r\n".encode() + b" " * 65_536] * 50)


def _hold(port: int, going: threading.Event, heads: list[bytes]) -> None:
    held: dict[int, socket.socket] = {}
    while not going.wait(0.5):
        for number, head in enumerate(heads):
            with contextlib.suppress(OSError):
                if number not in held:
                    held[number] = _open(port, head)
                elif head:
                    held[number].sendall(b" " if len(head) > 1 else b"x")
                elif not held[number].recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK):
                    raise ConnectionResetError
                continue
            with contextlib.suppress(KeyError):
                held.pop(number).close()
    for connection in held.values():
        connection.close()


def garbage(port: int, going: threading.Event) -> None:
    """What is no HTTP, as fast as it goes."""
    while not going.is_set():
        with contextlib.suppress(OSError), _open(port, b"\x16\x03\x01" + b"\xff" * 2000) as connection:
            connection.recv(1000)


def _posting(body: bytes) -> Callable[[int, threading.Event], None]:
    def post(port: int, going: threading.Event) -> None:
        while not going.is_set():
            with contextlib.suppress(OSError, ValueError):
                asked(port, "POST", PATH, body)

    return post


def _picture(data: bytes, media_type: str) -> bytes:
    return json.dumps({"imageDataUrl": data_url(data, media_type), "adjustmentPrompt": "warmer"}).encode()


def attacks() -> dict[str, tuple[int, Callable[[int, threading.Event], None]]]:
    """Each attack by its name: how many attackers, and what each does until it is told to end."""
    deep = b'{"imageDataUrl":' + b'{"a":' * 180_000
    return {
        "idle and slow": (1, idle_and_slow),
        "slow bodies": (1, slow_bodies),
        "held room": (1, held_room),
        "garbage": (4, garbage),
        "deep JSON": (4, _posting(deep)),
        "commas": (4, _posting(json.dumps({"imageDataUrl": "data:" + "," * 1_000_000}).encode())),
        "many scans": (2, _posting(_picture(progressive(60, 4000, 3000), "image/jpeg"))),
    }


@dataclass
class Seen:
    """What the good client met."""

    times: list[float] = field(default_factory=list)
    refused: int = 0


def good_client(port: int, body: bytes, going: threading.Event, seen: Seen) -> None:
    while not going.wait(0.3):
        began = time.perf_counter()
        with contextlib.suppress(OSError):
            status = asked(port, "POST", PATH, body)[0]
            if status == 200:
                seen.times.append(time.perf_counter() - began)
            else:
                seen.refused += 1


def attack(name: str, count: int, one: Callable[[int, threading.Event], None], seconds: float) -> bool:
    """One attack; whether every bar was kept."""
    body, seen, going, leaving = _picture(sample(0.3), "image/jpeg"), Seen(), threading.Event(), threading.Event()
    print(name)
    with served(1) as (process, port):
        asked(port, "POST", PATH, body)
        attackers = [threading.Thread(target=one, args=(port, going)) for _ in range(count)]
        for thread in attackers:
            thread.start()
        time.sleep(2)
        probe = subprocess.Popen(
            [sys.executable, "-c", _PROBE, "127.0.0.1", str(port), str(seconds)], stdout=subprocess.PIPE, text=True
        )
        client = threading.Thread(target=good_client, args=(port, body, leaving, seen))
        client.start()
        health = sorted(float(line) for line in probe.communicate()[0].split())
        leaving.set()
        client.join()
        stopped = _stopped(process)
        going.set()
        for thread in attackers:
            thread.join()
    return _told(health, seen, stopped, name in BARRED)


def _told(health: list[float], seen: Seen, stopped: float, undisturbed: bool) -> bool:
    slow = health[int(len(health) * 0.95)] if health else float("inf")
    longest = max(seen.times, default=float("inf"))
    good = {"health": slow < HEALTH_BAR, "edit": longest < EDIT_BAR or not undisturbed, "stop": stopped < STOP_BAR}
    row(
        "/health, 95 % within", f"{slow * 1000:.0f} ms of {len(health)}, bar {HEALTH_BAR * 1000:.0f} ms", good["health"]
    )
    middle = statistics.median(seen.times) if seen.times else float("inf")
    told = f"{len(seen.times)} served, {seen.refused} told to wait, median {middle:.2f} s, longest {longest:.2f} s"
    row(
        "a good client's edit",
        f"{told}, bar {EDIT_BAR} s" if undisturbed else told,
        good["edit"] if undisturbed else None,
    )
    row("stopped after SIGTERM", f"{stopped:.1f} s, bar {STOP_BAR:.0f} s", good["stop"])
    return all(good.values())


def _stopped(process: int) -> float:
    """Seconds from SIGTERM to the end of the process."""
    import os

    began = time.monotonic()
    os.kill(process, signal.SIGTERM)
    while time.monotonic() - began < 30:
        with contextlib.suppress(ChildProcessError):
            if os.waitpid(process, os.WNOHANG)[0]:
                break
        time.sleep(0.05)
    return time.monotonic() - began


def texts() -> Iterator[tuple[str, Callable[[int], Callable[[], object]]]]:
    """What is read of hostile text, by its length."""
    model = body_model(OPERATIONS["adjust"])

    def url(text: str) -> Callable[[], object]:
        return lambda: read_data_url(text, "imageDataUrl", 40_000_000)

    def body(data: bytes) -> Callable[[], object]:
        return lambda: read_body(model, data)

    yield "data URL of commas", lambda n: url("data:" + "," * n)
    yield "data URL of quotes", lambda n: url('data:;x="' + '\\"' * (n // 2))
    yield "data URL of per cents", lambda n: url("data:;base64," + "%" * n)
    yield "data URL of line breaks", lambda n: url("data:;base64," + "AAAA\r\n" * (n // 6))
    yield "data URL of spaces", lambda n: url(" " * n + "data:,x")
    yield "deep JSON", lambda n: body(b'{"imageDataUrl":' + b"[" * n)
    yield "JSON of many fields", lambda n: body(b"{" + b'"a":1,' * (n // 6) + b'"b":1}')
    yield "JSON of a long field's name", lambda n: body(b'{"' + b"a" * n + b'":1}')
    yield "JSON of escapes", lambda n: body(b'{"imageDataUrl":"' + b"\\u0041" * (n // 6) + b'"}')
    yield "Last-Event-ID", lambda n: lambda: place_of("job_" + "1:" * (n // 2))


def parsers() -> bool:
    """Seconds at each length; whether none grows faster than linearly."""
    good = True
    for name, made in texts():
        times = []
        for length in LENGTHS:
            work, best = made(length), float("inf")
            for _ in range(5):
                began = time.process_time()
                with contextlib.suppress(CatchlightError, ValueError):
                    work()
                best = min(best, time.process_time() - began)
            times.append(best)
        linear = times[-1] < 0.002 or times[-1] / max(times[0], 1e-5) < 1.5 * LENGTHS[-1] / LENGTHS[0]
        good &= linear
        row(name, "  ".join(f"{seconds * 1000:7.2f} ms" for seconds in times), linear)
    return good


def main() -> None:
    known = attacks()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*known, []], metavar="NAME")
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--parsers", action="store_true")
    options = parser.parse_args()
    if options.parsers:
        sys.exit(0 if parsers() else 1)
    kept = [attack(name, *known[name], options.seconds) for name in options.names or known]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
