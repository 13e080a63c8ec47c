"""The catalogues have every text of the source in every offered language, and those of a kiosk in six more; no error is made
of loose strings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.support import Translations
from catchlight.core.error_table import ERRORS
from catchlight.core.messages import part_names

from tests.source_trees import Trees, collection_paused, parse_sources
from tests.translations import texts_of, tool

OFFERED = ("en", "zh")
"""As ``gui.wording.i18n.LANGUAGES``, which a test without Qt cannot ask; a test of the window holds them together."""
AT_KIOSKS = ("es", "fr", "de", "pt", "ar", "hi")
"""As ``gui.wording.i18n.KIOSK_LANGUAGES`` has beside them."""
LANGUAGES = (*OFFERED, *AT_KIOSKS)
PLACE = {"ServerError": 1}
"""Which argument is the message, where it is not the first."""


@pytest.fixture(scope="module")
def trees() -> Trees:
    return parse_sources()


def forms(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


@cache
def texts_of_the_source(domain: str) -> frozenset[tuple[str, ...]]:
    """Every text of a domain, and the forms of every plural."""
    with collection_paused():
        return frozenset(forms(entry.id) for entry in tool().template(domain) if entry.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_source_is_there_and_no_other(language: str) -> None:
    domain, least = ("catchlight", 2400) if language in OFFERED else ("kiosk", 450)
    assert tool().domain_of(language) == domain
    wanted = texts_of_the_source(domain)
    assert len(wanted) > least
    found = {forms(entry.id): entry for entry in tool().read(language) if entry.id}
    assert wanted ^ found.keys() == set(), "run packaging/i18n.py update"
    assert [text for text, entry in found.items() if not tool().is_told(entry.string)] == []


def test_the_texts_of_a_kiosk_are_some_of_those_of_the_program() -> None:
    assert texts_of_the_source("kiosk") < texts_of_the_source("catchlight")


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_fill_in_the_same_parts(language: str) -> None:
    """But for the number itself, in the form for one or two of a language that says it by the word."""
    for entry in tool().read(language):
        if entry.id:
            parts = {part_names(form) for form in forms(entry.id)}
            if entry.pluralizable:
                parts |= {names - {"count"} for names in parts}
            for form in forms(entry.string):
                assert part_names(form) in parts, entry.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_every_form_that_the_language_knows(language: str) -> None:
    catalogue: Catalog = tool().read(language)
    plural = [entry for entry in catalogue if entry.id and entry.pluralizable]
    assert len(plural) >= (4 if language in OFFERED else 1)
    assert {len(entry.string) for entry in plural} == {catalogue.num_plurals}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    from babel.messages.mofile import read_mo

    file = tool().catalogue_file(language)
    with file.with_suffix(".mo").open("rb") as opened:
        compiled = {forms(entry.id): forms(entry.string) for entry in read_mo(opened) if entry.id}
    written = {forms(entry.id): forms(entry.string) for entry in tool().read(language) if entry.id}
    assert compiled == written, "run packaging/i18n.py compile"


def test_a_text_that_one_language_lacks_is_found_out() -> None:
    """The comparison above can fail."""
    catalogue = tool().read("zh")
    catalogue.delete("Open pictures")
    assert texts_of_the_source("catchlight") - {forms(entry.id) for entry in catalogue} == {("Open pictures",)}


def test_a_translation_written_before_the_first_run_is_kept_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "zh" / "LC_MESSAGES" / "catchlight.po"
    file.parent.mkdir(parents=True)
    text = tool().catalogue_file("zh").read_text(encoding="utf-8")
    for written in ("Cancel", "Ready"):
        entry = f'msgid "{written}"\nmsgstr "{forms(texts_of("zh")[written])[0]}"\n'
        assert entry in text
        text = text.replace(entry, "")
    file.write_text(f'{text}\nmsgid "Cancel"\nmsgstr "不做了"\n', encoding="utf-8")
    monkeypatch.setattr(tool(), "FOLDER", tmp_path)
    tool().update()
    with file.with_suffix(".mo").open("rb") as compiled:
        assert Translations(compiled).gettext("Cancel") == "不做了"
    *_, missing = capsys.readouterr().out.splitlines()
    assert missing == "  Ready", "what is not told is listed"


def test_a_language_of_kiosks_that_becomes_one_of_the_studio_keeps_its_translations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosk = tool().catalogue_file("es")
    copy = tmp_path / "es" / "LC_MESSAGES" / kiosk.name
    copy.parent.mkdir(parents=True)
    copy.write_bytes(kiosk.read_bytes())
    monkeypatch.setattr(tool(), "FOLDER", tmp_path)
    with pytest.raises(SystemExit, match="already"):
        tool().add("es", "kiosk")
    tool().add("es", "catchlight")
    assert tool().domain_of("es") == "catchlight"
    whole = tool().read("es")
    assert whole.get("Eyes open").string == "Ojos abiertos"
    assert whole.get("Open pictures").string == ""
    assert not copy.exists()


@pytest.fixture(scope="module")
def error_names(trees: Trees) -> frozenset[str]:
    """Errors of the program by name: all classes below CatchlightError, those that become one, and what gives one back."""
    names = {"CatchlightError", "Refusal", "NotSupported", "Unreadable", "CatalogueFault", "ForeignUnit"}
    classes = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for _ in classes:
        below = {
            node.name for node in classes for base in node.bases if isinstance(base, ast.Name) and base.id in names
        }
        if below <= names:
            break
        names |= below
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id in names:
                names.add(node.name)
    return frozenset(names)


def loose(node: ast.expr) -> bool:
    """Whether an expression is, or may give, a sentence that no catalogue can have."""
    if isinstance(node, ast.JoinedStr | ast.BinOp):
        return True
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    if isinstance(node, ast.IfExp):
        return loose(node.body) or loose(node.orelse)
    if isinstance(node, ast.BoolOp):
        return any(map(loose, node.values))
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("format", "join")


def made_loosely(trees: Trees, error_names: frozenset[str]) -> Iterator[str]:
    """Places where an error or a message is made so. Helpers that take something else first make theirs of messages inside."""
    names = error_names - {
        "UnknownEntry",
        "_incomplete",
        "_refused",
        "NameTaken",
        "_conflict",
        "_no_address",
        "_given_up",
        "refusal",
        "unreachable",
    }
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            place = PLACE.get(called, 0)
            is_error = called in names and len(node.args) > place and loose(node.args[place])
            is_message = called in ("Message", "counted") and node.args and not isinstance(node.args[0], ast.Constant)
            if is_error or (is_message and loose(node.args[0])):
                yield f"{file.name}:{node.lineno}"


def test_no_error_is_made_of_an_f_string_or_of_pieces(trees: Trees, error_names: frozenset[str]) -> None:
    assert {"UnusablePicture", "ServerError", "QueueFull", "NotSupported", "nothing_at_hotspot"} <= error_names
    assert list(made_loosely(trees, error_names)) == []


@pytest.mark.parametrize(
    "written", ['f"{name} is gone"', '"a" + name', '"gone"', '"a" if name else Message("b")', '"{}".format(name)']
)
def test_loose_sentences_are_told_from_messages(written: str) -> None:
    assert loose(ast.parse(written, mode="eval").body)
    assert not loose(ast.parse('Message("{name} is gone", name=name)', mode="eval").body)


def test_every_code_has_a_row_with_a_status_that_is_an_error(trees: Trees) -> None:
    codes = {
        node.value.value
        for tree in trees.values()
        for parent in ast.walk(tree)
        if isinstance(parent, ast.ClassDef)
        for node in parent.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "code"
        and isinstance(node.value, ast.Constant)
    }
    assert len(codes) > 8
    assert sorted(codes - ERRORS.keys()) == []
    assert all(row.status is None or 400 <= row.status < 600 for row in ERRORS.values())
