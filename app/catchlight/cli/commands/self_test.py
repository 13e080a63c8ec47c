"""``catchlight self-test``, or ``--self-test``: whether this installation can do all that the program does, tried apart.

Packages are tested with it where nothing but the program is installed: weights, every operation on the sample, a sentence that
is refused, every optional package that is there, the service in a process of its own, the window without a display. Whatever is
logged as an exception meanwhile is a failure too.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
from rich.text import Text

from catchlight.cli import console
from catchlight.cli.program import CANCELLED, FAILED, OK, NoWindowError, Program
from catchlight.cli.system.watch_errors import FaultWatch
from catchlight.cli.system.watch_network import VARIABLE, NetworkWatch
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.paths import Home, resources


class SelfTestError(Exception):
    """A part of the program does not work; the message says which and how."""


def self_test(program: Program, own: Home | None = None) -> int:
    """Try every part, say a line of each, and give the exit code. Nothing is left behind.

    own: the user's folder, whose engines are told, where the parts are to be tried without any connection beyond this computer.
    """
    failed = 0
    with tempfile.TemporaryDirectory(prefix="catchlight-self-test-") as folder, contextlib.ExitStack() as ends:
        home = Home(Path(folder) / "home")
        parts: list[tuple[str, Callable[[], str]]] = [
            ("weights", _weights),
            ("operations", lambda: _operations(program, home, Path(folder) / "demo")),
            ("service", lambda: _service(home)),
            ("window", lambda: _window(program, home)),
        ]
        if own is not None:
            network = ends.enter_context(NetworkWatch())
            ends.enter_context(_environment(VARIABLE, "1"))
            parts.append(("offline", lambda: _offline(network, program, own)))
        for name, part in parts:
            began = time.perf_counter()
            try:
                with FaultWatch() as watch:
                    said = part()
                if watch.faults:
                    raise SelfTestError(f"something went wrong inside: {'; '.join(watch.faults)}")
            except KeyboardInterrupt:
                return CANCELLED
            except Exception as fault:  # noqa: BLE001 - whatever a part raises is what the test is for
                failed += 1
                told = isinstance(fault, SelfTestError | CatchlightError | NoWindowError)
                console.print_error(f"{name}: {'' if told else type(fault).__name__ + ': '}{fault}")
                continue
            console.out().print(Text(f"ok  {name:12s} {said} ({time.perf_counter() - began:.1f} s)"))
    console.out().print(
        Text("Self-test passed." if not failed else f"Self-test failed: {failed} of {len(parts)} parts.")
    )
    return FAILED if failed else OK


def _offline(network: NetworkWatch, program: Program, own: Home) -> str:
    """What was tried to reach meanwhile, and which engines may be reached in use. Raises SelfTestError."""
    if network.tried:
        raise SelfTestError(f"the program tried to reach {', '.join(dict.fromkeys(network.tried))}.")
    rows = program.engines(own).rows
    engines = ", ".join(f"{row.id} at {row.address}" for row in rows) if rows else "no engine configured"
    return f"no connection beyond this computer was tried; {engines}"


@contextlib.contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    """A variable for the processes that are started meanwhile."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _weights() -> str:
    """Every weight file against its checksum; the sentence encoder, which has its own, must tell what is near."""
    from catchlight.models.registry import Models

    models = Models()
    for name in models.manifest:
        models.weights(name)
    _encode()
    return f"{len(models.manifest)} files as shipped, the sentence encoder works"


def _encode() -> None:
    from catchlight.operations.sentences import encoder

    try:
        dye, colour, crop = encoder()(("dye his locks chestnut", "make the hair dark brown", "crop the sky"))
    except OSError as fault:
        raise SelfTestError(f"the sentence encoder lacks a file: {fault}") from fault
    if not dye @ colour > dye @ crop:
        raise SelfTestError("the sentence encoder is there, and does not work.")


def _operations(program: Program, home: Home, folder: Path) -> str:
    """The demo, which is each operation on the sample; a sentence that is refused; what is optional and installed."""
    from catchlight.cli.commands.demo import demo_of

    code = demo_of(program, home, folder)
    if code == CANCELLED:
        raise KeyboardInterrupt
    if code != OK:
        raise SelfTestError("an operation failed on the sample; its message stands above.")
    made = sum(1 for file in folder.rglob("*") if file.is_file())
    refuse_a_sentence(program, home)
    optional = [
        name for name, module, use in OPTIONAL if importlib.util.find_spec(module) is not None and use() is None
    ]
    return f"{made} files made, a sentence refused, optional: {', '.join(optional) or 'nothing installed'}"


def refuse_a_sentence(program: Program, home: Home) -> None:
    """Ask for what nobody can understand. Raises Failed unless it is refused with something near that would be understood."""
    from catchlight.service.editor import EditRequest
    from catchlight.service.files.reading import read_picture

    operation = program.operations()["adjust"]
    picture = read_picture(resources() / "samples" / "astronaut.png", program.limits(home))
    for sentence in ("zorble the frumps", "把它变成独角兽"):
        params = operation.params(adjustment_prompt=sentence)
        try:
            program.editor(home, program.catalogue(home)).run(EditRequest(operation.id, params, (picture,)), Progress())
        except CatchlightError as refusal:
            if refusal.code != "prompt_not_understood" or refusal.message.count(";") < 2:
                raise SelfTestError(
                    f"a sentence that means nothing was not refused as such: {refusal.message}"
                ) from refusal
        else:
            raise SelfTestError("a sentence that means nothing was taken for one that does.")


def _delivers(address: str) -> None:
    """A delivery to a port of this machine that nobody listens at: it must get as far as the connection."""
    from catchlight.service.delivery.deliver import target_of

    try:
        target_of(address, {}).read("probe")
    except CatchlightError as fault:
        if not isinstance(fault.__cause__, OSError | httpx.TransportError):
            raise SelfTestError(f"{fault.message} ({type(fault.__cause__).__name__})") from fault


def _knows_s3() -> None:
    """The file system, and the descriptions of the service that its client is made from."""
    import botocore.session
    from fsspec import get_filesystem_class

    get_filesystem_class("s3")
    names = {"aws_access_key_id": "none", "aws_secret_access_key": "none", "region_name": "eu-central-1"}
    botocore.session.Session().create_client("s3", **names)


def _signs() -> None:
    """An identity, a signature by it, and the look at both."""
    from catchlight.credentials.identity import make_identity
    from catchlight.credentials.reading import read_anchors, read_credentials
    from catchlight.credentials.sign import sign
    from catchlight.imaging.io import codec

    data = (resources() / "samples" / "astronaut.png").read_bytes()
    with tempfile.TemporaryDirectory(prefix="catchlight-self-test-") as folder:
        signed = sign(data, "image/png", codec.decode(data), make_identity(Path(folder), "Self-test"))
        report = read_credentials(signed, read_anchors(Path(folder)))
    if report.state != "trusted":
        raise SelfTestError(f"a file that was just signed is found {report.state}: {', '.join(report.codes)}.")


OPTIONAL: Sequence[tuple[str, str, Callable[[], None]]] = (
    ("s3", "s3fs", _knows_s3),
    ("sftp", "paramiko", lambda: _delivers("sftp://127.0.0.1:9/catchlight")),
    ("webdav", "webdav4", lambda: _delivers("webdav+http://127.0.0.1:9/catchlight")),
    ("credentials", "c2pa", _signs),
)
"""What the program can do with packages that need not be there: its name, a module by which it is known, and a use of it.

A use raises Failed, or whatever a package without its data raises.
"""


def _service(home: Home) -> str:
    """A server process that answers, and edits the sample."""
    import base64

    data = (resources() / "samples" / "astronaut.png").read_bytes()
    body = {"imageDataUrl": "data:image/png;base64," + base64.b64encode(data).decode(), "adjustmentPrompt": "warmer"}
    with _served(home) as address, httpx.Client(base_url=address, timeout=120, trust_env=False) as client:
        version = client.get("/health").raise_for_status().json()["version"]
        answer = client.post("/image-edit/adjust", json=body).raise_for_status().json()
        if not str(answer.get("image", "")).startswith("data:image/"):
            raise SelfTestError("the service answered an edit without a picture.")
        if client.get("/docs").status_code != 200:
            raise SelfTestError("the service has no page of documentation.")
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
    told = said.read_text(errors="replace")
    if "Traceback (most recent call last)" in told or " ERROR " in told:
        raise SelfTestError(f"the service logged a fault. {' '.join(told.strip().splitlines()[-1:])}")


def _address(process: subprocess.Popen[str], said: Path) -> str:
    """What the process says first. Raises Failed with what it said on stderr where it ends before."""
    assert process.stdout is not None
    words = process.stdout.readline().split()
    if not words:
        last = said.read_text(errors="replace").strip().splitlines()[-3:]
        raise SelfTestError(f"the service did not start. {' '.join(last)}")
    return words[-1]


def _window(program: Program, home: Home) -> str:
    """The window with the sample, drawn without a display, every tab once."""
    return f"{program.try_window(home)} tabs drawn"
