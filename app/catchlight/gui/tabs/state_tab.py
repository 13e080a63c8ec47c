"""What a tab with a live preview says of its own: its controls, its wish, and the work behind its pictures."""

from __future__ import annotations

from typing import Generic, Literal, Protocol, TypeVar

from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob, Work
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.problems import sentence_of
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Params


def without_engine(params: Params) -> Params:
    """Parameters as they are while no engine takes part."""
    if "imagine" not in type(params).model_fields:
        return params
    return params.model_copy(update={"imagine": False, "variants": 1})


class TabPreview(Protocol):
    """What became of a wish. picture: the source that it was rendered from."""

    @property
    def picture(self) -> Picture: ...

    @property
    def shown(self) -> ImagePyramid: ...


StateT = TypeVar("StateT")
PreviewT = TypeVar("PreviewT", bound=TabPreview)


class StateTab(Tab, Generic[StateT, PreviewT]):
    """A tab whose controls stand for one frozen value, the wish. ``key`` is the operation that it is made with."""

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self.wish: StateT = self._rest(None)
        self._refusal: CatchlightError | None = None
        """Why there is no preview."""

    def _build(self) -> None:
        """Make the controls; ``_notice`` and ``apply_button`` are there to be placed."""
        raise NotImplementedError

    def _rest(self, before: StateT | None) -> StateT:
        """The wish that leaves a picture as it is. before: where given, what it had at hand for this picture may stay."""
        raise NotImplementedError

    def _params_of(self, wish: StateT) -> Params | None:
        """What the operation is asked for; None where the wish leaves the picture as it is."""
        raise NotImplementedError

    def _wish_of(self, params: Params) -> StateT | None:
        """The wish that a step of this operation comes from; None where these are not its parameters."""
        raise NotImplementedError

    def _show_wish(self) -> None:
        """Put the controls where the wish says, without their emitting anything."""
        raise NotImplementedError

    def _quick(self, picture: Picture, wish: StateT) -> Work:
        """A rendering of a small copy."""
        raise NotImplementedError

    def _full(self, picture: Picture, wish: StateT) -> Work | None:
        """A rendering of the whole picture; None where the small copy is the picture itself."""
        raise NotImplementedError

    def _passing(self, picture: Picture, wish: StateT) -> tuple[Work, Work | None]:
        """What is rendered while the pointer is over a card: at once, and when it stays there."""
        return self._quick(picture, wish), None

    def _show_cards(self, picture: Picture) -> None:
        """Render the cards of what can be chosen."""

    def _stop_cards(self) -> None:
        """Render no more cards."""

    def _allow(self, loaded: bool) -> None:
        """Enable what can be used; loaded: there is a picture."""

    def _settled(self) -> bool:
        """Whether the controls say all that is to be done."""
        return True

    def _says(self, params: Params) -> bool:
        """Whether a step with these parameters is what is wished, whether or not an engine has finished it."""
        wished = self._params_of(self.wish)
        return wished is not None and without_engine(params) == without_engine(wished)

    def _is_for_engine(self, wish: StateT) -> Literal["", "gap", "words"]:
        """What an engine could do with a wish: fill a gap, or make what it is told."""
        return ""

    def _more_of(self, wish: StateT) -> tuple[Picture, ...]:
        """The pictures that go along with the source."""
        return ()

    def _in_place_of(self, made: PreviewT, shown: ImagePyramid) -> PreviewT:
        """The same preview with another picture of the same frame."""
        raise NotImplementedError

    def _words(self) -> str:
        """What is to be known about the preview, or why there is none."""
        return sentence_of(self._refusal, self.key) if self._refusal is not None else ""

    def _compared(self, made: PreviewT, source: EditStep) -> CanvasScene:
        """The preview before what it is made from."""
        return CanvasScene(made.shown, source.shown)

    def _run(self, document: OpenDocument, params: Params) -> BackgroundJob | None:
        return self.session.run(self.key, params, self.title(), document=document)
