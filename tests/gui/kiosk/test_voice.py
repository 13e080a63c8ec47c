"""Prompts that are read aloud: by Qt's mock engine, where the extra ``voice`` is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import replace

import pytest
from catchlight.gui.kiosk.looks import Comfort
from catchlight.gui.kiosk.voice import NoVoice, SpokenVoice
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.kiosk.flow import events as on

from tests.gui.kiosk.doubles import Machine
from tests.gui.kiosk.person import Person

INSTALLED = importlib.util.find_spec("PySide6.QtTextToSpeech") is not None
SPEECH = pytest.mark.skipif(not INSTALLED, reason="PySide6-Addons, the extra voice, is not installed")


class Listener:
    """Keeps what is said."""

    available = True

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.stopped = 0

    def say(self, text: str, language: str) -> None:
        self.said.append((text, language))

    def stop(self) -> None:
        self.stopped += 1


def test_every_screen_and_overlay_says_its_prompt(machine: Machine, open_kiosk: Callable[..., KioskWindow]) -> None:
    window = open_kiosk(replace(machine.parts, languages=("en", "zh")))
    listener = window.voice = Listener()
    window.comfort = Comfort(voice=True)
    person = Person(window)
    person.touch("Start")
    person.touch("简体中文")
    assert [language for _, language in listener.said] == ["en", "zh"]
    window.desk.send(on.IdleBegan())
    assert len(listener.said) == 3
    window.comfort = Comfort()
    window.dress()
    assert len(listener.said) == 3
    assert listener.stopped


@pytest.mark.skipif(INSTALLED, reason="the extra voice is installed")
def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    with pytest.raises(NoVoice, match=r"catchlight\[voice\]"):
        SpokenVoice()


@SPEECH
def test_the_mock_engine_speaks() -> None:
    voice = SpokenVoice("mock")
    voice.say("Please hold still.", "en")
    assert voice.speech.state() == voice.speech.State.Speaking
    voice.stop()
    voice.say("", "en")
    assert voice.speech.state() == voice.speech.State.Ready
