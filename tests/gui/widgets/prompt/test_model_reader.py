"""A refused sentence is read by the language model of the settings when that is asked for, and its reading is offered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from catchlight.assembly.parts import chat_model
from catchlight.gui.app.session import Session
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.widgets import theme as themes
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.gui.widgets.prompt.model_reader import ModelReader
from catchlight.operations import sentences
from catchlight.store.settings.engine_settings import LanguageModelSettings
from pytestqt.qtbot import QtBot

from tests.generators.stub_engine import StubEngine, serving
from tests.gui.conftest import wait

ASK = "Ask your language model"


@pytest.fixture
def stub() -> Iterator[StubEngine]:
    with serving(StubEngine()) as made:
        yield made


@pytest.fixture
def session() -> Iterator[Any]:
    """What a reader needs of a session: real jobs, and the language model of some settings."""
    jobs = JobQueue()
    yield SimpleNamespace(jobs=jobs, language_model=lambda: None)
    jobs.close()


@pytest.fixture
def prompt(qtbot: QtBot, session: Any) -> Iterator[PromptField]:
    made = PromptField(themes.build("dark"), "For example: make the jacket navy")
    qtbot.addWidget(made)
    made.use(sentences.interpreter("edit"))
    made.show()
    reader = ModelReader(made, "edit", cast("Session", session), lambda: "teeth")
    yield made
    del reader  # it hears the button for as long as somebody holds it


def buttons(prompt: PromptField) -> list[str]:
    return [button.text() for button in prompt.suggested]


def press(prompt: PromptField, text: str) -> None:
    next(button for button in prompt.suggested if button.text() == text).click()


def use(session: Any, stub: StubEngine) -> None:
    session.language_model = lambda: chat_model(LanguageModelSettings(address=stub.address))


def test_without_one_in_the_settings_nothing_is_offered(prompt: PromptField, session: Any) -> None:
    session.language_model = lambda: chat_model(LanguageModelSettings())
    prompt.set_text("the chompers want a proper scrub down the docks")
    assert prompt.refusal is not None
    assert ASK not in buttons(prompt)


def test_its_reading_is_offered_and_nothing_is_done_by_itself(
    prompt: PromptField, session: Any, stub: StubEngine
) -> None:
    use(session, stub)
    stub.spoken = json.dumps({"wishes": [{"command": "whiten", "place": "teeth"}], "left_out": "the docks"})
    said = "the chompers want a proper scrub down the docks"
    prompt.set_text(said)
    press(prompt, ASK)
    wait(lambda: buttons(prompt) == ["whiten the teeth"])
    assert "the docks" in prompt.told
    assert prompt.text == said
    press(prompt, "whiten the teeth")
    wait(lambda: prompt.text == "whiten the teeth")
    assert prompt.shown_chips == ["Whiten", "region → teeth"]


def test_what_goes_wrong_is_told_and_it_can_be_asked_of_another_sentence(
    prompt: PromptField, session: Any, stub: StubEngine
) -> None:
    use(session, stub)
    stub.trouble, stub.at = "refuses", "/v1/chat"
    prompt.set_text("the chompers want a proper scrub down the docks")
    press(prompt, ASK)
    wait(lambda: "no memory" in prompt.told)
    assert buttons(prompt) == []
    prompt.set_text("the chompers want a proper scrub down the pier")
    assert ASK in buttons(prompt)


def test_an_answer_to_what_is_not_written_any_more_is_dropped(
    prompt: PromptField, session: Any, stub: StubEngine
) -> None:
    use(session, stub)
    stub.spoken = json.dumps({"wishes": [{"command": "sharpen", "place": "hat"}]})
    prompt.set_text("the chompers want a proper scrub down the docks")
    press(prompt, ASK)
    wait(lambda: "is reading" in prompt.told)
    prompt.set_text("the chompers want a proper scrub down the pier")
    wait(lambda: any(asked.path.endswith("/chat/completions") for asked in stub.asked))
    wait(lambda: session.jobs.idle)
    assert "sharpen the hat" not in buttons(prompt)
