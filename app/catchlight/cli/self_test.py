"""``catchlight --self-test``: whether this installation can do all that the program does, tried in a folder of its own.

Packages are tested with it where nothing but the program is installed: weights, every operation on the sample, the service
in a process of its own, the window without a display.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from rich.text import Text

from catchlight.cli import console
from catchlight.cli.program import CANCELLED, FAILED, OK, NoWindowError, Program
from catchlight.engine.errors import CatchlightError
from catchlight.paths import Home, resources

if TYPE_CHECKING:
    from collections.abc import Sequence


class Failed(Exception):
    """A part of the program does not work; the message says which and how."""


def self_test(program: Program) -> int:
    """Try every part, say a line of each, and give the exit code. Nothing is left behind."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="catchlight-self-test-") as folder:
        home = Home(Path(folder) / "home")
        parts: Sequence[tuple[str, Callable[[], str]]] = (
            ("weights", _weights),
            ("operations", lambda: _operations(program, home, Path(folder) / "demo")),
            ("service", lambda: _service(home)),
            ("window", lambda: _window(program, home)),
        )
        for name, part in parts:
            began = time.perf_counter()
            try:
                said = part()
            except KeyboardInterrupt:
                return CANCELLED
            except (Failed, CatchlightError, NoWindowError, OSError, httpx.HTTPError) as fault:
                failed += 1
                console.complain(f"{name}: {fault}")
                continue
            console.out().print(Text(f"ok  {name:12s} {said} ({time.perf_counter() - began:.1f} s)"))
    console.out().print(
        Text("Self-test passed." if not failed else f"Self-test failed: {failed} of {len(parts)} parts.")
    )
    return FAILED if failed else OK


def _weights() -> str:
    """Every weight file against its checksum."""
    from catchlight.engine.models import Models

    models = Models()
    for name in models.manifest:
        models.weights(name)
    return f"{len(models.manifest)} files as shipped"


def _operations(program: Program, home: Home, folder: Path) -> str:
    """The demo: each operation on the sample."""
    from catchlight.cli.demo import demo_of

    code = demo_of(program, home, folder)
    if code == CANCELLED:
        raise KeyboardInterrupt
    if code != OK:
        raise Failed("an operation failed on the sample; its message stands above.")
    return f"{sum(1 for file in folder.rglob('*') if file.is_file())} files made"


def _service(home: Home) -> str:
    """A server process that answers, and edits the sample."""
    import base64

    data = (resources() / "samples" / "astronaut.png").read_bytes()
    body = {"imageDataUrl": "data:image/png;base64," + base64.b64encode(data).decode(), "adjustmentPrompt": "warmer"}
    with _served(home) as address, httpx.Client(base_url=address, timeout=120, trust_env=False) as client:
        version = client.get("/health").raise_for_status().json()["version"]
        answer = client.post("/image-edit/adjust", json=body).raise_for_status().json()
        if not str(answer.get("image", "")).startswith("data:image/"):
            raise Failed("the service answered an edit without a picture.")
        if client.get("/docs").status_code != 200:
            raise Failed("the service has no page of documentation.")
    return f"version {version} answered an edit"


@contextlib.contextmanager
def _served(home: Home) -> Iterator[str]:
    """The address of ``catchlight serve`` in a process of its own."""
    command = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "catchlight"]
    said = home.root.with_name("service.log")
    with (
        said.open("w") as log,
        subprocess.Popen(
            [*command, "serve", "--port", "0", "--home", str(home.root)], stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        try:
            yield _address(process, said)
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def _address(process: subprocess.Popen[str], said: Path) -> str:
    """What the process says first. Raises Failed with what it said on stderr where it ends before."""
    assert process.stdout is not None
    words = process.stdout.readline().split()
    if not words:
        last = said.read_text(errors="replace").strip().splitlines()[-3:]
        raise Failed(f"the service did not start. {' '.join(last)}")
    return words[-1]


def _window(program: Program, home: Home) -> str:
    """The window with the sample, drawn without a display, every tab once."""
    return f"{program.try_window(home)} tabs drawn"
