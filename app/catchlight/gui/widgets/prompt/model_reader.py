"""The user's language model for one prompt: it reads what is refused, and what it says is offered to be written instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.language.intents import Domain

if TYPE_CHECKING:
    from catchlight.service.rewording import Rewording


class ModelReader:
    """Asks once for each press of the button; what is typed meanwhile makes the answer void."""

    def __init__(self, prompt: PromptField, domain: Domain, session: Session, under: Callable[[], str | None]) -> None:
        """under: the region under the hotspot."""
        self._prompt = prompt
        self._domain = domain
        self._session = session
        self._under = under
        prompt.has_model = lambda: session.language_model() is not None
        prompt.model_wanted.connect(self._ask)

    def _ask(self) -> None:
        model, sentence, under = self._session.language_model(), self._prompt.text, self._under()
        if model is None:
            return

        def work(progress: Progress) -> Rewording:
            from catchlight.service.rewording import reword  # brings the interpreter with it

            return reword(sentence, self._domain, model, progress, under)

        self._prompt.show_reading(tr("Your language model is reading the sentence…"), ())
        job = self._session.jobs.submit(tr("Asking the language model"), work)
        job.finished.connect(lambda found: self._show(sentence, found))
        job.failed.connect(lambda error: self._fail(sentence, error))
        job.cancelled.connect(lambda: self._say(sentence, tr("Cancelled."), ()))

    def _show(self, sentence: str, found: Rewording) -> None:
        told = tr("Your language model reads it as:")
        if found.left_out:
            told = tr("Not possible here: {words}. Your language model reads the rest as:", words=found.left_out)
        self._say(sentence, told, (found.sentence,))

    def _fail(self, sentence: str, error: CatchlightError) -> None:
        self._say(sentence, sentence_of(error), ())

    def _say(self, sentence: str, told: str, phrases: tuple[str, ...]) -> None:
        if self._prompt.text == sentence:
            self._prompt.show_reading(told, phrases)
