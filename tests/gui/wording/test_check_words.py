"""Checks of a verdict in plain words: units, what was found, and the summary, in English and Chinese."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.tabs.id_photo.verdict_list import VerdictList
from catchlight.gui.widgets.theme import build
from catchlight.gui.wording import i18n
from catchlight.gui.wording.check_words import limit_text, value_text
from catchlight.gui.wording.i18n import tell_or_keep
from catchlight.operations import compliance
from catchlight.operations.compliance import sources
from catchlight.operations.compliance.titles import TITLES, plain_unit
from PySide6.QtWidgets import QApplication, QLabel

FILES = [
    *sorted((Path(compliance.__file__).parent / "checks").glob("*.py")),
    Path(compliance.__file__).with_name("judge.py"),
]
NAMES = {"mm", "px", "dpi", "kB", "ISO", "ICAO", "OFIQ", "PNG", "JPEG", "docs", "verdict"}


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    language = i18n.Language(qapp)
    language.use("zh")
    yield
    language.use("en")


def calls() -> Iterator[ast.Call]:
    """Every call by which a check is written down."""
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
            if isinstance(node, ast.Call) and called in ("row", "range", "most", "least", "measure"):
                yield node


def constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
        node = node.args[0]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def units() -> set[str]:
    found = {unit for call in calls() if len(call.args) > 3 for unit in constants(call.args[2])}
    return found | {
        unit for call in calls() for word in call.keywords if word.arg == "unit" for unit in constants(word.value)
    }


def texts() -> set[str]:
    """Words of checks without parts; a template with parts is held to the catalogue like every other."""
    found = {text for call in calls() for word in call.keywords if word.arg == "text" for text in constants(word.value)}
    return {text for text in found if "{" not in text}


def test_the_checks_say_units_and_words() -> None:
    assert {"mm", "% of width squared", "CIELAB units at L* 50", "% of lips", "dE00"} <= units()
    assert {"covered", "hair is cut off above", "all in the frame"} <= texts()


def test_no_unit_is_one_of_the_laboratory() -> None:
    for unit in units():
        assert not re.search(r"squared|L\*|CIELAB|dE00|chroma", plain_unit(unit)), unit


@pytest.mark.usefixtures("chinese")
def test_every_unit_and_word_of_a_check_is_told_in_chinese() -> None:
    english = []
    for unit in units():
        said = value_text({"id": "roll", "value": 2.0, "sigma": 0.5, "unit": unit})
        english += [said] if set(re.findall(r"[A-Za-z]{3,}", said)) - NAMES else []
    for text in texts():
        english += [text] if re.search(r"[A-Za-z]{3,}", tell_or_keep(text)) else []
    assert re.search(r"[\u4e00-\u9fff]", tell_or_keep(sources.OWN))
    assert english == []


def test_every_check_that_is_written_down_has_a_title() -> None:
    assert {name for call in calls() if call.args for name in constants(call.args[0])} <= TITLES.keys()


def test_numbers_and_words_of_a_check_in_english() -> None:
    mouth = {"id": "mouth_closed", "value": 8.696, "sigma": 1.5, "unit": "% of width squared", "high": 2.5}
    assert value_text(mouth) == "8.7 ± 1.5 % of the mouth"
    assert limit_text(mouth) == "allowed ≤ 2.5 % of the mouth"
    assert value_text({"id": "roll", "value": 4.0, "sigma": 3.024, "unit": "degrees"}) == "4 ± 3°"
    assert value_text({"id": "complete", "text": "right, super resolution"}) == "Made up: right, super resolution"
    assert value_text({"id": "complete", "text": "hair is cut off above"}) == "hair is cut off above"


@pytest.mark.usefixtures("chinese")
def test_words_of_a_check_in_chinese() -> None:
    assert value_text({"id": "complete", "text": "right"}) == "补画：右侧"
    assert (
        value_text({"id": "own_lines", "text": "chin -1.2 mm, crown +2.0 mm"}) == "下巴线 -1.2 毫米，头顶线 +2.0 毫米"
    )
    assert value_text({"id": "background_colour", "text": "white is refused"}) == "不接受白"
    assert value_text({"id": "file_type", "text": "PNG; wanted jpeg"}) == "PNG；应为 jpeg"


@pytest.mark.parametrize(
    ("overall", "states", "said"),
    [
        ("pass", ["pass", "info"], "Within every limit that can be measured"),
        ("pass", ["pass", "uncertain"], "No cause of refusal seen; worth a look: 1"),
        ("fail", ["fail", "uncertain"], "Outside the limits: 1"),
        ("uncertain", ["uncertain", "uncertain"], "Look at these yourself: 2"),
    ],
)
def test_the_summary_says_what_the_photo_came_to(
    overall: str, states: list[str], said: str, qapp: QApplication, catalogue: Catalogue
) -> None:
    shown = VerdictList(build("light"))
    checks = [{"id": "roll", "title": "Head upright", "state": state, "hard": True, "value": 1.0} for state in states]
    shown.show_verdict({"overall": overall, "unofficial": False, "checks": checks})
    assert said in [label.text() for label in shown.findChildren(QLabel)]
    shown.deleteLater()
