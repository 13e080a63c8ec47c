"""What the tabs with a live preview share: a wish for each picture, seen small at once, whole at rest, kept as a step."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.engines.finish import EngineFinish
from catchlight.gui.engines.variants import PaintedWish, Variant, seed_of
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.live import LiveRenderer
from catchlight.gui.tabs.state_tab import PreviewT, StateT, StateTab
from catchlight.gui.tabs.wish_history import WishHistory
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.operations.operation import Params


class LiveTab(StateTab[StateT, PreviewT]):
    """Follows the wish with a preview, keeps one for each picture, and makes a step of it."""

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self._wishes: dict[OpenDocument, StateT] = {}
        session.closed.connect(self._leave)
        session.running.changed.connect(self._running_changed)
        self._tried: StateT | None = None
        """What the pointer is over, in place of the wish."""
        self._rendering: PreviewT | None = None
        self._of_wish: tuple[StateT, PreviewT] | None = None
        """The last rendering that was of a wish: seen again at once when the pointer leaves a card."""
        self._step: EditStep | None = None
        self._history: WishHistory[StateT] = WishHistory()
        self._asked: tuple[Params, StateT] | None = None
        """What a step is being made with, and the wish that was."""
        self.finishing: EngineFinish | None = None
        """Of a tab whose results an engine can finish."""
        self.live = LiveRenderer(session.jobs, self)
        self.live.rendered.connect(self._arrived)
        self.live.refused.connect(self._refused)
        self._notice = label("", wrap=True)
        self._notice.hide()
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        self._build()
        self._show_wish()

    # What the window asks

    def show_document(self, document: OpenDocument | None) -> None:
        other = document is not self.document
        if other and self.document in self.session.documents:
            self._wishes[self.document] = self.wish
        super().show_document(document)
        source = self._source()
        if self._rendering is not None and (source is None or self._rendering.picture is not source.picture):
            self._rendering = self._of_wish = None
        step = document.current if document is not None else None
        before, self._step = self._step, step
        if other:
            self._refusal = None
            kept = self._wishes.get(document) if document is not None else None
            self._take(self._rest(None) if kept is None else kept)
        elif step is not before:
            self._drop_painted()
            self._show_step(step)
        self._refresh()
        self.enter()

    def _leave(self, document: OpenDocument) -> None:
        """It was closed."""
        self._wishes.pop(document, None)

    def enter(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            self.retire()
            return
        self._show_cards(source.picture)
        if self._rendering is None:
            self._render()

    def scene(self) -> CanvasScene | None:
        """The picture as it would be, before the picture that it is made from."""
        source, made = self._source(), self._rendering
        if source is None or not self.isVisibleTo(self.window()):
            return None
        painted = self._painted
        if painted is not None and painted.shown is not None:
            if made is None:
                return CanvasScene(painted.shown, source.shown)
            return self._compared(self._in_place_of(made, painted.shown), source)
        if made is None or self._is_kept:
            return None
        if self._params_of(self._shown_wish) is None:
            return CanvasScene(source.shown) if self._step is not source else None
        return self._compared(made, source)

    def retire(self) -> None:
        self.live.stop()
        self._stop_cards()
        if self.finishing is not None:
            self.finishing.painting.stop()

    def draft(self) -> Params | None:
        return None if self._source() is None or self._is_kept else self._params_of(self.wish)

    def take_draft(self, params: Params) -> None:
        wish = self._wish_of(params)
        if wish is not None:
            self._take(wish)
            self._follow()

    def keep(self) -> dict[str, Any]:
        return {"wish": self.wish, "wishes": self._wishes}

    def take_over(self, kept: dict[str, Any]) -> None:
        self._wishes = kept["wishes"]
        self._take(kept["wish"])

    # Wishing

    def reset(self) -> None:
        """Everything as it is in the picture."""
        rest = self._rest(self.wish)
        if rest != self.wish:
            self._history.seal()
            self._history.record(self.wish, rest)
            self._history.seal()
        self._go_to(rest)

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def undo(self) -> bool:
        """Take the last change back that is not applied; False where there is none."""
        return self._go_to(self._history.undo(self.wish))

    def redo(self) -> bool:
        return self._go_to(self._history.redo(self.wish))

    def _go_to(self, wish: StateT | None) -> bool:
        if wish is None:
            return False
        self._tried = None
        self._put(wish)
        self._follow()
        return True

    def _try(self, wish: StateT | None) -> None:
        """Show another wish while the pointer is over its card; None: no longer."""
        self._tried = wish if wish != self.wish else None
        known = self._of_wish
        if self._tried is None and known is not None and known[0] == self.wish and self._is_current(known[1]):
            self.live.stop()
            self._rendering = known[1]
            self._refresh()
            if known[1].shown.reduction == 1.0 or self._params_of(self.wish) is None:
                return
        self._render()

    def _set(self, wish: StateT) -> None:
        """What a control says."""
        changed = wish != self.wish or self._tried is not None
        if wish != self.wish:
            self._history.record(self.wish, wish)
        self.wish, self._tried = wish, None
        self._show_wish()
        if changed:
            self._follow()

    def _follow(self) -> None:
        """Show what is wished now."""
        self._drop_painted()
        self._render()
        self._offer()
        self._refresh()

    def _offer(self) -> None:
        """Render the cards, where they are to be seen."""
        source = self._source()
        if source is not None and self.isVisibleTo(self.window()):
            self._show_cards(source.picture)

    def _take(self, wish: StateT) -> None:
        """Another wish altogether, and no way back from it."""
        self._history.clear()
        self._put(wish)

    def _put(self, wish: StateT) -> None:
        """Show another wish altogether."""
        self._drop_painted()
        self.wish = wish
        self._show_wish()

    def _show_step(self, step: EditStep | None) -> None:
        """A step of this operation shows its choices; going back to before it, none."""
        params = step.params if step is not None and step.operation == self.key else None
        wish = self._wish_of(params) if params is not None else None
        if params is not None and wish is not None:
            asked, self._asked = self._asked, None
            if asked is not None and asked[0] is params and self.wish != asked[1]:
                applied = asked[1]  # what was set while it was made stays
                self._history.begin_at(lambda state: state == applied)
            elif self._says(params):
                self._history.clear()
            else:
                self._take(wish)
        elif self._params_of(self.wish) is not None and not self._is_running(self.key):
            self._take(self._rest(self.wish))

    # Rendering

    @property
    def _shown_wish(self) -> StateT:
        return self.wish if self._tried is None else self._tried

    def _source(self) -> EditStep | None:
        document = self.document
        if document is None or not document.loaded:
            return None
        return document.steps[document.base_for(self.key)]

    def _render(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            return
        wish, picture = self._shown_wish, source.picture
        if self._tried is not None:
            works = self._passing(picture, wish)
        else:
            works = self._quick(picture, wish), None if self._params_of(wish) is None else self._full(picture, wish)
        quick, rest = works
        self.live.ask(tr("Preview"), _marked(wish, quick), _marked(wish, rest) if rest is not None else None)

    def _is_current(self, made: PreviewT) -> bool:
        """Whether it is of the picture that is worked on."""
        source = self._source()
        return source is not None and made.picture is source.picture

    def _arrived(self, answer: tuple[StateT, PreviewT]) -> None:
        wish, made = answer
        if wish == self.wish:
            self._of_wish = wish, made
        self._rendered(made)

    def _rendered(self, made: PreviewT) -> None:
        if not self._is_current(made):
            return
        again = self._refusal is not None
        self._rendering, self._refusal = made, None
        if again:
            self.enter()
        self._refresh()

    def _refused(self, error: CatchlightError) -> None:
        self._refusal, self._rendering, self._of_wish = error, None, None
        self._refresh()

    # Doing

    def apply(self) -> None:
        if self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: OpenDocument) -> None:
        """Do to an open picture what is wished."""
        painted = self._painted
        params = self._params_of(self.wish) if painted is None else painted.params
        if not document.loaded or self.session.running.busy(document) or params is None:
            return
        self._asked = params, self.wish
        self._history.seal()
        self._run(document, params)

    def _is_running(self, operation: str | None = None) -> bool:
        """Whether an edit of the picture is under way; operation: one of that operation."""
        return self.document is not None and self.session.running.busy(self.document, operation)

    def _running_changed(self, document: OpenDocument) -> None:
        if document is self.document:
            self._refresh()

    @property
    def _is_kept(self) -> bool:
        """Whether the shown step is what is wished."""
        step = self._step
        ours = step is not None and step.operation == self.key and self._tried is None
        return ours and step is not None and step.params is not None and self._says(step.params)

    # An engine that finishes

    @property
    def _painted(self) -> Variant | None:
        """The variant of an engine that is chosen in place of the tab's own result."""
        painted = self.finishing.pane.variant if self.finishing is not None and self._tried is None else None
        source = self._source()
        return painted if painted is not None and source is not None and painted.picture is source.picture else None

    def _drop_painted(self) -> None:
        """Nothing that an engine has painted holds any more."""
        if self.finishing is not None:
            self.finishing.painting.drop()

    def _let_finish(self) -> None:
        """Have the engine paint variants of the wish."""
        source, params = self._source(), self._params_of(self.wish)
        if source is None or params is None or self.finishing is None:
            return
        if self._is_kept:  # others than the one that was kept
            params = params.model_copy(update={"seed": seed_of(params) + 1})
        made = self._rendering
        # What needs an engine in any case is nothing without one.
        without = made is not None and self._refusal is None and not params.model_dump().get("imagine", False)
        plain = made.shown if made is not None and without else None
        self.finishing.painting.begin(PaintedWish(self.key, params, source.picture, self._more_of(self.wish)), plain)

    def _offer_finish(self, ready: bool) -> None:
        """Show the engine's control where it can do something with the wish. ready: it can be asked."""
        if self.finishing is None:
            return
        painting = self.finishing.painting
        needs = self._is_for_engine(self.wish)
        can = needs == "gap" or (needs == "words" and painting.takes_words)
        self.finishing.pane.show_engine(painting.engine if can else "")
        self.finishing.pane.enable(self._can_finish(ready))

    def _can_finish(self, ready: bool) -> bool:
        """Whether an engine can be asked now. ready: the wish can be made without one, and is not being made."""
        return ready and self._rendering is not None

    def _refresh(self) -> None:
        loaded, text = self._source() is not None, self._words()
        self._notice.setText(text)
        self._notice.setVisible(bool(text))
        self._allow(loaded)
        wished = self._params_of(self.wish) is not None and not self._is_kept
        free = not self._is_running()
        ready = loaded and self._settled() and self._refusal is None and free
        self._offer_finish(ready)
        painted = self._painted is not None and free
        self.apply_button.setEnabled((ready and wished) or painted)
        self.view_changed.emit()


def _marked(wish: object, work: Work) -> Work:
    """The same work, telling which wish it was for."""
    return lambda progress: (wish, work(progress))
