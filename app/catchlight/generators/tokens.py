"""Tokens of engines: in the environment or in the system's key ring, and nowhere else."""

from __future__ import annotations

import importlib
import importlib.util
import os
from typing import Any

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message

VARIABLE = "CATCHLIGHT_ENGINE_TOKEN"
"""Goes to engines of the kind ``openai`` alone: those that run here ask for none."""
_SERVICE = "catchlight"
_MODULE = "keyring"


def token_of(engine: str, kind: str) -> str | None:
    """The token of an engine by its id, from the key ring where one is installed, else from the environment."""
    ring = _ring()
    kept = ring.get_password(_SERVICE, engine) if ring is not None else None
    return kept or ((os.environ.get(VARIABLE) or None) if kind == "openai" else None)


def keep_token(engine: str, token: str) -> None:
    """Put a token into the key ring. Raises InvalidRequest where there is none."""
    ring = _ring()
    if ring is None:
        raise InvalidRequest(
            Message(
                "No key ring is installed that could keep a token (the package keyring). Set {variable} instead: it is read when "
                "an engine is used, and kept nowhere.",
                variable=VARIABLE,
            )
        )
    ring.set_password(_SERVICE, engine, token)


def forget_token(engine: str) -> None:
    """Take the token of an engine out of the key ring, if one is there."""
    ring = _ring()
    if ring is not None and ring.get_password(_SERVICE, engine) is not None:
        ring.delete_password(_SERVICE, engine)


def _ring() -> Any:
    if importlib.util.find_spec(_MODULE) is None:
        return None
    return importlib.import_module(_MODULE)
