"""The sentence of the adjust tab, and the settings that it comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.develop.development import Development
from catchlight.gui.app.session import Session
from catchlight.gui.tabs.adjust.state import AdjustState, settings_from_sentence
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.gui.widgets.prompt.model_reader import ModelReader
from catchlight.gui.widgets.prompt.vocabulary import VocabularyLoader

if TYPE_CHECKING:
    from catchlight.develop.picture_statistics import PictureStats


class AdjustSentence(QObject):
    """Settings follow the typing; what is not understood changes nothing yet."""

    wished = Signal(object)
    """An AdjustState with another sentence."""
    typed = Signal()
    """The words are others, understood or not."""

    def __init__(
        self,
        session: Session,
        field: PromptField,
        wish: Callable[[], AdjustState],
        seen: Callable[[], PictureStats | None],
        parent: QObject,
    ) -> None:
        """wish: what the tab has now. seen: what the picture shows, None before it has been looked at."""
        super().__init__(parent)
        self._session, self._field, self._wish, self._seen = session, field, wish, seen
        self._learning = VocabularyLoader(field, "adjust", session)
        self._reader = ModelReader(field, "adjust", session, lambda: None)
        field.changed.connect(self._read)

    @property
    def settled(self) -> bool:
        """Whether nothing stands there that is not understood."""
        return not self._field.text or self._field.understanding is not None

    def learn(self) -> None:
        """Load the words, where that was not done yet."""
        self._learning.begin()

    def show_text(self, text: str) -> None:
        """Another wish altogether, with its sentence."""
        self._field.take_back()
        if self._field.text != text:
            self._field.set_text(text)

    def read_again(self, seen: PictureStats) -> None:
        """The sentence was read without knowing the picture, which has been looked at now."""
        wish = self._wish()
        if wish.text:
            self.wished.emit(
                wish.with_text(wish.text, settings_from_sentence(wish.text, seen, self._session.catalogue))
            )

    def _read(self) -> None:
        text, wish = self._field.text, self._wish()
        if text == wish.text:
            return
        if not text:
            self.wished.emit(wish.with_text("", Development()))
        elif self._field.understanding is not None:
            try:
                said = settings_from_sentence(text, self._seen(), self._session.catalogue)
            except CatchlightError as refusal:
                self._session.report(refusal)
                return
            self.wished.emit(wish.with_text(text, said))
        self.typed.emit()
