"""An editor that keeps every result in the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Preview
from catchlight.service.editor import Editor, EditRequest, EditResult
from catchlight.store.generation import Generation
from catchlight.store.ids import generation_id


class GenerationStore(Protocol):
    """What recording needs of the store of generations."""

    def parent_of(self, picture: Picture, owner: str | None = None) -> str | None: ...

    def add_all(self, made: Sequence[tuple[Generation, Picture, bytes]]) -> None: ...


class RecordingEditor:
    """Runs edits with another editor and stores their results; a cancelled or failed edit leaves nothing.

    Fills in the generation's id before the edit, so that the record inside the file names it, and the parent by
    the source's pixels or by the record that came with it.
    """

    def __init__(self, editor: Editor, generations: GenerationStore) -> None:
        self._editor = editor
        self._generations = generations

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        source = request.pictures[0]
        request = replace(
            request,
            generation=request.generation or generation_id(),
            parent=request.parent or self._generations.parent_of(source, request.owner),
        )
        result = self._editor.run(request, progress.part(0.0, 0.97))
        progress.report(0.99, "storing")  # the last check: what is stored from here on stays
        assert request.generation is not None
        variants = [replace(variant, generation=generation_id()) for variant in result.variants]
        if variants:
            told = {**result.details.get("variants", {}), "generations": [variant.generation for variant in variants]}
            result = replace(result, details=result.details | {"variants": told}, variants=tuple(variants))
        result = replace(result, generation=request.generation)
        self._generations.add_all([self._entry(request, one) for one in (*variants, result)])
        return result

    def _entry(self, request: EditRequest, result: EditResult) -> tuple[Generation, Picture, bytes]:
        """What is kept of one result of a request, under its own id."""
        source = request.pictures[0]
        assert result.generation is not None
        return (
            Generation(
                id=result.generation,
                operation=request.operation,
                parent=request.parent,
                parameters=request.params.model_dump(mode="json", by_alias=True, exclude_defaults=True),
                details=result.details,
                record=result.picture.record,
                source=source.digest,
                result=result.picture.digest,
                media_type=result.file.media_type,
                width=result.picture.width,
                height=result.picture.height,
                bytes=len(result.file.data),
                name=source.metadata.name,
                owner=request.owner,
                created=datetime.now(UTC),
            ),
            result.picture,
            result.file.data,
        )

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        return self._editor.preview(request, size, progress)
