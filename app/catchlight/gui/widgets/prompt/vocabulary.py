"""Giving a prompt its words: the vocabulary is read on a worker, once for each prompt."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.language.intents import Domain
from catchlight.operations import sentences

if TYPE_CHECKING:
    from catchlight.language.interpreter import Interpreter

AFTER_MS = 250
"""Reading is Python from end to end: it begins when the tab that asks for it stands, not while it is laid out and painted."""


class VocabularyLoader:
    """The words of one domain for one prompt."""

    def __init__(self, prompt: PromptField, domain: Domain, session: Session) -> None:
        self._prompt = prompt
        self._domain = domain
        self._session = session
        self._asked = False
        self._reader: Interpreter | None = None

    def begin(self, region: Callable[[], str | None] = lambda: None) -> None:
        """Read the words where that has not been asked for. region: what examples are to be about."""
        if self._asked:
            return
        self._asked = True
        QTimer.singleShot(AFTER_MS, self._prompt, lambda: self._submit(region))

    def _submit(self, region: Callable[[], str | None]) -> None:
        domain = self._domain

        def work(_progress: Progress) -> Interpreter:
            reader = sentences.warm_interpreter(domain)
            gc.freeze()  # words have come to stay: to look for rubbish among them would hold the window up for 100 ms
            return reader

        job = self._session.jobs.submit(tr("Reading the words"), work, lane="files", visible=False)
        job.finished.connect(lambda reader: self._read(reader, region()))

    def offer(self, region: str | None = None) -> None:
        """Phrases for a region, or in general, where nothing is written yet."""
        if self._reader is not None and not self._prompt.text:
            self._prompt.show_examples(self._reader.examples("zh" if is_chinese() else "en", region))

    def _read(self, reader: Interpreter, region: str | None) -> None:
        self._reader = reader
        self._prompt.use(reader)
        self.offer(region)
