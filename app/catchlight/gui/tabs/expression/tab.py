"""The expression tab: expressions on this person as cards, how much of one, and every movement as a slider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from catchlight.core.errors import CatchlightError
from catchlight.gui.cards.cards import CardItem
from catchlight.gui.cards.groups import CardGroups
from catchlight.gui.engines.finish import EngineFinish
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.tabs.expression.render import KEEP, ExpressionPreview, ExpressionRenderer
from catchlight.gui.tabs.expression.sliders import ExpressionSliders, expand_amounts
from catchlight.gui.tabs.live_tab import LiveTab
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.setting_slider import SettingSlider, amount
from catchlight.gui.wording.i18n import label_of, tr
from catchlight.imaging.picture import Picture
from catchlight.operations.face_expression.params import CUSTOM, FaceExpressionParams
from catchlight.operations.operation import Params

OPERATION = "face_expression"


@dataclass(frozen=True)
class ExpressionState:
    """What is chosen. key: catalogue id, empty while the face stays as it is; amounts: movements added, by full name."""

    key: str = KEEP
    intensity: float = 1.0
    asymmetry: float = 0.0
    amounts: dict[str, float] = field(default_factory=dict)

    def params(self) -> FaceExpressionParams | None:
        """As parameters; None where nothing is to change."""
        if not self.key and not self.amounts:
            return None
        return FaceExpressionParams(
            expression_key=self.key or CUSTOM,
            intensity=self.intensity,
            asymmetry=self.asymmetry,
            coefficients=dict(self.amounts),
        )


class ExpressionTab(LiveTab[ExpressionState, ExpressionPreview]):
    key = OPERATION
    icon = "expression"

    @classmethod
    def title(cls) -> str:
        return tr("Expression")

    @classmethod
    def help(cls) -> str:
        return tr("Another look on the same face")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"reset_expression": self.reset}

    # Building

    def _build(self) -> None:
        theme = self.theme
        session = self.session
        self.mirror = ExpressionRenderer(session.previewer, session.portraits, session.catalogue, session.stock)
        titles = {"mouth": tr("Smiles"), "mood": tr("Moods"), "eyes": tr("Eyes and brows")}
        rows = {
            group: [CardItem(row.id, label_of(row)) for row in self.session.catalogue.expressions if row.group == group]
            for group in titles
        }
        rows["mouth"].insert(0, CardItem(KEEP, tr("As it is")))
        groups = {group: (titles[group], rows[group]) for group in titles}
        self.cards = CardGroups(OPERATION, groups, self.session.stock, theme)
        self.cards.chosen.connect(lambda key: self._set(replace(self.wish, key=key)))
        self.cards.hovered.connect(lambda key: self._try(replace(self.wish, key=key) if key else None))
        self.sliders = ExpressionSliders(theme)
        self.sliders.moved.connect(lambda amounts: self._set(replace(self.wish, amounts=amounts)))
        self.asymmetry = SettingSlider(
            tr("Asymmetry"), tr("Which side takes more of the change; left is the person's own."), -100, 100, theme
        )
        self.asymmetry.moved.connect(lambda value: self._set(replace(self.wish, asymmetry=value / 100)))
        self.more = Disclosure(tr("Every movement of brows, eyes and mouth"), theme)
        self.more.add(self.asymmetry, self.sliders)
        self.finishing = EngineFinish(session, theme, self.ask, self, self._let_finish, self._refresh)
        for widget in (self._notice, self.finishing.pane, self.cards, self.more):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.intensity = amount(tr("Intensity"), tr("How much of the way there."), theme)
        self.intensity.moved.connect(lambda value: self._set(replace(self.wish, intensity=value / 100)))
        self.footer.addWidget(self.intensity)
        self.footer.addWidget(self.apply_button)

    # What the window asks

    def keep(self) -> dict[str, Any]:
        return super().keep() | {"more": self.more.is_open}

    def take_over(self, kept: dict[str, Any]) -> None:
        self.more.set_open(bool(kept["more"]))
        super().take_over(kept)

    # What the base asks

    def _rest(self, before: ExpressionState | None) -> ExpressionState:
        return ExpressionState()

    def _params_of(self, wish: ExpressionState) -> FaceExpressionParams | None:
        return wish.params()

    def _wish_of(self, params: Params) -> ExpressionState | None:
        if not isinstance(params, FaceExpressionParams):
            return None
        key = KEEP if params.expression_key == CUSTOM else params.expression_key
        return ExpressionState(key, params.intensity, params.asymmetry, expand_amounts(params.coefficients))

    def _show_wish(self) -> None:
        self.cards.choose(self.wish.key)
        self.intensity.show_value(self.wish.intensity * 100)
        self.asymmetry.show_value(self.wish.asymmetry * 100)
        self.sliders.show_amounts(self.wish.amounts)

    def _show_cards(self, picture: Picture) -> None:
        if self._refusal is None:
            self.cards.show_cards(picture.digest, self.mirror.card(picture))

    def _stop_cards(self) -> None:
        self.cards.stop()

    def _quick(self, picture: Picture, wish: ExpressionState) -> Work:
        return self.mirror.quick(picture, wish.params())

    def _full(self, picture: Picture, wish: ExpressionState) -> Work | None:
        params = wish.params()
        return self.mirror.full(picture, params) if params is not None else None

    def _passing(self, picture: Picture, wish: ExpressionState) -> tuple[Work, Work | None]:
        params, quick = wish.params(), self._quick(picture, wish)
        return (quick, None) if params is None else (self.mirror.passing(picture, params), quick)

    def _says(self, params: Params) -> bool:
        # What chance an engine had is no choice of this tab's.
        return super()._says(params.model_copy(update={"seed": 0}))

    def _is_for_engine(self, wish: ExpressionState) -> Literal["", "gap", "words"]:
        kept = self._step is not None and self._is_kept and self._step.picture.record.imagined
        return "words" if kept or _lacks_teeth(self._refusal) else ""

    def _can_finish(self, ready: bool) -> bool:
        return self._source() is not None and not self._is_running()

    def _refused(self, error: CatchlightError) -> None:
        if not _is_of_wish(error):
            self.cards.stop()
        super()._refused(error)

    def _words(self) -> str:
        made = self._rendering
        if _lacks_teeth(self._refusal) and (self._is_kept or self._painted is not None):
            return ""  # an engine has painted what the picture lacks
        if self._refusal is not None or made is None or not made.notes:
            return super()._words()
        text = " ".join(made.notes)
        if made.strength < self.wish.intensity - 0.01:
            text += " " + tr("It is taken to {share} % of the way.", share=round(made.strength * 100))
        return text

    def _allow(self, loaded: bool) -> None:
        usable = loaded and _is_of_wish(self._refusal)
        for widget in (self.cards, self.more, self.intensity):
            widget.setEnabled(usable)


def _lacks_teeth(refusal: CatchlightError | None) -> bool:
    from catchlight.operations.face_expression.run import lacks_teeth

    return lacks_teeth(refusal)


def _is_of_wish(error: CatchlightError | None) -> bool:
    """Whether another expression may do; else the picture itself is of no use here."""
    return error is None or error.code == "identity_lost"
