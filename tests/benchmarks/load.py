"""How the service holds under load.

python -m tests.benchmarks.load [--seconds 60] [--clients 64] [--workers 1 2]

Clients ask for edits of a picture of 2 megapixels as fast as they are answered; who is told that the queue is full waits as
long as the answer says. Clients, probe and server share the machine.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from catchlight.operations.registry import OPERATIONS
from catchlight.server.monitoring.metrics import resident_bytes

from tests.benchmarks.servers import asked, row, sample, served

HEALTH_BAR = 0.050
MEMORY_BAR = {1: 3000, 2: 4500}
"""MB of all server processes together, by workers: bodies and answers may take 512 of it, the rest is the edits' own."""
PICTURES = 6
"""More than a server keeps analyses of."""
EDITS: dict[str, dict[str, Any]] = {
    "adjust": {"adjustmentPrompt": "warmer, lift the shadows"},
    "edit": {"userPrompt": "brighten", "hotspot": {"x": 700, "y": 300}},
    "hair": {"hairColor": "copper"},
    "id_photo": {"spec": "uk_passport"},
}
_PROBE = """
import http.client, sys, time
host, port, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
end = time.monotonic() + seconds
while time.monotonic() < end:
    began = time.perf_counter()
    connection = http.client.HTTPConnection(host, port, timeout=30)
    connection.request("GET", "/health")
    status = connection.getresponse().read() and 1
    connection.close()
    print(time.perf_counter() - began)
    time.sleep(0.05)
"""


@dataclass
class Seen:
    """What the clients met."""

    statuses: Counter[str] = field(default_factory=Counter)
    edits: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    untold: int = 0
    """Refusals for load that do not say when to come again."""
    faults: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)


def bodies() -> list[tuple[str, str, bytes]]:
    """Operation, path and body of the edits that the clients choose from."""
    found = []
    for place in range(PICTURES):
        url = "data:image/jpeg;base64," + base64.b64encode(sample(2, 0.9 + 0.03 * place)).decode()
        for name, fields in EDITS.items():
            found.append((name, OPERATIONS[name].path, json.dumps({"imageDataUrl": url, **fields}).encode()))
    return found


def client(port: int, wishes: list[tuple[str, str, bytes]], end: float, seen: Seen, seed: int) -> None:
    chance = random.Random(seed)
    while time.monotonic() < end:
        name, path, body = chance.choice(wishes)
        began = time.perf_counter()
        try:
            status, headers, content = asked(port, "POST", path, body)
        except OSError as fault:
            with seen.lock:
                seen.faults[type(fault).__name__] += 1
            continue
        with seen.lock:
            seen.statuses[str(status)] += 1
            if status == 200:
                seen.edits[name] += 1
                seen.times.append(time.perf_counter() - began)
            elif status != 429:
                seen.faults[f"{name} {content[:80]!r}"] += 1
        if status in (429, 503):
            wait = headers.get("Retry-After")
            with seen.lock:
                seen.untold += wait is None
            time.sleep(min(float(wait or 1), max(0.0, end - time.monotonic())))


def processes(root: int) -> list[int]:
    """A process and all below it."""
    found = [root]
    for task in Path(f"/proc/{root}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in task.read_text().split():
                found += processes(int(child))
    return found


def memory(root: int) -> float:
    """Resident MB of a process and all below it."""
    return sum(resident_bytes(process) or 0 for process in processes(root)) / 1e6


def load(workers: int, clients: int, seconds: float, wishes: list[tuple[str, str, bytes]]) -> bool:
    """One run; whether every bar was kept."""
    seen = Seen()
    with served(workers) as (process, port):
        idle = memory(process)
        probe = subprocess.Popen(
            [sys.executable, "-c", _PROBE, "127.0.0.1", str(port), str(seconds)], stdout=subprocess.PIPE, text=True
        )
        began = time.monotonic()
        end = began + seconds
        threads = [threading.Thread(target=client, args=(port, wishes, end, seen, number)) for number in range(clients)]
        for thread in threads:
            thread.start()
        peak = idle
        while any(thread.is_alive() for thread in threads):
            peak = max(peak, memory(process))
            time.sleep(0.2)
        elapsed = time.monotonic() - began
        said, _ = probe.communicate()
    health = sorted(float(line) for line in said.split())
    p50, p95, p99 = (health[int(len(health) * share)] for share in (0.5, 0.95, 0.99))
    good = {
        "errors": not seen.faults and not [status for status in seen.statuses if status not in ("200", "429")],
        "Retry-After": seen.untold == 0,
        "health": p95 < HEALTH_BAR,
        "memory": peak < MEMORY_BAR.get(workers, 2500 * workers),
    }
    print(f"\n{clients} clients for {seconds:.0f} s against {workers} worker process(es)")
    row("answers by status", ", ".join(f"{status}: {count}" for status, count in sorted(seen.statuses.items())))
    row("faults", ", ".join(f"{what}: {count}" for what, count in seen.faults.items()) or "none", good["errors"])
    row("429 without Retry-After", str(seen.untold), good["Retry-After"])
    row("edits", ", ".join(f"{name}: {count}" for name, count in sorted(seen.edits.items())))
    row("edits per second", f"{sum(seen.edits.values()) / elapsed:.2f}, in {elapsed:.0f} s until the last answer")
    if seen.times:
        row("edit with its waiting, median", f"{statistics.median(seen.times):.1f} s")
    times = f"p50 {p50 * 1e3:.1f}  p95 {p95 * 1e3:.1f}  p99 {p99 * 1e3:.1f} ms of {len(health)}"
    row("/health meanwhile", f"{times}, bar p95 < {HEALTH_BAR * 1e3:.0f} ms", good["health"])
    row(
        "memory of the server", f"idle {idle:.0f}, peak {peak:.0f} MB, bar {MEMORY_BAR.get(workers)} MB", good["memory"]
    )
    return all(good.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    options = parser.parse_args()
    wishes = bodies()
    kept = [load(workers, options.clients, options.seconds, wishes) for workers in options.workers]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
