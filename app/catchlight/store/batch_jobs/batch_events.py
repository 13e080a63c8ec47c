"""What a batch of a client tells: three kinds of events, as they are stored and as they cross the network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel

FileState = Literal["missing", "waiting", "running", "done", "failed"]
"""missing: its bytes have not come yet."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


class FileResult(_Part):
    """A result that lies ready: sum and number of its bytes, suffix of its name, facts about it for name and report."""

    sha256: str
    bytes: int
    suffix: str
    facts: dict[str, Any]


class FileOutcome(_Part):
    """What has become of a file. number: the client's own. error, message: of one that failed; result: of one that is done.
    source: digest of what was sent, where all files are listed.
    """

    number: int
    state: FileState
    source: str | None = None
    seconds: float | None = None
    error: str | None = None
    message: str | None = None
    result: FileResult | None = None


class BatchRegistered(_Part):
    """The batch is stored."""

    type: Literal["registered"] = "registered"
    batch_id: str
    files: int


class FileChanged(_Part):
    """Somebody has begun with a file, given it back, or ended it."""

    type: Literal["file"] = "file"
    batch_id: str
    file: FileOutcome


class BatchEnded(_Part):
    """No file is left to be done. Nothing follows, unless failed files are tried again."""

    type: Literal["ended"] = "ended"
    batch_id: str
    done: int
    failed: int


BatchEvent = Annotated[BatchRegistered | FileChanged | BatchEnded, Field(discriminator="type")]
_READ: TypeAdapter[BatchEvent] = TypeAdapter(BatchEvent)


@dataclass(frozen=True)
class NumberedBatchEvent:
    """An event with its number in the batch: 1, 2, 3 ... without gaps."""

    number: int
    event: BatchEvent

    @property
    def terminal(self) -> bool:
        """Whether nothing comes after it, as far as is known."""
        return isinstance(self.event, BatchEnded)


def read_batch_event(data: str | bytes) -> BatchEvent:
    """An event from its JSON. Raises ValueError."""
    return _READ.validate_json(data)
