"""What every operation is made of: its parameters, its outcome and its preview, and its row in the table of operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.conditions.ruled_model import RuledModel
from catchlight.core.messages import mark
from catchlight.core.progress import Progress
from catchlight.imaging.colour.output_spaces import ColourSpace
from catchlight.imaging.geometry import Matrix
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Step
from catchlight.portrait.portrait import Portrait

if TYPE_CHECKING:
    from catchlight.imagine.fill import Imagine

OutputFormat = Literal["png", "jpeg", "webp", "tiff", "avif"]
PhotoFormat = Literal["png", "jpeg", "webp"]
"""Of ID photos and profile pictures: what forms and profiles on the web take."""
FORMAT_TITLE = "File type"
FORMAT_HELP = mark("Type of the result; without it PNG where there is alpha, else the input's.")


class Params(RuledModel):
    """Parameters of one operation: frozen, strict, camelCase on the wire, snake_case in Python.

    The Field of a parameter says title, limits, unit (``json_schema_extra={"unit": "mm"}``) and help (description)
    once; form, JSON schema, validation, command-line option and record all come from it. What fields may not be together
    is a Rule, once too.
    """

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False
    )

    output_format: OutputFormat | None = Field(
        None,
        title=FORMAT_TITLE,
        description=FORMAT_HELP,
    )


def read_whole(value: Any) -> Any:
    """An integer for a number without a fraction, however it is written: ``4.0`` is an integer to JSON schema."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


class PictureParams(Params):
    """Parameters of an operation whose result is the picture itself, edited."""

    color_space: ColourSpace | None = Field(
        None,
        title="Colour space",
        description="Of the result; without it the picture's own, but sRGB where a raw file becomes a JPEG, WebP or AVIF.",
    )


P = TypeVar("P", bound=Params)


@dataclass(frozen=True)
class File:
    """A finished file: exact bytes, to be delivered unchanged."""

    data: bytes = field(repr=False)  # megabytes: asyncio writes the repr of its tasks' results
    media_type: str
    most: int | None = None
    """Bytes that it may have where it goes; None for any number."""


@dataclass(frozen=True)
class Outcome:
    """What an operation gives back.

    file: set where the operation itself fixed the bytes (a kB target, a PDF, a verdict measured on the file);
    otherwise the editor encodes ``picture``. details: JSON-ready facts for the generation (measurements, verdict).
    """

    picture: Picture
    file: File | None = None
    details: dict[str, Any] = field(default_factory=dict)
    variants: tuple[Picture, ...] = ()
    """What else an engine made for the same wish, each with its own record; ``picture`` is the best of them."""


@dataclass(frozen=True)
class Preview:
    """What an operation would give back, smaller.

    picture: the result with its longer side at the wished size, at its own where that is less; without density, metadata and
    record. width, height: pixels of the whole result. placement: 2x3, pixels of the source to those of the whole result; None
    where they lie as in the source, or where the result is no picture of it (a sheet). details: those facts of the outcome that
    a preview knows, JSON-ready.
    """

    picture: Picture
    width: int
    height: int
    placement: Matrix | None = None
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Context:
    """What a run stands in, besides its pictures and parameters."""

    progress: Progress
    catalogue: Catalogue
    begin: Callable[[Kind, dict[str, Any]], Step]
    """Makes this run's step of the record: ``begin("geometry", facts)``; the editor knows generation, parent and time."""
    imagine: Imagine | None = None
    """The engine of a wish that asks for one; None for every other."""


@dataclass(frozen=True)
class Operation(Generic[P]):
    """A row of the table: everything a front end needs to offer an operation."""

    id: str
    title: str
    path: str
    """Of its HTTP endpoint; empty for a step that is no operation of the service."""
    params: type[P]
    package: str
    """Its modules ``run`` and ``preview`` have a function of that name; they are loaded when they are first asked for."""
    query: tuple[str, ...] = ()
    """Parameters that may also stand in the address of a request, where they win over the body."""

    @property
    def run(self) -> Callable[[Sequence[Portrait], P, Context], Outcome]:
        """``run(portraits, params, context)``: the first portrait is the source, others join it (mixed sheets)."""
        found: Callable[[Sequence[Portrait], P, Context], Outcome] = import_module(f"{self.package}.run").run
        return found

    @property
    def preview(self) -> Callable[[Sequence[Portrait], P, int, Context], Preview]:
        """``preview(portraits, params, size, context)``: the result of ``run`` scaled down to ``size`` pixels on its longer side,
        much sooner, and the result itself where it is no longer than that.

        Raises what ``run`` raises, but for what only the finished result can tell. Begins no step of a record.
        """
        return load_preview(self.package)


def load_preview(package: str) -> Callable[[Sequence[Portrait], Any, int, Context], Preview]:
    """The function ``preview`` of a package's module of that name."""
    found: Callable[[Sequence[Portrait], Any, int, Context], Preview] = import_module(f"{package}.preview").preview
    return found
