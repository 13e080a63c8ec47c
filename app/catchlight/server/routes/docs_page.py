"""``/docs``: the OpenAPI document as one page of plain HTML that needs nothing from anywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_STYLE = """
:root{color-scheme:light dark;--line:#8884;--muted:#777;--accent:#b9770e}
body{font:15px/1.55 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1.25rem}
h1{font-weight:600}h2{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:1.05rem}
h3{font-size:.95rem;margin:1.2rem 0 .3rem}code{font:.92em ui-monospace,monospace}
.method{display:inline-block;min-width:4.2rem;color:var(--accent);font-weight:700}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;
border-bottom:1px solid var(--line)}th{font-weight:600;color:var(--muted);font-size:.85rem}
.must{color:var(--accent)}.muted{color:var(--muted)}
nav a{display:block;text-decoration:none;color:inherit;padding:.1rem 0}
"""


def page(document: Mapping[str, Any]) -> str:
    """The whole page as HTML text."""
    title = escape(f"{document['info']['title']} {document['info']['version']}")
    entries = [
        (f"{method}{path}".replace("/", "-"), method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = document["components"]["schemas"]
    links = "".join(
        f'<a href="#{escape(anchor)}"><code><span class="method">{method}</span>{escape(path)}</code></a>'
        for anchor, method, path, _ in entries
    )
    sections = "".join(
        f'<h2 id="{escape(anchor)}"><code><span class="method">{method}</span>{escape(path)}</code></h2>'
        f"<p>{escape(operation.get('summary', ''))}</p>{''.join(_operation(operation, schemas))}"
        for anchor, method, path, operation in entries
    )
    about = "".join(f"<p>{_code(part)}</p>" for part in document["info"]["description"].split("\n\n"))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body><h1>{title}</h1>'
        f'{about}<p><a href="/openapi.json">openapi.json</a></p><nav>{links}</nav>{sections}</body></html>'
    )


def _operation(operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[str]:
    rows: list[tuple[str, bool, Mapping[str, Any], str]] = [
        (entry["name"], entry.get("required", False), {**entry["schema"], "title": ""}, entry.get("description", ""))
        for entry in operation.get("parameters", ())
    ]
    if rows:
        yield f"<h3>Address</h3>{_fields(rows)}"
    for media_type, body in operation.get("requestBody", {}).get("content", {}).items():
        yield f"<h3>Body</h3>{_body(media_type, body, schemas)}"
    answers = "".join(
        f"<tr><td><code>{status}</code></td><td>{_code(_answer(answer, schemas))}</td></tr>"
        for status, answer in operation["responses"].items()
    )
    yield f"<h3>Answers</h3><table>{answers}</table>"


def _body(media_type: str, body: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    """A JSON object's fields, the needed ones first; of anything else the media type."""
    schema = _resolved(body["schema"], schemas)
    if "properties" not in schema:
        return f"<p><code>{escape(media_type)}</code></p>"
    needed = schema.get("required", ())
    rows = [(name, name in needed, field, field.get("description", "")) for name, field in schema["properties"].items()]
    return _fields(sorted(rows, key=lambda row: not row[1]))


def _fields(rows: list[tuple[str, bool, Mapping[str, Any], str]]) -> str:
    lines = "".join(
        f"<tr><td><code>{escape(name)}</code>{' <span class=must title=required>*</span>' if must else ''}</td>"
        f"<td>{escape(_kind(schema))}</td><td>{escape(schema.get('title', ''))}"
        f"{': ' if schema.get('title') and text else ''}{escape(text)}</td></tr>"
        for name, must, schema, text in rows
    )
    return f"<table><tr><th>field</th><th>value</th><th></th></tr>{lines}</table>"


def _kind(schema: Mapping[str, Any]) -> str:
    """Type, choices, range, unit and default of a field in a few words."""
    branches = [branch for branch in schema.get("anyOf", [schema]) if branch.get("type") != "null"]
    words = []
    for branch in branches:
        if "enum" in branch or "const" in branch:
            words.append(" | ".join(map(str, branch.get("enum", [branch.get("const")]))))
        elif "$ref" in branch:
            words.append(branch["$ref"].rpartition("/")[2])
        else:
            words.append(branch.get("type", "any"))
        low = branch.get("minimum", branch.get("exclusiveMinimum"))
        high = branch.get("maximum", branch.get("exclusiveMaximum"))
        if low is not None or high is not None:
            words.append(f"{'' if low is None else low} .. {'' if high is None else high}".strip())
    if schema.get("unit"):
        words.append(str(schema["unit"]))
    if schema.get("default") not in (None, "", [], ()):
        words.append(f"(default {json.dumps(schema['default'])})")
    return " ".join(words)


def _answer(answer: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    content = answer.get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in content:
        names = ", ".join(_resolved(content, schemas).get("properties", {}))
        return f"{answer['description']}: `{names}`"
    return str(answer["description"])


def _resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _code(text: str) -> str:
    """Escaped text in which what stands between backquotes is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))
