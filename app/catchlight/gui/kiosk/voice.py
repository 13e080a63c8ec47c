"""Prompts that are read aloud, by the speech of the system through Qt. Needs the extra ``voice``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QLocale

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message

if TYPE_CHECKING:
    from PySide6.QtTextToSpeech import QTextToSpeech

RATE = -0.1
"""A little slower than usual, on Qt's scale from -1 to 1."""


class NoVoice(CatchlightError):
    """Prompts cannot be read aloud on this computer, and what to do."""

    code = "voice_unavailable"


class Voice(Protocol):
    """Reads prompts aloud."""

    @property
    def available(self) -> bool:
        """Whether it can."""

    def say(self, text: str, language: str) -> None:
        """In place of what it is saying."""

    def stop(self) -> None: ...


class Silence:
    """Where nothing is read aloud."""

    available = False

    def say(self, text: str, language: str) -> None:
        pass

    def stop(self) -> None:
        pass


class SpokenVoice:
    """The system's speech. engine: of Qt's, "" for the one of the system."""

    available = True

    def __init__(self, engine: str = "") -> None:
        """Raises NoVoice where the extra or a speech engine is missing."""
        try:
            from PySide6.QtTextToSpeech import QTextToSpeech
        except ModuleNotFoundError as fault:
            raise NoVoice(
                Message("Voice prompts need the extra voice. Install catchlight[voice], or switch [screens] voice off.")
            ) from fault
        except ImportError as fault:
            raise NoVoice(
                Message(
                    "Qt's speech cannot be loaded ({why}). Install the library, or switch [screens] voice off.",
                    why=str(fault),
                )
            ) from fault
        engines = [name for name in QTextToSpeech.availableEngines() if name != "mock"]
        if not engine and not engines:
            raise NoVoice(
                Message(
                    "This computer has no speech engine. Install one (on Linux speech-dispatcher), or switch [screens] voice off."
                )
            )
        self.speech: QTextToSpeech = QTextToSpeech(engine or engines[0])
        self.speech.setRate(RATE)

    def say(self, text: str, language: str) -> None:
        self.speech.stop()
        if text:
            self.speech.setLocale(QLocale(language))
            self.speech.say(text)

    def stop(self) -> None:
        self.speech.stop()
