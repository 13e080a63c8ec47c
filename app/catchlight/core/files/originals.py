"""Pictures that were read are never written over, under whatever name they are reached."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message


def is_one_of(target: Path, files: Iterable[Path]) -> bool:
    """Whether writing to ``target`` would replace one of the files: also by a link, or by a name in other letters where the file
    system takes them for the same. False where nothing is there."""
    if not os.path.lexists(target):
        return False
    return any(_is_same(target, file) for file in files)


def refuse_original(target: Path, originals: Iterable[Path]) -> None:
    """Raises InvalidRequest where writing to ``target`` would replace the file of a picture that is open."""
    if is_one_of(target, originals):
        raise InvalidRequest(
            Message(
                "{path} is the file of an open picture, which is never written over. Choose another name or another folder.",
                path=str(target),
            )
        )


def _is_same(one: Path, other: Path) -> bool:
    if one == other:
        return True
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
