"""Options of commands that let a server do the work, and its token."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from catchlight.core.errors import InvalidRequest
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message

TOKEN_VARIABLE = "CATCHLIGHT_TOKEN"
HERE = "here"
"""In place of an address: this computer."""
On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="ADDRESS",
        help="Let a server do it: studio:8765, https://lab.example.org; --jobs are then on their way at once.",
    ),
]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        "--token-file",
        metavar="FILE",
        help="File whose first line is the server's token (else CATCHLIGHT_TOKEN).",
    ),
]


def read_token(file: Path) -> str:
    """The first line of a file. Raises StorageFault, InvalidRequest."""
    with disk(Message("read the token in {path}", path=str(file))):
        data = file.read_bytes()
    try:
        return data.decode("ascii").partition("\n")[0].strip()
    except UnicodeDecodeError:
        raise InvalidRequest(Message("The token must have at least 8 printable ASCII characters.")) from None


def token_for_server(file: Path | None) -> str | None:
    """The token of the file, else of the environment, which no list of programs shows. Raises StorageFault, InvalidRequest."""
    return read_token(file) if file is not None else os.environ.get(TOKEN_VARIABLE) or None
