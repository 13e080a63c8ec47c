"""The edit tab by words: what is marked and said, the picture that it would give, and the step made of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.engines.painting import VariantPainting, is_imaginable
from catchlight.gui.engines.variants import PaintedWish
from catchlight.gui.jobs.live import LiveRenderer
from catchlight.gui.tabs.edit import render as edit_render
from catchlight.gui.tabs.edit.mark_controls import target_name
from catchlight.gui.tabs.edit.render import EditPreview
from catchlight.gui.tabs.edit.words_form import WordsForm
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import problem_of
from catchlight.operations.edit.aiming import spoken_of
from catchlight.operations.edit.params import EditParams
from catchlight.shape.face_shape import FaceShape

OPERATION = "edit"


class WordsPage(WordsForm):
    """What is wished, and what the canvas shows of it while the page is in use."""

    changed = Signal()
    """The canvas, or whether there is something to apply, should be asked for again."""

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self._document: OpenDocument | None = None
        self._step: EditStep | None = None
        self._rendering: EditPreview | None = None
        self.chosen = True
        """Whether the tab is used by words; else nothing is rendered."""
        session.running.changed.connect(self._running_changed)
        session.edited.connect(self._edited)
        self.marks.changed.connect(self._marked)
        self.live = LiveRenderer(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(lambda error: session.report(error))
        self.wished.connect(self._changed)
        self.pane.wanted.connect(self._imagine)
        self.painting = VariantPainting(session, self.pane, ask, self)
        self.painting.changed.connect(self.refresh)

    # What the tab asks

    def turn_to(self, document: OpenDocument | None) -> None:
        """Work on that document; one that is another than before is begun without a sentence and a shape."""
        if document is not self._document:
            self.marks.turn_to(document, self._document)
            self.clear()
        self._document = document

    def show_step(self) -> None:
        """The document's step that is current now."""
        step = self._source()
        self.size_of_picture = (step.picture.width, step.picture.height) if step is not None else None
        if step is not self._step:
            fresh, self._step = self._step is not None, step
            self._forget()
            self.painting.drop()
            if step is not None:
                # A new picture under the same marks: what was wished is in it already.
                self.marks.lie_on((step.picture.width, step.picture.height), fresh=fresh)
        self.show_place()
        self.refresh()

    def enter(self) -> None:
        """The page is looked at."""
        self.pane.show_engine(self.painting.engine)
        self._words.begin(self.region)
        if self._rendering is None:
            self._render()

    def leave(self) -> None:
        """It is looked at no more."""
        self.live.stop()

    def retire(self) -> None:
        self.live.stop()
        self.painting.drop()

    def scene(self) -> CanvasScene | None:
        source, drawn = self._source(), self._rendering
        if source is None:
            return None
        painted = self.pane.variant
        if painted is not None and painted.shown is not None and painted.picture is source.picture:
            return CanvasScene(painted.shown, source.shown)
        if drawn is None or drawn.shown is None or not (self.prompt.text or self.is_shaped):
            return None
        return CanvasScene(drawn.shown, source.shown)

    @property
    def ready(self) -> bool:
        """Whether there is something to apply."""
        drawn = self._rendering
        wished = self._is_placed and self.is_wished and (drawn is None or drawn.refusal is None)
        return (wished or self.pane.variant is not None) and self._is_free

    # The place

    def _marked(self) -> None:
        if self._rendering is not None and not self._is_here(self._rendering.params):
            self._forget()
        self.show_place()
        self._changed()

    def _is_here(self, params: EditParams) -> bool:
        """Whether something was asked for the place that is marked now."""
        place = self.marks.place
        return (
            place is not None
            and (params.hotspot.x, params.hotspot.y) == (place.x, place.y)
            and (params.region, params.box, params.strokes) == (place.region, place.box, place.strokes)
        )

    def _forget(self) -> None:
        """What was found at an older place is neither shown nor used."""
        drawn, place = self._rendering, self.marks.place
        self._rendering = None
        self.marks.spot.glow = None
        if drawn is None or place is None or (drawn.params.hotspot.x, drawn.params.hotspot.y) != (place.x, place.y):
            self.marks.offers, self.marks.meant = (), ""
            self.controls.regions.clear()

    @property
    def _is_placed(self) -> bool:
        return self._source() is not None and self.marks.place is not None

    def _changed(self) -> None:
        self.painting.drop()
        self._render()
        self.refresh()

    def _imagine(self) -> None:
        """Let the engine paint variants of the wish."""
        source, params, drawn = self._source(), self.params(), self._rendering
        if source is not None and params is not None:
            wished = PaintedWish(OPERATION, params, source.picture)
            self.painting.begin(wished, drawn.shown if drawn is not None else None)

    # Rendering

    def _source(self) -> EditStep | None:
        document = self._document
        return document.current if document is not None and document.loaded else None

    def _render(self) -> None:
        if not self.chosen:
            return
        source, params = self._source(), self.params()
        if source is None or params is None or not self.isVisibleTo(self.window()):
            self._forget()
            self.changed.emit()
            return
        wished = self.prompt.understanding is not None or self.is_shaped
        previewer, portraits, picture = self._session.previewer, self._session.portraits, source.picture
        quick = edit_render.render_preview(previewer, portraits, picture, params, wished, target_name)
        whole = edit_render.render_full(previewer, picture, params, lambda: self._quick_of(params)) if wished else None
        self.live.ask(tr("Preview"), quick, whole)

    def _quick_of(self, params: EditParams) -> EditPreview | None:
        drawn = self._rendering
        return drawn if drawn is not None and drawn.params == params else None

    def _rendered(self, drawn: EditPreview | None) -> None:
        source = self._source()
        if drawn is None or source is None or drawn.picture is not source.picture or not self._is_here(drawn.params):
            return  # of an older picture or click
        self._rendering = drawn
        self.marks.offers = drawn.offers
        self.marks.meant = drawn.targets[0].name if drawn.targets else ""
        self.marks.spot.glow = drawn.glow
        # While a result is seen its own colours count; the marker's name stays.
        self.marks.spot.glows = drawn.shown is None
        self.controls.show_offers(drawn)
        self.prompt.set_place(spoken_of(drawn.offers))
        self._words.offer(self.region())
        self.refresh()

    def refresh(self) -> None:
        """Say what is found and refused, and have the canvas ask again."""
        drawn = self._rendering
        refusal = drawn.refusal if drawn is not None else None
        self.notice.setText(_sentence(refusal) if refusal is not None else "")
        self.notice.setVisible(refusal is not None)
        notes = drawn.notes if drawn is not None and refusal is None else ()
        self.limits.setText(" ".join(tell_or_keep(note) for note in notes))
        self.limits.setVisible(bool(notes))
        self.controls.refresh()
        self.pane.show_engine(self.painting.engine)
        self.pane.enable(
            self._is_placed and self._is_free and is_imaginable(self.prompt.text, self.prompt.understanding)
        )
        self.changed.emit()

    # Doing

    def apply(self) -> None:
        owed = self.pane.variant is None and self.prompt.owe()
        if not owed and self._document is not None and self.ready:
            self.make(self._document)

    def make(self, document: OpenDocument) -> None:
        """Do to a picture what is wished."""
        painted = self.pane.variant
        params = self.params() if painted is None else painted.params
        if params is None or not document.loaded or self._session.running.busy(document):
            return
        if painted is None and not self.is_wished:
            return
        self._session.run(OPERATION, params, self.prompt.text, document=document, base=document.current)

    @property
    def _is_free(self) -> bool:
        """Whether no edit of the picture is under way."""
        return self._document is not None and not self._session.running.busy(self._document)

    def _running_changed(self, document: OpenDocument) -> None:
        if document is self._document:
            self.refresh()

    def _edited(self, document: OpenDocument, step: EditStep) -> None:
        """What is in the picture now is not wished any more; what was said meanwhile stays."""
        done = step.params
        if document is not self._document or not isinstance(done, EditParams):
            return
        if self.prompt.text in (done.user_prompt, ""):
            self.prompt.set_text("")
        if self.shape_sliders.shape_now == done.shape:
            self.shape_sliders.show_shape(FaceShape())


def _sentence(error: CatchlightError) -> str:
    problem = problem_of(error)
    return problem.text or problem.title
