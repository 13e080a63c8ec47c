"""Themes, languages, text size, and names for everything that can be reached."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import catchlight.gui
import pytest
from catchlight.core.errors import CatchlightError
from catchlight.gui.commands.command_table import commands
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.dialogs.preferences import PreferencesDialog
from catchlight.gui.guide.about import AboutDialog
from catchlight.gui.guide.help_pages import HelpDialog
from catchlight.gui.guide.shortcuts import ShortcutsDialog
from catchlight.gui.jobs.job_bar import STEPS
from catchlight.gui.widgets import theme
from catchlight.gui.wording import i18n
from catchlight.gui.wording.problems import problem_of
from catchlight.operations.compliance.titles import TITLES
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import resources
from catchlight.store.settings.settings import Settings
from pydantic import BaseModel
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QScrollBar,
    QToolButton,
    QWidget,
)

from tests.gui.conftest import Stage, wait
from tests.translations import texts_of

SOURCES = sorted(Path(catchlight.gui.__file__).parent.rglob("*.py"))
CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)


def spoken() -> set[str]:
    """Every sentence that the package hands to ``tr``, or marks for it, as it stands."""
    found = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "mark"):
                (first, *_) = node.args
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


def declared() -> set[str]:
    """Titles, helps and units of all parameters, names of steps, advice of checks: shown through ``tr`` as well."""
    found = set(STEPS.values()) | {advice for _, _, advice in TITLES.values()}
    models: list[type[BaseModel]] = [operation.params for operation in OPERATIONS.values()]
    models += [Settings, *(type(part) for part in vars(Settings()).values() if isinstance(part, BaseModel))]
    for model in models:
        for field in model.model_fields.values():
            extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
            if extra.get("file_only"):
                continue
            told = (field.title, field.description, *(extra.get(key) for key in ("unit", "none", "empty")))
            found |= {str(text) for text in told if text and text != "°"}  # a sign in every language
    return found


def test_every_sentence_is_translated() -> None:
    words = texts_of("zh")
    assert sorted((spoken() | declared()) - words.keys()) == []


def test_every_icon_that_is_asked_for_exists_and_none_is_left_over() -> None:
    text = "".join(source.read_text(encoding="utf-8") for source in SOURCES)
    shipped = {file.stem for file in (resources() / "icons").glob("*.svg")}
    icons = theme.build("dark").icons if QApplication.instance() else None
    for name in shipped:
        assert f'"{name}"' in text, f"{name}.svg is not used"
    assert {command.icon for command in commands() if command.icon} <= shipped
    assert icons is None or not icons("open").isNull()


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


WRITTEN = {
    "text": ("window", "surround", "panel", "raised", "field", "hover", "pressed", "selection", "banner", "notice"),
    "muted": ("window", "surround", "panel", "raised", "field", "hover"),
    "on_accent": ("accent", "accent_hover", "accent_pressed"),
    **dict.fromkeys(("pass", "fail", "uncertain"), ("window", "panel", "raised", "field", "hover")),
}
"""Colours that words are written in, and the grounds that they are written on: 4.5 : 1 at least (WCAG 1.4.3, AA)."""
DRAWN = {
    "focus": ("window", "surround", "panel", "raised", "field", "selection", "banner", "notice"),
    "edge": ("window", "panel", "field", "raised"),
    "text": ("pressed", "selection"),
    **dict.fromkeys(("pass", "fail", "uncertain"), ("selection",)),
}
"""Rings, outlines of fields, handles and marks: 3 : 1 at least (WCAG 1.4.11, AA)."""


@pytest.mark.parametrize("name", ["dark", "light"])
def test_contrast_is_enough_in_both_themes(name: str) -> None:
    tokens = theme.tokens(name)
    for pairs, least in ((WRITTEN, 4.5), (DRAWN, 3.0)):
        for colour, grounds in pairs.items():
            for ground in grounds:
                assert contrast(tokens[colour], tokens[ground]) >= least, (colour, ground)
    for ground in ("panel", "window", "field", "raised", "surround", "banner", "notice", "selection"):
        assert contrast(tokens["text"], tokens[ground]) >= 7, ground
    assert tokens["accent"] == "#F2B45A"
    assert set(tokens) == set(theme.tokens("dark"))


def test_the_style_sheet_writes_only_on_grounds_that_were_measured() -> None:
    """Each rule that sets words and ground together, and those of words alone on what they may stand on."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", (resources() / "themes" / "style.qss").read_text(encoding="utf-8"))
    seen = 0
    for selector, body in rules:
        facts = dict(re.findall(r"([\w-]+):\s*([^;]+)", body))
        word, ground = facts.get("color", "").strip(), facts.get("background", "").strip()
        if ":disabled" in selector or not word.startswith("$"):
            continue
        assert word[1:] in WRITTEN or word == "$disabled", selector
        if ground.startswith("$"):
            seen += 1
            assert ground[1:] in WRITTEN[word[1:]], (selector, word, ground)
    assert seen >= 5


@pytest.mark.parametrize("name", ["dark", "light"])
def test_what_a_field_proposes_can_be_read(qapp: QApplication, name: str) -> None:
    """Qt would draw it at half strength."""
    looks = theme.build(name)
    theme.apply_metrics(qapp, looks, qapp.font())
    field = QLineEdit()
    theme.apply_theme(field, looks)
    field.setPlaceholderText("mmmmmmmm")
    field.resize(300, 60)
    field.show()
    field.clearFocus()
    QApplication.processEvents()
    image = field.grab().toImage()
    inside = [image.pixelColor(x, y).name() for x in range(12, 200) for y in range(14, image.height() - 14)]
    best = max(contrast(colour, looks.tokens["field"]) for colour in inside)
    field.close()
    assert best >= 4.5, best


def unnamed(root: QWidget) -> list[str]:
    """Controls below ``root`` that a screen reader or a pointer would find without a name."""
    found = []
    for widget in root.findChildren(QWidget):
        if not isinstance(widget, CONTROLS) or isinstance(widget, QScrollBar) or widget.isHidden() or inner(widget):
            continue
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        if not (widget.accessibleName() or text):
            found.append(f"no name: {widget}")
        if not widget.toolTip():
            found.append(f"no tooltip: {widget} {widget.accessibleName() or text}")
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus and not isinstance(widget, QAbstractItemView):
            found.append(f"no keyboard: {widget} {widget.accessibleName()}")
    return found


def inner(widget: QWidget) -> bool:
    """Parts that Qt makes inside its own controls."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QAbstractSpinBox | QComboBox | QLineEdit):
            return True
        above = above.parentWidget()
    return widget.objectName().startswith("qt_")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_control_has_a_name_a_tooltip_and_the_keyboard(stage: Stage, language: str) -> None:
    stage.window.dialogs.choose_looks("light", language, 1.0)
    stage.open_sample()
    stage.make_id_photo()
    stage.do("export")
    stage.do("print_sheet")
    wait(stage.sheet.print_button.isEnabled)
    PreferencesDialog(stage.session.memory, stage.window.theme, stage.window)
    AboutDialog(Path("home"), stage.window.theme, stage.window)
    for command in ("help", "shortcuts", "tour"):
        stage.do(command)
    kinds = {type(dialog) for dialog in stage.window.findChildren(QDialog)}
    assert {ExportDialog, PreferencesDialog, AboutDialog, HelpDialog, ShortcutsDialog} <= kinds
    assert unnamed(stage.window) == []


def test_theme_language_and_size_change_at_once_and_choices_stay(stage: Stage) -> None:
    stage.open_sample()
    stage.id_photo.search.chosen.emit("uk_passport")
    stage.id_photo.swatches._buttons["white"].click()
    stage.do("print_sheet")
    stage.sheet.form.control("gap_mm").setValue(7)  # type: ignore[attr-defined]
    old = stage.window
    stage.window.dialogs.choose_looks("light", "zh", 1.5)
    assert stage.window is not old
    assert not old.isVisible()
    assert stage.window.isVisible()
    assert stage.id_photo.title() == "证件照"
    assert stage.window.tab is stage.sheet
    assert stage.sheet.form.values()["gap_mm"] == 7
    document = stage.session.current
    assert document is not None
    params = stage.id_photo.params_for(document)
    assert (params.spec, params.background) == ("uk_passport", "white")
    assert stage.window.theme.name == "light"
    assert stage.session.memory.settings.language == "zh"
    written = json.loads((stage.window.dialogs.home / "settings.json").read_text()) if stage.session.jobs.idle else None
    assert written is None or written["theme"] == "light"


def test_nothing_is_clipped_at_twice_the_text_size(stage: Stage) -> None:
    stage.window.dialogs.choose_looks("dark", "en", 2.0)
    stage.open_sample()
    stage.make_id_photo()
    assert stage.window.minimumSizeHint().width() <= 1400
    for button in stage.window.findChildren(QAbstractButton):
        if button.isVisible() and button.text() and not isinstance(button, QToolButton) and not inner(button):
            assert button.fontMetrics().horizontalAdvance(button.text().replace("&", "")) <= button.width(), (
                button.text()
            )


def test_every_error_code_has_words_in_both_languages(qapp: QApplication) -> None:
    language = i18n.Language(qapp)
    codes = (
        "no_face",
        "several_faces",
        "too_small_for_spec",
        "unsupported_image",
        "model_unavailable",
        "internal_error",
    )
    for code in codes:
        error = CatchlightError("The engine's own sentence.", code=code)
        language.use("en")
        english = problem_of(error)
        language.use("zh")
        chinese = problem_of(error)
        language.use("en")
        assert english.text == "The engine's own sentence."
        assert chinese.title != english.title
        assert chinese.text != english.text


def test_the_palette_finds_and_runs_commands(stage: Stage) -> None:
    stage.open_sample()
    stage.do("palette")
    palette = stage.window.palette_box
    assert palette.isVisible()
    palette.field.setText("side by")
    palette._run(palette.list.item(0))
    assert not palette.isVisible()
    assert stage.window.canvas.mode.value == "side"
