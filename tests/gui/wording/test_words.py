"""What the window says is in its language: controls, rows, tooltips, errors of the engine, notes of the catalogue, help."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import catchlight
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.error_table import ERRORS, MISFITS, UNNAMED
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.gui.guide.handbook import sections
from catchlight.gui.jobs.job_bar import STEPS
from catchlight.gui.wording import i18n
from catchlight.gui.wording.check_words import value_text
from catchlight.gui.wording.i18n import tell, tell_or_keep
from catchlight.gui.wording.problems import problem_of
from catchlight.operations.print_sheet.photos import no_print
from catchlight.operations.registry import STEPS as OPERATIONS
from catchlight.paths import resources
from PySide6.QtWidgets import QApplication, QMenu

from tests.core.test_catalogues import LANGUAGES, OFFERED
from tests.gui.conftest import SAMPLE, Stage, wait
from tests.gui.window_wording import words_of as all_words_of
from tests.translations import texts_of

PACKAGE = Path(catchlight.__file__).parent
WORD = re.compile(r"(?<![A-Za-z_])[A-Za-z][a-z]{2,}(?![A-Za-z_])")
ADDRESS = re.compile(r"\S+://\S+|github:\S+|\b[\w-]+(\.[\w-]+)+(/\S*)?")
PART = re.compile(r"\{(\w+)\}")
AS_THEY_ARE = {
    *(
        "Catchlight",
        "English",
        "Ctrl",
        "Shift",
        "Alt",
        "Esc",
        "Tab",
        "Enter",
        "Return",
        "Delete",
        "Insert",
        "Page",
        "Down",
        "Up",
    ),
    *(
        "Polo",
        "RAW",
        "AVIF",
        "Display",
        "Adobe",
        "PgDown",
        "PgUp",
        "Space",
        "dpi",
        "sRGB",
        "RGB",
        "WebP",
        "Exif",
        "png",
        "jpg",
        "astronaut",
        "webdav",
        "https",
        "sftp",
    ),
    *("bucket", "folder", "host", "name", "document", "width", "height", "date", "number", "docs"),
}
"""Names of keys, formats, fields and addresses; nothing that is to be read as a sentence."""


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    language = i18n.Language(qapp)
    language.use("zh")
    yield
    language.use("en")


def subclasses(kind: type[CatchlightError]) -> Iterator[type[CatchlightError]]:
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


def written(node: ast.expr, constants: Mapping[str, ast.expr]) -> list[str]:
    """The sentences that an expression can give; nothing where it is made elsewhere."""
    if isinstance(node, ast.Name) and node.id in constants:
        return written(constants[node.id], constants)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)]
    if isinstance(node, ast.IfExp):
        return written(node.body, constants) + written(node.orelse, constants)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        sides = (written(side, constants) for side in (node.left, node.right))
        return [left + right for left, right in product(*sides)]
    return []


@pytest.mark.usefixtures("chinese")
def test_a_retold_sentence_keeps_names_and_numbers_and_retells_what_is_in_it() -> None:
    assert tell("Nobody knows this sentence.") is None
    assert tell_or_keep("Nobody knows this sentence.") == "Nobody knows this sentence."
    told = tell("warm.catchlight-preset, step 2 (edit): background_styles is missing.")
    assert told == "warm.catchlight-preset，第 2 步（edit）：缺少 background_styles。"
    problem = problem_of(CatchlightError("a.png has only 40 x 30 pixels; the shorter side must have at least 64."))
    assert problem.text == "a.png 只有 40 × 30 像素；短边至少要有 64 像素。"
    unknown = problem_of(CatchlightError(Message("Brand-new trouble."), code="invalid_request"))
    assert "Brand-new trouble." in unknown.text
    assert unknown.text != "Brand-new trouble.", "it is said that these are the program's own words"
    check = {"id": "edit_provenance", "text": "id_photo: background, adjust: pixels"}
    assert value_text(check) == "证件照: 背景，调整: 画面内容"


def test_an_english_window_says_the_sentence_itself() -> None:
    assert tell("Nobody knows this sentence.") == "Nobody knows this sentence."


@pytest.mark.usefixtures("chinese")
def test_every_code_of_an_error_has_a_title() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    codes = {cls.code for cls in subclasses(CatchlightError)} | set(re.findall(r"code=\"([a-z_]+)\"", source))
    codes |= {f"unknown_{kind}" for kind in re.findall(r"UnknownEntry\(\s*\"(\w+)\"", source)}
    assert sorted(codes - ERRORS.keys()) == []
    told = [i18n.tr(row.title) for row in (*ERRORS.values(), *MISFITS.values(), UNNAMED)]
    assert all(re.search(r"[\u4e00-\u9fff]", title) for title in told)


def test_the_offered_languages_are_those_whose_catalogues_are_held_complete() -> None:
    assert tuple(i18n.LANGUAGES) == OFFERED
    assert tuple(i18n.KIOSK_LANGUAGES) == LANGUAGES


def test_every_step_that_an_operation_reports_has_words() -> None:
    names: set[str] = set()
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
            if isinstance(node, ast.Call) and called in ("report", "named") and node.args:
                names |= {said for said in written(node.args[-1], {}) if said}
    assert len(names) > 30
    assert sorted(names - STEPS.keys()) == []


def test_what_the_catalogue_says_of_documents_is_translated(catalogue: Catalogue) -> None:
    words = texts_of("zh")
    fields = ("notes", "special", "background_label", "glasses_rule", "headgear_rule", "expression_rule", "edit_rule")
    rules = {getattr(row, field) for row in catalogue.documents for field in (*fields, "taken_by_rule")}
    rules |= {row.upload.shape for row in catalogue.documents if row.upload is not None}
    grounds = {name for row in catalogue.documents for name in (*row.backgrounds_allowed, *row.backgrounds_forbidden)}
    rules.discard("")
    titles = {operation.title for operation in OPERATIONS.values()}
    manifest = json.loads((resources() / "models" / "manifest.json").read_text(encoding="utf-8"))
    assert sorted((rules | grounds | titles | {row["task"] for row in manifest}) - words.keys()) == []


def test_the_help_in_chinese_is_chinese() -> None:
    for page in sections("zh"):
        letters = re.findall(r"[A-Za-z]", page.text)
        assert len(re.findall(r"[\u4e00-\u9fff]", page.text)) > len(letters), page.key


def shipped_prompts() -> set[str]:
    """The sentences of the presets that come with the program."""
    text = (resources() / "presets" / "shipped.json").read_text(encoding="utf-8")
    return set(re.findall(r'"userPrompt": "([^"]+)"', text))


def test_a_chinese_window_says_nothing_in_english(stage: Stage) -> None:
    stage.window.dialogs.choose_looks("dark", "zh", 1.0)
    stage.open_sample()
    stage.make_id_photo()
    said: dict[str, str] = {}

    def listen(place: str) -> None:
        window = stage.window
        for widget, text in all_words_of(window):
            if not isinstance(widget, QMenu) or not widget.isEmpty():
                said.setdefault(text, f"{place}: {type(widget).__name__}")

    for tab in stage.window.tabs:
        stage.do(tab.key)
        QApplication.processEvents()
        listen(tab.key)
    wait(lambda: stage.session.jobs.idle, 200)
    for command in ("settings", "help", "shortcuts", "export", "presets", "batch", "save_preset", "palette", "tour"):
        stage.do(command)
        QApplication.processEvents()
        listen(command)
    assert len(said) > 700
    home = str(stage.window.dialogs.home)
    english = []
    for text, place in said.items():
        if "ICAO" in text:
            continue  # the names of sources
        plain = ADDRESS.sub("", text.replace("\u200b", "")).replace(home, "").replace(str(SAMPLE.parent), "")
        for prompt in shipped_prompts():
            plain = plain.replace(prompt, "")  # what a preset is told, in the language that it was written in
        if set(WORD.findall(plain)) - AS_THEY_ARE:
            english.append((place, text))
    assert english == [], english


@pytest.mark.usefixtures("chinese")
def test_a_document_in_a_sentence_has_its_own_name(catalogue: Catalogue) -> None:
    for row in catalogue.documents:
        refused = no_print(row.model_copy(update={"digital_only": True}))
        assert refused is not None
        said = tell(refused.message)
        assert said is not None
        assert said.startswith(row.label_zh)


@pytest.mark.usefixtures("chinese")
def test_what_an_edit_is_refused_for_is_told_down_to_its_last_word() -> None:
    assert tell("No left eye shows in this picture. Name or click something that is there.") == (
        "这张照片里看不到左侧眼睛。请说出或点选照片中有的东西。"
    )
    listed = tell("Here is the hair. Whiten works on: teeth, eye white. Click there.")
    assert listed is not None
    assert not re.search(r"[A-Za-z]", listed)
    assert "牙齿、眼白" in listed
