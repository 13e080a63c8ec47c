"""Running a case the way every front end does, and what is kept of its result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.operations.profile_picture.run import products
from catchlight.operations.registry import STEPS
from catchlight.service.editor import EditRequest, EditResult, LocalEditor

from tests.golden.cases import Case
from tests.golden.variants import VARIANTS

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.portrait.portrait import Portraits

CELLS = 12
_WHEN = datetime(2026, 1, 1, tzinfo=UTC)
_OF_THIS_RUN = frozenset({"made", "generation", "parent", "program"})
"""What a record says of the run and not of the result."""


@dataclass(frozen=True)
class Result:
    """What is compared. pixels, facts: sha256. cells: 12x12x3 means over grey, 0..255, as hexadecimal digits, row by row.

    shape: of the picture, with its type; of a refusal, its code. keys: every name in the facts, in dotted form. written: the
    facts as JSON, or the sentence of a refusal.
    """

    shape: str
    pixels: str
    facts: str
    cells: str
    keys: tuple[str, ...]
    written: str
    picture: Picture | None = None


class Studio:
    """The editor with the analyses and the catalogue that the program sets up for itself."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue) -> None:
        self._portraits = portraits
        self._catalogue = catalogue
        self._editor = LocalEditor(portraits, catalogue)

    def run(self, case: Case) -> Result:
        """A refusal is a result too: its code stands for the shape, its sentence among the facts."""
        try:
            source = picture(case.variant)
            for operation, parameters in case.before:
                source = self._edit(operation, parameters, [source]).picture
            if case.operation == "profile_picture":
                return self._profile(source, case.parameters)
            done = self._edit(case.operation, case.parameters, [source, *map(picture, case.others)])
        except CatchlightError as fault:
            return Result(fault.code, "", _sum(fault.message.encode()), "", (), fault.message)
        facts = {"details": done.details, "record": _record(done.picture), "file": _file(done)}
        return _result(done.picture, facts)

    def _edit(self, operation: str, parameters: Mapping[str, Any], pictures: list[Picture]) -> EditResult:
        params = STEPS[operation].params.model_validate_json(json.dumps(parameters))
        return self._editor.run(EditRequest(operation, params, pictures), Progress())

    def _profile(self, source: Picture, parameters: Mapping[str, Any]) -> Result:
        params = ProfilePictureParams.model_validate_json(json.dumps(parameters))
        made = products(self._portraits.of(source), params, self._catalogue, _WHEN, Progress())
        pictures = [codec.decode(one.file.data) for one in made]
        facts = {
            "record": _record(pictures[0]),
            "files": [
                {"size": one.size, "enlarged": one.enlarged, "type": one.file.media_type, "pixels": shown.digest}
                for one, shown in zip(made, pictures, strict=True)
            ],
        }
        return _result(pictures[0], facts)


@cache
def picture(variant: str) -> Picture:
    return codec.decode(VARIANTS[variant](), name=variant)


def _result(shown: Picture, facts: dict[str, Any]) -> Result:
    pixels = shown.pixels
    shape = f"{pixels.shape[1]} x {pixels.shape[0]} x {pixels.shape[2]} {pixels.dtype}"
    whole = hashlib.sha256(shape.encode())
    whole.update(pixels.data)
    written = json.dumps(facts, sort_keys=True, ensure_ascii=False, indent=1)
    keys = tuple(sorted(set(_keys(facts))))
    return Result(shape, whole.hexdigest(), _sum(written.encode()), cells(shown), keys, written, shown)


def _record(shown: Picture) -> list[dict[str, Any]]:
    steps = shown.record.model_dump(mode="json")["steps"]
    return [{key: value for key, value in step.items() if key not in _OF_THIS_RUN} for step in steps]


def _file(done: EditResult) -> dict[str, str]:
    """The file as it is read again: its bytes hold the time of the record. A PDF holds none, and is the same to the byte."""
    if done.file.media_type == "application/pdf":
        return {"type": done.file.media_type, "bytes": _sum(done.file.data)}
    return {"type": done.file.media_type, "pixels": codec.decode(done.file.data).digest}


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _keys(value: Any, above: str = "") -> list[str]:
    if isinstance(value, Mapping):
        return [key for name, part in value.items() for key in _keys(part, f"{above}.{name}" if above else name)]
    if isinstance(value, list | tuple) and any(isinstance(part, Mapping) for part in value):
        return [key for part in value for key in _keys(part, above + "[]")]
    return [above]


def cells(shown: Picture) -> str:
    """The picture in 12 x 12 cells: the mean of each channel, transparent parts over middle grey."""
    top = np.iinfo(shown.pixels.dtype).max
    image = shown.pixels[..., :3].astype(np.float64) * (255 / top)
    if shown.has_alpha:
        alpha = shown.pixels[..., 3:].astype(np.float64) / top
        image = image * alpha + 128 * (1 - alpha)
    rows = np.array_split(image, CELLS, axis=0)
    means = [part.mean(axis=(0, 1)) for row in rows for part in np.array_split(row, CELLS, axis=1)]
    return bytes(np.rint(np.array(means)).astype(np.uint8).ravel().tolist()).hex()
