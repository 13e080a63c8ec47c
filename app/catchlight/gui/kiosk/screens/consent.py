"""Before the first picture: what happens with it, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, column_of, foot_of, scrolled
from catchlight.gui.kiosk.widgets.buttons import text_label
from catchlight.gui.kiosk.widgets.emblem import Emblem
from catchlight.gui.kiosk.words.payment_words import amount_text
from catchlight.gui.wording.i18n import tr, tr_counted
from catchlight.kiosk.flow import events as on


class ConsentScreen(KioskScreen):
    """The person agrees, or stops."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        self.say(tr("May we take your picture?"))
        widgets: list[QWidget] = [text_label(f"•  {sentence}") for sentence in consent_sentences(desk)]
        self.prompt = " ".join((self.prompt, *consent_sentences(desk)))
        if looks.upright:
            for widget in widgets:
                self.head.addWidget(widget)
        else:
            self.head.addWidget(scrolled(column_of(looks, widgets)), 1)
        several = len(desk.rules.documents) > 1 or len(desk.rules.languages) > 1
        back = self.button(tr("Back"), "", on.WentBack) if several else None
        self.agree = self.button(tr("I agree, go on"), "primary", on.Consented)
        self.push_down()
        self.controls.addLayout(foot_of(looks, back, self.agree))
        self.lay_out(Emblem(looks, "camera"))

    @property
    def help(self) -> str:
        return tr(
            "Read what happens with your pictures. If you agree, touch “{agree}”. If you do not, touch “{stop}”.",
            agree=self.agree.text(),
            stop=tr("Stop"),
        )


def consent_sentences(desk: KioskController) -> Sequence[str]:
    """What is done with the pictures here, and what it costs."""
    rules, config = desk.rules, desk.parts.config
    said = [
        tr_counted(
            "One picture of your face is taken, and measured against the rules of your document.",
            "Up to {count} pictures of your face are taken, and measured against the rules of your document.",
            rules.takes,
        )
    ]
    if config.fleet.server:
        said.append(
            tr("They are sent to the computer of the operator of this kiosk to be measured, and are not kept there.")
        )
    else:
        said.append(tr("They do not leave this kiosk, unless you ask for it."))
    said.append(tr("They are deleted when you are done, when you stop, or when you walk away."))
    said.append(tr("No names and no addresses are kept, only counts."))
    shop = config.shop
    if shop.price and rules.prints(desk.state.document):
        said.append(
            tr(
                "A sheet costs {amount}. You pay after you have seen the photo.",
                amount=amount_text(shop.price, shop.currency),
            )
        )
    return said
