"""The prompt says what it understood before anything runs, completes, and helps where it fails."""

from __future__ import annotations

import pytest
from catchlight.gui.widgets import theme as themes
from catchlight.gui.widgets.prompt.field import PATIENCE_MS, PromptField
from catchlight.language.intents import LONGEST
from catchlight.language.interpreter import Interpreter
from catchlight.operations import sentences
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot


@pytest.fixture(scope="module")
def interpreter() -> Interpreter:
    return sentences.interpreter("edit")


@pytest.fixture
def prompt(qtbot: QtBot, interpreter: Interpreter) -> PromptField:
    made = PromptField(themes.build("dark"), "For example: make the jacket navy")
    qtbot.addWidget(made)
    made.use(interpreter)
    made.resize(340, 300)
    made.show()
    return made


def test_chips_say_what_was_understood(prompt: PromptField) -> None:
    prompt.set_text("make the jacket navy and whiten the teeth slightly, keep the lips")
    assert prompt.understanding is not None
    assert prompt.shown_chips == [
        *("Recolour", "region → jacket", "colour → navy"),
        *("Whiten", "region → teeth", "amount → slight"),
        "unchanged → lip",
    ]


def test_what_is_not_understood_is_named_and_three_phrases_are_offered(qtbot: QtBot, prompt: PromptField) -> None:
    prompt.set_text("add a dragon behind her")
    assert prompt.understanding is None
    qtbot.waitUntil(lambda: prompt.shown_chips == ["dragon"], timeout=PATIENCE_MS * 4)
    assert len(prompt.suggested) == 3
    wanted = prompt.suggested[1].text()
    qtbot.mouseClick(prompt.suggested[1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: prompt.text == wanted)
    assert prompt.understanding is not None


def test_what_another_tab_does_opens_that_tab(qtbot: QtBot, prompt: PromptField) -> None:
    prompt.set_text("make her smile")
    qtbot.waitUntil(
        lambda: [button.text() for button in prompt.suggested] == ["Open Expression"], timeout=PATIENCE_MS * 4
    )
    with qtbot.waitSignal(prompt.tab_wanted) as asked:
        qtbot.mouseClick(prompt.suggested[0], Qt.MouseButton.LeftButton)
    assert asked.args == ["face_expression"]


def test_a_region_under_the_hotspot_is_what_is_spoken_of(prompt: PromptField) -> None:
    prompt.set_text("so lifeless")
    assert prompt.understanding is None
    prompt.set_place("eye")
    assert prompt.understanding is not None
    assert prompt.understanding.intents[0].verb == "brighten_eyes"


def test_enter_hands_in_only_what_is_understood(qtbot: QtBot, prompt: PromptField) -> None:
    handed_in: list[str] = []
    prompt.submitted.connect(lambda: handed_in.append(prompt.text))
    prompt.set_text("paint a dragon")
    qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
    prompt.set_text("whiten the teeth")
    qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
    assert handed_in == ["whiten the teeth"]
    assert "\n" not in prompt.field.toPlainText()


def test_tab_takes_the_first_completion(qtbot: QtBot, prompt: PromptField) -> None:
    prompt.field.setFocus()
    qtbot.waitUntil(prompt.field.hasFocus)
    qtbot.keyClicks(prompt.field, "make the jac")
    assert prompt.field.popup.isVisible()
    qtbot.keyClick(prompt.field, Qt.Key.Key_Tab)
    assert prompt.text == "make the jacket navy"
    assert not prompt.field.popup.isVisible()


def test_a_word_half_typed_is_not_called_wrong(qtbot: QtBot, prompt: PromptField) -> None:
    prompt.field.setFocus()
    qtbot.waitUntil(prompt.field.hasFocus)
    qtbot.keyClicks(prompt.field, "whit")
    assert prompt.shown_chips == []


def test_pasted_text_becomes_one_line_of_bearable_length(prompt: PromptField) -> None:
    data = QMimeData()
    data.setText("whiten\nthe   teeth " + "very " * LONGEST)
    prompt.field.insertFromMimeData(data)
    assert prompt.text.startswith("whiten the teeth very")
    assert len(prompt.text) <= LONGEST


def test_what_was_typed_before_the_vocabulary_came_is_read_then(qtbot: QtBot, interpreter: Interpreter) -> None:
    made = PromptField(themes.build("light"), "")
    qtbot.addWidget(made)
    made.set_text("把外套换成深蓝色")
    assert made.understanding is None
    with qtbot.waitSignal(made.changed):
        made.use(interpreter)
    assert made.understanding is not None
    assert "region → jacket" in made.shown_chips


def test_what_was_handed_in_before_the_vocabulary_came_is_handed_in_then(
    qtbot: QtBot, interpreter: Interpreter
) -> None:
    for meanwhile, expected in ("", ["whiten the teeth"]), ("brighten the eyes", []):
        made = PromptField(themes.build("light"), "")
        qtbot.addWidget(made)
        handed_in: list[str] = []
        made.submitted.connect(lambda made=made, handed_in=handed_in: handed_in.append(made.text))
        made.set_text("whiten the teeth")
        qtbot.keyClick(made.field, Qt.Key.Key_Return)
        assert handed_in == []
        if meanwhile:
            made.set_text(meanwhile)
        made.use(interpreter)
        assert handed_in == expected


def test_what_is_taken_back_is_not_handed_in(qtbot: QtBot, interpreter: Interpreter) -> None:
    made = PromptField(themes.build("light"), "")
    qtbot.addWidget(made)
    made.set_text("whiten the teeth")
    assert made.owe()
    made.take_back()
    with qtbot.assertNotEmitted(made.submitted):
        made.use(interpreter)
    assert not made.owe()


def test_examples_stand_while_nothing_is_written(qtbot: QtBot, prompt: PromptField, interpreter: Interpreter) -> None:
    teeth = interpreter.examples("en", "teeth")
    assert teeth[0] == "whiten the teeth"
    prompt.show_examples(teeth)
    assert [button.text() for button in prompt.suggested] == list(teeth)
    prompt.set_text("blur the background")
    assert prompt.suggested == []
    prompt.set_text("")
    qtbot.mouseClick(prompt.suggested[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: prompt.text == "whiten the teeth")


def test_a_shy_field_offers_examples_only_while_somebody_is_there(qtbot: QtBot, interpreter: Interpreter) -> None:
    beside, elsewhere = QPushButton("Auto"), QPushButton("Elsewhere")
    prompt = PromptField(themes.build("dark"), "For example: warmer", beside=[beside], shy=True)
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    column.addWidget(elsewhere)
    column.addWidget(prompt)
    prompt.use(interpreter)
    holder.show()
    elsewhere.setFocus()
    qtbot.waitUntil(elsewhere.hasFocus)
    prompt.show_examples(("whiten the teeth", "blur the background"))
    assert prompt.suggested == []
    assert abs(beside.geometry().top() - prompt.field.geometry().top()) < 2
    prompt.field.setFocus()
    assert prompt.field.hasFocus()
    assert [button.text() for button in prompt.suggested] == ["whiten the teeth", "blur the background"]
    elsewhere.setFocus()
    assert prompt.suggested == []
    prompt.field.setFocus()
    qtbot.mouseClick(prompt.suggested[1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: prompt.text == "blur the background")
    assert prompt.suggested == []
    elsewhere.setFocus()
