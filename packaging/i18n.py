"""The texts of the program and their translations: ``python packaging/i18n.py update`` after words were changed.

``update`` gathers every text of the source and the resources in ``resources/i18n/catchlight.pot``, brings the catalogue of each
language (``resources/i18n/<language>/LC_MESSAGES/catchlight.po``) up to date, and compiles it to the ``.mo`` beside it, which is
what the program reads; it lists the texts that have no translation yet. One that was written into the ``.po`` before, as
``msgid "..."`` and ``msgstr "..."`` at any place, is kept, so that one run does all. Languages that only a kiosk speaks have
``kiosk.po`` and ``kiosk.mo`` instead, with the texts that a session at a kiosk can show (``kiosk.pot``; ``packaging/texts.py``
says which). Names of countries come from CLDR where they are missing. ``compile`` compiles alone. ``add LANGUAGE`` begins the
catalogue of a new one, ``add --kiosk LANGUAGE`` that of a kiosk. Needs Babel.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from texts import ROOT, Text, countries, kiosk_texts, texts

FOLDER = ROOT / "resources" / "i18n"
WHOLE, KIOSK = "catchlight", "kiosk"
"""Domains: all texts, and those of a kiosk."""
SOURCE = "en"


def template(domain: str = WHOLE) -> Catalog:
    """All texts of a domain, without translations."""
    found = Catalog(project="Catchlight", charset="utf-8", fuzzy=False)
    for text, place in texts() if domain == WHOLE else kiosk_texts():
        key = text if isinstance(text, str) else text[0]
        if not key.strip() and key != ", ":
            continue
        found.add(text, locations=[(place, None)], flags=_flags(text))
    return found


def _flags(text: Text) -> list[str]:
    joined = text if isinstance(text, str) else "".join(text)
    return ["python-brace-format"] if "{" in joined else []


def catalogue_file(language: str, domain: str = "") -> Path:
    """The editable catalogue of a language. domain: the one that the language has where it is left out."""
    return FOLDER / language / "LC_MESSAGES" / f"{domain or domain_of(language)}.po"


def domain_of(language: str) -> str:
    """Whether a language has all texts or those of a kiosk."""
    return KIOSK if catalogue_file(language, KIOSK).exists() else WHOLE


def languages() -> list[str]:
    """Languages that have a catalogue."""
    return sorted({file.parent.parent.name for file in FOLDER.glob("*/LC_MESSAGES/*.po")})


def read(language: str) -> Catalog:
    """The catalogue of a language as it is on the disk."""
    with catalogue_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=domain_of(language))


def updated(language: str) -> Catalog:
    """The catalogue of a language with every text of its domain, and no other. Of English every text is its own translation."""
    found = read(language)
    found.update(template(domain_of(language)), no_fuzzy_matching=True)
    found.obsolete.clear()
    for entry in found:
        if entry.id and language == SOURCE:
            entry.string = entry.id
    _name_countries(found, language)
    return found


_VARIANTS = {"pt": "pt_PT"}
"""Spelling that a catalogue keeps to, where CLDR takes another for the language alone."""


def _name_countries(found: Catalog, language: str) -> None:
    """Fill in the names of countries that are missing: those of the rows in Chinese, else those of CLDR."""
    territories = Locale.parse(_VARIANTS.get(language, language)).territories
    for name, (code, chinese) in countries().items():
        entry = found.get(name)
        if entry is not None and not entry.string:
            entry.string = chinese if language == "zh" else territories.get(code, "")


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
    for domain in {domain_of(language) for language in languages()}:
        (FOLDER / f"{domain}.pot").write_bytes(po_bytes(template(domain)))
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


def add(language: str, domain: str) -> None:
    """Begin the catalogue of a language. One that only a kiosk spoke so far keeps what is translated."""
    file, old = catalogue_file(language, domain), catalogue_file(language, KIOSK)
    if file.exists() or catalogue_file(language, WHOLE).exists():
        sys.exit(f"{language} has its catalogue already.")
    made = (
        read(language) if old.exists() else Catalog(locale=language, project="Catchlight", charset="utf-8", fuzzy=False)
    )
    made.update(template(domain), no_fuzzy_matching=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(po_bytes(made))
    if domain == WHOLE:
        for gone in (old, old.with_suffix(".mo")):
            gone.unlink(missing_ok=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update", help="extract, bring every catalogue up to date, compile")
    commands.add_parser("compile", help="compile every catalogue as it stands")
    adding = commands.add_parser("add", help="begin the catalogue of a language")
    adding.add_argument("language")
    adding.add_argument("--kiosk", action="store_true", help="with the texts of a kiosk alone")
    chosen = parser.parse_args()
    if chosen.command == "update":
        update()
    elif chosen.command == "compile":
        for language in languages():
            compile_one(language)
    else:
        add(chosen.language, KIOSK if chosen.kiosk else WHOLE)
        update()


if __name__ == "__main__":
    main()
