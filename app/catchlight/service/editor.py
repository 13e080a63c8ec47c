"""One edit, wherever it runs: the request, the result, and the editor that runs it in this process."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from catchlight import __version__
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core import memory
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Step
from catchlight.operations.operation import Context, File, Params, Preview, load_preview
from catchlight.operations.registry import PREVIEWS, STEPS
from catchlight.portrait.portrait import Portraits


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
    files: Sequence[File | None] = ()
    """The file that each picture is just as it was read from, where that is known: what travels to another machine."""


@dataclass(frozen=True)
class EditResult:
    """The edited picture, the file as it is delivered, and the facts that belong to it."""

    picture: Picture
    file: File
    details: dict[str, Any] = field(default_factory=dict)
    generation: str | None = None


class Editor(Protocol):
    """Runs edits, and shows them small before. Both block; raise a CatchlightError, or Cancelled."""

    def run(self, request: EditRequest, progress: Progress) -> EditResult: ...

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        """The result of ``run`` scaled down to ``size`` pixels on its longer side; nothing of it is written or kept."""
        ...


class LocalEditor:
    """Runs edits in this process, with the analyses that ``portraits`` keeps."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue) -> None:
        self._portraits = portraits
        self._catalogue = catalogue

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        operation, source = STEPS[request.operation], request.pictures[0]
        portraits = [self._portraits.of(picture) for picture in request.pictures]
        outcome = operation.run(portraits, request.params, self._context(request, progress.part(0.0, 0.95)))
        file = outcome.file
        if file is None:
            media_type = codec.result_type(source, outcome.picture, request.params.output_format)
            with ThreadPoolExecutor(1, "digest") as pool:
                pool.submit(getattr, outcome.picture, "digest")  # asked for next; sums while the file is written
                file = File(codec.encode(outcome.picture, media_type), media_type)
        memory.trim_heap_after((outcome.picture.height, outcome.picture.width))
        progress.report(1.0, "done")
        return EditResult(outcome.picture, file, outcome.details | _source_notes(request), request.generation)

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        portraits = [self._portraits.of(picture) for picture in request.pictures]
        preview = load_preview(PREVIEWS[request.operation])
        return preview(portraits, request.params, size, self._context(request, progress))

    def _context(self, request: EditRequest, progress: Progress) -> Context:
        source = request.pictures[0]

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
                facts=facts,
            )

        return Context(progress, self._catalogue, begin)


def _source_notes(request: EditRequest) -> dict[str, list[str]]:
    """What decoding the pictures had to change or leave out, as ``sourceNotes`` of the details; nothing where it had not."""
    notes = dict.fromkeys(note for picture in request.pictures for note in picture.metadata.notes)
    return {"sourceNotes": list(notes)} if notes else {}
