"""Record of a piece of the style book, hair or a garment: what was measured when it was made, kept inside its picture."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError

from catchlight import __version__
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.arrays import Bytes
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record, Step

F = TypeVar("F", bound=BaseModel)
Refuse = Callable[[Message], UnusablePicture]
"""Makes the error of a picture that cannot be worn."""


def picture_of_piece(pixels: Bytes, operation: str, facts: BaseModel, source: str) -> Picture:
    """A piece. pixels: HxWx4. source: digest of the picture that it was taken from."""
    step = Step(
        operation=operation,
        parameters={},
        kind="pixels",
        source=source,
        program=f"Catchlight {__version__}",
        made=datetime.now(UTC).replace(microsecond=0),
        facts=facts.model_dump(mode="json", by_alias=True),
    )
    return Picture(np.ascontiguousarray(pixels), record=Record(steps=(step,)))


def read_facts(picture: Picture, operation: str, version: int, kind: type[F], refuse: Refuse) -> F:
    """The facts of the last step of a piece's record.

    operation: of that step. version: the newest that is known. Raises what ``refuse`` makes for a piece that is damaged or newer.
    """
    step = picture.record.steps[-1]
    if step.operation != operation:
        raise damaged(Message("it was changed since it was made"), refuse)
    said = step.facts.get("version")
    if isinstance(said, int) and said > version:
        raise refuse(Message("this piece was made by a newer Catchlight. Update the program."))
    try:
        return kind.model_validate(step.facts, by_alias=True, by_name=False)
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        named = ".".join(str(part) for part in first["loc"][:2])
        raise damaged(Message("its record is not valid at {field}", field=named), refuse) from fault


def damaged(why: Message, refuse: Refuse) -> UnusablePicture:
    """The error of a damaged piece."""
    return refuse(Message("this piece is damaged: {why}. Use another copy of it, or make it anew.", why=why))
