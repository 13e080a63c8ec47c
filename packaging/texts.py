"""Every text of the program, where it stands, and which of them a session at a kiosk can show."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "app" / "catchlight"
Text = str | tuple[str, str]
"""A template, or the two of a sentence whose form a number decides."""

CALLS = {"tr", "Message", "mark"}
"""Functions whose first argument is a text."""
COUNTED = {"counted", "tr_counted"}
"""Functions whose first two are the forms for one and for more."""
FIELD_WORDS = {"title", "description", "none", "unit", "empty"}
"""What of a pydantic ``Field``, and of its ``json_schema_extra``, a form shows."""
FORMS = (
    "operations/*/params.py",
    "shape/face_shape.py",
    "operations/edit/marks.py",
    "operations/operation.py",
    "develop/development.py",
    "store/settings/*.py",
    "kiosk/config/model.py",
)
"""Modules whose fields the window shows as forms: their words, and the values of their choices, are texts."""
ROW_WORDS = {
    "documents.json": (
        "label", "countryLabel", "notes", "special", "backgroundLabel", "glassesRule", "headgearRule", "expressionRule",
        "editRule", "takenByRule",
    ),
    "framings.json": ("label",),
    "papers.json": ("label",),
    "printers.json": ("label",),
}  # fmt: skip
"""Fields of catalogue rows that are told in sentences or shown as they stand."""
ERROR_TABLE = "app/catchlight/core/error_table.py"
KIOSK = (
    "app/catchlight/gui/kiosk/",
    "app/catchlight/kiosk/",
    "app/catchlight/operations/compliance/",
    "app/catchlight/operations/id_photo/refusals.py",
    "app/catchlight/portrait/",
    "app/catchlight/core/messages.py",
    "app/catchlight/core/translation.py",
    "app/catchlight/gui/wording/check_words.py",
    "app/catchlight/gui/id_documents/words.py",
    "resources/catalogue/documents.json/label",
    "resources/catalogue/documents.json/countryLabel",
    "resources/catalogue/documents.json/colours",
)
"""Where the texts stand that a session at a kiosk can show: places that begin so."""
KIOSK_ERRORS = (
    "camera_fault",
    "cannot_reach_size",
    "digital_only",
    "does_not_fit",
    "face_too_small",
    "face_turned_away",
    "handover_fault",
    "id_photo",
    "image_too_large",
    "internal_error",
    "layout",
    "model_unavailable",
    "no_face",
    "payment_fault",
    "printer_fault",
    "several_faces",
    "storage_fault",
    "too_small_for_spec",
    "unsupported_image",
)
"""Rows of the error table that a session at a kiosk can meet."""
STAFF = (
    "app/catchlight/gui/kiosk/admin",
    "app/catchlight/gui/kiosk/printing/",
    "app/catchlight/gui/kiosk/voice.py",
    "app/catchlight/kiosk/config/",
    "app/catchlight/kiosk/fleet/",
    "app/catchlight/kiosk/gpio_line.py",
    "app/catchlight/kiosk/payment/methods.py",
    "app/catchlight/kiosk/payment/terminal_http.py",
    "app/catchlight/kiosk/printing/",
    "app/catchlight/kiosk/staff/",
    "app/catchlight/kiosk/supervision/",
    "app/catchlight/kiosk/wipe/",
    "app/catchlight/portrait/piece_record.py",
)
"""What of these only staff can see, or a kiosk never does."""


@cache
def texts() -> tuple[tuple[Text, str], ...]:
    """Every text and its place: the file from the root, of a catalogue row with the field, of the error table with the code."""
    return (*_of_source(), *_of_resources())


def _of_source() -> Iterator[tuple[Text, str]]:
    forms = {file for pattern in FORMS for file in PACKAGE.glob(pattern)}
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(ROOT).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        rows = _rows(tree) if place == ERROR_TABLE else {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                part = f"{place}/{rows[node]}" if node in rows else place
                yield from ((text, part) for text in _of_call(node))
            if file in forms:
                yield from ((text, place) for text in _of_form(node))


def kiosk_texts() -> Iterator[tuple[Text, str]]:
    """Those of them that a session at a kiosk can show."""
    shown = (*KIOSK, *(f"{ERROR_TABLE}/{code}" for code in KIOSK_ERRORS))
    return ((text, place) for text, place in texts() if place.startswith(shown) and not place.startswith(STAFF))


def countries() -> dict[str, tuple[str, str]]:
    """English name of each country of the documents to its code (ISO 3166, or EU, ICAO) and its Chinese name."""
    rows = json.loads((ROOT / "resources" / "catalogue" / "documents.json").read_text(encoding="utf-8"))
    return {
        row["countryLabel"]: ("" if row["country"] == "EU" else row["country"], row["countryLabelZh"]) for row in rows
    }


def _rows(tree: ast.AST) -> dict[ast.AST, str]:
    """Every node in an entry of a dictionary to the key of the entry."""
    found: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant):
                    found |= dict.fromkeys(ast.walk(value), str(key.value))
    return found


def _of_call(node: ast.Call) -> Iterator[Text]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name in COUNTED and len(node.args) >= 2:
        for singular in _constants(node.args[0]):
            for plural in _constants(node.args[1]):
                yield singular, plural
    elif name == "Operation" and len(node.args) > 1:
        yield from _constants(node.args[1])
    elif name in CALLS and node.args:
        yield from _constants(node.args[0])


def _of_form(node: ast.AST) -> Iterator[str]:
    """Titles and helps of a field, and the values of a choice as a form writes them."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
        choices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        yield from (text.replace("_", " ").capitalize() for choice in choices for text in _constants(choice))
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return
    if node.func.id == "_amount":
        yield from (text for argument in node.args[:2] for text in _constants(argument))
    elif node.func.id == "Field":
        for word in node.keywords:
            if word.arg in FIELD_WORDS:
                yield from _constants(word.value)
            elif word.arg == "json_schema_extra" and isinstance(word.value, ast.Dict):
                for key, value in zip(word.value.keys, word.value.values, strict=True):
                    if isinstance(key, ast.Constant) and key.value in FIELD_WORDS:
                        yield from _constants(value)


def _constants(node: ast.expr) -> Iterator[str]:
    """The strings that an expression can give, where it is written as such."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _of_resources() -> Iterator[tuple[str, str]]:
    catalogue = ROOT / "resources" / "catalogue"
    for name, fields in ROW_WORDS.items():
        place = f"resources/catalogue/{name}"
        for row in json.loads((catalogue / name).read_text(encoding="utf-8")):
            yield from ((row[field], f"{place}/{field}") for field in fields if row.get(field))
            for colours in ("backgroundsAllowed", "backgroundsForbidden"):
                yield from ((colour, f"{place}/colours") for colour in row.get(colours, ()))
            shape = (row.get("upload") or {}).get("shape")
            if shape:
                yield shape, place
    for file in sorted((ROOT / "resources" / "hairstyles").glob("*.json")):
        yield json.loads(file.read_text(encoding="utf-8"))["label"], "resources/hairstyles"
    for row in json.loads((ROOT / "resources" / "models" / "manifest.json").read_text(encoding="utf-8")):
        yield row["task"], "resources/models/manifest.json"
    place = "resources/language/edit.en.json"
    regions = json.loads((ROOT / place).read_text(encoding="utf-8"))["regions"]
    yield from ((region.replace("_", " "), place) for region in regions)
    for name in ("adjust", "edit"):
        place = f"resources/language/{name}.json"
        verbs = json.loads((ROOT / place).read_text(encoding="utf-8"))["verbs"]
        for verb in verbs.values():
            yield from ((label, place) for label in (verb["label"], verb["label"].lower()))
