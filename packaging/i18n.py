"""The texts of the program and their translations: ``python packaging/i18n.py update`` after words were changed.

``update`` gathers every text of the source and the resources in ``resources/i18n/catchlight.pot``, brings the catalogue of each
language (``resources/i18n/<language>/LC_MESSAGES/catchlight.po``) up to date, and compiles it to the ``.mo`` beside it, which is
what the program reads; it lists the texts that have no translation yet. One that was written into the ``.po`` before, as
``msgid "..."`` and ``msgstr "..."`` at any place, is kept, so that one run does all. ``compile`` compiles alone. ``add LANGUAGE``
begins the catalogue of a new one. Needs Babel.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "app" / "catchlight"
FOLDER = ROOT / "resources" / "i18n"
TEMPLATE = FOLDER / "catchlight.pot"
SOURCE = "en"
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
    "store/settings.py",
    "kiosk/config/model.py",
)
"""Modules whose fields the window shows as forms: their words, and the values of their choices, are texts."""
ROW_WORDS = {
    "documents.json": (
        "label", "notes", "special", "backgroundLabel", "glassesRule", "headgearRule", "expressionRule", "editRule",
        "takenByRule",
    ),
    "framings.json": ("label",),
    "papers.json": ("label",),
}  # fmt: skip
"""Fields of catalogue rows that are told in sentences or shown as they stand."""


def texts() -> Iterator[tuple[Text, str]]:
    """Every text and the file it stands in, from the root."""
    forms = {file for pattern in FORMS for file in PACKAGE.glob(pattern)}
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from ((text, place) for text in _of_call(node))
            if file in forms:
                yield from ((text, place) for text in _of_form(node))
    yield from _of_resources()


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
            yield from ((row[field], place) for field in fields if row.get(field))
            for colours in ("backgroundsAllowed", "backgroundsForbidden"):
                yield from ((colour, place) for colour in row.get(colours, ()))
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


def template() -> Catalog:
    """All texts, without translations."""
    found = Catalog(project="Catchlight", charset="utf-8", fuzzy=False)
    for text, place in texts():
        key = text if isinstance(text, str) else text[0]
        if not key.strip() and key != ", ":
            continue
        found.add(text, locations=[(place, None)], flags=_flags(text))
    return found


def _flags(text: Text) -> list[str]:
    joined = text if isinstance(text, str) else "".join(text)
    return ["python-brace-format"] if "{" in joined else []


def catalogue_file(language: str) -> Path:
    """The editable catalogue of a language."""
    return FOLDER / language / "LC_MESSAGES" / "catchlight.po"


def languages() -> list[str]:
    """Languages that have a catalogue."""
    return sorted(file.parent.parent.name for file in FOLDER.glob("*/LC_MESSAGES/catchlight.po"))


def read(language: str) -> Catalog:
    """The catalogue of a language as it is on the disk."""
    with catalogue_file(language).open("rb") as file:
        return read_po(file, locale=language, domain="catchlight")


def updated(language: str) -> Catalog:
    """The catalogue of a language with every text that there is, and no other. Of English every text is its own translation."""
    found = read(language)
    found.update(template(), no_fuzzy_matching=True)
    found.obsolete.clear()
    if language == SOURCE:
        for entry in found:
            if entry.id:
                entry.string = entry.id
    return found


_VARYING = (
    b'"POT-Creation-Date',
    b'"PO-Revision-Date',
    b'"Generated-By',
    b'"Last-Translator',
    b'"Language-Team',
    b'"Report-Msgid',
    b"#, python-format",
)
"""Lines that say nothing, or something else for everybody who writes them; no text is filled in by percent signs."""


def po_bytes(catalogue: Catalog) -> bytes:
    """The editable file: sorted by text, without dates and places, so that only changes of words change it."""
    catalogue.header_comment = "# Texts of Catchlight. packaging/i18n.py update keeps them up to date."
    made = BytesIO()
    write_po(made, catalogue, width=120, sort_output=True, ignore_obsolete=True, no_location=True)
    return b"".join(line for line in made.getvalue().splitlines(True) if not line.startswith(_VARYING))


_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The same for everybody, so that the same texts are the same file."""


def mo_bytes(catalogue: Catalog) -> bytes:
    """The compiled file."""
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    made = BytesIO()
    write_mo(made, catalogue)
    return made.getvalue()


def update() -> None:
    TEMPLATE.write_bytes(po_bytes(template()))
    for language in languages():
        found = updated(language)
        file = catalogue_file(language)
        file.write_bytes(po_bytes(found))
        compile_one(language)
        missing = [entry.id for entry in found if entry.id and not is_told(entry.string)]
        print(f"{language}: {len(found)} texts, {len(missing)} without a translation")
        for text in missing:
            print(f"  {text}")


def compile_one(language: str) -> None:
    """Write the ``.mo`` of a language from its ``.po``."""
    catalogue_file(language).with_suffix(".mo").write_bytes(mo_bytes(read(language)))


def is_told(string: str | Sequence[str] | None) -> bool:
    """Whether an entry has its translation, in every form."""
    return bool(string) and (isinstance(string, str) or all(string))


def add(language: str) -> None:
    """An empty catalogue for a language."""
    file = catalogue_file(language)
    if file.exists():
        sys.exit(f"{file} exists already.")
    file.parent.mkdir(parents=True)
    made = Catalog(locale=language, project="Catchlight", charset="utf-8", fuzzy=False)
    made.update(template(), no_fuzzy_matching=True)
    file.write_bytes(po_bytes(made))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update", help="extract, bring every catalogue up to date, compile")
    commands.add_parser("compile", help="compile every catalogue as it stands")
    commands.add_parser("add", help="begin the catalogue of a language").add_argument("language")
    chosen = parser.parse_args()
    if chosen.command == "update":
        update()
    elif chosen.command == "compile":
        for language in languages():
            compile_one(language)
    else:
        add(chosen.language)
        update()


if __name__ == "__main__":
    main()
