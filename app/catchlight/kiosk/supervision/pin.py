"""The PIN of the admin page: kept as a salted scrypt hash, and guessed at ever more slowly."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import itertools
import json
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

from catchlight.core.errors import InvalidRequest, StorageFault
from catchlight.core.files.writing import write_atomic
from catchlight.core.messages import Message

LEAST, MOST = 4, 12
"""Digits of a PIN."""
_COST = {"n": 1 << 14, "r": 8, "p": 1}
"""Of scrypt (RFC 7914): 16 MB and some 50 ms a guess."""
_FREE = 2
"""Wrong ones after which there is no delay yet."""
_LONGEST = 3600.0


def hash_pin(pin: str) -> str:
    """``scrypt$n$r$p$salt$hash``, salt and hash in base64, with a new salt. Raises InvalidRequest for a PIN that is too easy."""
    if not (pin.isascii() and pin.isdigit() and LEAST <= len(pin) <= MOST):
        raise InvalidRequest(Message("A PIN has {least} to {most} digits.", least=LEAST, most=MOST))
    steps = {(int(b) - int(a)) % 10 for a, b in itertools.pairwise(pin)}
    if steps in ({0}, {1}, {9}):
        raise InvalidRequest(Message("This PIN is guessed first. Choose other digits."))
    salt = secrets.token_bytes(16)
    numbers = "$".join(str(value) for value in _COST.values())
    return f"scrypt${numbers}${_text(salt)}${_text(_derive(pin, salt, **_COST))}"


def verify_pin(pin: str, hashed: str) -> bool:
    """Whether a PIN is the one that was hashed; False for what is no hash."""
    try:
        kind, n, r, p, salt, expected = hashed.split("$")
        if kind != "scrypt":
            return False
        derived = _derive(pin, base64.b64decode(salt), n=int(n), r=int(r), p=int(p))
        return hmac.compare_digest(derived, base64.b64decode(expected))
    except ValueError:
        return False


class PinGuard:
    """Asks for the PIN. Wrong ones make the next guess wait: 1 s after the third, then double, up to an hour; restarts change
    nothing, for the count is on the disk before a guess is looked at."""

    def __init__(self, state: Path, clock: Callable[[], float] = time.time) -> None:
        """state: file of the count. clock: seconds of the epoch; one that is set back makes the whole delay begin again."""
        self._state = state
        self._clock = clock
        self._lock = threading.Lock()

    def wait_seconds(self) -> float:
        """How long until a guess is looked at again; 0.0 for now. Raises nothing."""
        wrong, last = self._read()
        if wrong <= _FREE:
            return 0.0
        delay = min(_LONGEST, 2.0 ** (wrong - _FREE - 1))
        passed = self._clock() - last
        if passed >= 0:
            return max(0.0, delay - passed)
        with contextlib.suppress(StorageFault):
            self._write(wrong)
        return delay

    def check(self, pin: str, hashed: str) -> bool:
        """Whether it is the PIN. One that comes too early is refused unseen, and counts as no guess. Raises StorageFault."""
        with self._lock:
            if self.wait_seconds() > 0:
                return False
            wrong, _ = self._read()
            self._write(wrong + 1)
            if not verify_pin(pin, hashed):
                return False
            self._write(0)
            return True

    def _read(self) -> tuple[int, float]:
        """Wrong ones in a row, and when the last was. A file that is damaged counts as an hour's delay, not as none."""
        try:
            kept = json.loads(self._state.read_bytes())
            return int(kept["wrong"]), float(kept["last"])
        except FileNotFoundError:
            return 0, 0.0
        except (ValueError, KeyError, TypeError, OSError):
            try:
                return 99, self._state.stat().st_mtime
            except OSError:
                return 99, self._clock()

    def _write(self, wrong: int) -> None:
        write_atomic(self._state, json.dumps({"wrong": wrong, "last": self._clock()}).encode())


def _derive(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=256 * n * r, dklen=32)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
