"""One edit, wherever it runs: the request, the result, and the editor that runs it in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

from catchlight import __version__
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core import memory
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imagine.errors import ImaginingOff
from catchlight.imaging.colour.output_spaces import ColourSpace, in_colour_space, space_of_file
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import GENERATIVE, SOURCE_FACT, Kind, Record, Step
from catchlight.imaging.source_file import joined
from catchlight.operations.operation import Context, File, Outcome, Params, Preview, load_preview
from catchlight.operations.registry import PREVIEWS, STEPS
from catchlight.portrait.portrait import Portraits

if TYPE_CHECKING:
    from catchlight.imagine.fill import Imagine


@dataclass(frozen=True)
class EditRequest:
    """An edit, complete in itself. pictures: the source first, then those that join it (mixed sheets)."""

    operation: str
    params: Params
    pictures: Sequence[Picture]
    generation: str | None = None
    """Id that the result will have; a recording editor fills it in."""
    parent: str | None = None
    """Generation that the source picture is the result of."""
    owner: str | None = None
    """Whose the result is, where the clients of a service have tokens of their own."""
    files: Sequence[File | None] = ()
    """The file that each picture is just as it was read from, where that is known: what travels to another machine."""


@dataclass(frozen=True)
class EditResult:
    """The edited picture, the file as it is delivered, and the facts that belong to it."""

    picture: Picture
    file: File
    details: dict[str, Any] = field(default_factory=dict)
    generation: str | None = None
    variants: tuple[EditResult, ...] = ()
    """What else an engine made for the same wish."""


class Editor(Protocol):
    """Runs edits, and shows them small before. Both block; raise a CatchlightError, or Cancelled."""

    def run(self, request: EditRequest, progress: Progress) -> EditResult: ...

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        """The result of ``run`` scaled down to ``size`` pixels on its longer side; nothing of it is written or kept."""
        ...


EngineSource = Callable[[], "Imagine"]
"""Gives the engine that wishes are painted with. Raises ImaginingOff where none may be used."""


def no_engine() -> Imagine:
    """Where nobody has said which engine."""
    raise ImaginingOff(
        Message("No engine is set up that could paint this. Add one: catchlight engines add, or Preferences, Engines.")
    )


class LocalEditor:
    """Runs edits in this process, with the analyses that ``portraits`` keeps. engine: asked only for wishes that need one."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue, engine: EngineSource = no_engine) -> None:
        self._portraits = portraits
        self._catalogue = catalogue
        self._engine = engine

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        operation = STEPS[request.operation]
        portraits = [self._portraits.of(picture) for picture in request.pictures]
        context = self._context(request, progress.part(0.0, 0.95))
        if getattr(request.params, "imagine", False):
            context = replace(context, imagine=self._engine())
        outcome = _knowing_sources(operation.run(portraits, request.params, context), request)
        result = self._written(request, outcome)
        memory.trim_heap_after((outcome.picture.height, outcome.picture.width))
        progress.report(1.0, "done")
        others = tuple(self._written(request, _variant(outcome, picture)) for picture in outcome.variants)
        return replace(result, variants=tuple(replace(other, generation=None) for other in others))

    def _written(self, request: EditRequest, outcome: Outcome) -> EditResult:
        source, file = request.pictures[0], outcome.file
        if file is None:
            asked: ColourSpace | None = getattr(request.params, "color_space", None)
            if asked is not None:
                outcome = replace(outcome, picture=in_colour_space(outcome.picture, asked))
            media_type = codec.result_type(source, outcome.picture, request.params.output_format)
            written = in_colour_space(outcome.picture, space_of_file(outcome.picture, media_type, asked))
            with ThreadPoolExecutor(1, "digest") as pool:
                pool.submit(getattr, outcome.picture, "digest")  # asked for next; sums while the file is written
                file = File(codec.encode(written, media_type), media_type)
        return EditResult(outcome.picture, file, outcome.details | _source_notes(request), request.generation)

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        portraits = [self._portraits.of(picture) for picture in request.pictures]
        preview = load_preview(PREVIEWS.get(request.operation) or STEPS[request.operation].package)
        return preview(portraits, request.params, size, self._context(request, progress))

    def _context(self, request: EditRequest, progress: Progress) -> Context:
        source = request.pictures[0]

        said = next((word for word in GENERATIVE for one in request.pictures if one.metadata.generative == word), "")

        def begin(kind: Kind, facts: dict[str, Any]) -> Step:
            return Step(
                operation=request.operation,
                parameters=request.params.model_dump(mode="json", by_alias=True, exclude_defaults=True),
                kind=kind,
                source=source.digest,
                generation=request.generation,
                parent=request.parent,
                program=f"Catchlight {__version__}",
                made=datetime.now(UTC).replace(microsecond=0),
                facts=facts | ({SOURCE_FACT: said} if said else {}),
            )

        return Context(progress, self._catalogue, begin)


def _knowing_sources(outcome: Outcome, request: EditRequest) -> Outcome:
    """The outcome, whose pictures know the files that they were made from."""
    pictures = tuple(request.pictures)
    variants = tuple(joined(variant, pictures) for variant in outcome.variants)
    return replace(outcome, picture=joined(outcome.picture, pictures), variants=variants)


def _variant(best: Outcome, picture: Picture) -> Outcome:
    """A variant as an outcome of its own: details as its record has them, and no generation, for none is stored."""
    *before, last = picture.record.steps
    record = Record(steps=(*before, last.model_copy(update={"generation": None})))
    details = {key: fact for key, fact in best.details.items() if key != "variants"}
    return Outcome(picture.with_(record=record), details=details | last.facts)


def _source_notes(request: EditRequest) -> dict[str, list[str]]:
    """What decoding the pictures had to change or leave out, as ``sourceNotes`` of the details; nothing where it had not."""
    notes = dict.fromkeys(note for picture in request.pictures for note in picture.metadata.notes)
    return {"sourceNotes": list(notes)} if notes else {}
