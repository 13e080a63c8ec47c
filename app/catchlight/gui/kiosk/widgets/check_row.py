"""A check in plain words: its mark, its name, and what to do where it did not pass."""

from __future__ import annotations

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.widgets.buttons import ChoiceCard
from catchlight.gui.kiosk.words.check_advice import advice_for
from catchlight.gui.wording.check_words import title_text
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.session.take import Check


class KioskCheckRow(ChoiceCard):
    """Touched, it asks for the part of the photo that it is about."""

    def __init__(self, looks: KioskLooks, check: Check) -> None:
        self.state = str(check["state"])
        advice = advice_for(check) if self.state != "pass" else ""
        super().__init__(looks, title_text(check), advice, self.state, tint=self.state)
        self.setCheckable(True)
        self.setAutoExclusive(False)
        self.setAccessibleName(f"{title_text(check)}: {_STATES[self.state]()}. {advice}")

    def nextCheckState(self) -> None:
        """The screen decides which row is chosen."""


_STATES = {"pass": lambda: tr("passed"), "fail": lambda: tr("failed"), "uncertain": lambda: tr("uncertain")}
