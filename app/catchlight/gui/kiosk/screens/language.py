"""The choice of a language: each by its own name."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen
from catchlight.gui.kiosk.widgets.buttons import ChoiceCard
from catchlight.gui.wording.i18n import KIOSK_LANGUAGES, tr
from catchlight.kiosk.flow import events as on


class LanguageScreen(KioskScreen):
    """A card for every language that can be shown."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        self.say(tr("Which language do you speak?"))
        self.cards: dict[str, ChoiceCard] = {}
        grid = QGridLayout()
        grid.setSpacing(looks.gap)
        columns = 2 if looks.upright else 4
        for place, code in enumerate(desk.rules.languages):
            card = ChoiceCard(looks, KIOSK_LANGUAGES[code]).at_least(round(looks.target * 1.6))
            card.clicked.connect(lambda _checked=False, chosen=code: self.send(on.LanguageChosen(chosen)))
            grid.addWidget(card, place // columns, place % columns)
            self.cards[code] = card
        if not looks.comfort.low:
            self.controls.addStretch(1)
        self.controls.addLayout(grid)
        self.controls.addStretch(2)
        self.lay_out()

    @property
    def help(self) -> str:
        return tr("Touch the language in which this kiosk should speak to you.")
