"""The expression tab: expressions on this person as cards, how much of one, and every movement as a slider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from PySide6.QtWidgets import QWidget

from catchlight.engine.errors import CatchlightError
from catchlight.gui.ask import Ask
from catchlight.gui.cards import CardRenderer, Cards, Row
from catchlight.gui.compare import Scene
from catchlight.gui.disclosure import Disclosure
from catchlight.gui.document import Document, Step
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.jobs import Job
from catchlight.gui.live import Live
from catchlight.gui.problems import problem_of
from catchlight.gui.session import Session
from catchlight.gui.setting_slider import SettingSlider
from catchlight.gui.tab import Tab
from catchlight.gui.tabs import expression_render
from catchlight.gui.tabs.expression_render import KEEP, Rendering
from catchlight.gui.tabs.expression_sliders import ExpressionSliders, known
from catchlight.gui.text import label
from catchlight.gui.theme import Theme
from catchlight.operations.face_expression import CUSTOM, FaceExpressionParams

OPERATION = "face_expression"


@dataclass(frozen=True)
class Wish:
    """What is chosen. key: catalogue id, empty while the face stays as it is; amounts: movements added, by full name."""

    key: str = KEEP
    intensity: float = 1.0
    asymmetry: float = 0.0
    amounts: dict[str, float] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return not self.params_of(self.key)

    def params_of(self, key: str) -> FaceExpressionParams | None:
        """As parameters, with another key in place of the chosen one; None where nothing is to change."""
        if not key and not self.amounts:
            return None
        return FaceExpressionParams(
            expression_key=key or CUSTOM,
            intensity=self.intensity,
            asymmetry=self.asymmetry,
            coefficients=dict(self.amounts),
        )


class ExpressionTab(Tab):
    key = OPERATION
    icon = "expression"

    def __init__(self, session: Session, theme: Theme, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self.wish = Wish()
        self._wishes: dict[Document, Wish] = {}
        self._rendering: Rendering | None = None
        self._step: Step | None = None
        self._hovered: str | None = None
        self._refusal: CatchlightError | None = None
        self._applying: Job | None = None
        self.live = Live(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(self._refused)
        self._build()

    def title(self) -> str:
        return tr("Expression")

    def help(self) -> str:
        return tr("Another look on the same face")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"reset_expression": self.reset}

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.groups: dict[str, Cards] = {}
        self._renderers: list[CardRenderer] = []
        self._notice = label("", wrap=True)
        self._notice.hide()
        self.column.addWidget(self._notice)
        for group, title in (("mouth", tr("Smiles")), ("mood", tr("Moods")), ("eyes", tr("Eyes and brows"))):
            rows = [Row(row.id, label_of(row)) for row in self.session.catalogue.expressions if row.group == group]
            if group == "mouth":
                rows.insert(0, Row(KEEP, tr("As it is")))
            cards = Cards(rows, theme, columns=3)
            cards.chosen.connect(lambda key: self._set(replace(self.wish, key=key)))
            cards.hovered.connect(self._hover)
            self.groups[group] = cards
            self._renderers.append(CardRenderer(self.session.jobs, cards))
            self.column.addWidget(label(title, "section"))
            self.column.addWidget(cards)
        self.sliders = ExpressionSliders(theme)
        self.sliders.moved.connect(lambda amounts: self._set(replace(self.wish, amounts=amounts)))
        self.asymmetry = SettingSlider(
            tr("Asymmetry"), tr("Which side takes more of the change; left is the person's own."), -100, 100, theme
        )
        self.asymmetry.moved.connect(lambda value: self._set(replace(self.wish, asymmetry=value / 100)))
        self.more = Disclosure(tr("Every movement of brows, eyes and mouth"), theme)
        self.more.add(self.asymmetry, self.sliders)
        self.column.addWidget(self.more)
        self.column.addStretch(1)
        self.intensity = SettingSlider(tr("Intensity"), tr("How much of the way there."), 0, 100, theme, rest=100)
        self.intensity.moved.connect(lambda value: self._set(replace(self.wish, intensity=value / 100)))
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        self.footer.addWidget(self.intensity)
        self.footer.addWidget(self.apply_button)
        self._show_wish()

    # What the window asks

    def show_document(self, document: Document | None) -> None:
        other = document is not self.document
        if other and self.document is not None:
            self._wishes[self.document] = self.wish
        super().show_document(document)
        source = self._source()
        if self._rendering is not None and (source is None or self._rendering.picture is not source.picture):
            self._rendering = None
        step = document.current if document is not None else None
        if other:
            self._refusal = None
            self._take(self._wishes.get(document, Wish()) if document is not None else Wish())
        elif step is not self._step:
            self._show_step(step)
        self._step = step
        self._refresh()
        self.enter()

    def enter(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            self.live.stop()
            self._stop_cards()
            return
        if self._refusal is None:
            portraits, catalogue = self.session.portraits, self.session.catalogue
            work = expression_render.card(portraits, catalogue, source.picture)
            for renderer in self._renderers:
                renderer.render(source.picture.digest, work)
        if self._rendering is None:
            self._render()

    def scene(self) -> Scene | None:
        """The picture as it would be, before the picture that it is made from."""
        source, rendering = self._source(), self._rendering
        if source is None or rendering is None or not self.isVisibleTo(self.window()):
            return None
        if self._is_kept or (self.wish.is_empty and not self._hovered):
            return Scene(source.shown) if self._step is not source and not self._is_kept else None
        return Scene(rendering.shown, source.shown)

    def retire(self) -> None:
        self.live.stop()
        self._stop_cards()

    def keep(self) -> dict[str, object]:
        return {"wish": self.wish, "wishes": self._wishes, "more": self.more.is_open}

    def take_over(self, kept: dict[str, object]) -> None:
        self._wishes = kept["wishes"]  # type: ignore[assignment]
        self.more.set_open(bool(kept["more"]))
        self._take(kept["wish"])  # type: ignore[arg-type]

    # Wishing

    def reset(self) -> None:
        """The face as it is."""
        self._take(Wish())
        self._changed()

    def _hover(self, key: str) -> None:
        """An expression is tried on while the pointer is over its card."""
        self._hovered = key or None
        self._render()

    def _set(self, wish: Wish) -> None:
        if wish == self.wish:
            return
        self._take(wish)
        self._hovered = None
        self._changed()

    def _take(self, wish: Wish) -> None:
        self.wish = wish
        self._show_wish()

    def _show_wish(self) -> None:
        for cards in self.groups.values():
            cards.choose(self.wish.key if self.wish.key in cards.cards else None)
        self.intensity.show_value(self.wish.intensity * 100)
        self.asymmetry.show_value(self.wish.asymmetry * 100)
        self.sliders.show_amounts(self.wish.amounts)

    def _changed(self) -> None:
        self._render()
        self._refresh()

    def _show_step(self, step: Step | None) -> None:
        """A step with an expression shows its choices; going back to before it, none."""
        params = step.params if step is not None else None
        if isinstance(params, FaceExpressionParams):
            key = KEEP if params.expression_key == CUSTOM else params.expression_key
            self._take(Wish(key, params.intensity, params.asymmetry, known(params.coefficients)))
        elif self.wish != Wish() and self._applying is None:
            self._take(Wish())

    # Rendering

    def _source(self) -> Step | None:
        document = self.document
        if document is None or not document.loaded:
            return None
        return document.steps[document.base_for(OPERATION)]

    def _stop_cards(self) -> None:
        for renderer in self._renderers:
            renderer.stop()

    def _render(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            return
        params = self.wish.params_of(self._hovered or self.wish.key)
        wanted = (self.session.portraits, self.session.catalogue, source.picture)
        whole = None if params is None or self._hovered else expression_render.full(*wanted, params)
        self.live.ask(tr("Preview"), expression_render.quick(*wanted, params), whole)

    def _rendered(self, rendering: Rendering) -> None:
        source = self._source()
        if source is None or rendering.picture is not source.picture:
            return
        again = self._refusal is not None
        self._rendering, self._refusal = rendering, None
        if again:
            self.enter()
        self._refresh()

    def _refused(self, error: CatchlightError) -> None:
        self._refusal = error
        self._rendering = None
        if not self._is_of_wish(error):
            self._stop_cards()
        self._refresh()

    @staticmethod
    def _is_of_wish(error: CatchlightError | None) -> bool:
        """Whether another expression may do; else the picture itself is of no use here."""
        return error is None or error.code == "identity_lost"

    # Doing

    def apply(self) -> None:
        if self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: Document) -> None:
        """Give the person of an open picture the expression that is wished."""
        params = self.wish.params_of(self.wish.key)
        if not document.loaded or self._applying is not None or params is None:
            return
        job = self.session.run(OPERATION, params, self.title(), document=document)
        self._applying = job
        if job is not None:
            for ended in (job.finished, job.failed, job.cancelled):
                ended.connect(self._applied)
        self._refresh()

    def _applied(self, _result: object = None) -> None:
        self._applying = None
        self._refresh()

    @property
    def _is_kept(self) -> bool:
        """Whether the shown step is what is chosen."""
        step = self._step
        return step is not None and not self._hovered and step.params is not None and step.params == self._params

    @property
    def _params(self) -> FaceExpressionParams | None:
        return self.wish.params_of(self.wish.key)

    def _refresh(self) -> None:
        usable = self._source() is not None and self._is_of_wish(self._refusal)
        text = ""
        if self._refusal is not None:
            problem = problem_of(self._refusal)
            text = f"{problem.title}. {problem.text}"
        elif self._rendering is not None and self._rendering.notes:
            text = " ".join(self._rendering.notes)
            if self._rendering.strength < self.wish.intensity - 0.01:
                share = round(self._rendering.strength * 100)
                text += " " + tr("It is taken to {share} % of the way.", share=share)
        self._notice.setText(text)
        self._notice.setVisible(bool(text))
        for widget in (*self.groups.values(), self.more, self.intensity):
            widget.setEnabled(usable)
        ready = usable and self._refusal is None and self._applying is None
        self.apply_button.setEnabled(ready and not self.wish.is_empty and not self._is_kept)
        self.view_changed.emit()
