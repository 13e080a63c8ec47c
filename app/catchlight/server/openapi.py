"""The OpenAPI document: exactly the statuses of the error table, and the models that requests are read with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from catchlight.operations.operation import Operation
from catchlight.server.errors import DETAIL, EVERYWHERE, STATUS, path_errors
from catchlight.service.preview_wire import LARGEST, PREVIEW, SMALLEST

_REFERENCE = "#/components/schemas/{model}"
_DETAIL_HEADER = {
    DETAIL: {"description": "One plain sentence: what is wrong and what to do.", "schema": {"type": "string"}}
}
_SIZE = {
    "type": "integer",
    "minimum": SMALLEST,
    "maximum": LARGEST,
    "description": "Gives the result scaled down to so many pixels on its longer side, much sooner, and keeps nothing.",
}
_ABOUT = """All operations take and give JSON in camelCase; pictures travel as data URLs, at most 40 MB and
100 megapixels unless the server's settings say otherwise. Coordinates are pixels of the upright picture.

Every error has a stable code in its body and one sentence in the header `Error-Detail`. Besides what each path
documents, the server as a whole may answer """


def accepts(
    model: type[BaseModel], operation: Operation[Any] | None = None, *headers: dict[str, Any]
) -> dict[str, Any]:
    """The request body of a path that reads it by itself, what an operation takes from the address, and the path's headers."""
    schema = {"$ref": _REFERENCE.format(model=model.__name__)}
    found: dict[str, Any] = {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}
    if operation is not None:
        declared = operation.params.model_json_schema(by_alias=True)["properties"]
        aliases = [str(operation.params.model_fields[name].alias) for name in operation.query]
        found["parameters"] = [*(_in_query(name, declared[name]) for name in aliases), _in_query(PREVIEW, _SIZE)]
    if headers:
        found["parameters"] = [*found.get("parameters", ()), *headers]
    return found


def _in_query(name: str, declared: dict[str, Any]) -> dict[str, Any]:
    kind = next((option for option in declared.get("anyOf", [declared]) if option.get("type") != "null"), declared)
    kind = {key: value for key, value in kind.items() if key != "description"}
    text = declared.get("description", "")
    return {"name": name, "in": "query", "required": False, "description": text, "schema": kind}


def answers(
    path: str,
    model: type[BaseModel] | None,
    success: int = 200,
    media_type: str = "application/json",
    other: type[BaseModel] | None = None,
) -> dict[int | str, dict[str, Any]]:
    """The documented responses of a path: its success, of one model or the other, and the statuses of its column."""
    found: dict[int | str, dict[str, Any]] = {success: {"description": HTTPStatus(success).phrase}}
    if model is not None:
        schemas = [{"$ref": _REFERENCE.format(model=each.__name__)} for each in (model, other) if each is not None]
        found[success]["content"] = {media_type: {"schema": schemas[0] if other is None else {"anyOf": schemas}}}
    elif success != 204:
        found[success]["content"] = {media_type: {}}
    column = path_errors(path)
    for status in sorted(column.statuses):
        codes = sorted(code for code in column.codes if STATUS[code] == status)
        found[status] = _error(codes, "ErrorWithMessage" if status in column.with_message else "Error")
    return found


def document(app: FastAPI, models: Sequence[type[BaseModel]]) -> Callable[[], dict[str, Any]]:
    """A function that gives the document of ``app``, made once; models: those ``accepts`` and ``answers`` name."""
    made: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not made:
            made.update(_document(app, models))
        return made

    return openapi


def _document(app: FastAPI, models: Sequence[type[BaseModel]]) -> dict[str, Any]:
    once = ", ".join(f"{status} `{code}`" for code, status in EVERYWHERE.items())
    found = get_openapi(title=app.title, version=app.version, description=f"{_ABOUT}{once}.", routes=app.routes)
    components: dict[str, Any] = {"schemas": dict(_error_schemas())}
    for model in models:
        schema = model.model_json_schema(by_alias=True, ref_template=_REFERENCE)
        components["schemas"] |= schema.pop("$defs", {})
        components["schemas"][model.__name__] = schema
    components["responses"] = {code: _error([code], "Error") for code in EVERYWHERE}
    for path, methods in found["paths"].items():
        for operation in methods.values():
            documented = {str(status) for status in path_errors(path).statuses}
            operation["responses"] = {
                status: response
                for status, response in operation["responses"].items()
                if status[0] in "23" or status in documented
            }
    found["components"] = components
    return found


def _error(codes: Sequence[str], schema: str) -> dict[str, Any]:
    return {
        "description": ", ".join(codes),
        "headers": _DETAIL_HEADER,
        "content": {
            "application/json": {
                "schema": {
                    "allOf": [
                        {"$ref": _REFERENCE.format(model=schema)},
                        {"properties": {"error": {"enum": list(codes)}}},
                    ]
                }
            }
        },
    }


def _error_schemas() -> dict[str, Any]:
    code = {"type": "string", "description": "Stable code."}
    message = {"type": "string", "description": "One plain sentence; may change."}
    return {
        "Error": {"type": "object", "required": ["error"], "properties": {"error": code}},
        "ErrorWithMessage": {
            "type": "object",
            "required": ["error", "message"],
            "properties": {"error": code, "message": message},
        },
    }
