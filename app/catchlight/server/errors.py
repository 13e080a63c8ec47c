"""Errors over HTTP: the status of each code, what each path documents, and the answer to an error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from catchlight.core.error_table import ERRORS
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message, ascii_line
from catchlight.operations.plugin_rows import PLUGIN_PATHS

STATUS: Mapping[str, int] = {
    code: row.status for code, row in ERRORS.items() if row.status is not None and not row.everywhere
}
"""Codes that an operation or the library may answer with."""

EVERYWHERE: Mapping[str, int] = {
    code: row.status for code, row in ERRORS.items() if row.status is not None and row.everywhere
}
"""Codes that the server as a whole may answer with on any path; documented once."""

RETRY_SECONDS = 5
DETAIL = "Error-Detail"


@dataclass(frozen=True)
class PathErrors:
    """What one path documents: its error statuses, and at which of them the body carries the sentence too."""

    codes: frozenset[str]
    with_message: frozenset[int] = frozenset()

    @property
    def statuses(self) -> frozenset[int]:
        return frozenset(STATUS[code] for code in self.codes)


def _column(*codes: str, with_message: tuple[int, ...] = ()) -> PathErrors:
    return PathErrors(frozenset({*codes, "internal_error"}), frozenset(with_message))


_REFERENCES = ("invalid_request", "image_too_large", "unsupported_image")
_ID_PHOTO_CODES = (
    *_REFERENCES,
    *("unknown_spec", "unknown_paper", "unknown_color"),
    *("does_not_fit", "too_small_for_spec"),
    *("no_face", "several_faces", "face_too_small", "face_turned_away", "cannot_reach_size", "identity_lost"),
    "model_unavailable",
)
_ID_PHOTO = _column(*_ID_PHOTO_CODES, with_message=(400, 500))
_SHEET = _column(*_ID_PHOTO_CODES, "digital_only", with_message=(400, 500))
_HAIR = _column(
    *_REFERENCES,
    *("unknown_style", "unknown_color", "conflicting_styles"),
    *("no_face", "several_faces", "face_too_small", "face_turned_away", "no_hair", "identity_lost"),
    "reference_unsuited",
)
_HEADSHOT = _column(
    *_REFERENCES,
    *("unknown_style", "conflicting_styles", "does_not_fit"),
    *("no_face", "several_faces", "face_too_small", "face_turned_away", "identity_lost"),
    with_message=(400, 500),
)
_NO_PERSON = ("no_face", "several_faces", "face_too_small", "face_turned_away")
PATH_ERRORS: Mapping[str, PathErrors] = {
    "/image-edit/hair": _HAIR,
    "/image-edit/headshot": _HEADSHOT,
    "/image-edit/id-photo/generate": _ID_PHOTO,
    "/image-edit/id-photo/generateLayoutPhoto": _SHEET,
    "/image-edit/edit": _column(
        *_REFERENCES, "prompt_not_understood", "nothing_at_hotspot", *_NO_PERSON, "identity_lost"
    ),
    "/image-edit/face-expression": _column(
        *_REFERENCES,
        "unknown_expression",
        "no_face",
        "several_faces",
        "face_too_small",
        "face_turned_away",
        "identity_lost",
    ),
    "/image-edit/adjust": _column(*_REFERENCES, "prompt_not_understood", *_NO_PERSON),
    "/image-edit/brush": _column(*_REFERENCES, "nothing_at_hotspot", *_NO_PERSON),
    "/image-edit/crop": _column(*_REFERENCES, "does_not_fit", *_NO_PERSON),
    "/pictures": _column(*_REFERENCES),
    "/generations": _column("invalid_request"),
    "/generations/{generation_id}": _column("unknown_generation"),
    "/generations/{generation_id}/image": _column("invalid_request", "unknown_generation"),
    "/generations/{generation_id}/variants": _column("unknown_generation"),
    "/catalogue": _column(),
    "/profile-picture/selection": _column("invalid_request", "unknown_generation", "unknown_style", "queue_full"),
    "/profile-picture/jobs/{job_id}": _column("unknown_job"),
    "/profile-picture/jobs/{job_id}/events": _column("unknown_job"),
    "/profile-picture/jobs/{job_id}/steps/{step}/image": _column("unknown_job"),
    "/batches": _column(*_REFERENCES, "unknown_spec", "unknown_paper", "queue_full"),
    "/batches/{batch_id}": _column("unknown_batch"),
    "/batches/{batch_id}/events": _column("unknown_batch"),
    "/batches/{batch_id}/retry": _column("invalid_request", "unknown_batch"),
    "/batches/{batch_id}/pictures/{sha256}": _column(
        *("invalid_request", "image_too_large", "unknown_batch", "unknown_file", "digest_mismatch")
    ),
    "/batches/{batch_id}/files/{number}/result": _column("invalid_request", "unknown_batch", "unknown_result"),
    "/health": _column(),
    "/ready": _column("not_ready"),
    "/metrics": _column(),
}
"""By path template of the program's own paths."""
_OF_PLUGIN = _column(
    *_REFERENCES,
    *("unknown_style", "unknown_color", "unknown_spec", "conflicting_styles", "does_not_fit", "too_small_for_spec"),
    *(*_NO_PERSON, "no_hair", "nothing_at_hotspot", "prompt_not_understood", "unknown_expression"),
    *("cannot_reach_size", "identity_lost", "model_unavailable"),
    with_message=(400, 500),
)
"""Whatever an operation may refuse: what one of a plug-in does refuse, only its author knows."""


def path_errors(path: str) -> PathErrors:
    """What a path template documents; internal_error alone where nothing is known of it."""
    if path.startswith(PLUGIN_PATHS):
        return _OF_PLUGIN
    return PATH_ERRORS.get(path, _column())


class ServerError(CatchlightError):
    """An error that arises in the server itself; ``headers`` go along with its answer."""

    def __init__(self, code: str, message: Message, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message, code=code)
        self.headers = dict(headers or {})


def busy(said: Message) -> ServerError:
    """Too much to do just now; the client is told when to come again."""
    return ServerError("busy", said, {"Retry-After": f"{RETRY_SECONDS}"})


def status_of(error: CatchlightError, column: PathErrors) -> int:
    """Status for an error on a path; 500 for a code that the path does not document."""
    if error.code in EVERYWHERE:
        return EVERYWHERE[error.code]
    status = STATUS.get(error.code, 500)
    return status if status in column.statuses else 500


def answer(error: CatchlightError, path: str | None, passing: bool = False) -> Response:
    """The response to an error: fixed body, stable code, and the sentence as a header.

    path: template of the route that was asked, None where there was none. passing: the fault is another machine's, and is a
    reason to come again.
    """
    column = path_errors(path or "")
    status = 503 if passing else status_of(error, column)
    body = {"error": "internal_error" if status == 500 else error.code}
    if status in column.with_message:
        body["message"] = error.message
    headers = {DETAIL: ascii_line(error.message), **getattr(error, "headers", {})}
    if passing:
        headers.setdefault("Retry-After", f"{RETRY_SECONDS}")
    return Response(json.dumps(body, ensure_ascii=False), status, headers, "application/json")
