"""The bodies of answers: what crosses the network besides pictures."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from catchlight.catalogue.catalogue import Catalogue
from catchlight.store.generation import GenerationPage


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class EditAnswer(_Answer):
    """The result of an edit: the file as a data URL, and the id under which everything else about it is kept."""

    image: str
    generation_id: str
    metadata: dict[str, Any] | None = None
    """Of hair: ``appliedStyles`` and ``appliedColor`` {id, label, hex}."""


class PreviewFacts(_Answer):
    """What a preview shows. width, height: pixels of the whole result. placement: two rows of three, pixels of the source to
    those of the whole result; null where they lie as in the source. details: those of a generation that it knows."""

    width: int
    height: int
    placement: tuple[tuple[float, float, float], tuple[float, float, float]] | None
    details: dict[str, Any]


class PreviewAnswer(_Answer):
    """The answer to an edit with ``preview`` in its address: the result scaled down, which is kept nowhere."""

    image: str
    preview: PreviewFacts


class Uploaded(_Answer):
    """The id of a stored picture."""

    generation_id: str


class Entry(_Answer):
    """A generation in the list; everything else about it is at ``/generations/{id}``."""

    id: str
    operation: str
    parent: str | None
    media_type: str
    width: int
    height: int
    bytes: int
    name: str
    created: datetime


class GenerationList(_Answer):
    """A page of the list, newest first; ``next`` is the ``before`` of the following page, null at the end."""

    generations: tuple[Entry, ...]
    next: str | None

    @classmethod
    def of(cls, page: GenerationPage) -> GenerationList:
        return cls(generations=tuple(Entry.model_validate(entry) for entry in page.generations), next=page.next)


class Health(_Answer):
    """That the server takes requests, which program it is, and how busy the process is that answers.

    workers: edits that it runs at once. edits: those at work or waiting.
    """

    status: str = "ok"
    program: str = "Catchlight"
    version: str
    workers: int
    edits: int


class Ready(_Answer):
    """That the server is fit for work: models as warm as asked for, store usable."""

    status: str = "ready"


def catalogue_json(catalogue: Catalogue) -> bytes:
    """All rows, camelCase, UTF-8, the same bytes for the same rows. A document says whether it is ``verified``."""
    content: dict[str, list[dict[str, Any]]] = {
        "documents": [row.as_json() for row in catalogue.documents],
        "papers": [row.model_dump(mode="json", by_alias=True) for row in catalogue.papers],
        "backgrounds": [row.model_dump(mode="json", by_alias=True) for row in catalogue.backgrounds],
        "looks": [row.model_dump(mode="json", by_alias=True) for row in catalogue.looks],
        "backdrops": [
            row.model_dump(mode="json", by_alias=True, exclude={"layers", "blur", "tilt", "seed"})
            for row in catalogue.backdrops
        ],
        "clothing": [row.model_dump(mode="json", by_alias=True) for row in catalogue.clothing],
        "framings": [row.model_dump(mode="json", by_alias=True) for row in catalogue.framings],
        "headshotPresets": [row.model_dump(mode="json", by_alias=True) for row in catalogue.headshot_presets],
        "hairStyles": [row.model_dump(mode="json", by_alias=True, exclude={"shape"}) for row in catalogue.hair_styles],
        "expressions": [row.model_dump(mode="json", by_alias=True) for row in catalogue.expressions],
        "hairColors": [row.model_dump(mode="json", by_alias=True) for row in catalogue.hair_colours],
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
